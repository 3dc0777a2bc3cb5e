/**
 * OneRoster 1.2 CSV (1EdTech), out and in: a school's classes, courses, people and who belongs where.
 *
 * A class of ours is a class of type `homeroom`, with all its students and (primary) its head teacher. Each course
 * taught in it is a class of type `scheduled` with the homeroom's classCode and its teachers: the students are those of
 * the homeroom and are not repeated. Grades are our grade types 1–16, written with two digits.
 */
import type { RosterProblem } from './roster.rules.ts'
import { rosterColumns } from './roster.rules.ts'
import type { TableRow } from './sheet.rules.ts'
import { classColumns, teacherColumns } from './staff.rules.ts'

const head = 'sourcedId status dateLastModified'
const columns = {
  'orgs.csv': `${head} name type identifier parentSourcedId`,
  'academicSessions.csv': `${head} title type startDate endDate parentSourcedId schoolYear`,
  'courses.csv': `${head} schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes`,
  'classes.csv': `${head} title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects subjectCodes periods`,
  'users.csv': `${head} enabledUser username userIds givenName familyName middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier resourceSourcedIds preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns`,
  'roles.csv': `${head} userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId`,
  'enrollments.csv': `${head} classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate`,
  'demographics.csv': `${head} birthDate sex`,
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
  students: readonly {
    studentId: string
    studentName: string
    studentNumber: string
    classId: string
    gender?: number | undefined
  }[]
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
const joinName = (familyName: string, givenName: string): string => familyName + (givenName === '.' ? '' : givenName)

const two = (n: number): string => String(n).padStart(2, '0')

/** Every file of a school's OneRoster zip, as rows with their head. */
export const toOneRoster = (of: OneRosterSchool): Record<OneRosterFile | 'manifest.csv', string[][]> => {
  const schoolSourcedId = of.school.schoolId
  const yearId = `${schoolSourcedId}-${of.term.schoolYear}`
  const typeOf = new Map(of.grades.map((g) => [g.gradeId, g.gradeType]))
  // What has left has no grade type, and is no part of the roster.
  const classes = of.classes.filter((c) => (typeOf.get(c.gradeId) ?? null) !== null)
  const here = new Set(classes.map((c) => c.classId))
  const homeroom = `${schoolSourcedId}-homeroom`
  const active = { status: 'active', schoolSourcedId, termSourcedIds: yearId }
  const taught = new Map<string, { classId: string; courseId: string }>()
  const enrollments: Cells[] = []
  const enroll = (classSourcedId: string, userSourcedId: string, role: string, primary: boolean) =>
    enrollments.push({
      sourcedId: `${classSourcedId}.${userSourcedId}`,
      status: 'active',
      classSourcedId,
      schoolSourcedId,
      userSourcedId,
      role,
      primary: String(primary),
    })
  const students = of.students.filter((s) => here.has(s.classId))
  for (const s of students) enroll(s.classId, s.studentId, 'student', false)
  for (const t of of.teachers) {
    const heads = new Set(t.teaches.filter((x) => x.isHead && here.has(x.classId)).map((x) => x.classId))
    for (const classId of heads) enroll(classId, t.teacherId, 'teacher', true)
    for (const { classId, courseId } of t.teaches) {
      if (!here.has(classId) || !courseId) continue
      const id = `${classId}-${courseId}`
      taught.set(id, { classId, courseId })
      enroll(id, t.teacherId, 'teacher', false)
    }
  }
  const classOf = new Map(classes.map((c) => [c.classId, c]))
  const gradeOf = (classId: string): string => two(typeOf.get(classOf.get(classId)!.gradeId)!)
  const courseNames = new Map(of.courses.map((c) => [c.courseId, c.courseName]))
  const user = (sourcedId: string, name: string, more: Cells): Cells => ({
    sourcedId,
    status: 'active',
    enabledUser: 'true',
    ...splitName(name),
    primaryOrgSourcedId: schoolSourcedId,
    ...more,
  })
  const role = (userSourcedId: string, kind: string): Cells => ({
    sourcedId: `${userSourcedId}-${kind}`,
    status: 'active',
    userSourcedId,
    roleType: 'primary',
    role: kind,
    orgSourcedId: schoolSourcedId,
  })
  const files: Record<OneRosterFile, Cells[]> = {
    'orgs.csv': [{ sourcedId: schoolSourcedId, status: 'active', name: of.school.schoolName, type: 'school' }],
    'academicSessions.csv': [
      {
        sourcedId: yearId,
        status: 'active',
        title: of.term.title,
        type: 'schoolYear',
        startDate: `${of.term.schoolYear}-${two(of.term.turnMonth)}-01`,
        endDate: `${of.term.schoolYear + 1}-${two(of.term.turnMonth)}-01`,
        schoolYear: String(of.term.schoolYear + 1),
      },
    ],
    'courses.csv': [
      {
        sourcedId: homeroom,
        status: 'active',
        title: '行政班',
        orgSourcedId: schoolSourcedId,
        schoolYearSourcedId: yearId,
      },
      ...of.courses.map((c) => ({
        sourcedId: c.courseId,
        status: 'active',
        title: c.courseName,
        orgSourcedId: schoolSourcedId,
        schoolYearSourcedId: yearId,
      })),
    ],
    'classes.csv': [
      ...classes.map((c) => ({
        ...active,
        sourcedId: c.classId,
        title: c.className,
        grades: gradeOf(c.classId),
        courseSourcedId: homeroom,
        classCode: c.classId,
        classType: 'homeroom',
      })),
      ...[...taught].map(([sourcedId, { classId, courseId }]) => ({
        ...active,
        sourcedId,
        title: `${classOf.get(classId)!.className} ${courseNames.get(courseId) ?? ''}`,
        grades: gradeOf(classId),
        courseSourcedId: courseId,
        classCode: classId,
        classType: 'scheduled',
      })),
    ],
    'users.csv': [
      ...of.teachers.map((t) => user(t.teacherId, t.teacherName, { username: t.accountName })),
      ...students.map((s) =>
        user(s.studentId, s.studentName, {
          username: s.studentNumber,
          identifier: s.studentNumber,
          grades: gradeOf(s.classId),
        }),
      ),
    ],
    'roles.csv': [
      ...of.teachers.map((t) => role(t.teacherId, 'teacher')),
      ...students.map((s) => role(s.studentId, 'student')),
    ],
    'enrollments.csv': enrollments,
    'demographics.csv': students
      .filter((s) => s.gender)
      .map((s) => ({ sourcedId: s.studentId, status: 'active', sex: s.gender === 1 ? 'male' : 'female' })),
  }
  const out = Object.fromEntries(oneRosterFiles.map((f) => [f, rowsOf(f, files[f])])) as Record<
    OneRosterFile,
    string[][]
  >
  return {
    'manifest.csv': [
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
      ].map((f) => [`file.${f.slice(0, -4)}`, f in files ? 'bulk' : 'absent']),
      ['source.systemName', 'Qinghe'],
      ['source.systemCode', 'qinghe'],
    ],
    ...out,
  }
}

