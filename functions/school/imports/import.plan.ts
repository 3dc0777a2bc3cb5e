/** The first step of an import: the file is read and judged in slices before anything of it is written. */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { oneRosterReader, peopleHeads, readingOrder, TooManyRows } from '#shared/school/imports/oneroster.read.ts'
import { linkKey, parentPlanner } from '#shared/school/people/parent.rules.ts'
import type { PersonalTexts } from '#shared/school/people/personal.types.ts'
import { classKey, doubledNumbers, rosterPlanner } from '#shared/school/roster.rules.ts'
import type { ImportInput, ImportItem, PlaceItem, TeachingItem } from '#shared/school/school.jobs.ts'
import { gradeNameOf, gradeTypeOf } from '#shared/school/roster/school.rules.ts'
import { planClasses, planTeachers } from '#shared/school/people/staff.rules.ts'
import type { School, SchoolClass } from '#shared/school/roster/school.types.ts'
import type { TableRow } from '#shared/school/imports/sheet.rules.ts'
import { maxRows, maxStaffRows } from '#shared/school/imports/sheet.rules.ts'
import type * as z from 'zod'
import type { ClassId, GradeId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { linkedChildren } from '#functions/identity/accounts/parents.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { cardOwners } from '../people/personal.store.ts'
import { openOneRoster, readTable, slicesOf, tableSlices, TooLong } from './roster.file.ts'
import { classesOf, coursesOf, gradesOf, teachersOf } from '../roster/school.public.ts'
import { students } from '../roster/school.store.ts'

export type NewClass = { gradeId: GradeId; className: string }
/** An item as the file has it: its numbers are sealed before it is kept. */
export type PlanItem = (ImportItem | PlaceItem | TeachingItem) & { personal?: PersonalTexts }
/** What is said of some rows, and what is to be written of them. */
export type JudgedPart = {
  rows: number
  existing: number
  problems: FileProblem[]
  items: PlanItem[]
  newClasses?: NewClass[]
}

/** The file as a whole is refused: nothing of it is written. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/** So many rows are read, asked of and judged together: what is held of a file at any time. */
const sliceSize = 1000

/** What the school has of grades, classes, courses and teachers, as the rules want it. */
const contextOf = async (school: School, withTeachers: boolean) => {
  const at = now()
  const [grades, classes, courses, teachers] = await Promise.all([
    gradesOf(school.schoolId),
    classesOf(school.schoolId),
    coursesOf(school.schoolId),
    withTeachers ? teachersOf(school.schoolId) : [],
  ])
  return {
    grades: grades.map((g) => ({
      gradeId: g.gradeId,
      enrolmentYear: g.enrolmentYear,
      gradeName: gradeNameOf(g, at, school.turnMonth),
      gradeType: gradeTypeOf(g, at, school.turnMonth),
    })),
    classes,
    courses,
    teachers,
  }
}
type Known = Awaited<ReturnType<typeof contextOf>>
type Input = z.output<typeof ImportInput>
type Slices = AsyncIterable<readonly TableRow[]>

/** The students of these numbers, deleted ones too: asked a hundred at a time, side by side. */
const studentsNumbered = async (schoolId: School['schoolId'], numbers: readonly string[]) => {
  const wanted = [...new Set(numbers)].filter((n) => n !== '')
  const parts = [...inPieces(wanted, 100)].map((some) =>
    students.getMany(some.map((studentNumber) => ({ schoolId, studentNumber }))),
  )
  return (await Promise.all(parts)).flat()
}

/** `before`: the same rows, read once ahead. */
async function* judgeStudents(slices: Slices, known: Known, input: Input, before?: Slices): AsyncGenerator<JudgedPart> {
  const doubled = doubledNumbers()
  if (before) for await (const slice of before) doubled.take(slice)
  const of = { gradeId: input.gradeId, createClasses: input.createClasses, twice: doubled.end() }
  const planner = rosterPlanner({ ...known, ...of })
  let begun = false
  for await (const slice of slices) {
    const refusal = begun ? null : planner.begin(slice)
    if (refusal !== null) throw new FileRefused(refusal)
    begun = true
    const entries = planner.read(slice)
    const sound = entries.filter((e) => e.problems.length === 0)
    const cards = sound.flatMap((e) => e.personal?.idCard ?? [])
    const [stored, owners] = await Promise.all([
      studentsNumbered(
        input.schoolId,
        sound.map((e) => e.studentNumber),
      ),
      cardOwners(input.schoolId, cards),
    ])
    const byNumber = new Map(
      stored.map((s) => [s.studentNumber, { ...s, studentId: s.studentId, deleted: s.deletedAt !== undefined }]),
    )
    const { good, fills, ...said } = planner.settle(entries, byNumber, owners)
    yield {
      ...said,
      items: [
        ...good.map(({ row: _row, ...r }) => ({
          ...r,
          gradeId: r.gradeId as GradeId,
          studentId: newId<StudentId>('student'),
        })),
        ...fills.map((r) => ({ fills: r.studentNumber, sealed: {}, personal: r.personal! })),
      ],
    }
  }
  if (!begun) throw new FileRefused(planner.begin([])!)
  const { refusal, newClasses } = planner.end()
  if (refusal !== null) throw new FileRefused(refusal)
  yield { rows: 0, existing: 0, problems: [], items: [], newClasses: newClasses as NewClass[] }
}

async function* judgeParents(slices: Slices, input: Input): AsyncGenerator<JudgedPart> {
  const planner = parentPlanner()
  let begun = false
  for await (const slice of slices) {
    const refusal = begun ? null : planner.begin(slice)
    if (refusal !== null) throw new FileRefused(refusal)
    begun = true
    const entries = planner.read(slice)
    const stored = await studentsNumbered(
      input.schoolId,
      entries.map((e) => e.childNumber),
    )
    const children = new Map(stored.filter((s) => s.deletedAt === undefined).map((s) => [s.studentNumber, s]))
    const pairs = entries.flatMap(({ accountName, childNumber, problems }) => {
      const child = children.get(childNumber)
      return child && problems.length === 0 ? [{ accountName, childNumber, studentId: child.studentId }] : []
    })
    const linked = await linkedChildren(pairs)
    const links = new Set(linked.map((p) => linkKey(p.accountName, p.childNumber)))
    const { good, ...said } = planner.settle(entries, children, links)
    yield { ...said, items: good.map(({ row: _row, ...p }) => p) }
  }
  const refusal = begun ? planner.end().refusal : planner.begin([])
  if (refusal !== null) throw new FileRefused(refusal)
}

const wholePlan = (plan: { rows: number; problems: FileProblem[] }): void => {
  const [first] = plan.problems
  if (plan.rows === 0 && first?.row === 0) throw new FileRefused(first.text)
}

const judgeTeachers = (table: readonly TableRow[], known: Known): JudgedPart => {
  const plan = planTeachers(table, known)
  wholePlan(plan)
  const items = plan.good.map(({ row: _row, ...t }) => ({ ...t, teacherId: newId<TeacherId>('teacher') }) as ImportItem)
  return { rows: plan.rows, existing: plan.existing, problems: plan.problems, items }
}
const judgeClasses = (table: readonly TableRow[], known: Known): JudgedPart => {
  const plan = planClasses(table, known)
  wholePlan(plan)
  const items = plan.good.map(({ row: _row, ...c }) => c as ImportItem)
  return { rows: plan.rows, existing: plan.existing, problems: plan.problems, items }
}

const inFile = (file: string, part: JudgedPart): JudgedPart => ({
  ...part,
  problems: part.problems.map((x) => ({ ...x, column: x.column ? `${file} ${x.column}` : file })),
})

/** A zip is a school: its classes first, then the people in them, each judged as their own file would be. */
async function* judgeZip(bytes: Uint8Array, context: Known, input: Input): AsyncGenerator<JudgedPart> {
  const names = new Map(
    context.grades.flatMap((g) => (g.gradeType === null ? [] : [[g.gradeType, g.gradeName] as const])),
  )
  const files = await openOneRoster(bytes)
  const reader = oneRosterReader(names)
  for await (const rows of files.get('manifest.csv')?.() ?? []) reader.manifest(rows)
  for (const file of readingOrder) {
    const open = files.get(file)
    if (!open) reader.lacking(file)
    else if (file !== 'users.csv') for await (const rows of open()) reader.take(file, rows)
  }
  const table = reader.classes()
  if (reader.problems.length > 0) return yield { rows: 0, existing: 0, problems: reader.problems, items: [] }

  let rows = 0
  let withNew = context
  if (table.length > 1) {
    const part = judgeClasses(table, context)
    const fresh = part.items as NewClass[]
    rows += part.rows
    const added = fresh.map((c, i) => ({ ...c, classId: `new${i}` as ClassId }) as SchoolClass)
    withNew = { ...context, classes: [...context.classes, ...added] }
    yield inFile('classes.csv', { ...part, newClasses: fresh, items: [] })
  }
  const teachers: TableRow[] = [peopleHeads.teachers]
  let students = 0
  const studentSlices = async function* (): AsyncGenerator<readonly TableRow[]> {
    for await (const slice of slicesOf(files.get('users.csv')!(), sliceSize)) {
      const people = reader.people(slice)
      if (reader.problems.length > 0) throw new FileRefused(reader.problems[0]!.text)
      teachers.push(...people.teachers)
      if (teachers.length > maxStaffRows) throw new TooLong('users.csv')
      if (people.students.length === 0) continue
      if (students === 0) yield [peopleHeads.students, ...people.students]
      else yield people.students
      students += people.students.length
      if (students > maxRows) throw new TooLong('users.csv')
    }
    // A school of teachers only is one too.
    if (students === 0) throw new NoStudents()
  }
  try {
    const of = { ...input, createClasses: false, gradeId: undefined }
    for await (const part of judgeStudents(studentSlices(), withNew, of)) yield inFile('users.csv', part)
  } catch (error) {
    if (!(error instanceof NoStudents)) throw error
  }
  if (teachers.length > 1) yield inFile('users.csv', judgeTeachers(teachers, withNew))
  if (rows + students + teachers.length === 1) throw new FileRefused('文件里没有班级、教师或学生')
}
class NoStudents extends Error {}

/** Reads a file and judges every row of it, slice by slice. @throws FileRefused */
export async function* judgeImport(school: School, input: Input, bytes: Uint8Array): AsyncGenerator<JudgedPart> {
  const { kind, fileName } = input
  const context = await contextOf(school, kind === 'teachers' || kind === 'oneroster')
  const few = kind === 'teachers' || kind === 'classes'
  const slices = () => tableSlices(bytes, fileName, sliceSize)
  const whole = () => readTable(bytes, fileName, maxStaffRows)
  try {
    if (kind === 'oneroster') yield* judgeZip(bytes, context, input)
    else if (kind === 'students') yield* judgeStudents(slices(), context, input, slices())
    else if (kind === 'parents') yield* judgeParents(slices(), input)
    else if (kind === 'teachers') yield judgeTeachers(await whole(), context)
    else yield judgeClasses(await whole(), context)
  } catch (error) {
    if (error instanceof FileRefused) throw error
    if (error instanceof TooLong || error instanceof TooManyRows)
      throw new FileRefused(`一次最多导入${few ? maxStaffRows : maxRows}行，请分成几个文件`)
    if (!isUnreadable(error)) throw error
    throw new FileRefused(
      kind === 'oneroster'
        ? '文件无法读取，请上传OneRoster 1.2的zip文件'
        : '文件无法读取，请用模板另存为xlsx或csv后重新上传',
    )
  }
}

/** What the readers say of bytes; what a store says comes with its status, and the step is tried again. */
export const isUnreadable = (error: unknown): boolean => error instanceof Error && !('$metadata' in error)

/** Classes by grade and name, as the items name them. */
export const classIndex = async (schoolId: string) =>
  new Map((await classesOf(schoolId)).map((c) => [`${c.gradeId}/${classKey(c.className)}`, c.classId]))
