import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OneRosterSchool, OneRosterStudent } from './oneroster.rules.ts'
import { fromOneRoster, planRoster, wholeOneRoster } from './sheet.fixtures.ts'
import { planClasses, planTeachers } from '../people/staff.rules.ts'

const gradeNames = new Map([
  [10, '高一'],
  [11, '高二'],
])
const grades = [
  { gradeId: 'g1', gradeType: 10, gradeName: '高一', enrolmentYear: 2026 },
  { gradeId: 'g2', gradeType: 11, gradeName: '高二', enrolmentYear: 2025 },
]
type Whole = OneRosterSchool & { students: OneRosterStudent[] }
const school = (more: Partial<Whole> = {}): Whole => ({
  school: { schoolId: 's', schoolName: '青禾一中' },
  term: { title: '2026—2027学年', schoolYear: 2026, turnMonth: 8 },
  grades,
  classes: [
    { classId: 'c1', gradeId: 'g1', className: '1班' },
    { classId: 'c2', gradeId: 'g2', className: '1班' },
    { classId: 'old', gradeId: 'gone', className: '毕业班' },
  ],
  courses: [{ courseId: 'm', courseName: '数学' }],
  teachers: [
    {
      teacherId: 't1',
      teacherName: '王建国',
      accountName: 'wang',
      teaches: [
        { classId: 'c1', courseId: 'm', isHead: true },
        { classId: 'c2', courseId: 'm', isHead: false },
      ],
    },
    { teacherId: 't2', teacherName: '龑', accountName: 'yan', teaches: [] },
  ],
  students: [
    { studentId: 'p1', studentName: '欧阳修', studentNumber: '20260001', classId: 'c1', gender: 1 },
    { studentId: 'p2', studentName: '李, "四"', studentNumber: '20260002', classId: 'c2', gender: 2 },
  ],
  ...more,
})
const toOneRoster = (of: Whole): Record<string, string[][]> => wholeOneRoster(of, of.students)
const context = (of: Whole) => ({
  grades,
  classes: of.classes,
  courses: of.courses,
  teachers: of.teachers,
  students: of.students.map((s) => ({ ...s, deleted: false })),
  createClasses: false,
})

