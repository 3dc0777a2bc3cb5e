/** Reports as Word documents and slides, opened again by other means than those that wrote them. */
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import type { Made } from '#shared/analysis/reports/report.fixtures.ts'
import { paperReports } from '#shared/analysis/reports/registry.ts'
import { madeSnapshot } from '#shared/analysis/snapshot.fixtures.ts'
import { cellWords, totalsOf } from '#shared/kit/report/cell.words.ts'
import { plainChart } from '#shared/kit/report/chart.plain.ts'
import type { PlainChart } from '#shared/kit/report/chart.plain.ts'
import type { ReportValue } from '#shared/kit/report/report.types.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import { sha256 } from '#functions/kit/objects.ts'
import { xmlTokens } from '#functions/kit/xml.tokens.ts'
import { reportDocx } from './report.docx.ts'
import { reportPptx } from './report.pptx.ts'

const template = settingSchemas.reportTemplate.parse({})
const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const forms = {
  Word: { write: reportDocx, pages: /^word\/document\.xml$/, charts: /^word\/charts\/chart\d+\.xml$/ },
  slides: { write: reportPptx, pages: /^ppt\/slides\/slide\d+\.xml$/, charts: /^ppt\/charts\/chart\d+\.xml$/ },
} as const
const valueOf = (report: (typeof paperReports)[number], of: Made): ReportValue =>
  report.value(madeData(of, report), { smallest: 5, named: true }, noParams)
const written = (form: keyof typeof forms, value: ReportValue): Promise<Buffer> =>
  bytesOf(forms[form].write([{ value, answer: true, sections: value.sections }], value.title, template))

/** The members of a zip; yauzl checks each one's size and sum. */
const opened = async (zip: Buffer): Promise<Map<string, Buffer>> => {
  const members = new Map<string, Buffer>()
  const file = await fromBufferPromise(zip)
  for await (const entry of file.eachEntry())
    members.set(entry.fileName, await bytesOf(await file.openReadStreamPromise(entry)))
  return members
}
/** The texts of a document, each whole; an element that is not closed fails. */
const textsIn = (xml: string): string[] => {
  const [open, texts]: [string[], string[]] = [[], []]
  const reader = xmlTokens({
    open: (name) => {
      open.push(name)
      if (name === 't') texts.push('')
    },
    close: (name) => expect(open.pop()).toBe(name),
    text: (text) => {
      if (open.at(-1) === 't') texts[texts.length - 1] += text
    },
  })
  reader.write(xml)
  expect(open).toEqual([])
  return texts
}
/** What a chart was given, by the copies of its numbers that it keeps. */
const numbersIn = (xml: string): number[] =>
  [...xml.matchAll(/<c:(?:val|xVal|yVal)>([\s\S]*?)<\/c:(?:val|xVal|yVal)>/g)].flatMap(([, inside]) =>
    [...inside!.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, v]) => Number(v)),
  )
const givenTo = (chart: PlainChart): number[] =>
  chart.kind === 'points'
    ? chart.points.flatMap((p) => [p.x, p.y])
    : chart.series.flatMap((s) => s.values.filter((v) => v !== null))
const ascending = (list: readonly number[]): number[] => list.map((n) => Number(n.toPrecision(9))).sort((a, b) => a - b)

describe.each(Object.keys(forms) as (keyof typeof forms)[])('%s', (form) => {
  it.each(paperReports.filter((r) => !r.list).map((r) => [r.id, r] as const))('%s', async (_, report) => {
    const value = valueOf(report, { students: 120, names: ['=1+1', '甲&<乙>'] })
    const members = await opened(await written(form, value))
    const of = (pattern: RegExp): string[] =>
      [...members].flatMap(([name, bytes]) => (pattern.test(name) ? [bytes.toString('utf8')] : []))
    const texts = new Set(of(forms[form].pages).flatMap(textsIn))
    for (const said of [value.sentence, ...value.sections.map((s) => s.title)]) expect(texts).toContain(said)
    for (const { table } of value.sections) {
      const totals = totalsOf(table)
      for (const cells of [...table.rows.map((r) => r.cells), ...(totals ? [totals] : [])])
        cells.forEach((cell, i) => {
          const words = cellWords(cell, table.columns[i]!)
          if (words) expect(texts).toContain(words)
        })
    }
    expect([...texts].join()).not.toMatch(/NaN|undefined|\[object/)
    const given = value.sections.flatMap(({ chart }) => {
      const plain = chart ? plainChart(chart) : null
      return plain ? [plain] : []
    })
    const charts = of(forms[form].charts)
    expect(charts).toHaveLength(given.length)
    for (const chart of charts) textsIn(chart)
    expect(ascending(charts.flatMap(numbersIn))).toEqual(ascending(given.flatMap(givenTo)))
  })

  it('keeps the numbers of a chart in a workbook of its own, where they are edited', async () => {
    const value = valueOf(
      paperReports.find((r) => r.id === 'level')!,
      { students: 90 },
    )
    const members = await opened(await written(form, value))
    const [, book] = [...members].find(([name]) => name.endsWith('.xlsx'))!
    const plain = plainChart(value.sections[0]!.chart!) as Exclude<PlainChart, { kind: 'points' }>
    const rows = (await readXlsx(book)).sheets[0]!.rows
    expect(rows.slice(1).map((r) => r[0])).toEqual(plain.names)
    plain.series.forEach((s, i) => expect(rows.slice(1).map((r) => r[i + 1])).toEqual(s.values))
  })

  it('is the same bytes again (I20), and a paper without present students is no fault', async () => {
    const value = valueOf(paperReports[0]!, { students: 60 })
    expect(sha256(await written(form, value))).toBe(sha256(await written(form, value)))
    const data = madeSnapshot(6)
    const empty = { ...data, state: data.state.map(() => 'absent' as const), scores: data.scores.map(() => []) }
    for (const report of paperReports.filter((r) => !r.list)) {
      const members = await opened(await written(form, valueOf(report, { data: empty })))
      const said = [...members].flatMap(([name, b]) =>
        forms[form].pages.test(name) ? textsIn(b.toString('utf8')) : [],
      )
      expect(said.join()).not.toMatch(/NaN|undefined/)
    }
  })
})
