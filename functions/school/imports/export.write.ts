/** A school's people as a file: a page of rows at a time goes into the stream, at any number. */
import type { ExportInput } from '#shared/school/school.jobs.ts'
import { studentFiles, toOneRoster } from '#shared/school/imports/oneroster.rules.ts'
import { rosterColumns } from '#shared/school/roster.rules.ts'
import { gradeNameOf, gradeTypeOf, termName, termOf } from '#shared/school/roster/school.rules.ts'
import { csvLine } from '#shared/kit/csv.ts'
import { classColumns, teacherColumns } from '#shared/school/people/staff.rules.ts'
import type { School, Student, Teacher } from '#shared/school/roster/school.types.ts'
import type * as z from 'zod'
import { schoolYear, showTime } from '#shared/kit/time.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { UserType } from '#shared/kit/userType.ts'
import type { RecordRow } from '#shared/school/record.calls.ts'
import { defaultSpan } from '#shared/school/record.rules.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { now } from '#functions/kit/ports.ts'
import { textBook } from '#functions/kit/workbook.stream.ts'
import { deflate, zipWriter } from '#functions/kit/zip.ts'
import { recordsOf, rowsOf } from '../record.read.ts'
import { classesOf, coursesOf, gradesOf, gradePages, schoolPages, teachersOf } from '../roster/school.public.ts'

type Input = z.output<typeof ExportInput>

const named = async (school: School) => {
  const at = now()
  const [grades, classes, courses] = await Promise.all([
    gradesOf(school.schoolId),
    classesOf(school.schoolId),
    coursesOf(school.schoolId),
  ])
  return {
    at,
    grades,
    classes,
    courses,
    gradeName: new Map(grades.map((g) => [g.gradeId as string, gradeNameOf(g, at, school.turnMonth)])),
    classNamed: new Map(classes.map((c) => [c.classId as string, c])),
    courseName: new Map(courses.map((c) => [c.courseId as string, c.courseName])),
  }
}
type Named = Awaited<ReturnType<typeof named>>

/** The students, a page at a time: read when they are asked for, as often as they are. */
type Pages = () => AsyncIterable<readonly Student[]>
const pagesFor = ({ schoolId, gradeId }: Input): Pages =>
  async function* () {
    for await (const page of gradeId ? gradePages(gradeId) : schoolPages(schoolId))
      yield page.filter((s) => s.schoolId === schoolId)
  }

type Table = { title: string; head: readonly string[]; rows: AsyncIterable<readonly string[][]> }
async function* atOnce<T>(rows: T): AsyncGenerator<T> {
  yield rows
}
async function* each<T, U>(pages: AsyncIterable<T>, of: (page: T) => U): AsyncGenerator<U> {
  for await (const page of pages) yield of(page)
}

const studentTable = (pages: Pages, of: Named): Table => ({
  title: '学生名单',
  head: [...rosterColumns, '标签'],
  rows: each(pages(), (page) =>
    page.map((s) => [
      s.studentName,
      s.studentNumber,
      of.classNamed.get(s.classId)?.className ?? '',
      of.gradeName.get(s.gradeId) ?? '',
      s.gender === 1 ? '男' : s.gender === 2 ? '女' : '',
      (s.tags ?? []).join('、'),
    ]),
  ),
})

/** Only courses that a student chose are columns: the students are read for that first. */
const choiceTable = async (pages: Pages, of: Named): Promise<Table> => {
  const taken = new Set<string>()
  for await (const page of pages()) for (const s of page) for (const id of s.courseIds ?? []) taken.add(id)
  const chosen = of.courses.filter((c) => taken.has(c.courseId))
  return {
    title: '学生选课',
    head: ['姓名', '学号', '年级', '班级', ...chosen.map((c) => c.courseName)],
    rows: each(pages(), (page) =>
      page.map((s) => [
        s.studentName,
        s.studentNumber,
        of.gradeName.get(s.gradeId) ?? '',
        of.classNamed.get(s.classId)?.className ?? '',
        ...chosen.map((c) => (s.courseIds?.includes(c.courseId) ? '√' : '')),
      ]),
    ),
  }
}

const teacherLines = (t: Teacher, of: Named): string[][] => {
  const lines = t.teaches.flatMap((x) => {
    const at = of.classNamed.get(x.classId)
    if (!at) return []
    const course = x.courseId ? (of.courseName.get(x.courseId) ?? '') : ''
    return [[of.gradeName.get(at.gradeId) ?? '', at.className, course, x.isHead ? '是' : '否']]
  })
  return (lines.length > 0 ? lines : [['', '', '', '']]).map((l) => [t.teacherName, t.accountName, ...l])
}

