/**
 * OneRoster 1.2 CSV coming in: its files as our own three sheets, so that one set of rules judges them all. The people
 * come last and row by row; what the files before say of them is kept by digests of their ids, at any number.
 */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { keyIndex } from '../settings/key.index.ts'
import { joinName } from './oneroster.rules.ts'
import type { OneRosterFile } from './oneroster.rules.ts'
import { rosterColumns } from '../roster.rules.ts'
import type { TableRow } from './sheet.rules.ts'
import { maxStaffRows } from './sheet.rules.ts'
import { classColumns, teacherColumns } from '../people/staff.rules.ts'

/** In this order the files are read: each may need those before it. */
export const readingOrder = [
  'courses.csv',
  'classes.csv',
  'roles.csv',
  'demographics.csv',
  'enrollments.csv',
  'users.csv',
] as const satisfies readonly OneRosterFile[]
type ReadFile = (typeof readingOrder)[number]

const needed: Partial<Record<ReadFile, readonly string[]>> = {
  'courses.csv': ['sourcedId', 'title'],
  'classes.csv': ['sourcedId', 'title', 'grades', 'classType', 'courseSourcedId'],
  'enrollments.csv': ['classSourcedId', 'userSourcedId', 'role'],
  'users.csv': ['sourcedId', 'username', 'givenName', 'familyName'],
}

/** More classes, courses or teachers than any school has. */
export class TooManyRows extends Error {
  override name = 'TooManyRows'
}

type Line = { row: number; of: (column: string) => string }
type Room = { title: string; grades: string; code: string }
const isStudent = 1
const isTeacher = 2

/** The people of some lines: students as rows of our sheet, a row each; teachers with a row for each class. */
export type OneRosterPeople = { students: TableRow[]; teachers: TableRow[] }

