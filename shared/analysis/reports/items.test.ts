/** Items by how far apart the groups are. */
import { expect, it } from 'vitest'
import { toneOf } from '#shared/kit/report/cell.words.ts'
import { itemReport } from './item.report.ts'
import { itemsReport } from './items.report.ts'
import { madeData, noParams } from './report.fixtures.ts'

const tableOf = () =>
  itemsReport.value(madeData({ students: 90 }, itemsReport), { smallest: 5, named: true }, noParams).sections[0]!.table

it('stand with their difference in points of a hundred, the widest first', () => {
  const { columns, rows, brief } = tableOf()
  expect(columns.slice(0, 4).map((c) => c.name)).toEqual(['题号', '各班相差', '满分', '全体'])
  expect(columns[1]).toMatchObject({ key: 'gap', unit: '个百分点' })
  const gaps = rows.map(({ cells }) => {
    const rates = cells.slice(4).filter((c) => typeof c === 'number')
    // As a reader finds it who takes one printed rate from the other.
    const printed = (share: number): number => Number((share * 100).toFixed(1))
    expect(cells[1]).toBe(Number((printed(Math.max(...rates)) - printed(Math.min(...rates))).toFixed(1)))
    return cells[1] as number
  })
  expect(gaps).toEqual([...gaps].sort((a, b) => b - a))
  expect(brief!.columns.map((key) => columns.find((c) => c.key === key)?.name)).toEqual(['题号', '各班相差', '全体'])
})

it('a class far above and one far below the whole stand on different grounds', () => {
  const { columns } = tableOf()
  const at = columns.findIndex((c) => c.against === 'all')
  const row = columns.map(() => 0 as number)
  row[columns.findIndex((c) => c.key === 'all')] = 0.63
  const tone = (rate: number) => toneOf({ cells: row.with(at, rate) }, at, columns)
  expect([tone(0.47), tone(0.63), tone(0.79)]).toEqual([-2, 0, 2])
})

it('by difficulty add up to the paper, in the table and in the chart, also where a group has one without a chooser', () => {
  const data = madeData({ students: 90 }, itemReport)
  const full = data.items.reduce((sum, i) => sum + i.fullScore, 0)
  // Two of the same points of which one counts, the second without a chooser.
  const [first, second, ...others] = data.items
  const points = Math.max(first!.fullScore, second!.fullScore)
  const grouped = [
    { ...first!, fullScore: points, weight: points / 2 },
    { ...second!, fullScore: points, weight: points / 2, difficulty: null, difficultyBand: null },
    ...others,
  ]
  const paper = full - first!.fullScore - second!.fullScore + points
  const bandsOf = (items: typeof data.items) => {
    const { sections } = itemReport.value({ ...data, items }, { smallest: 5, named: true }, noParams)
    const { chart, table } = sections.find((s) => s.title === '难度构成')!
    const drawn = chart?.kind === 'bars' ? chart.series[0]!.values : []
    const total = (values: readonly unknown[]) => values.reduce<number>((sum, v) => sum + Number(v), 0)
    return {
      drawn: total(drawn),
      told: total(table.rows.map((r) => r.cells[2])),
      names: table.rows.map((r) => r.cells[0]),
    }
  }
  expect(bandsOf(data.items)).toMatchObject({ drawn: full, told: full })
  expect(bandsOf(data.items).names).not.toContain('无人作答')
  expect(bandsOf(grouped)).toMatchObject({ drawn: paper, told: paper })
  expect(bandsOf(grouped).names).toContain('无人作答')
})
