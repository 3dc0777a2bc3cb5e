/** A school's people as a file: a page of rows at a time goes into the stream, whatever their number. */
import { Readable } from 'node:stream'
import type { ExportInput } from '#shared/school/school.jobs.ts'
import { toOneRoster } from '#shared/school/oneroster.rules.ts'
import { rosterColumns } from '#shared/school/roster.rules.ts'
import { gradeNameOf, gradeTypeOf, termName, termOf } from '#shared/school/school.rules.ts'
import { csvLine, plainCell } from '#shared/school/sheet.rules.ts'
import { classColumns, teacherColumns } from '#shared/school/staff.rules.ts'
import type { School } from '#shared/school/school.types.ts'
import type * as z from 'zod'
import { schoolYear } from '#shared/kit/time.ts'
import { putStream } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { classesOf, coursesOf, gradesOf, studentsOfGrade, studentsOfSchool, teachersOf } from './school.public.ts'

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

const studentsFor = async ({ schoolId, gradeId }: Input) => {
  const rows = gradeId ? await studentsOfGrade(gradeId) : await studentsOfSchool(schoolId)
  return rows.filter((s) => s.schoolId === schoolId)
}

/** The rows of a kind with their head; students and teachers come in again as they go out. */
const tableFor = async (input: Input, of: Named): Promise<{ title: string; rows: string[][] }> => {
  switch (input.kind) {
    case 'students': {
      const rows = await studentsFor(input)
      return {
        title: '学生名单',
        rows: [
          [...rosterColumns, '标签'],
          ...rows.map((s) => [
            s.studentName,
            s.studentNumber,
            of.classNamed.get(s.classId)?.className ?? '',
            of.gradeName.get(s.gradeId) ?? '',
            s.gender === 1 ? '男' : s.gender === 2 ? '女' : '',
            (s.tags ?? []).join('、'),
          ]),
        ],
      }
    }
    case 'courses': {
      const rows = await studentsFor(input)
      const chosen = of.courses.filter((c) => rows.some((s) => s.courseIds?.includes(c.courseId)))
      return {
        title: '学生选课',
        rows: [
          ['姓名', '学号', '年级', '班级', ...chosen.map((c) => c.courseName)],
          ...rows.map((s) => [
            s.studentName,
            s.studentNumber,
            of.gradeName.get(s.gradeId) ?? '',
            of.classNamed.get(s.classId)?.className ?? '',
            ...chosen.map((c) => (s.courseIds?.includes(c.courseId) ? '√' : '')),
          ]),
        ],
      }
    }
    case 'teachers': {
      const rows = await teachersOf(input.schoolId)
      return {
        title: '教师名单',
        rows: [
          [...teacherColumns],
          ...rows.flatMap((t) => {
            const lines = t.teaches.flatMap((x) => {
              const at = of.classNamed.get(x.classId)
              if (!at) return []
              const course = x.courseId ? (of.courseName.get(x.courseId) ?? '') : ''
              return [[of.gradeName.get(at.gradeId) ?? '', at.className, course, x.isHead ? '是' : '否']]
            })
            return (lines.length > 0 ? lines : [['', '', '', '']]).map((l) => [t.teacherName, t.accountName, ...l])
          }),
        ],
      }
    }
    case 'classes':
      return {
        title: '班级名单',
        rows: [[...classColumns], ...of.classes.map((c) => [of.gradeName.get(c.gradeId) ?? '', c.className])],
      }
    case 'oneroster':
      throw new Error('OneRoster is no single table')
    default:
      return input.kind satisfies never
  }
}

const bom = '\ufeff'
/** Some thousand lines a chunk: one line a chunk would be one write each. */
const csvOf = function* (rows: readonly (readonly string[])[]): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += 2000)
    yield Buffer.from(
      (at === 0 ? bom : '') +
        rows
          .slice(at, at + 2000)
          .map(csvLine)
          .join(''),
    )
}

const zipOf = async (school: School, input: Input, of: Named): Promise<AsyncIterable<Uint8Array>> => {
  const [people, teachers] = await Promise.all([studentsFor(input), teachersOf(school.schoolId)])
  const term = termOf(of.at, school.turnMonth, school.secondTermMonth)
  const files = toOneRoster({
    school,
    term: { title: termName(term), schoolYear: schoolYear(of.at, school.turnMonth), turnMonth: school.turnMonth },
    grades: of.grades.map((g) => ({ gradeId: g.gradeId, gradeType: gradeTypeOf(g, of.at, school.turnMonth) })),
    classes: of.classes,
    courses: of.courses,
    teachers,
    students: people,
  })
  const { ZipArchive } = await import('archiver')
  const zip = new ZipArchive({ zlib: { level: 6 } })
  for (const [name, rows] of Object.entries(files)) zip.append(Buffer.concat([...csvOf(rows)]), { name })
  void zip.finalize()
  return zip
}

/** Writes the file whole or not at all. */
export const writeExport = async (
  school: School,
  input: Input,
  key: string,
): Promise<{ rows: number; size: number; title: string }> => {
  const of = await named(school)
  if (input.kind === 'oneroster') {
    const { size } = await putStream(key, await zipOf(school, input, of))
    return { rows: of.classes.length, size, title: 'OneRoster' }
  }
  const { title, rows } = await tableFor(input, of)
  if (input.format === 'csv') {
    const { size } = await putStream(key, Readable.from(csvOf(rows)))
    return { rows: rows.length - 1, size, title }
  }
  const { writeXlsxStream } = await import('hucre/xlsx')
  const cells = function* (): Generator<string[]> {
    for (const row of rows) yield row.map(plainCell)
  }
  const stream = writeXlsxStream(cells(), {
    name: title,
    columns: (rows[0] ?? []).map(() => ({ numFmt: '@', width: 16 })),
  })
  const { size } = await putStream(key, stream as unknown as AsyncIterable<Uint8Array>)
  return { rows: rows.length - 1, size, title }
}
