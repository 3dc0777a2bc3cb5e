import { beforeAll, describe, expect, it } from 'vitest'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, unitsDuring } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import { readingOf } from './scanned.fixtures.ts'
import { answers, heads, images, objectives } from './marking.store.ts'
import { layDown, takeIn } from './scripts.ts'

beforeAll(() => actAs('marking-work'))

describe('a script of which two readings are on their way', () => {
  it('keeps the newer pictures, wherever the newer run stands when the late one comes', async () => {
    const of = await seat(1, {}, 0)
    const studentId = of.students[0]!
    const at = { paperId: of.paper.paperId, studentId }
    const [old, fresh] = [readingOf(of, studentId, 1), readingOf(of, studentId, 2)]
    await takeIn(of.paper, old)
    const dry = withFaults(() => null)
    await takeIn(of.paper, fresh)
    dry.stop()
    const calls = [...dry.calls]
    for (const [index, { command }] of calls.entries()) {
      if (!/Put|Update|Transact/.test(command)) continue
      const sitting = await seat(1, {}, 0)
      const own = { paperId: sitting.paper.paperId, studentId: sitting.students[0]! }
      const [first, second] = [readingOf(sitting, own.studentId, 1), readingOf(sitting, own.studentId, 2)]
      await takeIn(sitting.paper, first)
      const fault = withFaults((call) => (call.index === index ? 'crashAfter' : null))
      await takeIn(sitting.paper, second).catch(() => undefined)
      fault.stop()
      const newer = (await images.get(own))!.imageVersion
      await takeIn(sitting.paper, first)
      expect([command, index, (await images.get(own))?.imageVersion]).toEqual([command, index, newer])
      // What a marker is shown is what a mark is given on: never an older picture than the answer's.
      await takeIn(sitting.paper, second)
      const [shown, item, head] = await Promise.all([
        images.get(own),
        answers.get({ ...own, questionId: sitting.essay.questionId }),
        heads.get(own),
      ])
      expect([shown?.imageVersion, item?.imageVersion, head?.imageVersion]).toEqual([2, 2, 2])
    }
    expect((await images.get(at))?.imageVersion).toBe(2)
  })
})

describe('scripts of a paper that no one marks yet', () => {
  const counted = async (run: () => Promise<unknown>) => {
    const seen = withFaults(() => null)
    const { read, write } = await unitsDuring(run)
    seen.stop()
    return { read, write, requests: seen.calls.length }
  }

  it('are laid down by few requests, for the write units of one after the other, and say the same', async () => {
    const of = await seat(40, {}, 0, ['1班'], 11)
    const readings = of.students.map((s) => readingOf(of, s))
    const [apart, together] = [readings.slice(0, 20), readings.slice(20)]
    const one = await counted(async () => {
      for (const reading of apart) await takeIn(of.paper, reading)
    })
    const all = await counted(() => layDown(of.paper, together, 0))
    expect(all.write).toBe(one.write)
    expect(all.read).toBeLessThan(one.read / 4)
    expect(all.requests).toBeLessThan(one.requests / 15)
    // Taken in by itself after that, nothing of it is written.
    expect((await counted(() => Promise.all(together.map((r) => takeIn(of.paper, r))))).write).toBe(0)
  })

  it('are taken in by themselves where a reading is in the journal already', async () => {
    const of = await seat(1, {}, 0)
    const key = { paperId: of.paper.paperId, studentId: of.students[0]! }
    const told = { ...key, schema: 1 as const, chosen: { [of.choice.questionId]: 'B' }, version: 1 }
    await objectives.create(told)
    await layDown(of.paper, [readingOf(of, of.students[0]!)], 0)
    // The same version never says two things: the journal keeps the first.
    expect(await objectives.get(key)).toMatchObject({ chosen: { [of.choice.questionId]: 'AC' }, version: 2 })
    expect((await heads.get(key))?.complete).toBe(true)
  })
})
