/** How papers move on (`shared/exam/step.rules.ts`): each in each school by one conditional write, the exam as their fold. */
import { isDeepStrictEqual } from 'node:util'
import { admitsStep, foldExam, mayMove, standOf, stepMoves, wholeSince } from '#shared/exam/step.rules.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { StepMove } from '#shared/exam/step.rules.ts'
import type { ExamSchool, Paper, PaperStep } from '#shared/exam/exam.types.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { schoolsAmong } from './exam.public.ts'
import { changedPlace, exams, paperSteps } from './exam.store.ts'
import { editExam } from './listed.ts'

type Of = Pick<Paper, 'examId' | 'paperId'>

export const stepsOfPaper = ({ examId, paperId }: Of): Promise<PaperStep[]> =>
  paperSteps.query(`exam#${examId}`, { prefix: `step#${paperId}#`, consistent: true })

/** Of all papers in all schools: as many rows as the exam has had from the beginning. */
export const stepsOfExam = ({ examId }: Pick<Of, 'examId'>): Promise<PaperStep[]> =>
  paperSteps.query(`exam#${examId}`, { prefix: 'step#' })

/** Those that were written at this time or after it. */
export const stepsSince = ({ examId }: Pick<Of, 'examId'>, at: number): Promise<PaperStep[]> =>
  paperSteps.since(changedPlace('step', examId), at)

/** Of a paper, where it stands in these schools; or in all, as it was a moment ago. */
export const stepsAmong = ({ examId, paperId }: Of, schoolIds?: readonly string[]): Promise<PaperStep[]> =>
  schoolIds
    ? paperSteps.getMany(
        schoolIds.map((schoolId) => ({ examId, paperId, schoolId: schoolId as PaperStep['schoolId'] })),
      )
    : paperSteps.query(`exam#${examId}`, { prefix: `step#${paperId}#` })

/** Of the papers that one school takes. */
export const stepsOfSchool = ({
  examId,
  schoolId,
  papers,
}: Pick<ExamSchool, 'examId' | 'schoolId' | 'papers'>): Promise<PaperStep[]> =>
  paperSteps.getMany(papers.map(({ paperId }) => ({ examId, paperId, schoolId })))

/** Moves a paper in one school, if it stands where the move begins. */
export const moveInSchool = (of: Of & Pick<PaperStep, 'schoolId'>, move: StepMove): Promise<boolean> => {
  const { from, to } = stepMoves[move]
  return paperSteps.amend(
    of,
    { step: to, at: now() },
    {},
    {
      expression: `#step IN (${from.map((_, i) => `:from${i}`).join(', ')})`,
      names: { '#step': 'step' },
      values: Object.fromEntries(from.map((step, i) => [`:from${i}`, step])),
    },
  )
}

/** Tells the exam where the paper stands in its schools. The rows are read after the exam, so the last writer is right. */
const fold = ({ examId, paperId }: Of) =>
  editExam(examId, async (exam) => {
    const stand = standOf((await stepsOfPaper({ examId, paperId })).map((s) => s.step))
    const papers = exam.papers.map((p) => (p.paperId === paperId ? { ...p, ...stand } : p))
    const folded = foldExam(papers)
    const next = { ...exam, papers, ...folded, ...wholeSince(exam, folded.status, now()) }
    return JSON.stringify(next) === JSON.stringify(exam) ? null : next
  })

/**
 * Moves a paper in all its schools, or in those named, wherever it stands at the beginning of the move; a repeat changes
 * nothing, and makes up for an exam that was not told.
 */
export const movePaper = async (of: Of, move: StepMove, schoolIds?: readonly string[]): Promise<void> => {
  const exam = await exams.get(of)
  const stand = exam?.papers.find((p) => p.paperId === of.paperId)
  if (!stand || !mayMove(move, stand)) return
  const there = (await stepsOfPaper(of)).filter((s) => admitsStep(move, s.step))
  const due = schoolIds ? there.filter((s) => schoolIds.includes(s.schoolId)) : there
  await inTurns(due, 16, (s) => moveInSchool(s, move))
  await fold(of)
}

/** Of how many of a school's candidates something of a paper is there, and how many of them were absent. */
export type SchoolTold = { schoolId: string; there: number; absent: number }

/** A school whose candidates were all absent has come as well: nothing more is waited for, and it is as far as the others. */
const comeAmong = async ({ examId, paperId }: Of, told: readonly SchoolTold[]): Promise<Set<string>> => {
  const come = new Set(told.flatMap((t) => (t.there > 0 ? [t.schoolId] : [])))
  const absent = new Map(told.flatMap((t) => (t.there === 0 && t.absent > 0 ? [[t.schoolId, t.absent] as const] : [])))
  for (const school of await schoolsAmong(examId, [...absent.keys()])) {
    const taken = school.papers.find((p) => p.paperId === paperId)
    if (taken && absent.get(school.schoolId)! >= (taken.takers ?? school.candidateCount)) come.add(school.schoolId)
  }
  return come
}

/**
 * Writes down of which schools of a joint exam answers are there. The steps are read before `tell` is asked: what another
 * writes in between is no news here, and is never taken back by what was known before it.
 */
export const tellCame = async (of: Of, tell: () => Promise<readonly SchoolTold[]>): Promise<void> => {
  const exam = await exams.get(of)
  if (!exam || !isJoint(exam)) return
  const steps = await stepsOfPaper(of)
  const now = await comeAmong(of, await tell())
  const due = steps.filter((s) => s.came !== now.has(s.schoolId))
  await inTurns(due, 16, (s) => paperSteps.amend(s, { came: now.has(s.schoolId) }))
}

/**
 * The schools of which nothing more is waited for in any of these papers that they take: answers of each have come, or all
 * of their candidates were absent. Rows from before that was kept say nothing.
 */
export const schoolsCome = async (examId: Of['examId'], paperIds: readonly Of['paperId'][]): Promise<Set<string>> => {
  const steps = (await inTurns(paperIds, 8, (paperId) => stepsAmong({ examId, paperId }))).flat()
  const waits = new Set<string>(steps.flatMap((s) => (s.came === true ? [] : [s.schoolId])))
  return new Set(steps.flatMap((s) => (waits.has(s.schoolId) ? [] : [s.schoolId])))
}

/** Tells the exam since when a paper's readers are told otherwise than they first were; undefined: they are not. */
export const tellCorrected = async ({ examId, paperId }: Of, at: number | undefined): Promise<void> => {
  await editExam(examId, (exam) => {
    const papers = exam.papers.map((p) => {
      const { correctedAt: _was, ...rest } = p
      return p.paperId === paperId ? { ...rest, ...(at === undefined ? {} : { correctedAt: at }) } : p
    })
    return isDeepStrictEqual(papers, exam.papers) ? null : { ...exam, papers }
  })
}
