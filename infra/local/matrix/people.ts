/**
 * The hand-written table of the permission matrix: people in two areas, a city and its other county, and four schools, and what each of them may do
 * with the objects of school 1. The exam that is asked about has two classes and two papers; what calls name of it is
 * paper 1, student 1 of class 1, and a page of that student's. Nothing here is taken from the code that decides it, and
 * every cell is a yes or a no.
 */
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { usePorts } from '#functions/kit/ports.ts'
import { epochs, sessions } from '#functions/kit/session.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import type { Room } from '#shared/kit/problem.ts'
import type { World } from './world.ts'

/** Everything of school 1 that may be named by a call. */
export type Reach = {
  /** The school, and what of it is known by name. */
  school: boolean
  /** Class 1 and its grade and course: to open. */
  class: boolean
  area: boolean
  /** Student 1, a candidate of the exam. */
  student: boolean
  exam: ExamReach
  /** The job that administrator 1 started. */
  job: boolean
}

/**
 * What of the exam, before anything is published: nothing; that it is there and the own result (`satIt`); paper 2 alone;
 * paper 1 with class 1, or with class 2 alone; paper 1's scanning of class 1, by the work that was given (`uploads`), and
 * nothing else of the exam; paper 1 with every class; all of it, and to change it.
 */
type ExamReach = 'no' | 'satIt' | 'otherPaper' | 'class1' | 'class2' | 'uploads' | 'whole' | 'manages'

export type Person = {
  name: string
  userType: number
  stage: number
  tenant: (w: World) => string
  own?: (w: World) => { teacherId?: string; studentId?: string; userId?: string }
  reach: Reach
}

const nothing: Reach = { school: false, class: false, area: false, student: false, exam: 'no', job: false }
const schoolOnly: Reach = { ...nothing, school: true }
const wholeSchool: Reach = { ...schoolOnly, class: true, student: true }
const areaOne: Reach = { ...wholeSchool, area: true }

const school1 = (w: World) => `s:${w.school1}`
const school2 = (w: World) => `s:${w.school2}`
const school3 = (w: World) => `s:${w.school3}`
const university = (w: World) => `s:${w.university}`
const area1 = (w: World) => `a:${w.area1}`
const area2 = (w: World) => `a:${w.area2}`
const city = (w: World) => `a:${w.city}`
const county = (w: World) => `a:${w.county}`
const platform = () => 'p'

const at =
  (tenant: Person['tenant'], stage: number) =>
  (name: string, userType: number, reach: Reach, own?: Person['own']): Person => ({
    name,
    userType,
    stage,
    tenant,
    reach,
    ...(own ? { own } : {}),
  })
const in1 = at(school1, 1)
const in2 = at(school2, 1)
const in3 = at(school3, 1)
const inUniversity = at(university, 4)
const inArea1 = at(area1, 0)
const inArea2 = at(area2, 0)
const inCity = at(city, 0)
const inCounty = at(county, 0)
const onPlatform = at(platform, 0)

