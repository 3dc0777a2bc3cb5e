/**
 * So many cells that no sitting reads them: page after page of fresh seeds, each written down in a file of notes when it is judged. What
 * stands there is not read again, so the run is broken off and gone on with at will, by several processes too (`part` of `of`).
 */
import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#infra/local/root.ts'
import type { Purpose } from '../../camera/chance.ts'
import { foreignPages } from './foreignPages.ts'
import { ownPages } from './ownPages.ts'
import type { Judged, Verdict } from './reading.ts'

export type Sheets = 'own' | 'foreign'
const verdicts = ['right', 'asked', 'needless', 'lost', 'wrong'] as const satisfies readonly Verdict[]

/** A page as it is noted. */
export type Noted = Record<Verdict, number> & {
  sheets: Sheets
  name: string
  refused: boolean
  /** Cells of the rows that were judged. */
  cells: number
  /** What was read otherwise and accepted: row, mark, reading. */
  wrongRows: string[]
}
/** The first line of notes: by which rules, and of which seeds. */
type Head = { rules: string; purpose: Purpose }

type Page = { sheets: Sheets; name: string; judged: Judged }
/** The pages of one seed's number but for those whose names are known. */
export type PagesOf = (index: number, isKnown: (name: string) => boolean) => AsyncIterable<Page>

/** All that a reading follows from: the recogniser, and the hand and press that make its pages. */
const sources = ['shared/scan/omr', 'functions/scan/omr', 'shared/card', 'infra/demo/camera', 'infra/demo/bench/camera']

/** Tells one state of the rules from another, so that no notes are of both. */
export const rulesNow = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of sources) {
    const names = await readdir(join(root, folder), { recursive: true })
    for (const name of names.sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(await readFile(join(root, folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}

export const notedOf = ({ sheets, name, judged }: Page): Noted => ({
  sheets,
  name,
  refused: judged.refused !== null,
  cells: judged.rows.reduce((n, r) => n + r.row.cells.length, 0),
  ...(Object.fromEntries(verdicts.map((v) => [v, judged.rows.filter((r) => r.verdict === v).length])) as Record<
    Verdict,
    number
  >),
  wrongRows: judged.rows.flatMap(({ row, verdict, said }) =>
    verdict === 'wrong' ? [`${row.name} ${row.kind} read ${said?.join('') || 'blank'}`] : [],
  ),
})

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })

/** A line; null where its process ended in the midst of it. */
const lineOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** What stands in notes. */
export const readNotes = async (file: string): Promise<{ head: Head | undefined; noted: Noted[] }> => {
  const [head, ...pages] = (await textOf(file))
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== null)
  // Two processes that set out from the same notes may read one page twice.
  const byName = new Map((pages as Noted[]).map((p) => [`${p.sheets} ${p.name}`, p]))
  return { head: head as Head | undefined, noted: [...byName.values()] }
}

const cellsOf = (noted: readonly Noted[]): number => noted.reduce((n, p) => n + p.cells, 0)

/** Whole seeds, so that each distortion weighs the same: 48 own pages and three of one form. */
export const pagesOfSeeds = (purpose: Purpose, keep?: string): PagesOf =>
  async function* (from, isKnown) {
    const only = (name: string) => !isKnown(name)
    for await (const { name, judged } of ownPages({ purpose, each: 1, from, only, keep }))
      yield { sheets: 'own', name, judged }
    for await (const { name, judged } of foreignPages({ purpose, layouts: 1, from, each: 3, bad: false, only, keep }))
      yield { sheets: 'foreign', name, judged }
  }

export type CellsAsked = {
  purpose: Purpose
  from: number
  /** Cells to be read in all, those in the notes among them. */
  cells: number
  /** This process takes each `of`-th seed from its `part` on (0, 1, …). */
  part?: number
  of?: number
  /** Time to begin another page until (ms since 1970). */
  until?: number
  notes: string
  rules: string
  pages: PagesOf
  say?: (line: string) => void
}

/** Reads on until so many cells stand in the notes, or its time is up; answers all that stands there. */
export const readCells = async (asked: CellsAsked): Promise<Noted[]> => {
  const { purpose, from, cells, part = 0, of = 1, until = Infinity, notes, rules, pages, say } = asked
  const { head } = await readNotes(notes)
  if (head && (head.rules !== rules || head.purpose !== purpose))
    throw new Error(`${notes} are notes of ${head.purpose} seeds by other rules (${head.rules}): take a new file`)
  if (!head) await appendFile(notes, `${JSON.stringify({ rules, purpose } satisfies Head)}\n`)
  // A line that was broken off ends here.
  else if (!(await textOf(notes)).endsWith('\n')) await appendFile(notes, '\n')
  for (let index = from + part; ; index += of) {
    // Other processes write here too.
    const { noted } = await readNotes(notes)
    if (cellsOf(noted) >= cells || Date.now() >= until) return noted
    const known = new Set(noted.map((p) => p.name))
    for await (const page of pages(index, (name) => known.has(name))) {
      const of = notedOf(page)
      await appendFile(notes, `${JSON.stringify(of)}\n`)
      for (const wrong of of.wrongRows) say?.(`${of.name}: ${wrong}`)
      if (Date.now() >= until) break
    }
  }
}

export type Sum = Record<Verdict | 'pages' | 'refused' | 'rows' | 'cells', number>

/** What notes come to. */
export const sumOf = (noted: readonly Noted[], sheets: Sheets): Sum => {
  const of = noted.filter((p) => p.sheets === sheets)
  const sum = (key: Verdict) => of.reduce((n, p) => n + p[key], 0)
  const counts = Object.fromEntries(verdicts.map((v) => [v, sum(v)])) as Record<Verdict, number>
  return {
    ...counts,
    pages: of.length,
    refused: of.filter((p) => p.refused).length,
    rows: verdicts.reduce((n, v) => n + counts[v], 0),
    cells: cellsOf(of),
  }
}
