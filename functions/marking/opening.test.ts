import { beforeAll, expect, it, vi } from 'vitest'
import { saveSettling } from '#shared/marking/groups/group.calls.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { usePorts } from '#functions/kit/ports.ts'
import type * as work from '#functions/kit/work.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import type * as counts from './counts.ts'
import { fenceMs } from './desk/desk.ts'
import { handler } from './marking.api.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, open, points, submit } from './marking.steps.fixtures.ts'
import { workCounts } from './counts.ts'
import { answers, arrangements, heads } from './marking.store.ts'
import * as scan from './scanned.fixtures.ts'

const jobs = vi.hoisted(() => ({
  inputs: [] as unknown[],
  queued: undefined as undefined | (() => Promise<unknown>),
}))
vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))
vi.mock('#functions/kit/work.ts', async (original) => {
  const own = await original<typeof work>()
  const startJob: typeof own.startJob = (job, input, ...more) => {
    jobs.inputs.push(input)
    return own.startJob(job, input, ...more)
  }
  return { ...own, startJob }
})
vi.mock('./counts.ts', async (original) => {
  const own = await original<typeof counts>()
  return {
    ...own,
    countBundles: async (...of: Parameters<typeof own.countBundles>) => {
      await own.countBundles(...of)
      await jobs.queued?.()
    },
  }
})

beforeAll(() => actAs('marking-work'))

const seated = async (count: number, teachers: number): Promise<Sitting> => {
  const of = await seat(count, {}, teachers)
  scan.allHere(of)
  return of
}

const started = (calls: readonly { command: string }[]): number =>
  calls.filter(({ command }) => /StartExecution/.test(command)).length

const saveTwo = async (of: Sitting) => {
  actAs('marking-api')
  const { version } = (await paperOf(of.paper.paperId))!
  const rule = { markers: 2 as const, tolerance: 100, settle: {} }
  const wish = { paperId: of.paper.paperId, questionIds: [of.essay.questionId], ...rule, version }
  const saved = await send(handler, saveSettling, wish, of.manager.token)
  actAs('marking-work')
  expect([saved.message, saved.status]).toEqual(['', 0])
}

it('of two openings at once the slow one lays nothing over marks that the other has let in', async () => {
  const of = await seated(2, 1)
  const [get, getMany] = [heads.get, heads.getMany]
  let slow = true
  // Looked at by the slow one, and gone through by the other before anything is written.
  const between = async (): Promise<void> => {
    if (!slow) return
    slow = false
    await open(of)
    const held = (await claim(of, of.teachers[0]!.token)).data
    for (const { studentId } of held.answers)
      expect((await submit(of, of.teachers[0]!.token, held, studentId, points(700))).status).toBe(0)
  }
  const looks = [
    vi.spyOn(heads, 'get').mockImplementation(async (...asked) => {
      const there = await get(...asked)
      await between()
      return there
    }),
    vi.spyOn(heads, 'getMany').mockImplementation(async (...asked) => {
      const there = await getMany(...asked)
      await between()
      return there
    }),
  ]
  await open(of)
  for (const spied of looks) spied.mockRestore()
  expect(slow).toBe(false)
  for (const studentId of of.students) {
    const item = await answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId })
    expect(item?.first?.value).toEqual(points(700))
  }
})

it('a rule that is saved while marking is being opened is met by another opening behind it', async () => {
  const plain = await seated(1, 2)
  const seen = withFaults(() => null)
  await open(plain)
  seen.stop()
  expect(started(seen.calls)).toBe(0)
  const of = await seated(1, 2)
  jobs.queued = async () => {
    jobs.queued = undefined
    await saveTwo(of)
  }
  const again = withFaults(() => null)
  await open(of)
  again.stop()
  expect(started(again.calls)).toBe(1)
})

it('a rule that is changed while marking runs waits until no one judges by the former, then hands out', async () => {
  const of = await seated(1, 2)
  await open(of)
  const seen = withFaults(() => null)
  let before = -1
  const back = usePorts({ pause: async (ms) => void (ms === fenceMs && (before = started(seen.calls))) })
  try {
    await saveTwo(of)
  } finally {
    back()
    seen.stop()
  }
  expect([before, started(seen.calls)]).toEqual([0, 1])
})

it('a rule that is saved in the last moment of an opening is met by another one, be it faster or slower', async () => {
  const late = await seated(1, 2)
  const { markWhole } = workCounts
  const spied = vi.spyOn(workCounts, 'markWhole').mockImplementationOnce(async (...asked) => {
    // The opening has read the paper, and it is not open yet.
    await saveTwo(late)
    await markWhole(...asked)
  })
  const seen = withFaults(() => null)
  await open(late)
  spied.mockRestore()
  seen.stop()
  expect(started(seen.calls)).toBe(1)
  // The other way round: judged by the draft, saved when it was open.
  const of = await seated(1, 2)
  await open(of)
  const { get } = arrangements
  // It was opened with sheets that are not accounted for: the one behind it goes on by the same reason.
  await arrangements.edit(of.paper, (row) => ({ ...row!, override: '个别页破损' }))
  const { override: _later, ...there } = (await get({ paperId: of.paper.paperId }))!
  const stale = { ...there, state: 'draft' as const }
  jobs.inputs.length = 0
  const { version } = (await paperOf(of.paper.paperId))!
  // Every look before the rule is saved, of the door as well as of the command, is at the draft.
  const looked = vi
    .spyOn(arrangements, 'get')
    .mockImplementation(async (...asked) =>
      (await paperOf(of.paper.paperId))!.version === version ? stale : get(...asked),
    )
  const again = withFaults(() => null)
  const back = usePorts({ pause: async () => undefined })
  try {
    await saveTwo(of)
  } finally {
    back()
    again.stop()
    looked.mockRestore()
  }
  expect(started(again.calls)).toBe(1)
  expect(jobs.inputs).toEqual([{ paperId: of.paper.paperId, override: '个别页破损' }])
})
