import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { houseFiles } from '../house/sources.ts'
import { costOf, longFiles, planned } from './longPlan.ts'
import { distances, reachedBy } from './reach.ts'

const files = longFiles()
const secondsOf = ({ run }: ReturnType<typeof planned>): number =>
  run.reduce((sum, { file, share }) => sum + costOf(file).seconds / share, 0)

describe('the long run’s plan', () => {
  it('knows every long test and every fault test', () => {
    expect(files).toContain('functions/scan/faults.test.ts')
    expect(files).toContain('infra/demo/recognition.long.test.ts')
    expect(files.length).toBeGreaterThan(15)
  })

  it('says less about a sampled file only where that file can try less', () => {
    const texts = new Map(houseFiles().map((f) => [f.path, f.text]))
    const asks = (file: string): boolean => /faultCases|inTime|underFaults|singleFaults/.test(texts.get(file) ?? '')
    expect(files.filter((f) => costOf(f).sampled && !asks(f))).toEqual([])
  })

  it('keeps its time, runs every fault test, and leaves nothing out without a word', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 5, max: 60 }), fc.subarray(files), (turn, minutes, reached) => {
        const far = new Map(reached.map((file, i) => [file, i]))
        const plan = planned(files, { seconds: minutes * 60, turn, far })
        expect(secondsOf(plan)).toBeLessThanOrEqual(minutes * 60 * 2)
        expect([...plan.run.map((r) => r.file), ...plan.left].sort()).toEqual([...files].sort())
        expect(files.filter((f) => costOf(f).sampled && plan.left.includes(f))).toEqual([])
      }),
    )
  })

  it('takes what the changes reach before the rest', () => {
    const [first, ...rest] = files.filter((f) => !costOf(f).sampled)
    for (let turn = 0; turn < files.length; turn++) {
      const plan = planned(files, { seconds: 600, turn, far: new Map([[first!, 1]]) })
      if (costOf(first!).seconds < 300) expect(plan.left).not.toContain(first)
      expect(plan.left.length).toBeLessThan(rest.length)
    }
  })

  it('takes what tries the recogniser first where the recogniser changes', () => {
    const slipped = 'infra/demo/bench/camera/slipped.long.test.ts'
    const far = distances(['shared/scan/omr/template/readTemplate.ts', 'shared/scan/omr/shown.ts'], files)
    for (let turn = 0; turn < files.length; turn++)
      expect(planned(files, { seconds: 1200, turn, far }).left).not.toContain(slipped)
  })

  it('runs each file at one of its turns', () => {
    const seen = new Set<string>()
    for (let turn = 0; turn < files.length; turn++)
      for (const { file } of planned(files, { seconds: 1500, turn, far: new Map() }).run) seen.add(file)
    expect(files.filter((f) => !seen.has(f))).toEqual([])
  })

  it('follows imports, workers and the cloud to the tests that a change reaches', () => {
    expect(reachedBy(['functions/kit/table.ts'], files)).toContain('functions/scan/faults.test.ts')
    expect(reachedBy(['shared/scan/omr/row.ts'], files)).toContain('infra/demo/recognition.long.test.ts')
    expect(reachedBy(['functions/exam/creation/create.work.ts'], files)).toContain('infra/demo/demo.long.test.ts')
    expect(reachedBy(['shared/scan/omr/row.ts', 'README.md'], ['functions/identity/faults.test.ts']).size).toBe(0)
  })
})
