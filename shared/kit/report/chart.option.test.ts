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