/** `gradeNames` are the school's grades by type. Rows keep the line numbers of their file. */
export const oneRosterReader = (gradeNames: ReadonlyMap<number, string>) => {
  const problems: FileProblem[] = []
  const heads = new Map<ReadFile, ReadonlyMap<string, number>>()
  const courses = new Map<string, string>()
  const rooms = new Map<string, Room & { row: number }>()
  const roomByCode = new Map<string, Room>()
  const scheduled = new Map<string, { code: string; course: string }>()
  const [roles, sexes, homeOf] = [keyIndex(), keyIndex(), keyIndex()]
  const homes: string[] = []
  const homeAt = new Map<string, number>()
  /** What those who are no students are enrolled in. */
  const enrolled = new Map<string, { classId: string; primary: boolean }[]>()
  let lines = 0

  const count = (of: { size: number }): void => {
    if (of.size > maxStaffRows || lines > maxStaffRows * 5) throw new TooManyRows()
  }
  const gradeName = (grades: string): string =>
    gradeNames.get(Number(grades.split(',')[0])) ?? (grades === '' ? '' : `年级代码${grades}`)

  const linesOf = (file: ReadFile, rows: readonly TableRow[]): Line[] => {
    const known = heads.get(file)
    const head = known ?? new Map((rows[0]?.cells ?? []).map((name, i) => [name.trim(), i]))
    if (!known) {
      heads.set(file, head)
      const lacking = (needed[file] ?? []).filter((m) => !head.has(m))
      if (lacking.length > 0) problems.push({ row: 0, column: file, text: `${file}缺少列：${lacking.join('、')}` })
    }
    return (known ? rows : rows.slice(1)).flatMap(({ row, cells }) => {
      const of = (column: string): string => (cells[head.get(column) ?? -1] ?? '').trim()
      return of('status') === 'tobedeleted' ? [] : [{ row, of }]
    })
  }

  const takeClass = ({ row, of }: Line): void => {
    const [title, grades, code] = [of('title'), of('grades'), of('classCode')]
    if (of('classType') !== 'homeroom')
      scheduled.set(of('sourcedId'), { code, course: courses.get(of('courseSourcedId')) ?? '' })
    else {
      rooms.set(of('sourcedId'), { row, title, grades, code })
      if (code !== '') roomByCode.set(code, { title, grades, code })
    }
    count(rooms)
    count(scheduled)
  }
  const takeEnrollment = ({ of }: Line): void => {
    const [user, classId] = [of('userSourcedId'), of('classSourcedId')]
    if (of('role') !== 'student') {
      lines++
      enrolled.set(user, [...(enrolled.get(user) ?? []), { classId, primary: of('primary') === 'true' }])
      return count(enrolled)
    }
    if (!rooms.has(classId) || homeOf.get(user) !== undefined) return
    if (!homeAt.has(classId)) homeAt.set(classId, homes.push(classId) - 1)
    homeOf.set(user, homeAt.get(classId)!)
  }
  const takes: Record<Exclude<ReadFile, 'users.csv'>, (line: Line) => void> = {
    'courses.csv': ({ of }) => {
      courses.set(of('sourcedId'), of('title'))
      count(courses)
    },
    'classes.csv': takeClass,
    'roles.csv': ({ of }) => {
      const bit = of('role') === 'student' ? isStudent : of('role') === 'teacher' ? isTeacher : 0
      roles.set(of('userSourcedId'), (roles.get(of('userSourcedId')) ?? 0) | bit)
    },
    'demographics.csv': ({ of }) => {
      const sex = ['male', 'female'].indexOf(of('sex')) + 1
      if (sex > 0) sexes.set(of('sourcedId'), sex)
    },
    'enrollments.csv': takeEnrollment,
  }

  const studentRow = ({ row, of }: Line, name: string): TableRow => {
    const at = homeOf.get(of('sourcedId'))
    const room = at === undefined ? undefined : rooms.get(homes[at]!)
    const gender = ['', '男', '女'][sexes.get(of('sourcedId')) ?? 0]!
    const number = of('identifier') || of('username')
    return { row, cells: [name, number, room?.title ?? '', gradeName(room?.grades ?? of('grades')), gender] }
  }
  const teacherRows = ({ row, of }: Line, name: string): TableRow[] => {
    const taught = (enrolled.get(of('sourcedId')) ?? []).flatMap(({ classId, primary }) => {
      const own = rooms.get(classId)
      const other = scheduled.get(classId)
      const room = own ?? (other && roomByCode.get(other.code))
      if (!room) return []
      return [[gradeName(room.grades), room.title, own ? '' : other!.course, own && primary ? '是' : '否']]
    })
    return (taught.length > 0 ? taught : [['', '', '', '']]).map((line) => ({
      row,
      cells: [name, of('username'), ...line],
    }))
  }

  return {
    problems,
    /** What the zip says of itself. One without a manifest is taken for what its files are. */
    manifest: (rows: readonly TableRow[]): void => {
      const said = new Map(rows.map(({ cells }) => [cells[0]?.trim() ?? '', cells[1]?.trim() ?? '']))
      const say = (text: string) => problems.push({ row: 0, column: 'manifest.csv', text })
      const version = said.get('oneroster.version') ?? ''
      if (!['1.1', '1.2'].includes(version)) say(`只支持OneRoster 1.2（以及1.1），文件的版本是“${version}”`)
      const deltas = readingOrder.filter((f) => said.get(`file.${f.slice(0, -4)}`) === 'delta')
      if (deltas.length > 0) say(`${deltas.join('、')}是增量数据（delta），请导出全量数据（bulk）`)
    },
    /** Some lines of a file, its head first. @throws TooManyRows */
    take: (file: Exclude<ReadFile, 'users.csv'>, rows: readonly TableRow[]): void => {
      for (const line of linesOf(file, rows)) takes[file](line)
    },
    people: (rows: readonly TableRow[]): OneRosterPeople => {
      const people: OneRosterPeople = { students: [], teachers: [] }
      for (const line of linesOf('users.csv', rows)) {
        const { of } = line
        const role = roles.get(of('sourcedId')) ?? 0
        const name = joinName(of('familyName'), of('givenName'))
        if (of('role') === 'student' || role & isStudent) people.students.push(studentRow(line, name))
        else if (of('role') === 'teacher' || role & isTeacher) people.teachers.push(...teacherRows(line, name))
      }
      return people
    },
    /** The classes, once their file is read, as a sheet of our own. */
    classes: (): TableRow[] => {
      if (scheduled.size > 0 && rooms.size === 0)
        problems.push({ row: 0, column: 'classes.csv', text: 'classes.csv中没有行政班（classType为homeroom）' })
      const own = [...rooms.values()].map((c) => ({ row: c.row, cells: [gradeName(c.grades), c.title] }))
      return [{ row: 1, cells: classColumns }, ...own]
    },
    /** A file that must be there and is not. */
    lacking: (file: ReadFile): void => {
      if (needed[file]) problems.push({ row: 0, column: file, text: `${file}缺少列：${needed[file].join('、')}` })
    },
  }
}

/** The heads of the sheets that `people` makes. */
export const peopleHeads = {
  students: { row: 1, cells: rosterColumns },
  teachers: { row: 1, cells: teacherColumns },
} as const satisfies Record<string, TableRow>