export const people: readonly Person[] = [
  onPlatform('root', -1, { ...areaOne, exam: 'manages', job: true }),
  onPlatform('platform administrator', 1, { ...areaOne }),
  onPlatform('platform operator', 18, { ...areaOne }),
  onPlatform('platform proof-reader', 19, { ...areaOne }),
  // The question bank's people belong to the platform, and no school is theirs.
  onPlatform('question writer', 6, nothing),
  onPlatform('reviewer', 7, nothing),
  onPlatform('synchroniser', 17, nothing),

  in1('administrator 1', 2, { ...wholeSchool, exam: 'manages', job: true }, (w) => ({ userId: w.admin1 })),
  in1('a second administrator of school 1', 2, { ...wholeSchool, exam: 'manages' }),
  in1('type 1 of school 1', 1, { ...wholeSchool, exam: 'manages' }),
  in1('academic office of school 1', 15, { ...wholeSchool, exam: 'manages' }),
  in1('operator of school 1', 18, { ...wholeSchool, exam: 'manages' }),
  in1('proof-reader of school 1', 19, { ...wholeSchool, exam: 'manages' }),
  // Who is entrusted with a grade or a subject sees the classes, students and exams of it, and no others.
  in1('teaching researcher', 8, schoolOnly),
  in1('headmaster', 9, { ...wholeSchool, exam: 'whole' }),
  in1('head of teaching', 10, { ...wholeSchool, exam: 'whole' }),
  in1('head of the grade', 11, { ...wholeSchool, exam: 'whole' }, (w) => ({ userId: w.gradeHead })),
  in1('head of another grade', 11, schoolOnly, (w) => ({ userId: w.otherGradeHead })),
  in1('head of the subject', 12, { ...wholeSchool, exam: 'whole' }, (w) => ({ userId: w.subjectHead })),
  in1('head of no subject', 12, schoolOnly),
  in1('head of preparation', 20, schoolOnly),
  // Student 1 learns paper 1's course in a teaching class: its teacher sees him in it, and who teaches class 1 does not.
  in1('teacher of class 1', 3, { ...wholeSchool, exam: 'class2' }, (w) => ({ teacherId: w.teacher1 })),
  in1('teacher of a teaching class', 3, { ...schoolOnly, exam: 'class1' }, (w) => ({ teacherId: w.walker })),
  in1('head teacher of class 1', 3, { ...wholeSchool, exam: 'class1' }, (w) => ({ teacherId: w.headTeacher })),
  in1('teacher of the other subject', 3, { ...wholeSchool, exam: 'otherPaper' }, (w) => ({
    teacherId: w.teacherOfOther,
  })),
  in1('teacher of class 2', 3, { ...schoolOnly, exam: 'class2' }, (w) => ({ teacherId: w.teacher2 })),
  in1('uploader of class 1', 3, { ...schoolOnly, exam: 'uploads' }, (w) => ({ userId: w.uploader })),
  in1('student 1', 4, { ...schoolOnly, class: true, student: true, exam: 'satIt' }, (w) => ({ studentId: w.student1 })),
  in1('student of class 2', 4, { ...schoolOnly, exam: 'satIt' }, (w) => ({ studentId: w.student2 })),
  in1('parent of student 1', 5, { ...schoolOnly, class: true, student: true, exam: 'satIt' }, (w) => ({
    studentId: w.student1,
  })),
  in1('parent of the other student', 5, { ...schoolOnly, exam: 'satIt' }, (w) => ({ studentId: w.student2 })),
  in1('parent without a child', 5, schoolOnly, () => ({ studentId: '' })),
  in1('part-time teacher', 21, schoolOnly),
  in1('channel user', 22, schoolOnly),
  in1('question bank user', 23, schoolOnly),
  in1('data clerk', 24, schoolOnly),
  in1('part-time viewer', 26, schoolOnly),
  in1('exercise book user', 27, schoolOnly),
  in1('exercise book administrator', 28, schoolOnly),

  in2('administrator of school 2', 2, nothing),
  in2('type 1 of school 2', 1, nothing),
  in2('operator of school 2', 18, nothing),
  in2('teacher of school 2', 3, nothing, (w) => ({ teacherId: w.teacherOfSchool2 })),
  in2('headmaster of school 2', 9, nothing),
  in2('student of school 2', 4, nothing, (w) => ({ studentId: w.studentOfSchool2 })),

  in3('administrator of school 3', 2, nothing),
  in3('teacher of school 3', 3, nothing, (w) => ({ teacherId: w.teacherOfSchool3 })),
  in3('student of school 3', 4, nothing, (w) => ({ studentId: w.studentOfSchool3 })),

  inArea1('joint exams of area 1', 13, areaOne),
  inArea1('leader of area 1', 14, areaOne),
  inArea1('question bank of area 1', 16, { ...schoolOnly, area: true }),
  inArea1('type 1 of area 1', 1, areaOne),
  inArea2('joint exams of area 2', 13, nothing),
  inArea2('leader of area 2', 14, nothing),
  // The city above area 1 reaches its schools and what is theirs; another county of that city does not.
  inCity('joint exams of the city', 13, areaOne),
  inCity('leader of the city', 14, areaOne),
  inCity('type 1 of the city', 1, areaOne),
  inCounty('joint exams of another county', 13, nothing),
  inCounty('leader of another county', 14, nothing),

  inUniversity('administrator of the university', 2, nothing),
  inUniversity('teacher of the university', 3, nothing),
  inUniversity('academic office of the university', 15, nothing),
  inUniversity('student of the university', 4, nothing),
]

/** Calls without a named object that are still only for the platform's own people. */
const platformOnly = [
  'POST /api/identity/user/create',
  'POST /api/school/area/create',
  'POST /api/school/area/place',
  'POST /api/school/school/create',
]

