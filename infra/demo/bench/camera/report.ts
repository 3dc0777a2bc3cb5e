/** The whole report: own cards over every distortion, random foreign sheets, bad input; tables as text. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Purpose } from '../../camera/chance.ts'
import { foreignPages } from './foreignPages.ts'
import { badOwnPages, ownPages } from './ownPages.ts'
import { countIn, questionsOf, tableOf } from './reading.ts'
import type { Judged, Tally } from './reading.ts'

export type ReportAsked = {
  purpose: Purpose
  /** Pages of own cards for each distortion, and for each bad input. */
  each: number
  layouts: number
  pagesOfLayout: number
  /** The number of the first page of each distortion, and of the first layout: seeds that no report has used yet. */
  from?: number
  /** Only pages of these names. */
  only?: (name: string) => boolean
  keep?: string
  say?: (line: string) => void
}

export type Part = 'own' | 'own, bad input' | 'foreign' | 'foreign, bad input'
/** Own cards and other makers' sheets; once more what an ordinary scanner makes of them, without copies, faxes, stains and photographs. */
type Sheets = 'own' | 'foreign' | 'own, ordinary scans' | 'foreign, ordinary scans'
const ordinary: readonly string[] = [
  'flatbed 100 dpi',
  'flatbed 150 dpi',
  'flatbed 200 dpi',
  'feeder, skewed',
  'feeder, uneven speed',
  'coloured paper',
  'recycled paper',
  'bleed-through',
]

export type Report = {
  /** One tally a distortion (bad inputs by their name) in each part; by mark; by how a foreign form looks. */
  ways: Map<Part, Map<string, Tally>>
  marks: Map<Sheets, Map<string, Tally>>
  looks: Map<string, Tally>
  text: string
}

const add = (tally: Tally, { refused, rows }: Judged) => {
  tally.pages++
  if (refused !== null) tally.refused++
  if (rows.some((r) => r.verdict === 'wrong')) tally.wrongPages++
  for (const r of rows) tally[r.verdict]++
}

export const makeReport = async ({
  purpose,
  each,
  layouts,
  pagesOfLayout,
  from = 0,
  only,
  keep,
  say,
}: ReportAsked): Promise<Report> => {
  const ways: Report['ways'] = new Map()
  const marks: Report['marks'] = new Map()
  const looks: Report['looks'] = new Map()
  const tallies = <K extends string>(of: Map<K, Map<string, Tally>>, key: K) => {
    let found = of.get(key)
    if (!found) of.set(key, (found = new Map()))
    return found
  }
  const people = new Map<'own' | 'foreign', { pages: number; rows: number; questions: number; unclear: number }>()
  const byMark = (part: 'own' | 'foreign', way: string, judged: Judged) => {
    const sheets: Sheets[] = ordinary.includes(way) ? [part, `${part}, ordinary scans`] : [part]
    for (const r of judged.rows)
      for (const of of sheets)
        countIn(tallies(marks, of), `${r.row.row === 'digit' ? 'digit, ' : ''}${r.row.kind}`)[r.verdict]++
    const { questions, unclear } = questionsOf(judged)
    const asked = judged.rows.filter((r) => r.doubt && r.row.row !== 'digit').length
    const sum = people.get(part) ?? { pages: 0, rows: 0, questions: 0, unclear: 0 }
    people.set(part, {
      pages: sum.pages + 1,
      rows: sum.rows + asked,
      questions: sum.questions + questions,
      unclear: sum.unclear + (unclear ? 1 : 0),
    })
  }
  for await (const p of ownPages({ purpose, each, from, only, keep, say })) {
    add(countIn(tallies(ways, 'own'), p.way), p.judged)
    byMark('own', p.way, p.judged)
  }
  for await (const p of badOwnPages({ purpose, each: Math.ceil(each / 2), from, only, keep, say }))
    add(countIn(tallies(ways, 'own, bad input'), p.way), p.judged)
  for await (const p of foreignPages({ purpose, layouts, from, each: pagesOfLayout, only, keep, say })) {
    add(countIn(tallies(ways, p.bad ? 'foreign, bad input' : 'foreign'), p.way), p.judged)
    if (p.bad) continue
    byMark('foreign', p.way, p.judged)
    const { form } = p
    const mark = form.marks.find((m) => m.kind !== 'bar')?.kind ?? 'none'
    const letters = form.inside ? (form.inside.weight > 0.3 ? 'bold' : 'thin') : 'none'
    for (const look of [
      `template ${p.blank ? 'blank' : 'filled'}`,
      `cells ${form.cell.shape}`,
      `corner marks ${mark}`,
      `letters ${letters}`,
    ])
      add(countIn(looks, look), p.judged)
  }
  const sorted = (of: ReadonlyMap<string, Tally>) => new Map([...of].sort(([a], [b]) => a.localeCompare(b)))
  const text = [
    ...[...ways].map(([part, of]) => tableOf(part, of, true)),
    ...[...marks].map(([part, of]) => tableOf(`marks on ${part} sheets`, sorted(of), false)),
    tableOf('foreign forms by look', sorted(looks), true),
    ...[...people].map(
      ([part, n]) =>
        `${part}: ${n.rows} rows asked about on ${n.pages} pages, ${n.questions} questions to a person: ${n.unclear} pages are one each`,
    ),
  ].join('\n\n')
  if (keep) {
    await mkdir(keep, { recursive: true })
    await writeFile(join(keep, 'report.txt'), `${text}\n`)
  }
  return { ways, marks, looks, text }
}