export type OneRosterTables = {
  classes: TableRow[]
  teachers: TableRow[]
  students: TableRow[]
  problems: RosterProblem[]
}

/**
 * The files of a zip as our own three sheets, so that one set of rules judges them all. `gradeNames` are the school's
 * grades by type. Rows keep the line numbers of their file.
 */
export const fromOneRoster = (
  files: Partial<Record<string, readonly (readonly string[])[]>>,
  gradeNames: ReadonlyMap<number, string>,
): OneRosterTables => {
  const problems: RosterProblem[] = []
  const read = (file: OneRosterFile, must: readonly string[] = []): (Cells & { row: string })[] => {
    const [names = [], ...rows] = files[file] ?? []
    const lacking = must.filter((m) => !names.includes(m))
    if (lacking.length > 0) problems.push({ row: 0, column: file, text: `${file}缺少列：${lacking.join('、')}` })
    return rows
      .map((cells, i) => ({
        ...Object.fromEntries(names.map((n, at) => [n, (cells[at] ?? '').trim()])),
        row: String(i + 2),
      }))
      .filter((r: Cells) => r['status'] !== 'tobedeleted' && names.some((n) => r[n] !== ''))
  }
  const classes = read('classes.csv', ['sourcedId', 'title', 'grades', 'classType', 'courseSourcedId'])
  const courses = new Map(read('courses.csv', ['sourcedId', 'title']).map((c) => [c['sourcedId'], c['title'] ?? '']))
  const users = read('users.csv', ['sourcedId', 'username', 'givenName', 'familyName'])
  const enrollments = read('enrollments.csv', ['classSourcedId', 'userSourcedId', 'role'])
  const sex = new Map(read('demographics.csv').map((d) => [d['sourcedId'], d['sex']]))
  const roles = Map.groupBy(read('roles.csv'), (r) => r['userSourcedId'])
  const isA = (user: Cells, role: string): boolean =>
    user['role'] === role || (roles.get(user['sourcedId'])?.some((r) => r['role'] === role) ?? false)
  const homerooms = new Map(classes.filter((c) => c['classType'] === 'homeroom').map((c) => [c['sourcedId'], c]))
  if (classes.length > 0 && homerooms.size === 0)
    problems.push({ row: 0, column: 'classes.csv', text: 'classes.csv中没有行政班（classType为homeroom）' })
  const byCode = new Map([...homerooms.values()].map((c) => [c['classCode'], c]))
  const gradeName = (grades: string | undefined): string => {
    const type = Number(grades?.split(',')[0])
    return gradeNames.get(type) ?? (grades ? `年级代码${grades}` : '')
  }
  const placeOf = new Map(
    classes.map((c) => {
      const own = homerooms.get(c['sourcedId'])
      return [
        c['sourcedId'],
        { room: own ?? byCode.get(c['classCode']), course: own ? '' : (courses.get(c['courseSourcedId']) ?? '') },
      ]
    }),
  )
  const enrolled = Map.groupBy(enrollments, (e) => e['userSourcedId'])
  const students: TableRow[] = [{ row: 1, cells: rosterColumns }]
  const teachers: TableRow[] = [{ row: 1, cells: teacherColumns }]
  for (const u of users) {
    const row = Number(u.row)
    const name = joinName(u['familyName'] ?? '', u['givenName'] ?? '')
    const own = enrolled.get(u['sourcedId']) ?? []
    if (isA(u, 'student')) {
      const room = own.map((e) => homerooms.get(e['classSourcedId'])).find((c) => c !== undefined)
      const gender = { male: '男', female: '女' }[sex.get(u['sourcedId']) ?? ''] ?? ''
      const number = u['identifier'] || u['username'] || ''
      students.push({
        row,
        cells: [name, number, room?.['title'] ?? '', gradeName(room?.['grades'] ?? u['grades']), gender],
      })
    } else if (isA(u, 'teacher')) {
      const lines = own.flatMap((e) => {
        const { room, course = '' } = placeOf.get(e['classSourcedId']) ?? {}
        if (!room) return []
        const isHead = course === '' && e['primary'] === 'true'
        return [[gradeName(room['grades']), room['title'] ?? '', course, isHead ? '是' : '否']]
      })
      for (const line of lines.length > 0 ? lines : [['', '', '', '']])
        teachers.push({ row, cells: [name, u['username'] ?? '', ...line] })
    }
  }
  const rooms = [...homerooms.values()].map((c) => ({
    row: Number(c.row),
    cells: [gradeName(c['grades']), c['title'] ?? ''],
  }))
  return { classes: [{ row: 1, cells: classColumns }, ...rooms], teachers, students, problems }
}
