/** What of the own result a policy leaves out or adds: the own paper, and the mean of the own class. */
import { beforeAll, expect, it } from 'vitest'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { disclosureOfStage } from '#shared/exam/tools/disclosure.rules.ts'
import type { OwnShows } from '#shared/exam/tools/disclosure.types.ts'
import { studentSheets } from '#shared/scan/scan.calls.ts'
import { disclosures } from '#functions/exam/exam.store.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { student } from './analysis.testing.ts'
import { ask, release } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

it('the own paper is shown unless it is left out, by every way to it; the class mean only where it is let in', async () => {
  const of = await markedPaper(11)
  await release(of)
  const shows = async (own: Partial<OwnShows>) => {
    const policy = disclosureOfStage(4)
    const there = await disclosures.get({ examId: of.examId })
    const row = { schema: 1 as const, examId: of.examId, ...policy, student: { ...policy.student, ...own } }
    await asFunction('exam-api', async () =>
      there ? disclosures.save({ ...there, ...row }) : disclosures.create({ ...row, version: 1 }),
    )
  }
  const [first, second] = [await student(of, 0), await student(of, 1)]
  const own = async (who = first) => (await ask(of, ownResult, {}, who)).data
  const sheets = async () =>
    (await viaGateway(studentSheets, { paperId: of.paperId, studentId: of.studentIds[0]! }, first.token)).http
  expect([(await own()).pages.length, await sheets()]).toEqual([1, 200])
  expect(await own()).not.toHaveProperty('classMean')
  await shows({ paper: false, mean: true })
  expect([(await own()).pages, await sheets()]).toEqual([[], 403])
  // Of the first class five are present: the places that are even, but the last who was absent. So many of the second too.
  const mean = (odd: number): number => [0, 2, 4, 6, 8].reduce((n, i) => n + of.total(i + odd)!, 0) / 5
  expect((await own()).classMean).toBeCloseTo(mean(0), 6)
  expect((await own(second)).classMean).toBeCloseTo(mean(1), 6)
  // A score that is kept keeps the mean.
  await shows({ mean: true, score: false, level: true })
  expect(await own()).not.toHaveProperty('classMean')
})
