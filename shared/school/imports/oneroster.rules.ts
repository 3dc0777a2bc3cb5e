/**
 * OneRoster 1.2 CSV (1EdTech), out and in: a school's classes, courses, people and who belongs where.
 *
 * A class of ours is a class of type `homeroom`, with all its students and (primary) its head teacher. Each course
 * taught in it is a class of type `scheduled` with the homeroom's classCode and its teachers: the students are those of
 * the homeroom and are not repeated. Grades are our grade types 1–16, written with two digits.
 */

/** In bulk files status and dateLastModified stay empty: they belong to deltas. */
const head = 'sourcedId status dateLastModified'
const columns = {
  'orgs.csv': `${head} name type identifier parentSourcedId`,
  'academicSessions.csv': `${head} title type startDate endDate parentSourcedId schoolYear`,
  'courses.csv': `${head} schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes`,
  'classes.csv': `${head} title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects subjectCodes periods`,
  'users.csv': `${head} enabledUser username userIds givenName familyName middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier resourceSourcedIds preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns`,
  'roles.csv': `${head} userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId`,
  'enrollments.csv': `${head} classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate`,
  'demographics.csv': `${head} birthDate sex americanIndianOrAlaskaNative asian blackOrAfricanAmerican nativeHawaiianOrOtherPacificIslander white demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus`,
} as const
export type OneRosterFile = keyof typeof columns
export const oneRosterFiles = Object.keys(columns) as OneRosterFile[]

type Cells = Readonly<Record<string, string>>
const rowsOf = (file: OneRosterFile, rows: readonly Cells[]): string[][] => {
  const names = columns[file].split(' ')
  return [names, ...rows.map((r) => names.map((n) => r[n] ?? ''))]
}

export type OneRosterSchool = {
  school: { schoolId: string; schoolName: string }
  term: { title: string; schoolYear: number; turnMonth: number }
  grades: readonly { gradeId: string; gradeType: number | null }[]
  classes: readonly { classId: string; gradeId: string; className: string }[]
  courses: readonly { courseId: string; courseName: string }[]
  teachers: readonly {
    teacherId: string
    teacherName: string
    accountName: string
    teaches: readonly { classId: string; courseId?: string | undefined; isHead: boolean }[]
  }[]
}
export type OneRosterStudent = {
  studentId: string
  studentName: string
  studentNumber: string
  classId: string
  gender?: number | undefined
}

const compound = [
  '欧阳',
  '上官',
  '司马',
  '诸葛',
  '慕容',
  '端木',
  '皇甫',
  '令狐',
  '司徒',
  '夏侯',
  '东方',
  '尉迟',
  '公孙',
]
/** Family and given name; both must be there, so a name of one character is followed by a dot. */
const splitName = (name: string): { familyName: string; givenName: string } => {
  const letters = [...name]
  const n = compound.some((c) => name.startsWith(c)) && letters.length > 2 ? 2 : 1
  return { familyName: letters.slice(0, n).join(''), givenName: letters.slice(n).join('') || '.' }
}
export const joinName = (familyName: string, givenName: string): string =>
  familyName + (givenName === '.' ? '' : givenName)

const two = (n: number): string => String(n).padStart(2, '0')

type SchoolPlace = { schoolSourcedId: string; gradeOf: (classId: string) => string | undefined }

const enrollment = (
  { schoolSourcedId }: SchoolPlace,
  of: { classSourcedId: string; userSourcedId: string; role: string; primary: boolean },
): Cells => ({
  sourcedId: `${of.classSourcedId}.${of.userSourcedId}`,
  schoolSourcedId,
  ...of,
  primary: String(of.primary),
})
const user = ({ schoolSourcedId }: SchoolPlace, sourcedId: string, name: string, more: Cells): Cells => ({
  sourcedId,
  enabledUser: 'true',
  ...splitName(name),
  primaryOrgSourcedId: schoolSourcedId,
  ...more,
})
const roleOf = ({ schoolSourcedId }: SchoolPlace, userSourcedId: string, kind: string): Cells => ({
  sourcedId: `${userSourcedId}-${kind}`,
  userSourcedId,
  roleType: 'primary',
  role: kind,
  orgSourcedId: schoolSourcedId,
})

const manifest: string[][] = [
  ['propertyName', 'value'],
  ['manifest.version', '1.0'],
  ['oneroster.version', '1.2'],
  ...[
    ...oneRosterFiles,
    'categories.csv',
    'classResources.csv',
    'courseResources.csv',
    'lineItems.csv',
    'lineItemLearningObjectiveIds.csv',
    'lineItemScoreScales.csv',
    'resources.csv',
    'resultLearningObjectiveIds.csv',
    'results.csv',
    'resultScoreScales.csv',
    'scoreScales.csv',
    'userProfiles.csv',
    'userResources.csv',
  ].map((f) => [`file.${f.slice(0, -4)}`, f in columns ? 'bulk' : 'absent']),
  ['source.systemName', 'Qinghe'],
  ['source.systemCode', 'qinghe'],
]

/** The files in which students stand: their rows follow those of the others, some students at a time. */
export const studentFiles = ['users.csv', 'roles.csv', 'enrollments.csv', 'demographics.csv'] as const
export type StudentFile = (typeof studentFiles)[number]

