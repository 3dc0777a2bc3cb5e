/** What publishing costs in store calls: counted, so that a change that adds one for each candidate is seen. */
import { beforeAll, expect, it, vi } from 'vitest'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { handler } from './analysis.api.ts'
import { packsOf } from './analysis.store.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import { sizes } from './sizes.ts'
import { resultIn } from './snapshot.ts'

beforeAll(() => actAs('analysis-work'))

/** A marked paper of schools with so many candidates each; its journal has read all marks. */
const told = async (counts: readonly number[], apart = false) => {
  const of = await jointPaper(counts, { courseNames: [], sits: () => true, apart })
  const ids = of.rosters.flatMap((r) => r.candidates.map((c) => c.studentId))
  await vi.waitFor(
    async () => {
      const journal = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect(differingStudents(await scoresIn(of.paper, ids), journal)).toEqual([])
    },
    { timeout: 120_000, interval: 200 },
  )
  return { of, ids }
}

/** Store calls of one publication, by command, and what is read of it then. */
const published = async (counts: readonly number[], apart = false) => {
  const { of, ids } = await told(counts, apart)
  const counted = withFaults(() => null)
  const v = await publishJoint(of)
  counted.stop()
  const by = Map.groupBy(counted.calls, (c) => c.command)
  return { of, v, ids, calls: (command: string): number => by.get(command)?.length ?? 0 }
}

it('sixty candidates more cost two objects more, and each finds the own result', async () => {
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

it('who publishes what was looked at waits for no second computation', async () => {
  const { of } = await told([10, 10, 10, 10])
  const { paperId } = of.paper
  const calls = await asFunction('analysis-api', async () => {
    const { digest } = (await send(handler, publishPreview, { paperId }, of.manager.token)).data
    const asked = async (named: object): Promise<number> => {
      const counted = withFaults(() => null)
      const wish = { paperId, ...named, override: '没有扫描' }
      expect((await send(handler, publishScores, wish, of.manager.token)).status).toBe(0)
      counted.stop()
      return counted.calls.length
    }
    return { looked: await asked({ digest }), unseen: await asked({}) }
  })
  // Of each school its roster, its scripts and its journal.
  expect(calls.unseen - calls.looked).toBeGreaterThanOrEqual(4 * 3)
})

it('where the schools came one after another, a candidate more costs one reading: of the own script', async () => {
  const { look } = sizes
  sizes.look = 5
  try {
    const [few, many] = [await published([10, 10], true), await published([40, 40], true)]
    expect(many.calls('QueryCommand') - few.calls('QueryCommand')).toBe(60)
  } finally {
    sizes.look = look
  }
})
