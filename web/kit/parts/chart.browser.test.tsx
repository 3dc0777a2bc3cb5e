import { FluentProvider, createDarkTheme, createLightTheme } from '@fluentui/react-components'
import { expect, it, onTestFinished } from 'vitest'
import { brand } from '../brand.ts'
import { show } from '../browser.testing.tsx'
import { chooseTheme, useDark } from '../dark.ts'
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

it('follows light and dark while it is open', async () => {
  onTestFinished(() => chooseTheme('system'))
  chooseTheme('light')
  const Themed = () => (
    <FluentProvider theme={(useDark() ? createDarkTheme : createLightTheme)(brand.ramp)}>
      <Chart
        chart={
          {
            ...{ kind: 'bars', names: schools, of: { type: 'score' }, max: 10_000 },
            series: [{ name: '均分', values: [8100, 7900, 6050] }],
          } as never
        }
        title="各校均分"
        exportName="各校均分"
        tools={null}
        table={null}
      />
    </FluentProvider>
  )
  await show(<Themed />)
  /** How light the ink of a name is, of 255. */
  const ink = (): number => {
    const name = [...document.querySelectorAll('[role=img] svg text')].find((t) => t.textContent.includes('育才'))
    const hex = /#([0-9a-f]{2})/i.exec(name?.getAttribute('fill') ?? '')?.[1]
    return hex === undefined ? Number.NaN : parseInt(hex, 16)
  }
  await expect.poll(ink).toBeLessThan(128)
  chooseTheme('dark')
  await expect.poll(ink).toBeGreaterThan(128)
})
