import { jobStatus } from '#shared/kit/job.ts'
/** What is marked beside the letters, from the sheet to the scores: paper A or B, optional questions, scores on paper. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { AttemptId } from '#shared/kit/ids.ts'
import { claimBundle, markingProgressCall, openMarking, submitMark } from '#shared/marking/marking.calls.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, lookAt, testCloud } from '#functions/kit/testing.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { journalFollows, journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { paint, printedOf, sit, teachIn } from '../scan.fixtures.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import type { Ink, Sitting } from '../scan.fixtures.ts'
import { ledgerOf, pagesOfStudent } from '../scan.public.ts'

beforeAll(() => actAs('scan-api'))

const id = (n: number) => composeId('question', n, new Uint8Array(10))
const choice = (n: number, answer: string, at: number, answerB: string): PaperQuestion => ({
  questionId: id(n),
  number: String(n),
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer,
  paperB: { at: id(at), answer: answerB },
})
const essay = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: id(n),
  number: String(n),
  unitType: 5,
  fullScore: 1000,
  ...more,
})
const optional = { group: '选做', count: 1 }
/** On paper B the third question comes first. */
const questions = [
  choice(1, 'A', 2, 'B'),
  choice(2, 'B', 3, 'D'),
  choice(3, 'C', 1, 'A'),
  essay(4),
  essay(5, { optional }),
  essay(6, { optional }),
]
const onCard = (from: number, to: number) => printedOf(questions.slice(from - 1, to))
const design: CardDesign = {
  schema: 1,
  title: '选做与卷面打分',
  sheetType: 0,
  cardVersion: '1.4.9',
  studentNumber: { length: 10, mode: 'bubbles' },
  showSealLine: false,
  isAB: true,
  templateType: 1,
  units: [
    { unitId: 'u1', unitType: 1, questions: onCard(1, 3) },
    { unitId: 'u2', unitType: 5, questions: onCard(4, 4), height: 40 },
    { unitId: 'u3', unitType: 8, questions: onCard(5, 6), height: 50, optionalCount: 1 },
  ],
}

