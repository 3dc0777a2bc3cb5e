import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chart } from '#shared/kit/report/report.types.ts'
import { teachAgainSentence } from '#shared/analysis/report.words.ts'
import { floorOf } from '#shared/analysis/reports/item.sections.ts'
import { labelSides } from '#shared/kit/report/chart.points.ts'
import { chartHeight, chartOption, chartWidth } from '#shared/kit/report/chart.option.ts'
import { roundEnd, ticksOf } from '#shared/kit/report/chart.axes.ts'

describe('the ticks of a printed axis', () => {
  it.each([
    [90, [0, 20, 40, 60, 80, 90]],
    [100, [0, 20, 40, 60, 80, 100]],
    [150, [0, 50, 100, 150]],
    [120, [0, 20, 40, 60, 80, 100, 120]],
    [54, [0, 20, 40, 54]],
  ])('a full mark of %i ends them, no tick stands next to it', (full, ticks) => {
    expect(ticksOf(full)).toEqual(ticks)
  })
  it('are apart by 1, 2 or 5 × 10ⁿ, at any most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (most) => {
        const ticks = ticksOf(most)
        const step = ticks[1]! - ticks[0]!
        if (ticks.length > 2) expect([1, 2, 5]).toContain(Math.round(step / 10 ** Math.floor(Math.log10(step))))
        expect([ticks[0], ticks.at(-1)]).toEqual([0, most])
        expect(ticks.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})

describe('an axis without an end of its own', () => {
  it('ends at a round number, in steps of 1, 2 or 5 × 10ⁿ, and counts people as wholes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.boolean(), (most, whole) => {
        const { max, interval } = roundEnd(most, whole)
        expect([1, 2, 5]).toContain(Math.round(interval / 10 ** Math.floor(Math.log10(interval) + 1e-9)))
        expect(max).toBeGreaterThanOrEqual(most)
        expect(max - most).toBeLessThan(interval)
        expect(max / interval).toBeCloseTo(Math.round(max / interval), 9)
        expect(Math.round(max / interval)).toBeLessThanOrEqual(6)
        if (whole) expect(interval).toBeGreaterThanOrEqual(1)
      }),
    )
  })
  it('is that of a histogram: 13 people in a section are counted by fives, not by threes', () => {
    const look = { brand: '#000', ink: '#000', series: ['#000'], ramp: ['#000'] } as never
    const chart: Chart = { kind: 'histogram', names: ['0', '10', '20'], counts: [2, 13, 4], unit: '分' }
    expect(chartOption(chart, look)['yAxis']).toMatchObject({ min: 0, max: 15, interval: 5 })
  })
})

describe('a histogram', () => {
  it('names every section, in two lines where many stand side by side', () => {
    const look = { brand: '#000', ink: '#000', series: ['#000'], ramp: ['#000'] } as never
    const names = Array.from({ length: 9 }, (_, i) => `${10 * i}–${10 * i + 10}`)
    const { xAxis } = chartOption({ kind: 'histogram', names, counts: names.map(() => 3), unit: '分' }, look)
    const { axisLabel } = xAxis as { axisLabel: { interval: unknown; formatter: (name: string) => string } }
    expect([axisLabel.interval, axisLabel.formatter('20–30')]).toEqual([0, '20–\n30'])
    // A phone has room for every other one.
    const phone = chartOption({ kind: 'histogram', names, counts: names.map(() => 3), unit: '分' }, look, true)
    expect(phone['xAxis']).toMatchObject({ axisLabel: { interval: 1 } })
  })
})

