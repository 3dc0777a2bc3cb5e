import { expect, it } from 'vitest'
import { show } from '../browser.testing.tsx'
import { Chart } from './Chart.tsx'

const schools = ['青禾市第一中学', '青禾市第二中学', '育才中学']

it.each([
  ['bars', 390],
  ['bars', 1440],
  ['stackedBars', 390],
] as const)('names each of a few %s at %i px', async (kind, width) => {
  const one = { name: '均分', values: [8100, 7900, 6050] }
  const of = { type: 'score' as const }
  await show(
    <Chart
      chart={{ kind, names: schools, series: [one], of, max: 10_000, line: { name: '全体', value: 7500 } } as never}
      title="各校均分"
      exportName="各校均分"
      tools={null}
      table={null}
    />,
    { width },
  )
  const drawn = () =>
    [...document.querySelectorAll('[role=img] svg text')]
      .map((t) => t.textContent)
      .join('')
      .replaceAll(/\s/g, '')
  for (const name of schools) await expect.poll(drawn).toContain(name)
})
