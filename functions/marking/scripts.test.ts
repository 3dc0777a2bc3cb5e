import { beforeAll, describe, expect, it } from 'vitest'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs } from '#functions/kit/testing.ts'
import { readingOf, seat } from './marking.fixtures.ts'
import { answers, heads, images } from './marking.store.ts'
import { takeIn } from './scripts.ts'

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
