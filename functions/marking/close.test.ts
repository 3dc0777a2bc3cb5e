import { beforeAll, describe, expect, it, vi } from 'vitest'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { now, usePorts } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { fenceMs, forgetDesks } from './desk/desk.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, complete, open, points, submit } from './marking.steps.fixtures.ts'
import { answers, arrangements } from './marking.store.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

/** A paper of two students, opened and claimed by its one teacher. */
const begun = async () => {
  const of = await seat(2, {}, 1)
  scan.allHere(of)
  await open(of)
  const { token } = of.teachers[0]!
  const mine = (await claim(of, token)).data
  return { of, token, mine }
}
const stateOf = async ({ paper }: Sitting) => (await arrangements.get({ paperId: paper.paperId }))?.state

describe('closing', () => {
  it('takes no mark while it waits for those on their way, and none after', async () => {
    const { of, token, mine } = await begun()
    for (const s of of.students) expect((await submit(of, token, mine, s, points(500))).status).toBe(0)
    const late = () => submit(of, token, mine, of.students[0]!, points(600))
    const seen: unknown[] = []
    const done = await complete(of, async () => {
      seen.push(await stateOf(of), (await late()).status)
    })
    expect([done.status, ...seen]).toEqual([0, 'closing', refused.notOpen.status])
    expect([await stateOf(of), (await late()).status]).toEqual(['closed', refused.notOpen.status])
  })

  it('no mark is acknowledged later than the fence after its desk was read', async () => {
    const { of, token, mine } = await begun()
    forgetDesks()
    const start = now()
    let passed = 0
    const back = usePorts({ now: () => start + passed })
    // The store answers so late that marking may have been closed by another instance.
    const slow = withFaults(({ command }) => {
      if (command === 'UpdateItemCommand') passed = fenceMs + 1
      return null
    })
    try {
      const told = await submit(of, token, mine, of.students[0]!, points(500)).catch(() => ({ status: -1 }))
      expect(told.status).not.toBe(0)
      slow.stop()
      // It was stored: asked for again with a desk read now, the attempt would be found. Within the fence it is told.
      passed = 0
      forgetDesks()
      expect((await submit(of, token, mine, of.students[1]!, points(500))).status).toBe(0)
    } finally {
      slow.stop()
      back()
    }
  })

  it('goes on where it was cut off, and opens again when a late mark left something to do', async () => {
    const { of, token, mine } = await begun()
    for (const s of of.students) await submit(of, token, mine, s, points(500))
    await complete(of, () => Promise.reject(new Error('the process ends'))).catch(() => undefined)
    expect(await stateOf(of)).toBe('closing')
    expect((await complete(of)).status).toBe(0)
    expect(await stateOf(of)).toBe('closed')

    const other = await begun()
    for (const s of other.of.students) await submit(other.of, other.token, other.mine, s, points(500))
    const at = {
      paperId: other.of.paper.paperId,
      studentId: other.of.students[0]!,
      questionId: other.of.essay.questionId,
    }
    // A mark of another instance, judged by a desk from before: this one sends its answer back as a problem.
    const told = await complete(other.of, () => answers.update(at, { first: undefined }))
    expect([told.status, await stateOf(other.of)]).toEqual([refused.unfinished.status, 'open'])
  })
})
