import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRig, task } from './states.rig.ts'
import type { Rig } from './states.rig.ts'

const distributed = (executionType: string, state: object, rest: object = {}) => ({
  StartAt: 'Map',
  States: {
    Map: {
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: executionType },
        StartAt: 'Work',
        States: { Work: state },
      },
      End: true,
      ...rest,
    },
  },
})

describe('distributed map, speed and memory of the journal', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await makeRig({ noop: () => 1 })
  })
  afterAll(() => rig.dispose())

  it.each(['EXPRESS', 'STANDARD'])('5 000 items with a no-op function under 3 s (%s children)', async (type) => {
    const from = performance.now()
    const ended = await rig.run(
      distributed(type, task('noop'), { Items: '{% $map([1..5000], function($i) {{"i": $i}}) %}' }),
    )
    const took = performance.now() - from
    console.log(`5 000 ${type} children: ${Math.round(took)} ms`)
    expect(ended.status).toBe('SUCCEEDED')
    expect((JSON.parse(ended.output ?? '[]') as number[]).length).toBe(5000)
    expect(took).toBeLessThan(3000)
  })
})
