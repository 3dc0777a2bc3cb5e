/** What readers are told of a result that was published otherwise before: when it changed, why, and from what. */
import { beforeAll, expect, it } from 'vitest'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import { cancelPublish, publishState, withdrawScores } from '#shared/analysis/publication.calls.ts'
import { correctionText } from '#shared/analysis/corrections.rules.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { OwnShows } from '#shared/exam/tools/disclosure.types.ts'
import { foldExam, paperStep, standOf } from '#shared/exam/step.rules.ts'
import type { StepMove } from '#shared/exam/step.rules.ts'
import type { AreaId, JobId, PaperId, Tenant } from '#shared/kit/ids.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import { showDay } from '#shared/kit/time.ts'
import { disclosures, exams, paperSteps } from '#functions/exam/exam.store.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller } from '#functions/kit/testing.ts'
import { awaiting, markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { publications } from './analysis.store.ts'
import { stateOf, student } from './analysis.testing.ts'
import { analysisWorks } from './analysis.work.ts'
import { ask, drafted, release, signed } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

/** Since when the exam's list says that it was corrected. */
const listed = async (of: Marked) => (await exams.get(of))!.papers.map((p) => p.correctedAt)
const result = async (of: Marked, i: number) => (await ask(of, ownResult, {}, await student(of, i))).data
const lines = async (of: Marked, i: number) => ((await result(of, i)).corrections ?? []).map(correctionText)
const keyB = (of: Marked) =>
  drafted(of, 'answer-edit', [
    { kind: 'key', questionId: of.choice.questionId, accepted: [{ letters: 'B', points: 500 }] },
  ])
const shows = async (of: Marked, own: Partial<OwnShows>) => {
  const policy = disclosureOfStage(4)
  const there = await disclosures.get({ examId: of.examId })
  const row = { schema: 1 as const, examId: of.examId, ...policy, student: { ...policy.student, ...own } }
  await asFunction('exam-api', async () =>
    there ? disclosures.save({ ...there, ...row }) : disclosures.create({ ...row, version: 1 }),
  )
}

it('a student reads when and why the own result changed, later corrections of others leave it, and only what may be seen', async () => {
  const of = await markedPaper(8)
  await release(of)
  expect([await lines(of, 0), await listed(of)]).toEqual([[], [undefined]])
  await signed(of, await keyB(of))
  const publishedAt = async () => (await publications.get(of))!.publishedAt!
  const day = showDay(await publishedAt())
  const [chosenA, chosenB] = [of.total(0)! / 100, of.total(1)! / 100]
  const lost = `成绩已于${day}更正：第1题答案改为B（−5），总分${chosenA}→${chosenA - 5}`
  const won = `成绩已于${day}更正：第1题答案改为B（+5），总分${chosenB}→${chosenB + 5}`
  expect([await lines(of, 0), await lines(of, 1)]).toEqual([[lost], [won]])
  // Who was absent has no result that changed.
  expect(await lines(of, 7)).toEqual([])

  // One student's score of another question: told to that student alone.
  const since = (await publications.get(of))!.publishedAt
  expect(await listed(of)).toEqual([since])
  const one = await drafted(of, 'score-edit', [
    { kind: 'set', questionId: of.essay.questionId, number: '1000', score: 900 },
  ])
  await signed(of, one, '漏看一行')
  // At midnight another.
  const later = showDay(await publishedAt())
  const more = `成绩已于${later}更正：第2题（+8），总分${chosenA - 5}→${chosenA + 3}`
  expect([await lines(of, 0), await lines(of, 1)]).toEqual([[more, lost], [won]])

  // The same publication as the teacher of the class reads it, and the one of the other class.
  const [first, second] = of.teachers
  const tableFor = async (who: NonNullable<typeof first>) => {
    const { sections, sentence } = (await ask(of, transcript, { pageSize: 50 }, who as never)).data
    const { columns, rows } = sections[0]!.table
    const at = columns.findIndex((c) => c.key === 'corrected')
    return { sentence, of: new Map(rows.map((r) => [r.id, { said: r.cells[at], hints: r.hints }])) }
  }
  const own = await tableFor(first!)
  expect(own.sentence).toContain('发布后有更正')
  expect(own.of.get(of.studentIds[0]!)).toEqual({
    said: `${later} 第2题1→9，总分${chosenA - 5}→${chosenA + 3}；${day} 第1题5→0，总分${chosenA}→${chosenA - 5}`,
    hints: {
      total: `${day}由${chosenA}更正为${chosenA - 5}；${later}由${chosenA - 5}更正为${chosenA + 3}`,
      q0: `${day}由5更正为0`,
      q1: `${later}由1更正为9`,
    },
  })
  expect((await tableFor(second!)).of.has(of.studentIds[0]!)).toBe(false)

  // Reports name the corrections, the newest first, with how many of the own class each moved; the administration of all.
  const source = async (who: unknown) => (await ask(of, summary, {}, who as never)).data.source
  const last = await source(first!)
  expect([last.changes, last.correction, (await source(second!)).correction]).toEqual([
    2,
    `${later}更正：本班1人变化；${day}更正：第1题答案改为B，本班4人变化`,
    `${later}更正：本班0人变化；${day}更正：第1题答案改为B，本班3人变化`,
  ])
  expect((await source(of.manager)).correction).toBe(`${later}更正：共1人变化；${day}更正：第1题答案改为B`)
  expect(keyWords(last)).toContain(`和此后的2次改动，${later}更正：本班1人变化`)

  // Nothing is told that the policy keeps back: the key, the questions, the score, what was before its time.
  await shows(of, { key: false })
  expect(await lines(of, 1)).toEqual([won.replace('答案改为B', '答案有更正')])
  await shows(of, { questions: false })
  expect(await lines(of, 1)).toEqual([`成绩已于${day}更正：总分${chosenB}→${chosenB + 5}`])
  await shows(of, { score: false, level: true })
  expect(await lines(of, 1)).toEqual([`成绩已于${day}更正`])
  expect(JSON.stringify(await result(of, 1))).not.toContain('before')
  await shows(of, { from: now() })
  expect(await lines(of, 0)).toEqual([])
})

it('a sheet that came late tells something new to its student, and is no correction to the others', async () => {
  const of = await markedPaper(4)
  await release(of)
  await of.comesLate(300)
  await release(of)
  expect((await publications.get(of))!.current).toBe(2)
  expect([await listed(of), await lines(of, 0)]).toEqual([[undefined], []])
  // A score that was there and is another is one.
  await signed(of, await keyB(of))
  expect(await listed(of)).toEqual([(await publications.get(of))!.publishedAt])
})

/** The exam as an area's, with another paper that its organiser's people have marked. */
const jointPaper = async (count: number) => {
  const of = await markedPaper(count)
  const exam = (await exams.get(of))!
  const other = { ...of, paperId: newId<PaperId>('paper') }
  const { schoolId } = (await paperSteps.query(`exam#${of.examId}`, { prefix: 'step#' }))[0]!
  const owner: Tenant = `a:${newId<AreaId>('area')}`
  await asFunction('exam-api', async () => {
    const step = paperStep.done
    await paperSteps.put({ schema: 1, examId: of.examId, paperId: other.paperId, schoolId, step })
    const papers = [...exam.papers, { ...exam.papers[0]!, paperId: other.paperId, ...standOf([step]) }]
    await exams.save({ ...exam, owner, papers, ...foldExam(papers) })
  })
  const manager = await testCaller({ userType: 13, tenant: owner })
  return { of: { ...of, manager }, other: (move: StepMove) => asFunction('exam-api', () => movePaper(other, move)) }
}
const listedFirst = async (of: Marked) => (await listed(of))[0]

it('what only the organiser of a joint exam has seen is no correction to those who see it whole', async () => {
  const { of, other } = await jointPaper(4)
  await release(of)
  await signed(of, await keyB(of))
  expect([(await exams.get(of))!.wholeSince, await listedFirst(of)]).toEqual([undefined, undefined])
  await other('released')
  expect([await lines(of, 0), await lines(of, 1), await listedFirst(of)]).toEqual([[], [], undefined])
  // What comes after it was whole is told, and that alone.
  const one = await drafted(of, 'score-edit', [
    { kind: 'set', questionId: of.essay.questionId, number: '1000', score: 900 },
  ])
  await signed(of, one, '漏看一行')
  const { publishedAt } = (await publications.get(of))!
  const was = of.total(0)! / 100 - 5
  expect([await lines(of, 0), await lines(of, 1), await listedFirst(of)]).toEqual([
    [`成绩已于${showDay(publishedAt!)}更正：第2题（+8），总分${was}→${was + 8}`],
    [],
    publishedAt,
  ])
})

it('what all had seen is corrected also while another paper of the joint exam is withdrawn', async () => {
  const { of, other } = await jointPaper(4)
  await release(of)
  await other('released')
  const whole = (await exams.get(of))!.wholeSince
  await other('withdrawn')
  await signed(of, await keyB(of))
  await other('released')
  const { publishedAt } = (await publications.get(of))!
  const was = of.total(0)! / 100
  expect(await lines(of, 0)).toEqual([
    `成绩已于${showDay(publishedAt!)}更正：第1题答案改为B（−5），总分${was}→${was - 5}`,
  ])
  expect([whole, (await exams.get(of))!.wholeSince, await listedFirst(of)]).toEqual([
    expect.any(Number),
    whole,
    publishedAt,
  ])
})

it('a withdrawal takes away no correction that was told, and what became other until the next publication is told by it', async () => {
  const of = await markedPaper(4)
  await release(of)
  await signed(of, await keyB(of))
  const told = await lines(of, 0)
  expect([told.length, await listed(of)]).toEqual([1, [expect.any(Number)]])
  // Once more without a difference: the correction's own day stays.
  const [since] = await listed(of)
  await release(of)
  expect([await listed(of), (await publications.get(of))!.publishedAt! > since!]).toEqual([[since], true])
  const back = async (reason: string) => {
    expect((await ask(of, withdrawScores, { reason })).status).toBe(0)
    const { data } = await ask(of, publishState, {})
    expect([data.current, data.withdrawn]).toEqual([null, { at: expect.any(Number), reason }])
  }
  await back('重新核对')
  await release(of)
  expect([await lines(of, 0), await listed(of)]).toEqual([told, [since]])
  expect((await ask(of, publishState, {})).data).not.toHaveProperty('withdrawn')
  // While it is withdrawn its questions are written again: who had seen it reads what became other.
  const other = await markedPaper(4)
  await release(other)
  await ask(other, withdrawScores, { reason: '答案有误' })
  await other.correctKey('B')
  await release(other)
  const { publishedAt } = (await publications.get(other))!
  const was = other.total(0)! / 100
  expect([await lines(other, 0), await listed(other)]).toEqual([
    [`成绩已于${showDay(publishedAt!)}更正：第1题答案改为B（−5），总分${was}→${was - 5}`],
    [publishedAt],
  ])
})

it('a publication that waits for its time over a published one is cancelled alone', async () => {
  const of = await markedPaper(4)
  await release(of)
  await of.correctKey('B')
  const jobId = newId<JobId>('job')
  expect((await ask(of, cancelPublish, {})).status).toBe(refused.nothingPending.status)
  await awaiting(of, jobId, now() + 3_600_000)
  expect((await ask(of, cancelPublish, {}, of.teachers[0])).http).toBe(403)
  expect((await ask(of, cancelPublish, {})).data).toEqual({ cancelled: true })
  const { data } = await ask(of, publishState, {})
  expect([data.current, data.pending]).toEqual([1, undefined])
  const late = stateOf(of, jobId)
  const done = await asFunction('analysis-work', () => driveJob(analysisWorks, late))
  expect(done.out['publish']).toMatchObject({ published: false })
  expect((await result(of, 0)).v).toBe(1)
  expect((await ask(of, cancelPublish, {})).status).toBe(refused.nothingPending.status)
})
