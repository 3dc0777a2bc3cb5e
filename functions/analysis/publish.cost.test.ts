/** What publishing costs in store calls: counted, so that a change that adds one for each candidate is seen. */
import { expect, it, vi } from 'vitest'
import { differingStudents } from '#shared/analysis/publication.rules.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { packsOf } from './analysis.store.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import { resultIn } from './snapshot.ts'

/** Store calls of one publication, by command, and what is read of it then. */
const published = async (counts: readonly number[]) => {
  const of = await jointPaper(counts)
  const ids = of.rosters.flatMap((r) => r.candidates.map((c) => c.studentId))
  await vi.waitFor(
    async () => {
      const journal = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect(differingStudents(await scoresIn(of.paper, ids), journal)).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  const counted = withFaults(() => null)
  const v = await publishJoint(of)
  counted.stop()
  const by = Map.groupBy(counted.calls, (c) => c.command)
  return { of, v, ids, calls: (command: string): number => by.get(command)?.length ?? 0 }
}

it('sixty candidates more cost two objects more, and each finds the own result', async () => {
  actAs('analysis-work')
  const [few, many] = [await published([10, 10]), await published([40, 40])]
  const more = (command: string): number => many.calls(command) - few.calls(command)
  const packs = (each: number): number => 2 * packsOf(each)
  // Ids fall into packs by chance of their own: a pack of none is not written.
  expect(more('PutObjectCommand')).toBeLessThanOrEqual(packs(40) - packs(10))
  expect(more('GetObjectCommand')).toBe(0)
  for (const studentId of many.ids)
    expect(await resultIn(many.of.paper, many.v, studentId)).toMatchObject({ studentId, v: many.v })
  expect(await resultIn(many.of.paper, many.v, few.ids[0]!)).toBe(null)
})
