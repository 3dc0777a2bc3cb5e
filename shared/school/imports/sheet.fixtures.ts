import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { oneRosterReader, peopleHeads, readingOrder } from './oneroster.read.ts'
import { studentFiles, toOneRoster } from './oneroster.rules.ts'
import type { OneRosterSchool, OneRosterStudent } from './oneroster.rules.ts'
import { doubledNumbers, rosterPlanner } from '../roster.rules.ts'
import type { RosterContext, RosterRow } from '../roster.rules.ts'
import type { TableRow } from './sheet.rules.ts'

/** Rows as a reader hands them on: those that hold something, with their numbers. */
export const tableOf = (rows: readonly (readonly string[])[]): TableRow[] =>
  rows.map((cells, i) => ({ row: i + 1, cells })).filter((r) => r.cells.some((c) => c.trim() !== ''))

type People = { studentNumber: string; studentName: string; classId: string; deleted: boolean; studentId?: string }
export type WholeRoster = RosterContext & { students: readonly People[]; cards?: ReadonlyMap<string, string> }

/** A roster file judged as its job does it: in slices, of two rows behind the first ten. */
export const planRoster = (table: readonly TableRow[], { students, cards, ...context }: WholeRoster) => {
  const whole = { rows: 0, good: [] as RosterRow[], fills: [] as RosterRow[], existing: 0 }
  const problems: FileProblem[] = []
  const slices = [table.slice(0, 10)]
  for (let at = 10; at < table.length; at += 2) slices.push(table.slice(at, at + 2))
  const doubled = doubledNumbers()
  slices.forEach(doubled.take)
  const planner = rosterPlanner({ ...context, twice: doubled.end() })
  const nothing = { ...whole, problems, newClasses: [] as { gradeId: string; className: string }[] }
  const refused = (text: string) => ({ ...nothing, problems: [{ row: 0, column: '', text }] })
  const refusal = planner.begin(table.slice(0, 10))
  if (refusal !== null) return refused(refusal)
  const stored = new Map(students.map((s) => [s.studentNumber, { studentId: s.studentNumber, ...s }]))
  for (const slice of slices) {
    const part = planner.settle(planner.read(slice), stored, cards ?? new Map())
    whole.rows += part.rows
    whole.existing += part.existing
    whole.good.push(...part.good)
    whole.fills.push(...part.fills)
    problems.push(...part.problems)
  }
  const end = planner.end()
  return end.refusal === null ? { ...whole, problems, newClasses: end.newClasses } : refused(end.refusal)
}

/** A OneRoster zip's files, read a line at a time. */
export const fromOneRoster = (
  files: Partial<Record<string, readonly (readonly string[])[]>>,
  gradeNames: ReadonlyMap<number, string>,
) => {
  const reader = oneRosterReader(gradeNames)
  if (files['manifest.csv']) reader.manifest(tableOf(files['manifest.csv']))
  const students: TableRow[] = [peopleHeads.students]
  const teachers: TableRow[] = [peopleHeads.teachers]
  for (const file of readingOrder) {
    const rows = tableOf(files[file] ?? [])
    if (rows.length === 0) reader.lacking(file)
    for (const row of rows)
      if (file === 'users.csv') {
        const people = reader.people([row])
        students.push(...people.students)
        teachers.push(...people.teachers)
      } else reader.take(file, [row])
  }
  return { students, teachers, classes: reader.classes(), problems: reader.problems }
}

/** All files of a OneRoster zip with their students. */
export const wholeOneRoster = (school: OneRosterSchool, students: readonly OneRosterStudent[]) => {
  const { files, of } = toOneRoster(school)
  return { ...files, ...Object.fromEntries(studentFiles.map((f) => [f, [...files[f], ...of(f, students)]])) }
}