/** The rows of a kind with their head; students, teachers and classes come in again as they go out. */
const tableFor = async (sittings: Sittings, input: Input, school: Named): Promise<Table> => {
  switch (input.kind) {
    case 'students':
      return studentTable(pagesFor(input), school)
    case 'courses':
      return choiceTable(pagesFor(input), school)
    case 'teachers': {
      const rows = (await teachersOf(input.schoolId)).flatMap((t) => teacherLines(t, school))
      return { title: '教师名单', head: teacherColumns, rows: atOnce(rows) }
    }
    case 'classes': {
      const rows = school.classes.map((c) => [school.gradeName.get(c.gradeId) ?? '', c.className])
      return { title: '班级名单', head: classColumns, rows: atOnce(rows) }
    }
    case 'records':
      return recordTable(sittings, input)
    case 'oneroster':
      throw new Error('OneRoster is no single table')
    default:
      return input.kind satisfies never
  }
}

const changeText = (changes: RecordRow['changes'], side: 'before' | 'after'): string =>
  changes.flatMap((c) => (c[side] === undefined ? [] : [`${c.field}：${c[side]}`])).join('；')

/** Operation records as the list was filtered, a page at a time. */
const recordTable = (sittings: Sittings, { schoolId, records: asked }: Input): Table => ({
  title: '操作记录',
  head: ['时间', '操作', '对象', '修改前', '修改后', '操作人', '角色', '代为操作', '原因'],
  rows: (async function* () {
    const ask = { schoolId, span: defaultSpan, ...asked }
    let after: string | undefined
    do {
      const { records, next } = await recordsOf(ask, after, 200)
      yield (await rowsOf(sittings, schoolId, records)).map((r) => [
        showTime(r.at),
        r.words,
        r.on,
        changeText(r.changes, 'before'),
        changeText(r.changes, 'after'),
        r.by.userName,
        r.by.userType === undefined ? '' : (userTypeLabels[r.by.userType as UserType] ?? ''),
        r.pretendedBy ?? '',
        r.reason,
      ])
      after = next
    } while (after !== undefined)
  })(),
})

const bom = '\ufeff'
const csvText = (rows: readonly (readonly string[])[]): string => rows.map(csvLine).join('')
/** Excel needs the mark to know UTF-8; programs that read OneRoster trip over it. */
async function* csvOf(head: readonly string[], rows: Table['rows'], mark = bom): AsyncGenerator<Buffer> {
  yield Buffer.from(mark + csvText([head]))
  for await (const page of rows) yield Buffer.from(csvText(page))
}

/** A member at a time is in memory, compressed. */
async function* zipOf(school: School, input: Input, of: Named): AsyncGenerator<Uint8Array> {
  const term = termOf(of.at, school.turnMonth, school.secondTermMonth)
  const out = toOneRoster({
    school,
    term: { title: termName(term), schoolYear: schoolYear(of.at, school.turnMonth), turnMonth: school.turnMonth },
    grades: of.grades.map((g) => ({ gradeId: g.gradeId, gradeType: gradeTypeOf(g, of.at, school.turnMonth) })),
    classes: of.classes,
    courses: of.courses,
    teachers: await teachersOf(school.schoolId),
  })
  const pages = pagesFor(input)
  const member = async function* (name: keyof typeof out.files): AsyncGenerator<readonly string[][]> {
    yield out.files[name].slice(1)
    const file = studentFiles.find((f) => f === name)
    if (file) for await (const page of pages()) yield out.of(file, page)
  }
  const zip = zipWriter(of.at)
  for (const name of Object.keys(out.files) as (keyof typeof out.files)[]) {
    const packed = await deflate(csvOf(out.files[name][0]!, member(name), ''))
    yield* zip.add(name, packed.bytes, packed)
  }
  yield* zip.end()
}

/** Writes the file whole or not at all. */
export const writeExport = async (
  sittings: Sittings,
  school: School,
  input: Input,
  key: string,
): Promise<{ rows: number; size: number; title: string }> => {
  const of = await named(school)
  if (input.kind === 'oneroster') {
    const { size } = await putStream(key, zipOf(school, input, of))
    return { rows: of.classes.length, size, title: 'OneRoster' }
  }
  const table = await tableFor(sittings, input, of)
  const { title, head } = table
  let rows = 0
  const counted = each(table.rows, (page) => {
    rows += page.length
    return page
  })
  if (input.format === 'csv') {
    const { size } = await putStream(key, csvOf(head, counted))
    return { rows, size, title }
  }
  const { size } = await putStream(key, textBook(title, head, counted))
  return { rows, size, title }
}
