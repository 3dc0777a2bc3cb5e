/** What the homes take from reports of the newest results. Pure. */
import { ownRateName } from '#shared/analysis/report.words.ts'
import { comparable } from '#web/exam/parts/before.public.tsx'
import type { Cell, ReportValue } from '#shared/kit/report/report.types.ts'

type Told = Pick<ReportValue, 'sections'>
const sectionOf = (of: Told, key: string) => of.sections.find((s) => s.key === key)?.table
const figure = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/** How many of each class were there, by its name. */
const presentOf = (report: Told): ReadonlyMap<Cell, number> => {
  const table = sectionOf(report, 'means')
  const at = table?.columns.findIndex((c) => c.name === '实考') ?? -1
  return new Map(table?.rows.map((r) => [r.cells[0] ?? null, figure(r.cells[at]) ?? 0]))
}

/**
 * The questions on which the classes of a contrast together lost most: each class counts by how many of it were there, and
 * a rate that is withheld counts for none.
 */
export const weakestOf = (report: Told, most = 3): { number: string; own: number; all: number | null }[] => {
  const table = sectionOf(report, 'questions')
  const whole = table?.columns.findIndex((c) => c.key === 'all') ?? -1
  if (!table || whole < 0) return []
  const present = presentOf(report)
  return table.rows
    .flatMap(({ cells }) => {
      const counted = table.columns.slice(whole + 1).flatMap(({ name }, i) => {
        const rate = figure(cells[whole + 1 + i])
        const of = present.get(name) ?? 0
        return rate === null || of === 0 ? [] : [{ rate, of }]
      })
      const people = counted.reduce((n, c) => n + c.of, 0)
      if (people === 0) return []
      const own = counted.reduce((n, c) => n + c.rate * c.of, 0) / people
      return [{ number: String(cells[0]), own, all: figure(cells[whole]) }]
    })
    .filter((q) => q.own < 1)
    .sort((a, b) => a.own - b.own)
    .slice(0, most)
}

/**
 * The score rate of the own school by a summary, where it may be told: of a joint exam the whole is many schools, and never
 * told in the place of one.
 */
export const rateOf = (report: Pick<ReportValue, 'facts'> | undefined, joint: boolean): number | null =>
  figure(report?.facts.find((f) => f.name === (joint ? ownRateName : '得分率'))?.value)

/** Whether a summary tells of the own school beside the whole. */
export const tellsOwn = (report: Pick<ReportValue, 'facts'>): boolean =>
  report.facts.some((f) => f.name === ownRateName)

type Exam = {
  examId: string
  examName: string
  examDate: number
  gradeName: string
  schoolCount: number
  classCount: number
  courses: readonly { paperId: string; courseName: string }[]
}
type Sat = { paperId: string; joint: boolean; examName: string }
/** A paper, and the one before it of the same grade, subject and kind of exam. */
export type Latest = Sat & { examId: string; before: Sat | null }

/** The newest paper of each subject in each grade, of so many at most: grades and subjects as they come, newest first. */
export const latestOf = (
  exams: readonly Exam[],
  most = 12,
): { courses: string[]; grades: { gradeName: string; of: Map<string, Latest> }[] } => {
  const grades = new Map<string, Map<string, Latest>>()
  const courses: string[] = []
  const examOf = new Map(exams.map((e) => [e.examId, e]))
  let papers = 0
  for (const e of exams.toSorted((a, b) => b.examDate - a.examDate))
    for (const { paperId, courseName } of e.courses) {
      const known = grades.get(e.gradeName)?.get(courseName)
      const joint = e.schoolCount > 1
      if (known) {
        if (comparable(examOf.get(known.examId)!, e)) known.before ??= { paperId, joint, examName: e.examName }
      } else if (papers < most) {
        papers++
        if (!courses.includes(courseName)) courses.push(courseName)
        const own = grades.get(e.gradeName) ?? new Map<string, Latest>()
        grades.set(e.gradeName, own)
        own.set(courseName, { examId: e.examId, examName: e.examName, paperId, joint, before: null })
      }
    }
  return { courses, grades: [...grades].map(([gradeName, of]) => ({ gradeName, of })) }
}
