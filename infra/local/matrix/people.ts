/**
 * The hand-written table of the permission matrix: people in two areas and three schools, and what each of them may do
 * with the objects of school 1. Nothing here is taken from the code that decides it.
 */
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { usePorts } from '#functions/kit/ports.ts'
import { epochs, sessions } from '#functions/kit/session.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import type { AnyCall } from '#shared/kit/call.ts'
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
  /** The exam of class 1, its paper, card and scans: to look at, or to change. */
  exam: 'no' | 'sees' | 'manages'
  /** The job that administrator 1 started. */
  job: boolean
}

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
const university = (w: World) => `s:${w.university}`
const area1 = (w: World) => `a:${w.area1}`
const area2 = (w: World) => `a:${w.area2}`
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
const inUniversity = at(university, 4)
const inArea1 = at(area1, 0)
const inArea2 = at(area2, 0)
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
  in1('headmaster', 9, { ...wholeSchool, exam: 'sees' }),
  in1('head of teaching', 10, { ...wholeSchool, exam: 'sees' }),
  in1('head of the grade', 11, { ...wholeSchool, exam: 'sees' }, (w) => ({ userId: w.gradeHead })),
  in1('head of another grade', 11, schoolOnly, (w) => ({ userId: w.otherGradeHead })),
  in1('head of the subject', 12, { ...wholeSchool, exam: 'sees' }, (w) => ({ userId: w.subjectHead })),
  in1('head of no subject', 12, schoolOnly),
  in1('head of preparation', 20, schoolOnly),
  in1('teacher of class 1', 3, { ...wholeSchool, exam: 'sees' }, (w) => ({ teacherId: w.teacher1 })),
  in1('teacher of class 2', 3, schoolOnly, (w) => ({ teacherId: w.teacher2 })),
  in1('student 1', 4, { ...schoolOnly, class: true, student: true, exam: 'sees' }, (w) => ({ studentId: w.student1 })),
  in1('student of class 2', 4, schoolOnly, (w) => ({ studentId: w.student2 })),
  in1('parent of student 1', 5, { ...schoolOnly, class: true, student: true, exam: 'sees' }, (w) => ({
    studentId: w.student1,
  })),
  in1('parent of the other student', 5, schoolOnly, (w) => ({ studentId: w.student2 })),
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

  inArea1('joint exams of area 1', 13, areaOne),
  inArea1('leader of area 1', 14, areaOne),
  inArea1('question bank of area 1', 16, { ...schoolOnly, area: true }),
  inArea1('type 1 of area 1', 1, areaOne),
  inArea2('joint exams of area 2', 13, nothing),
  inArea2('leader of area 2', 14, nothing),

  inUniversity('administrator of the university', 2, nothing),
  inUniversity('teacher of the university', 3, nothing),
  inUniversity('academic office of the university', 15, nothing),
  inUniversity('student of the university', 4, nothing),
]

/** Calls without a named object that are still only for the platform's own people. */
const platformOnly = [
  'POST /api/identity/user/create',
  'POST /api/school/area/create',
  'POST /api/school/school/create',
]

/** They change nothing although they are posted: whoever sees the object may ask. */
const looksOnly = [
  'POST /api/exam/answerCard/v2/checkTemplateStatus',
  'POST /api/exam/answerCard/QRCode/generate',
  'POST /api/tiku/own/answerCard/paper/status',
  'POST /api/exam/manual/paper/answerCard/template/subjectCheck',
]

/** Rooms whose handlers decide by what a person is assigned, among those who see the exam. */
const decidedByAssignment = ['marking', 'scan', 'analysis']

export type Expected = 'refused' | 'allowed' | 'either'

/**
 * What a live session of this person is answered. The lists of user types are the contract's own, since they are what
 * is enforced; who reaches which object is this file's.
 */
export const expectedOf = (call: AnyCall, room: string, person: Person): Expected => {
  const { userType, stage, reach } = person
  if (call.scope.kind === 'public') return 'allowed'
  if (userType !== -1) {
    if (call.stages && !call.stages.includes(stage)) return 'refused'
    const list = stage === 4 && call.universityTypes ? call.universityTypes : call.userTypes
    const judgedByList = stage === 4 && call.universityTypes !== undefined
    if (judgedByList ? !list.includes(userType) : list.length > 0 && !list.includes(userType)) return 'refused'
  }
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
      if (reach.exam === 'no') return 'refused'
      if (reach.exam === 'manages') return decidedByAssignment.includes(room) ? 'either' : 'allowed'
      if (decidedByAssignment.includes(room)) return 'either'
      const reads = (call.method === 'GET' && !call.effect) || looksOnly.includes(route)
      return yes(reads)
    }
  }
}

export const tokenKinds = ['none', 'expired', 'tampered', 'ended', 'superseded', 'elsewhere', 'live'] as const
export type Tokens = Record<(typeof tokenKinds)[number], string | undefined>

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
  }
}
