/** The demo's markers: two teachers who mostly agree, and an arbitrator. What they gave is kept to check the scores by. */
import {
  arrangement,
  claimBundle,
  completeMarking,
  finishBundle,
  markingProgressCall,
  openMarking,
  submitMark,
} from '#shared/marking/marking.calls.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { composeId } from '#shared/kit/ids.ts'
import { isBlank } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { setIntelligenceStatus } from '#shared/marking/intelligent/intelligent.calls.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { Refusal } from './client.ts'
import type { Client } from './client.ts'
import type { ExamRun } from './exam.ts'
import { diceOf } from './paper/seed.ts'

/** Acknowledged marks: `studentId|questionId|role` → points in hundredths. */
export type Given = Map<string, number>

const step = (q: Pick<PaperQuestion, 'markStep'>): number => q.markStep ?? 100

/** What a marker gives: the student's ability, the marker's own eye, on the grid. */
const judge = (run: ExamRun, studentId: string, q: PaperQuestion, who: string): number => {
  const student = run.candidates.find((c) => c.studentId === studentId)
  // By what stays from run to run: ids do not.
  const answer = `${run.seed}:${student?.studentName ?? studentId}:${q.number}`
  const paper = diceOf(answer)
  const eye = diceOf(`${answer}:${who}`)
  const share = Math.min(1, Math.max(0, (student?.ability ?? 0.6) + 0.15 * paper.gauss() + 0.06 * eye.gauss()))
  return Math.round((share * q.fullScore) / step(q)) * step(q)
}

const isRefusal = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Refusal && statuses.includes(error.status)

const nothingLeft = markingProblems.nothingLeft.status

let attempts = 0
const newAttempt = (): AttemptId => {
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(6, ++attempts)
  return composeId('attempt', Date.now(), random)
}

/** Told the address of every picture that a marker sees, and of which question. */
type Look = (url: string, q: PaperQuestion) => Promise<void>
/** Until the stream has told of the last marks. */
type Pause = () => Promise<void>
const aMoment: Pause = () => new Promise((done) => setTimeout(done, 250))

const markBundle = async (
  run: ExamRun,
  marker: Client,
  q: PaperQuestion,
  claimed: ClaimedBundle,
  given: Given,
  look?: Look,
) => {
  const { bundle } = claimed
  for (const answer of claimed.answers) {
    if (answer.mine) continue
    if (look) for (const { url } of answer.images) await look(url, q)
    const score = judge(run, answer.studentId, q, marker.user.accountName)
    const value = answer.likelyBlank && score === 0 ? { kind: 'noAnswer' as const } : { kind: 'score' as const, score }
    await marker.ask(submitMark, {
      paperId: run.paperId,
      questionId: q.questionId,
      bundleId: bundle.bundleId,
      role: bundle.role,
      epoch: bundle.epoch,
      studentId: answer.studentId,
      imageVersion: answer.imageVersion,
      attemptId: newAttempt(),
      value,
    })
    given.set(`${answer.studentId}|${q.questionId}|${bundle.role}`, score)
  }
  await marker.ask(finishBundle, { paperId: run.paperId, bundleId: bundle.bundleId, epoch: bundle.epoch })
}

/** Marks what there is of one question for one marker; `bundles` stops early. Answers how many bundles were done. */
const markQuestion = async (
  run: ExamRun,
  marker: Client,
  q: PaperQuestion,
  given: Given,
  { bundles = Infinity, look }: { bundles?: number; look?: Look | undefined } = {},
) => {
  let done = 0
  while (done < bundles) {
    try {
      const claimed = await marker.ask(claimBundle, { paperId: run.paperId, questionId: q.questionId })
      await markBundle(run, marker, q, claimed, given, look)
      done++
    } catch (error) {
      if (isRefusal(error, nothingLeft)) return done
      throw error
    }
  }
  return done
}

/** Like answers of the blanks are handed out together. */
export const groupBlanks = async (run: ExamRun): Promise<void> => {
  for (const { questionId } of run.questions.filter(isBlank)) {
    const { arrangement: now } = await run.admin.ask(arrangement, { paperId: run.paperId })
    const { uuid } = await run.admin.ask(setIntelligenceStatus, {
      paperId: run.paperId,
      questionId,
      on: true,
      version: now.version,
    })
    if (uuid) await run.admin.job(uuid)
  }
}

export const openForMarking = async (run: ExamRun): Promise<void> => {
  const { uuid } = await run.admin.ask(openMarking, { paperId: run.paperId })
  await run.admin.job(uuid)
}

const subjective = (run: ExamRun): PaperQuestion[] => run.questions.filter((q) => q.unitType > 3)

/** A first evening's work: some bundles of every question, then home. */
export const markSome = async (run: ExamRun, markers: readonly Client[]): Promise<Given> => {
  const given: Given = new Map()
  for (const q of subjective(run).filter((of) => !isBlank(of)))
    for (const marker of markers) await markQuestion(run, marker, q, given, { bundles: 1 })
  return given
}

/** Everything: both markers at once, then the arbitrator until nothing is left, then the close. */
export const markAll = async (
  run: ExamRun,
  markers: readonly Client[],
  arbitrator: Client,
  { look, pause = aMoment }: { look?: Look; pause?: Pause } = {},
): Promise<Given> => {
  const given: Given = new Map()
  await Promise.all(
    markers.map(async (marker) => {
      for (const q of subjective(run)) await markQuestion(run, marker, q, given, { look })
    }),
  )
  for (let round = 0; round < 40; round++) {
    // Work for the arbitrator comes from the stream, a moment after the second mark.
    await pause()
    const { questions } = await run.admin.ask(markingProgressCall, { paperId: run.paperId })
    if (questions.every((q) => q.done >= q.total)) break
    for (const q of subjective(run)) await markQuestion(run, arbitrator, q, given, { look })
  }
  await run.admin.ask(completeMarking, { paperId: run.paperId })
  return given
}

/** The score that the marks given say, by a rule of its own: nothing of the platform's code is used. */
export const expectedMark = (given: Given, studentId: string, q: PaperQuestion): number | null => {
  const [a, b, c] = (['first', 'second', 'final'] as const).map((r) => given.get(`${studentId}|${q.questionId}|${r}`))
  if (c !== undefined) return c
  if (a === undefined) return null
  if ((q.markers ?? 1) === 1) return a
  return b === undefined ? null : (a + b) / 2
}