export type OneRosterOut = {
  /** Every file with its head, without the students. */
  files: Record<OneRosterFile | 'manifest.csv', string[][]>
  /** The rows of these students in one of their files. */
  of: (file: StudentFile, students: readonly OneRosterStudent[]) => string[][]
}

/** A school's OneRoster zip, as rows. */
export const toOneRoster = (roster: OneRosterSchool): OneRosterOut => {
  const schoolSourcedId = roster.school.schoolId
  const yearId = `${schoolSourcedId}-${roster.term.schoolYear}`
  const typeOf = new Map(roster.grades.map((g) => [g.gradeId, g.gradeType]))
  // What has left has no grade type, and is no part of the roster.
  const classes = roster.classes.filter((c) => (typeOf.get(c.gradeId) ?? null) !== null)
  const classOf = new Map(classes.map((c) => [c.classId, c]))
  const place: SchoolPlace = {
    schoolSourcedId,
    gradeOf: (classId) => {
      const own = classOf.get(classId)
      return own && two(typeOf.get(own.gradeId)!)
    },
  }
  const homeroom = `${schoolSourcedId}-homeroom`
  const active = { schoolSourcedId, termSourcedIds: yearId }
  const taught = new Map<string, { classId: string; courseId: string }>()
  const enrollments: Cells[] = []
  const enroll = (classSourcedId: string, userSourcedId: string, primary: boolean) =>
    enrollments.push(enrollment(place, { classSourcedId, userSourcedId, role: 'teacher', primary }))
  for (const t of roster.teachers) {
    const heads = new Set(t.teaches.filter((x) => x.isHead && classOf.has(x.classId)).map((x) => x.classId))
    for (const classId of heads) enroll(classId, t.teacherId, true)
    for (const { classId, courseId } of t.teaches) {
      if (!classOf.has(classId) || !courseId) continue
      const id = `${classId}-${courseId}`
      taught.set(id, { classId, courseId })
      enroll(id, t.teacherId, false)
    }
  }
  const courseNames = new Map(roster.courses.map((c) => [c.courseId, c.courseName]))
  const ofYear = { orgSourcedId: schoolSourcedId, schoolYearSourcedId: yearId }
  const files: Record<OneRosterFile, Cells[]> = {
    'orgs.csv': [{ sourcedId: schoolSourcedId, name: roster.school.schoolName, type: 'school' }],
    'academicSessions.csv': [
      {
        sourcedId: yearId,
        title: roster.term.title,
        type: 'schoolYear',
        startDate: `${roster.term.schoolYear}-${two(roster.term.turnMonth)}-01`,
        endDate: `${roster.term.schoolYear + 1}-${two(roster.term.turnMonth)}-01`,
        schoolYear: String(roster.term.schoolYear + 1),
      },
    ],
    'courses.csv': [
      { sourcedId: homeroom, title: '行政班', ...ofYear },
      ...roster.courses.map((c) => ({ sourcedId: c.courseId, title: c.courseName, ...ofYear })),
    ],
    'classes.csv': [
      ...classes.map((c) => ({
        ...active,
        sourcedId: c.classId,
        title: c.className,
        grades: place.gradeOf(c.classId)!,
        courseSourcedId: homeroom,
        classCode: c.classId,
        classType: 'homeroom',
      })),
      ...[...taught].map(([sourcedId, { classId, courseId }]) => ({
        ...active,
        sourcedId,
        title: `${classOf.get(classId)!.className} ${courseNames.get(courseId) ?? ''}`,
        grades: place.gradeOf(classId)!,
        courseSourcedId: courseId,
        classCode: classId,
        classType: 'scheduled',
      })),
    ],
    'users.csv': roster.teachers.map((t) => user(place, t.teacherId, t.teacherName, { username: t.accountName })),
    'roles.csv': roster.teachers.map((t) => roleOf(place, t.teacherId, 'teacher')),
    'enrollments.csv': enrollments,
    'demographics.csv': [],
  }
  const rowOf: Record<StudentFile, (s: OneRosterStudent, grade: string) => Cells[]> = {
    'users.csv': (s, grades) => [
      user(place, s.studentId, s.studentName, { username: s.studentNumber, identifier: s.studentNumber, grades }),
    ],
    'roles.csv': (s) => [roleOf(place, s.studentId, 'student')],
    'enrollments.csv': (s) => [
      enrollment(place, { classSourcedId: s.classId, userSourcedId: s.studentId, role: 'student', primary: false }),
    ],
    'demographics.csv': (s) => (s.gender ? [{ sourcedId: s.studentId, sex: s.gender === 1 ? 'male' : 'female' }] : []),
  }
  return {
    files: {
      'manifest.csv': manifest,
      ...(Object.fromEntries(oneRosterFiles.map((f) => [f, rowsOf(f, files[f])])) as Record<OneRosterFile, string[][]>),
    },
    of: (file, students) => {
      const cells = students.flatMap((s) => {
        const grade = place.gradeOf(s.classId)
        return grade === undefined ? [] : rowOf[file](s, grade)
      })
      return rowsOf(file, cells).slice(1)
    },
  }
}
