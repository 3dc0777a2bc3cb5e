/** The first step of an import: the whole file is read and judged before anything is written. */
import { linkKey, planParents } from '#shared/school/parent.rules.ts'
import type { PersonalTexts } from '#shared/school/personal.types.ts'
import { classKey, planRoster } from '#shared/school/roster.rules.ts'
import type { RosterProblem, RosterRow } from '#shared/school/roster.rules.ts'
import { fromOneRoster } from '#shared/school/oneroster.rules.ts'
import type { OneRosterTables } from '#shared/school/oneroster.rules.ts'
import type { ImportInput, ImportItem } from '#shared/school/school.jobs.ts'
import { gradeNameOf, gradeTypeOf } from '#shared/school/school.rules.ts'
import { planClasses, planTeachers } from '#shared/school/staff.rules.ts'
import type { School } from '#shared/school/school.types.ts'
import type { TableRow } from '#shared/school/sheet.rules.ts'
import { maxRows } from '#shared/school/sheet.rules.ts'
import type * as z from 'zod'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { GradeId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { accountNamesOf, parentsOfTenant } from '#functions/identity/parents.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { cardOwners } from './personal.store.ts'
import { readOneRoster, readTable, TooLong } from './roster.file.ts'
import { classesOf, coursesOf, gradesOf, teachersOf } from './school.public.ts'
import { students } from './school.store.ts'

export type NewClass = { gradeId: GradeId; className: string }
/** An item as the file has it: its numbers are sealed before it is kept. */
export type PlanItem = ImportItem & { personal?: PersonalTexts }
export type ImportPlan = {
  rows: number
  existing: number
  problems: RosterProblem[]
  newClasses: NewClass[]
  items: PlanItem[]
}

const failed = (text: string): ImportPlan => ({
  rows: 0,
  existing: 0,
  problems: [{ row: 0, column: '', text }],
  newClasses: [],
  items: [],
})

/** What the school has, as the rules want it. */
const contextOf = async (school: School, kinds: { students: boolean; teachers: boolean }) => {
  const at = now()
  const [grades, classes, courses, teachers, stored] = await Promise.all([
    gradesOf(school.schoolId),
    classesOf(school.schoolId),
    coursesOf(school.schoolId),
    kinds.teachers ? teachersOf(school.schoolId) : [],
    kinds.students ? students.query(`students#${school.schoolId}`, { consistent: true }) : [],
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
    students: stored.map(({ studentId, studentNumber, studentName, classId, deletedAt }) => ({
      studentId,
      studentNumber,
      studentName,
      classId,
      deleted: deletedAt !== undefined,
    })),
  }
}
type Known = Awaited<ReturnType<typeof contextOf>>

/** Rows whose ID card is another student's of the school: told by the blind index, a hundred at a time. */
const takenCards = async (schoolId: School['schoolId'], rowsOf: readonly RosterRow[], known: Known) => {
  const withCard = rowsOf.flatMap((r) => (r.personal?.idCard ? [{ row: r, card: r.personal.idCard }] : []))
  const idOf = new Map(known.students.map((s) => [s.studentNumber, s.studentId as string]))
  const owners = await cardOwners(
    schoolId,
    withCard.map((w) => w.card),
  )
  return new Set(
    withCard.flatMap(({ row, card }) => {
      const owner = owners.get(card)
      return owner !== undefined && owner !== idOf.get(row.studentNumber) ? [row.row] : []
    }),
  )
}

const planOfStudents = async (table: readonly TableRow[], known: Known, input: Input): Promise<ImportPlan> => {
  const plan = planRoster(table, { ...known, gradeId: input.gradeId, createClasses: input.createClasses })
  const taken = await takenCards(input.schoolId, [...plan.good, ...plan.fills], known)
  const free = (r: RosterRow): boolean => !taken.has(r.row)
  const text = '身份证号已登记在另一名学生名下'
  return {
    ...plan,
    problems: [...plan.problems, ...[...taken].map((row) => ({ row, column: '身份证号', text }))].sort(
      (a, b) => a.row - b.row,
    ),
    newClasses: plan.newClasses as NewClass[],
    items: [
      ...plan.good.filter(free).map(({ row: _row, ...r }) => ({
        ...r,
        gradeId: r.gradeId as GradeId,
        studentId: newId<StudentId>('student'),
      })),
      ...plan.fills.filter(free).map((r) => ({ fills: r.studentNumber, sealed: {}, personal: r.personal! })),
    ],
  }
}

const planOfParents = async (school: School, table: readonly TableRow[], known: Known): Promise<ImportPlan> => {
  const parents = await parentsOfTenant(schoolTenant(school.schoolId))
  const accountNames = await accountNamesOf(parents.map((p) => p.accountId))
  const numbers = new Map(known.students.map((s) => [s.studentId as string, s.studentNumber]))
  const links = new Set(
    parents.map((p) => linkKey(accountNames.get(p.accountId) ?? '', numbers.get(p.studentId) ?? '')),
  )
  const plan = planParents(table, { students: known.students, links })
  return { ...plan, newClasses: [], items: plan.good.map(({ row: _row, ...p }) => p) }
}
const planOfTeachers = (table: readonly TableRow[], known: Known): ImportPlan => {
  const plan = planTeachers(table, known)
  return {
    ...plan,
    newClasses: [],
    items: plan.good.map(({ row: _row, ...t }) => ({ ...t, teacherId: newId<TeacherId>('teacher') }) as ImportItem),
  }
}
const planOfClasses = (table: readonly TableRow[], known: Known): ImportPlan => {
  const plan = planClasses(table, known)
  return { ...plan, newClasses: [], items: plan.good.map(({ row: _row, ...c }) => c as ImportItem) }
}

/** A zip is a school: its classes first, then the people in them, each judged as their own file would be. */
const planOfZip = async (tables: OneRosterTables, known: Known, input: Input): Promise<ImportPlan> => {
  if (tables.problems.length > 0) return { ...failed(''), problems: tables.problems }
  const parts: [string, ImportPlan][] = []
  const part = async (file: string, table: readonly TableRow[], plan: () => ImportPlan | Promise<ImportPlan>) => {
    if (table.length > 1) parts.push([file, await plan()])
  }
  let withNew = known
  await part('classes.csv', tables.classes, () => {
    const plan = planOfClasses(tables.classes, known)
    const fresh = plan.items as NewClass[]
    withNew = {
      ...known,
      classes: [
        ...known.classes,
        ...fresh.map((c, i) => ({ ...known.classes[0]!, ...c, classId: `new${i}` as never })),
      ],
    }
    return { ...plan, newClasses: fresh, items: [] }
  })
  await part('users.csv', tables.teachers, () => planOfTeachers(tables.teachers, withNew))
  await part('users.csv', tables.students, () =>
    planOfStudents(tables.students, withNew, { ...input, createClasses: false, gradeId: undefined }),
  )
  if (parts.length === 0) return failed('文件里没有班级、教师或学生')
  return {
    rows: parts.reduce((n, [, p]) => n + p.rows, 0),
    existing: parts.reduce((n, [, p]) => n + p.existing, 0),
    problems: parts.flatMap(([file, p]) =>
      p.problems.map((x) => ({ ...x, column: x.column ? `${file} ${x.column}` : file })),
    ),
    newClasses: parts.flatMap(([, p]) => p.newClasses),
    items: parts.flatMap(([, p]) => p.items),
  }
}

type Input = z.output<typeof ImportInput>

/** Reads a file and judges every row of it. */
export const planImport = async (school: School, input: Input, bytes: Uint8Array): Promise<ImportPlan> => {
  const { kind } = input
  const zip = kind === 'oneroster'
  const known = await contextOf(school, {
    students: kind === 'students' || kind === 'parents' || zip,
    teachers: kind === 'teachers' || zip,
  })
  try {
    if (zip) {
      const names = new Map(
        known.grades.flatMap((g) => (g.gradeType === null ? [] : [[g.gradeType, g.gradeName] as const])),
      )
      return await planOfZip(fromOneRoster(await readOneRoster(bytes), names), known, input)
    }
    const table = await readTable(bytes, input.fileName)
    const plan =
      kind === 'students'
        ? await planOfStudents(table, known, input)
        : kind === 'teachers'
          ? planOfTeachers(table, known)
          : kind === 'parents'
            ? await planOfParents(school, table, known)
            : planOfClasses(table, known)
    return plan.rows > maxRows ? failed(`一次最多导入${maxRows}行，请分成几个文件`) : plan
  } catch (error) {
    if (error instanceof TooLong) return failed(`一次最多导入${maxRows}行，请分成几个文件`)
    return failed(
      zip ? '文件无法读取，请上传OneRoster 1.2的zip文件' : '文件无法读取，请用模板另存为xlsx或csv后重新上传',
    )
  }
}

/** Classes by grade and name, as the items name them. */
export const classIndex = async (schoolId: string) =>
  new Map((await classesOf(schoolId)).map((c) => [`${c.gradeId}/${classKey(c.className)}`, c.classId]))