describe('names in a scatter', () => {
  it('stand over no neighbour: at another side, where one is free', () => {
    const at = (name: string, x: number, y: number, mark = true) => ({ name, x, y, mark })
    expect(labelSides([at('第3题', 0.5, 0.5), at('', 0.57, 0.5, false)])).toEqual(['left', 'right'])
    expect(labelSides([at('第3题', 0.5, 0.5), at('第4题', 0.5, 0.53)])).toEqual(['right', 'left'])
    // At the right edge nothing is cut.
    expect(labelSides([at('第18题', 1, 0.5)])).toEqual(['left'])
  })
  it('stand beside no name of a level at the right, on a phone either', () => {
    const one = [{ name: '第13题', x: 0.9, y: 0.2, mark: true }]
    expect(labelSides(one)).toEqual(['right'])
    expect(labelSides(one, [{ name: '较差 0.20', y: 0.2 }])).toEqual(['left'])
    const levels = [{ name: '较差 0.20', value: 0.2 }]
    const axis = { name: '', of: { type: 'coefficient' as const }, max: 1 }
    const chart: Chart = { kind: 'scatter', x: axis, y: axis, levels, points: [{ ...one[0]!, x: 0.8 }] }
    const sideOf = (narrow: boolean) => {
      const series = chartOption(chart, { ink: '', brand: '', rest: '' } as never, narrow)['series'] as never
      return (series as { data: { label: { position: string } }[] }[])[0]!.data[0]!.label.position
    }
    expect([sideOf(false), sideOf(true)]).toEqual(['right', 'left'])
  })
  it('lie over an axis that begins at nothing, or at the tick below what lies under it', () => {
    expect([[], [0.3], [-0.0625, 0.5], [-0.2], [-0.21]].map(floorOf)).toEqual([0, 0, -0.2, -0.2, -0.4])
  })
  it('choose the side that meets least, however the points lie', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { maxLength: 25 }), (points) => {
        const sides = labelSides(points.map(([x, y], i) => ({ name: `第${i}题`, x, y, mark: true })))
        expect(sides.length).toBe(points.length)
      }),
    )
  })
})

describe('a heat map', () => {
  it('has its heads above, in sight before the rows', () => {
    const look = { brand: '#000', ink: '#000', series: ['#000'], ramp: ['#000', '#111'] } as never
    const values = [[0.5, 0.6]]
    const chart: Chart = { kind: 'heat', columns: ['1班', '2班'], rows: ['第1题'], values, of: { type: 'percent' } }
    expect(chartOption(chart, look)['xAxis']).toMatchObject({ position: 'top' })
  })
  it('is as wide as its columns ask for: two classes do not stand a screen apart', () => {
    const heat = (columns: string[]): Chart => ({
      ...{ kind: 'heat', columns, rows: ['第1题'], values: [columns.map(() => 50)], of: { type: 'percent' } },
    })
    expect(chartWidth(heat(['1班', '2班']))).toBeLessThan(400)
    expect(chartWidth(heat(Array.from({ length: 20 }, (_, i) => `${i}班`)))! / 20).toBeGreaterThan(56)
    expect(chartWidth({ kind: 'histogram', names: ['0'], counts: [2], unit: '分' })).toBeUndefined()
  })
})

describe('panels beside each other', () => {
  const look = { brand: '#000', ink: '#000', series: ['#000'], ramp: ['#000'] } as never
  const rates = ['优秀率', '良好率', '及格率', '低分率'].map((name) => ({ name, values: [0.5, 1] }))
  const chart: Chart = { kind: 'bars', panels: true, names: ['1班', '2班'], series: rates, of: { type: 'percent' } }
  const gridsOf = (narrow: boolean) => chartOption(chart, look, narrow)['grid'] as { top: number; height: number }[]

  it('fill a picture that is as high as its neighbour', () => {
    expect(gridsOf(false)).toMatchObject([{ bottom: 8 }, { bottom: 8 }, { bottom: 8 }, { bottom: 8 }])
  })
  it('stand two by two on a phone, none on another and all within the picture', () => {
    expect(new Set(gridsOf(false).map((g) => g.top)).size).toBe(1)
    const [first, , third, last] = gridsOf(true)
    expect(third!.top).toBeGreaterThan(first!.top + first!.height)
    expect(last!.top + last!.height).toBeLessThanOrEqual(chartHeight(chart, true))
    expect(chartHeight(chart, true)).toBe(2 * chartHeight(chart))
  })
})

describe('what a teacher wants to know first', () => {
  it('is what to teach again, the worst first, and no coefficient', () => {
    const items = [0.9, 0.24, 0.5, 0.31, null, 0.6].map((difficulty, i) => ({ number: `${i + 1}`, difficulty }))
    expect(teachAgainSentence(items)).toBe('最需要再讲：第2、4、3题，得分率24.0%、31.0%、50.0%。')
    expect(teachAgainSentence(items.slice(0, 1))).toContain('没有需要全班重讲的题')
  })
})
