/** A paper whose results are released to some of its candidates: who reads what, by every way there is. */
import { beforeAll, expect, it } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import { ownAppeals } from '#shared/analysis/appeal.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/tools/release.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { studentSheets } from '#shared/scan/scan.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { linesFor, publish, student } from './analysis.testing.ts'
import { handler } from './analysis.api.ts'
import { drafted, release, signed } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

type Who = { token: string }
const ownOf = (of: Marked, { token }: Who) =>
  asFunction('analysis-api', () => send(handler, reports.ownResult, { paperId: of.paperId }, token))
const set = async (of: Marked, wished: object) => {
  const asked = { paperId: of.paperId, ...wished } as never
  const { status, data, message } = await viaGateway(calls.releasePreview, asked, of.manager.token)
  if (status !== 0) return { status, message }
  return viaGateway(calls.setRelease, { ...(asked as object), version: data.version } as never, of.manager.token)
}

it('the others read what they read before a release, by every way; teachers and figures know of no difference', async () => {
  const of = await markedPaper(6)
  await publish(of)
  const [first, second] = await Promise.all([student(of, 0), student(of, 1)])
  const parent = await testCaller({ userType: 5, tenant: of.tenant, studentId: of.studentIds[1]! })
  for (const who of [first, second, parent]) expect((await ownOf(of, who)).status).toBe(0)
  const whole = await asFunction('analysis-api', () => linesFor(of, of.manager.token))

  expect((await set(of, { act: 'only', wish: { kind: 'students', studentIds: [of.studentIds[0]!] } })).status).toBe(0)
  const { data: count } = await viaGateway(calls.releaseCount, { paperId: of.paperId }, of.manager.token)
  expect(count).toEqual({ released: 1, withheld: 5, mayChoose: true })
  expect((await ownOf(of, first)).status).toBe(0)
  for (const who of [second, parent]) {
    expect((await ownOf(of, who)).status).toBe(refused.notPublished.status)
    const appeals = await viaGateway(ownAppeals, { paperId: of.paperId }, who.token)
    expect(appeals.status).toBe(refused.notPublished.status)
    const listed = await viaGateway(listExams, {}, who.token)
    expect(listed.data.list.map((e) => e.courses.map((c) => c.released))).toEqual([[false]])
    expect((await viaGateway(listExams, { readable: true }, who.token)).data.total).toBe(0)
    // The page of the whole exam names the subject and says nothing of it.
    expect((await viaGateway(reports.ownExam, { examId: of.examId }, who.token)).data.subjects).toEqual([
      { paperId: of.paperId, courseName: of.paper.courseName },
    ])
    const sheets = { paperId: of.paperId, studentId: of.studentIds[1]! }
    expect((await viaGateway(studentSheets, sheets, who.token)).http).toBe(403)
  }
  expect((await viaGateway(listExams, { readable: true }, first.token)).data.total).toBe(1)
  const [shown] = (await viaGateway(reports.ownExam, { examId: of.examId }, first.token)).data.subjects
  expect(shown!.result).toMatchObject({ scored: true, total: of.total(0) })
  const looked = (i: number) =>
    asFunction('analysis-api', () =>
      send(
        handler,
        reports.resultAs,
        { paperId: of.paperId, studentId: of.studentIds[i]!, as: 'student' },
        of.manager.token,
      ),
    )
  expect([(await looked(0)).status, (await looked(1)).status]).toEqual([0, refused.notPublished.status])
  expect(await asFunction('analysis-api', () => linesFor(of, of.manager.token))).toEqual(whole)

  expect((await set(of, { act: 'add', wish: { kind: 'all' } })).status).toBe(0)
  expect((await ownOf(of, second)).status).toBe(0)
})

it('who is shown a result only after it was corrected is told of no correction', async () => {
  const corrected = async (of: Marked) => {
    actAs('analysis-work')
    const accepted = [{ letters: 'B', points: 500 }]
    await signed(of, await drafted(of, 'answer-edit', [{ kind: 'key', questionId: of.choice.questionId, accepted }]))
  }
  const hide = async (of: Marked) => {
    const wish = { kind: 'students', studentIds: [of.studentIds[0]!] }
    expect((await set(of, { act: 'remove', wish })).status).toBe(0)
  }
  const show = async (of: Marked) => {
    expect((await set(of, { act: 'add', wish: { kind: 'all' } })).status).toBe(0)
    const told = async (i: number) => (await ownOf(of, await student(of, i))).data.corrections?.length ?? 0
    return [await told(0), await told(1)]
  }
  const late = await markedPaper(4)
  await hide(late)
  await release(late)
  await corrected(late)
  expect(await show(late)).toEqual([0, 1])
  // Withheld from who had seen it.
  const seen = await markedPaper(4)
  await release(seen)
  await hide(seen)
  await corrected(seen)
  expect(await show(seen)).toEqual([1, 1])
})

it('is refused for no candidate, nothing new, an older version, and to whom does not publish', async () => {
  const of = await markedPaper(3)
  const { paperId } = of
  const only = (studentIds: readonly string[]) => ({ act: 'only', wish: { kind: 'students', studentIds } })
  expect(await set(of, { act: 'remove', wish: { kind: 'all' } })).toMatchObject({
    status: examProblems.releaseNone.status,
  })
  expect((await set(of, { act: 'add', wish: { kind: 'all' } })).status).toBe(examProblems.releaseSame.status)
  expect(await set(of, { act: 'only', wish: { kind: 'numbers', text: '777777' } })).toMatchObject({
    status: examProblems.badRelease.status,
    message: '第1行：777777不是本场考试的考生',
  })
  const wished = { paperId, ...only([of.studentIds[0]!]) }
  const { data } = await viaGateway(calls.releasePreview, wished as never, of.manager.token)
  expect(data).toMatchObject({ changed: 2, released: 1, withheld: 2 })
  expect((await set(of, only([of.studentIds[1]!]))).status).toBe(0)
  const stale = await viaGateway(calls.setRelease, { ...wished, version: data.version } as never, of.manager.token)
  expect(stale.status).toBe(commonProblems.stale.status)
  for (const call of [calls.releaseStudents, calls.releaseCount])
    expect((await viaGateway(call, { paperId } as never, of.teachers[0]!.token)).http).toBe(403)
  const list = await viaGateway(calls.releaseStudents, { paperId, released: 'no' }, of.manager.token)
  expect(list.data.list.map((c) => c.studentId).sort()).toEqual([of.studentIds[0]!, of.studentIds[2]!].sort())
})