describe('OneRoster 1.2', () => {
  it('has its files with their columns, and says so in the manifest', () => {
    const files = toOneRoster(school())
    const manifest = new Map(files['manifest.csv']!.map((r) => [r[0], r[1]]))
    expect([manifest.get('oneroster.version'), manifest.get('file.roles'), manifest.get('file.results')]).toEqual([
      '1.2',
      'bulk',
      'absent',
    ])
    expect(files['users.csv']![0]?.slice(0, 5)).toEqual([
      'sourcedId',
      'status',
      'dateLastModified',
      'enabledUser',
      'username',
    ])
    // Bulk files say nothing of changes.
    for (const [name, rows] of Object.entries(files))
      if (name !== 'manifest.csv') for (const row of rows.slice(1)) expect(row.slice(1, 3)).toEqual(['', ''])
    for (const rows of Object.values(files)) expect(new Set(rows.map((r) => r.length)).size).toBe(1)
    const enrolled = files['enrollments.csv']!.slice(1).map((r) => `${r[3]} ${r[5]} ${r[6]} ${r[7]}`)
    expect(enrolled).toEqual([
      'c1 t1 teacher true',
      'c1-m t1 teacher false',
      'c2-m t1 teacher false',
      'c1 p1 student false',
      'c2 p2 student false',
    ])
  })
  it('what goes out comes in as what is there already', () => {
    const of = school()
    const back = fromOneRoster(toOneRoster(of), gradeNames)
    expect(back.problems).toEqual([])
    expect(planClasses(back.classes, context(of))).toMatchObject({ existing: 2, good: [], problems: [] })
    expect(planTeachers(back.teachers, context(of))).toMatchObject({ existing: 2, good: [], problems: [] })
    expect(planRoster(back.students, context(of))).toMatchObject({ existing: 2, good: [], problems: [] })
  })
  it('into an empty school it is all new, at any names', () => {
    const name = fc.string({
      unit: fc.constantFrom('欧', '阳', '修', '王', '龑', 'A', '李'),
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (names) => {
        const of = school({
          students: names.map((studentName, i) => ({
            studentId: `p${i}`,
            studentName,
            studentNumber: String(20260000 + i),
            classId: i % 2 ? 'c1' : 'c2',
          })),
        })
        const { students } = fromOneRoster(toOneRoster(of), gradeNames)
        const plan = planRoster(students, { ...context(of), students: [] })
        expect(plan.problems).toEqual([])
        expect(plan.good.map((g) => g.studentName)).toEqual(names)
      }),
    )
  })
  it('names what another system leaves out', () => {
    const files = toOneRoster(school())
    const scheduled = files['classes.csv']!.filter((r) => r[7] !== 'homeroom')
    expect(fromOneRoster({ ...files, 'classes.csv': scheduled }, gradeNames).problems[0]?.text).toContain('没有行政班')
    expect(fromOneRoster({ 'users.csv': [['sourcedId']] }, gradeNames).problems.map((p) => p.text)).toContain(
      'users.csv缺少列：username、givenName、familyName',
    )
  })
  it('every id that a file names is in the file that it names', () => {
    const files = toOneRoster(school())
    const column = (file: string, name: string) => {
      const [head, ...rows] = files[file]!
      return rows.flatMap((r) => r[head!.indexOf(name)]!.split(',').filter((id) => id !== ''))
    }
    const references = [
      ['orgs.csv', 'courses.csv orgSourcedId', 'classes.csv schoolSourcedId', 'enrollments.csv schoolSourcedId'],
      ['orgs.csv', 'roles.csv orgSourcedId', 'users.csv primaryOrgSourcedId'],
      ['academicSessions.csv', 'courses.csv schoolYearSourcedId', 'classes.csv termSourcedIds'],
      ['courses.csv', 'classes.csv courseSourcedId'],
      ['classes.csv', 'enrollments.csv classSourcedId'],
      ['users.csv', 'enrollments.csv userSourcedId', 'roles.csv userSourcedId', 'demographics.csv sourcedId'],
    ]
    for (const [target = '', ...from] of references)
      for (const [file = '', name = ''] of from.map((f) => f.split(' ')))
        expect(column(target, 'sourcedId'), `${file} ${name}`).toEqual(expect.arrayContaining(column(file, name)))
    for (const file of Object.keys(files))
      if (file !== 'manifest.csv') expect(new Set(column(file, 'sourcedId')).size).toBe(files[file]!.length - 1)
  })
  it('another version and a delta are named; 1.1 has its roles with the users', () => {
    const files = toOneRoster(school())
    const manifest = (change: Record<string, string>) =>
      files['manifest.csv']!.map(([name = '', value = '']) => [name, change[name] ?? value])
    const texts = (change: Record<string, string>) =>
      fromOneRoster({ ...files, 'manifest.csv': manifest(change) }, gradeNames).problems.map((p) => p.text)
    expect(texts({ 'oneroster.version': '2.0' })[0]).toContain('文件的版本是“2.0”')
    expect(texts({ 'file.users': 'delta' })[0]).toBe('users.csv是增量数据（delta），请导出全量数据（bulk）')
    const users = files['users.csv']!.map((r, i) => [...r, i === 0 ? 'role' : i < 3 ? 'teacher' : 'student'])
    const { 'roles.csv': _roles, ...old } = files
    const back = fromOneRoster(
      { ...old, 'users.csv': users, 'manifest.csv': manifest({ 'oneroster.version': '1.1' }) },
      gradeNames,
    )
    expect([back.problems, back.students.length, back.teachers.length]).toEqual([[], 3, 5])
  })
  it('what another system marks as to be deleted does not come in', () => {
    const files = toOneRoster(school())
    const users = files['users.csv']!.map((r, i) => (i === 1 ? r.with(1, 'tobedeleted') : r))
    expect(fromOneRoster({ ...files, 'users.csv': users }, gradeNames).teachers.map((t) => t.cells[0])).toEqual([
      '姓名',
      '龑',
    ])
  })
})