/** Through the gateway: another room's call. */
const over = async <T>(path: string, body: unknown, token: string): Promise<T> => {
  const answer = await fetch(`${testCloud().address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { status, data, message } = (await answer.json()) as { status: number; data: T; message: string }
  if (status !== 0) throw new Error(`${path}: ${status} ${message}`)
  return data
}

const scanned = async (of: Sitting, inks: readonly Ink[]): Promise<void> => {
  const bytes = await Promise.all(
    inks.map((ink, i) => paint(of.card, 1, { number: of.students[i]!.studentNumber, written: true, speck: i, ...ink })),
  )
  await laid(of, ...bytes)
}

const doubtsOf = async (of: Sitting) => (await ask(scanCalls.doubtList, { paperId: of.paperId }, of)).data.list
/** Settles the only doubt of a page as a person types it. */
const say = async (of: Sitting, kind: string, letters: string) => {
  const row = (await doubtsOf(of)).find((d) => d.kind === kind)!
  const at = { batchId: row.batchId!, no: row.no!, version: row.version! }
  return ask(scanCalls.confirmReading, { ...at, answers: [{ questionId: row.doubts[0]!.questionId!, letters }] }, of)
}

const marked = async (of: Sitting): Promise<void> => {
  const { uuid } = await over<{ uuid: string }>(openMarking.path, { paperId: of.paperId }, of.token)
  expect((await jobEndsFor(of, uuid)).status).toBe(jobStatus.done)
}

/** Scores by student, from the answers and from the journal, which must say the same (I11). */
const scoresOf = (of: Sitting) =>
  asFunction('analysis-api', async () => {
    const paper = (await paperOf(of.paperId))!
    const ids = of.students.map((s) => s.studentId)
    const { scores, studentIds, chosen } = await scoresIn(paper, ids)
    for (let i = 0; i < 2400 && (await journalFollows(paper, ids)); i++)
      await new Promise((done) => setTimeout(done, 40))
    const other = await journalScoresIn(paper, { from: '', before: '~' })
    const rowsOf = (t: { studentIds: readonly string[]; scores: readonly number[][] }) =>
      Object.fromEntries(t.studentIds.map((s, i) => [s, t.scores[i]]))
    expect(rowsOf(other)).toEqual(rowsOf({ studentIds, scores }))
    const at = (i: number) => studentIds.indexOf(of.students[i]!.studentId)
    return { of: (i: number) => scores[at(i)]!, chosen: (i: number) => chosen[at(i)]! }
  })

const letters = (...all: string[]): Ink => ({ choices: Object.fromEntries(all.map((l, i) => [id(i + 1), l])) })

describe('from the sheet to the scores', () => {
  it('paper B is scored by its own order and key; which paper it was is a doubt where it is not plain', async () => {
    const of = await sit(3, design, 1, questions)
    await scanned(of, [
      { ...letters('A', 'B', 'C'), paperType: ['A'], picks: [id(5)] },
      { ...letters('A', 'B', 'D'), paperType: ['B'], picks: [id(5)] },
      { ...letters('A', 'B', 'D'), paperType: ['A', 'B'], picks: [id(5)] },
    ])
    const [row, ...more] = await doubtsOf(of)
    expect(more).toEqual([])
    expect(row).toMatchObject({ kind: 'paperType', student: { studentName: '考生3' } })
    expect(row!.doubts[0]).toMatchObject({ number: '试卷类型', chosen: 'A,B' })
    expect((await lookAt(row!.doubts[0]!.cropUrl!)).status).toBe(206)
    // The page is in its place: the sheets balance, and marking may open.
    expect(await ledgerOf(of.paperId)).toMatchObject({ matched: 3, open: 0, balanced: true })
    await marked(of)
    const first = await scoresOf(of)
    expect(first.of(0).slice(0, 3)).toEqual([300, 300, 300])
    // Shown as paper A has them, so that options are counted together.
    expect([first.of(1).slice(0, 3), first.chosen(1).slice(0, 3)]).toEqual([
      [300, 300, 300],
      ['A', 'B', 'C'],
    ])
    expect(first.of(2).slice(0, 3)).toEqual([-1, -1, -1])
    expect((await say(of, 'paperType', 'C')).status).toBe(scanProblems.wrongMark.status)
    expect((await say(of, 'paperType', 'A')).data).toMatchObject({ waits: false })
    await marked(of)
    expect((await scoresOf(of)).of(2).slice(0, 3)).toEqual([300, 300, 0])
  })

  it('who is said to have chosen nothing of an optional group is counted and found', async () => {
    const of = await sit(2, design, 1, questions)
    const all = { ...letters('A', 'B', 'C'), paperType: ['A'] }
    await scanned(of, [{ ...all, picks: [id(5)] }, all])
    const { paperId } = of
    const left = async () => (await ask(scanCalls.sheetStatistic, { paperId }, of)).data.left
    // It is written where no number is filled in: as long as that waits, nothing is said.
    expect([(await doubtsOf(of)).map((d) => d.kind), await left()]).toEqual([['pick'], { allBlank: 0, unpicked: 0 }])
    expect((await say(of, 'pick', '')).status).toBe(0)
    expect(await left()).toEqual({ allBlank: 0, unpicked: 1 })
    const { data } = await ask(scanCalls.scriptList, { paperId, state: 'unpicked' }, of)
    expect([data.total, data.list.map((r) => [r.studentId, r.unpicked])]).toEqual([
      1,
      [[of.students[1]!.studentId, true]],
    ])
  })

  it('of optional questions only those that were chosen are marked and count; a wrong number of them is a doubt', async () => {
    const of = await sit(3, design, 1, questions)
    const all = { ...letters('A', 'B', 'C'), paperType: ['A'] }
    await scanned(of, [
      { ...all, picks: [id(5)] },
      { ...all, picks: [id(6)] },
      { ...all, picks: [id(5), id(6)] },
    ])
    expect((await doubtsOf(of)).map((d) => [d.kind, d.doubts[0]!.detail, d.doubts[0]!.number])).toEqual([
      ['pick', '应选1题，涂了2题', '5、6'],
    ])
    await marked(of)
    const wang = await teachIn(of, '王老师')
    const claim = (questionId: string) =>
      over<{ answers: { studentId: string; imageVersion: number }[]; bundle: { bundleId: string; epoch: number } }>(
        claimBundle.path,
        { paperId: of.paperId, questionId },
        wang.token,
      )
    // No marker is asked to mark what is not known to have been answered.
    const answersOf = async (n: number) => (await claim(id(n))).answers.map((a) => a.studentId)
    expect(await answersOf(5)).toEqual([of.students[0]!.studentId])
    expect(await answersOf(6)).toEqual([of.students[1]!.studentId])
    expect((await scoresOf(of)).of(0)[5]).toBe(0)
    expect((await scoresOf(of)).of(2).slice(4)).toEqual([-1, -1])
    expect((await say(of, 'pick', '5,6')).status).toBe(scanProblems.wrongMark.status)
    expect((await say(of, 'pick', '6')).status).toBe(0)
    await marked(of)
    for (const n of [4, 5, 6]) {
      const questionId = id(n)
      for (;;) {
        const held = await claim(questionId).catch(() => null)
        if (!held) break
        for (const a of held.answers)
          await over(
            submitMark.path,
            {
              paperId: of.paperId,
              questionId,
              bundleId: held.bundle.bundleId,
              role: 'first',
              epoch: held.bundle.epoch,
              studentId: a.studentId,
              imageVersion: a.imageVersion,
              attemptId: newId<AttemptId>('attempt'),
              value: { kind: 'score', score: n * 100 },
            },
            wang.token,
          )
        await over('/api/exam/mark/handle/bundle/finish', { paperId: of.paperId, ...held.bundle }, wang.token)
      }
    }
    const { of: row, chosen } = await scoresOf(of)
    expect([0, 1, 2].map((i) => row(i).slice(3))).toEqual([
      [400, 500, 0],
      [400, 0, 600],
      [400, 0, 600],
    ])
    expect(chosen(0).slice(3)).toEqual(['', '', '-'])

    // What was settled is no last word, and the records say both by names that people know.
    const asked = { paperId: of.paperId, studentId: of.students[2]!.studentId }
    const pick = async () => (await ask(calls.studentChoices, asked, of)).data.marks.find((m) => m.kind === 'pick')!
    const settled = await pick()
    expect(settled).toMatchObject({ chosen: '6', settled: true, offered: ['5', '6'], most: 1 })
    const { batchId, no, version, questionId } = settled
    const again = { batchId, no, version, answers: [{ questionId, letters: '5' }] }
    expect((await ask(scanCalls.confirmReading, again, of)).status).toBe(0)
    expect(await pick()).toMatchObject({ chosen: '5', settled: true })
    await marked(of)
    expect((await scoresOf(of)).of(2).slice(4)).toEqual([-1, 0])
    const notes = (await ask(calls.studentState, asked, of)).data.settlements.map((s) => s.note)
    expect(notes.filter((n) => n.startsWith('选做题')).sort()).toEqual(['选做题：第5题', '选做题：第6题'])
    expect(notes.filter((n) => /[@]|qu_/.test(n))).toEqual([])
  })

  it('scores given on paper are the marks of their questions; what is not plain is a doubt, and the rest is marked', async () => {
    const of = await sit(3, design, 1, questions)
    const all = { ...letters('A', 'B', 'C'), paperType: ['A'] }
    await scanned(of, [
      { ...all, picks: [id(5)], scores: { [id(4)]: ['7'], [id(5)]: ['9'] } },
      { ...all, picks: [id(6)], scores: { [id(4)]: ['7', '8'], [id(5)]: ['9'] } },
      { ...all, picks: [id(6)] },
    ])
    expect((await doubtsOf(of)).map((d) => [d.kind, d.student?.studentName, d.doubts[0]!.most])).toEqual([
      ['scoreBox', '考生2', 1000],
    ])
    const { studentId } = of.students[1]!
    expect((await pagesOfStudent(of.paperId, studentId))?.scores).toEqual({
      [id(6)]: { score: 900, seq: expect.any(Number) as number },
    })
    await marked(of)
    expect((await scoresOf(of)).of(0).slice(3)).toEqual([700, 900, 0])
    expect((await scoresOf(of)).of(1).slice(3)).toEqual([-1, 0, 900])
    expect((await say(of, 'scoreBox', '10.5')).status).toBe(scanProblems.wrongMark.status)
    const settled = await say(of, 'scoreBox', '8')
    expect(settled.status).toBe(0)
    await marked(of)
    expect((await scoresOf(of)).of(1).slice(3)).toEqual([800, 0, 900])
    // Who has no score on paper is marked on the screen, and no other.
    const progress = await over<{ questions: { total: number; done: number }[]; markers: unknown[] }>(
      `${markingProgressCall.path}?paperId=${of.paperId}`,
      undefined,
      of.token,
    )
    expect(progress.questions.map((q) => [q.total, q.done])).toEqual([
      [3, 2],
      [1, 1],
      [2, 1],
    ])
    expect(progress.markers).toMatchObject([{ teacherName: '卷面打分', marked: 4 }])
    // Read anew, the doubt is there again, and the score that was given is none until a person looks.
    const mine = (await ask(calls.studentChoices, { paperId: of.paperId, studentId }, of)).data.choices[0]!
    const at = { batchId: mine.batchId, no: mine.no, version: mine.version }
    await ask(calls.resetChoices, { ...at, questionIds: [`@score:${id(4)}`] }, of)
    expect((await doubtsOf(of)).map((d) => d.kind)).toEqual(['scoreBox'])
    await marked(of)
    expect((await scoresOf(of)).of(1)[3]).toBe(-1)
  })
})
