/** What a class handed in, with what was published of it: read for the page and for the printer alike. */
import type { PrintedCard, Rect } from '#shared/card/geometry/geometry.types.ts'
import { scoredDraws } from '#shared/card/scored.rules.ts'
import type { ScoredScript } from '#shared/card/scored.rules.ts'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { placeOnB } from '#shared/exam/exam.rules.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { candidatesOfClasses, paperOf } from '#functions/exam/exam.public.ts'
import type { PrintStudent } from './print/card.print.ts'
import { printOrder } from './print/print.students.ts'

/** What a student was given for a paper. */
type Result = {
  state: string
  total: number | null
  fullScore: number
  items: {
    questionId: string
    number: string
    objective: boolean
    score: number
    fullScore: number
    answer?: string | undefined
    lacked?: boolean | undefined
  }[]
}
/** What was read on a student's pages. */
type Reading = {
  paperType?: 'A' | 'B' | '?' | undefined
  choices: Record<string, string[] | null>
  blocks: { blockId: string; key: string }[]
}
/** Scans and results stand above the card: they are asked for what they know of it by who puts the room together. */
export type ScoreSource = {
  readonly resultOf: (paper: Paper, studentId: StudentId) => Promise<Result | null>
  readonly readingsOf: (paperId: PaperId, studentIds: readonly StudentId[]) => Promise<Reading[]>
}

export type ScoredCopy = {
  student: PrintStudent
  /** Page by page. */
  pages: (ReturnType<typeof scoredDraws>[number] & { pictures: { rect: Rect; key: string }[] })[]
}

const total = (of: Result): number => of.total ?? of.items.reduce((sum, i) => sum + i.score, 0)

/** The result under the names of the card's rows: a paper B has a question where paper A has another. */
const scriptOf = (paper: Paper, result: Result, reading: Reading): ScoredScript => {
  const questions = new Map(paper.questions.map((q) => [q.questionId as string, q]))
  const onB = reading.paperType === 'B'
  const rows: [string, { chosen: string[]; right: string[]; score: number; fullScore: number }][] = []
  const marked: [string, { number: string; score: number; fullScore: number; lacked?: boolean | undefined }][] = []
  for (const { questionId, number, objective, score, fullScore, answer, lacked } of result.items) {
    const q = questions.get(questionId)
    if (!objective) marked.push([questionId, { number, score, fullScore, lacked }])
    // What was not handed in was neither right nor wrong.
    else if (lacked) continue
    else if (q) {
      const row = onB ? placeOnB(q) : questionId
      const right = [...((onB ? q.paperB?.answer : undefined) ?? answer ?? '')]
      rows.push([row, { chosen: reading.choices[row] ?? [], right, score, fullScore }])
    }
  }
  return { total: total(result), fullScore: result.fullScore, rows: new Map(rows), marked: new Map(marked) }
}

/** The crops of a script, each where its block stands. */
const picturesOf = (printed: PrintedCard, reading: Reading): ScoredCopy['pages'][number]['pictures'][] => {
  const keys = new Map(reading.blocks.map((b) => [b.blockId, b.key]))
  return printed.geometry.pages.map((page) =>
    page.blocks.flatMap(({ blockId, rect }) => {
      const key = keys.get(blockId)
      return key ? [{ rect, key }] : []
    }),
  )
}

/** The copies of a class's students who sat the paper, as they are printed; none before anything is published. */
export const scoredCopies = async (
  source: ScoreSource,
  of: { examId: string; paperId: string; classId?: string | undefined },
  printed: PrintedCard,
): Promise<ScoredCopy[]> => {
  const paper = await paperOf(of.paperId)
  if (!paper) return []
  const ofClass = of.classId ? await candidatesOfClasses(of.examId, [of.classId]) : []
  const [results, readings] = await Promise.all([
    Promise.all(ofClass.map((c) => source.resultOf(paper, c.studentId))),
    source.readingsOf(
      paper.paperId,
      ofClass.map((c) => c.studentId),
    ),
  ])
  const at = new Map(ofClass.map((c, i) => [c.studentNumber, i]))
  return printOrder(ofClass).flatMap((student): ScoredCopy[] => {
    const i = at.get(student.studentNumber)!
    const [result, reading] = [results[i], readings[i]!]
    if (result?.state !== 'present') return []
    const pictures = picturesOf(printed, reading)
    const draws = scoredDraws(printed.geometry, scriptOf(paper, result, reading))
    const { paperType } = reading
    const sat = paperType === 'A' || paperType === 'B' ? { paperType } : {}
    return [{ student: { ...student, ...sat }, pages: draws.map((d, n) => ({ ...d, pictures: pictures[n]! })) }]
  })
}