/** They change nothing although they are posted: all who see the object may ask. */
const looksOnly = [
  'POST /api/exam/answerCard/v2/checkTemplateStatus',
  'POST /api/exam/answerCard/QRCode/generate',
  'POST /api/tiku/own/answerCard/paper/status',
  'POST /api/exam/manual/paper/answerCard/template/subjectCheck',
]

/**
 * What a call wants of who asks, where that is more than to see the paper (or, of a call that changes something, other
 * than to manage the exam):
 * `paper` to see it, `student` to see student 1 in it, `classes` to see all its classes, `uploads` to manage or to be
 * given the work, `manages` although it only looks. No caller has `released` yet.
 */
export type Need = 'paper' | 'student' | 'classes' | 'uploads' | 'manages'
const needs: Partial<Record<Room, Partial<Record<Need, string>>>> = {
  scan: {
    paper: `finishUploading finishScanServer sizeExceptions recognitionTasks amendDeclaration withdrawDeclaration`,
    student: `studentState studentChoices adminStudentQuestions studentBlocks resultErrors subjectiveDetail studentCards
      studentFirstPage studentTemplate studentPapers studentSheets pageDetail questionBlock drawAbsent drawNumber declare`,
    classes: `batchFiles sheetGroups decideAbsences`,
    uploads: `createBatch scanFiles scanFile scanZip joinCooperation claimDoubts errorCards
      exportAbsent exportStatuses exportStudents downloadErrorCards`,
    manages: `uploaderTemplate`,
  },
  exam: {
    manages: `toolGrants disclosure disclosurePeople jointSchools invites examTeachings availableStudents rosterToday seatFile numberTemplate tagFile releaseTemplate
      taggedStudents taggedClasses releaseCount releaseStudents maintenance paperInfo courseStand paperKnowledge unionCourses
      applications settingStand settingTasks settingTeachers settingSchools managedPapers baseInfoTemplate electiveCourses`,
  },
  card: { manages: `offeredCrests` },
  marking: {
    // Who has no part in the marking is told so; nothing is handed out.
    paper: `claimBundle submitMark submitItems finishBundle enterReadPassword saveStandard removeStandard checkSample
      trialMark finishTrial passTrial saveGroupQuality releaseMarker remarkDoubted saveRubric replayLook replayApply replayUndo certifyMarking`,
    classes: `readRecord exportRecord`,
    // A marker's own answers are the marker's to see; those of another here.
    manages: `cutStand jointBoard mobileMarkSwitches fixDetail listFixRecord undecidedChoices scoreTemplate courseImport importPapers courseTemplate markerSample markingReport exportMarkingReport
      readPassword groupMarkers automaticArrangement repeatRecord remarkRecord listResult readers`,
  },
  analysis: {
    // Before publication there is nothing to be seen, and every caller is told so.
    paper: `exportTranscript exportReport askAppeal saveNote deleteNote lockNotes takeNotes`,
    manages: `publishStand publishPreview resultAs shownToSchool changeStand listChanges changeDetail seniorLab
      appealWindow listAppeals appealDetail appealStatistics listFiles sincePublished
      examParams reportStandings reportVersions tutorStart tutorSuggest tutorList`,
  },
}
const needNamed = (room: Room, name: string, reads: boolean): Need => {
  for (const [need, names] of Object.entries(needs[room] ?? {}))
    if (names.split(/\s+/).includes(name)) return need as Need
  return reads ? 'paper' : 'manages'
}

export const needOf = (call: AnyCall, room: Room, name: string): Need =>
  needNamed(room, name, (call.method === 'GET' && !call.effect) || looksOnly.includes(`${call.method} ${call.path}`))

/** Who meets which need of a paper; the scanning of it is reached by work, too. */
const meets: Record<Need, readonly ExamReach[]> = {
  paper: ['satIt', 'class1', 'class2', 'whole', 'manages'],
  student: ['class1', 'whole', 'manages'],
  classes: ['whole', 'manages'],
  uploads: ['manages'],
  manages: ['manages'],
}
const meetsByWork: readonly Need[] = ['paper', 'student', 'uploads']
const ofPaper = (reach: ExamReach, room: Room, need: Need): boolean =>
  meets[need].includes(reach) || (reach === 'uploads' && room === 'scan' && meetsByWork.includes(need))

