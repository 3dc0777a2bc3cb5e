import { expect, it } from 'vitest'
import { chartOption } from './chart.option.ts'
import type { ChartLook } from './chart.option.ts'

const look: ChartLook = {
  ...{ ink: '#000000', faint: '#cccccc', ground: '#ffffff', brand: '#3b7d31', rest: '#8a8a8a' },
  series: ['#3b7d31', '#0e9cc4'],
  ramp: ['#3b7d31'],
}
const axisOf = (kind: 'lines' | 'bars', ...values: (number | null)[][]): { min?: number } =>
  (
    chartOption(
      { kind, names: ['1', '2'], series: values.map((of) => ({ name: '比他人', values: of })), of: { type: 'change' } },
      look,
      false,
    ) as { yAxis: { min?: number } }
  ).yAxis

it('leaves nothing that lies below nought out of its axis, which begins at nought otherwise', () => {
  for (const kind of ['lines', 'bars'] as const) {
    expect(axisOf(kind, [10, null], [-89, -89]).min).toBeUndefined()
    expect(axisOf(kind, [10, null], [0, 20]).min).toBe(0)
  }
})

it.each([
  [false, 480],
  [true, 326],
])('leaves the figure of a full bar room before the next panel (on a phone: %s)', (narrow, width) => {
  const series = ['优秀率', '良好率', '及格率', '低分率'].map((name) => ({ name, values: [1, 0.5] }))
  const { grid } = chartOption(
    { kind: 'bars', names: ['1班', '2班'], series, of: { type: 'percent' }, max: 1, panels: true },
    look,
    narrow,
  ) as { grid: { left: string; width: string }[] }
  const px = (share: string): number => (parseFloat(share) * width) / 100
  const [first, second] = grid as [(typeof grid)[0], (typeof grid)[0]]
  // 100.0% in the type of a chart, and what it stands away from its bar.
  expect(px(second.left) - px(first.left) - px(first.width)).toBeGreaterThan(44)
})

it.each(['lines', 'bars'] as const)(
  'draws %s that stand alone in the colour of the brand, of several each in its own',
  (kind) => {
    const coloursOf = (count: number) => {
      const series = Array.from({ length: count }, (_, i) => ({ name: `${i + 1}班`, values: [1, 2] }))
      const drawn = chartOption(
        { kind, names: ['1', '2'], series, of: { type: 'count' } },
        { ...look, brand: '#94459b' },
        false,
      )
      return (drawn as { series: { itemStyle: { color: string } }[] }).series.map((s) => s.itemStyle.color)
    }
    expect([coloursOf(1), coloursOf(2)]).toEqual([['#94459b'], look.series])
  },
)
