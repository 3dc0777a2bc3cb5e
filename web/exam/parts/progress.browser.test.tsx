/** An overview that stays open tells what is counted now: it asks again by itself, who only looks less often. */
import { expect, it } from 'vitest'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { queries } from '#web/kit/ask.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { Counting } from './progress.tsx'
import type { Detail, Told } from './progress.tsx'

const paper = { paperId: 'pa_1', markingProgress: 3, status: 1, questionCount: 20, missingKeys: 0, cardId: 'ca_1' }
const detail = (mayManage: boolean): Detail =>
  ({ exam: { examId: 'ex_1' }, papers: [paper], mayManage, guest: false }) as unknown as Detail
const answer = (doubts: number) => {
  const candidates = { present: 44, absent: 0, missing: 16, incomplete: 0 }
  return ok({ doubts, ledger: { handed: 88, open: 0, doubtful: 0, balanced: true, candidates } })
}
const everyOf = (): unknown[] =>
  queries
    .getQueryCache()
    .findAll()
    .filter((q) => q.queryKey[1] === sheetStatistic.path)
    .flatMap((q) => q.observers.map((o) => o.options.refetchInterval))

it('tells what has changed since, without a hand', async () => {
  let asked = 0
  serve(() => answer(asked++))
  const told: Told[] = []
  await show(
    <Counting data={detail(true)} paper={detail(true).papers[0]!} tell={(_, t) => void told.push(t)} everyMs={20} />,
  )
  // Each answer is another, and comes without a hand.
  await expect.poll(() => new Set(told.flatMap((t) => t.facts?.doubts ?? [])).size).toBeGreaterThan(2)
})

it.each([
  [true, 10_000],
  [false, 30_000],
])('asks again for who manages the exam (%s) every %i ms', async (mayManage, every) => {
  serve(() => answer(0))
  let told = 0
  await show(<Counting data={detail(mayManage)} paper={detail(true).papers[0]!} tell={() => void told++} />)
  await expect.poll(() => told).toBeGreaterThan(0)
  await expect.poll(() => [...new Set(everyOf())]).toEqual([every])
})