export type Expected = 'refused' | 'allowed'

/** Whether the call is for people of this type. */
export const rightType = (call: AnyCall, { userType, stage }: Person): boolean => {
  if (userType === -1) return true
  if (call.stages && !call.stages.includes(stage)) return false
  const judgedByList = stage === 4 && call.universityTypes !== undefined
  if (judgedByList) return call.universityTypes!.includes(userType)
  return call.userTypes.length === 0 || call.userTypes.includes(userType)
}

/**
 * What a live session of this person is answered. The lists of user types are the contract's own, since they are what
 * is enforced; who reaches which object is this file's.
 */
export const expectedOf = (call: AnyCall, room: Room, name: string, person: Person): Expected => {
  const { userType, reach } = person
  if (call.scope.kind === 'public') return 'allowed'
  if (!rightType(call, person)) return 'refused'
  const route = `${call.method} ${call.path}`
  if (platformOnly.includes(route) && person.tenant({} as World) !== 'p') return 'refused'
  if (call.scope.kind !== 'on') return 'allowed'
  const yes = (allowed: boolean): Expected => (allowed ? 'allowed' : 'refused')
  switch (call.scope.object) {
    case 'school':
      return yes(reach.school)
    case 'grade':
    case 'class':
    case 'course':
      return yes(reach.class)
    case 'area':
      return yes(reach.area)
    case 'student':
      return yes(reach.student)
    case 'job':
      return yes(reach.job)
    // A school's library of templates is its own.
    case 'template':
      return yes(userType === -1 || person.tenant === school1)
    case 'exam':
    case 'paper':
    case 'card':
    case 'batch':
    case 'script': {
      const need = needOf(call, room, name)
      // A caller who sees any paper of an exam sees something of the exam as a whole.
      if (call.scope.object === 'exam' && need === 'paper') return yes(!['no', 'uploads'].includes(reach.exam))
      return yes(ofPaper(reach.exam, room, need))
    }
  }
}

/** Tokens that are good no more. */
export const deadKinds = ['none', 'expired', 'tampered', 'ended', 'superseded', 'elsewhere'] as const
/** A live one, and one of a session whose person has not shown to be there for an hour (`fresh` calls). */
export type Tokens = Record<(typeof deadKinds)[number] | 'live' | 'unproved', string | undefined>

/** The same claims and the same key id, signed by the key of another deployment. */
const ofAnotherDeployment = async (token: string): Promise<string> => {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256' })
    .sign(privateKey)
}

/**
 * The tokens of a person: no token, one past its time, one whose claims were raised, one whose session was kicked, one of
 * an account that all sessions were ended of (a new password, a closed identity), one of another deployment, a good one.
 */
export const tokensOf = async (person: Person, world: World): Promise<Tokens> => {
  const of = {
    userType: person.userType,
    tenant: person.tenant(world),
    stage: person.stage,
    ...Object.fromEntries(Object.entries(person.own?.(world) ?? {}).filter(([, v]) => v !== '')),
  } as Parameters<typeof testCaller>[0]
  const live = await testCaller(of)
  const ended = await testCaller(of)
  await asFunction('identity-api', () => sessions.update({ sessionId: ended.caller.sessionId }, { endedAt: 1 }))
  const superseded = await testCaller(of)
  await asFunction('identity-api', () =>
    epochs.put({ schema: 1, accountId: superseded.caller.accountId, epoch: 'new', at: Date.now() }),
  )
  // A token lives ten minutes, its session an hour.
  const back = usePorts({ now: () => Date.now() - 11 * 60_000 })
  const expired = await testCaller(of)
  back()
  const [head, claims, signature] = live.token.split('.') as [string, string, string]
  const raised = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as {
    who: { userType: number; tenant: string; userName: string }
  }
  raised.who = { ...raised.who, userType: -1, tenant: 'p', userName: '别人' }
  const tampered = [head, Buffer.from(JSON.stringify(raised)).toString('base64url'), signature].join('.')
  return {
    none: undefined,
    expired: expired.token,
    tampered,
    ended: ended.token,
    superseded: superseded.token,
    elsewhere: await ofAnotherDeployment(live.token),
    live: live.token,
    unproved: (await testCaller({ ...of, provedAt: Date.now() - 3_600_000 })).token,
  }
}
