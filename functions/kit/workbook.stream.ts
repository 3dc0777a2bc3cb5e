/**
 * A workbook with one sheet too long for memory. hucre writes the whole workbook with that sheet's first rows only; its
 * rows are then written here, in the styles that hucre gave the first one, straight into the compressor, and the parts
 * are put together again. What is kept is the compressed sheet: a tenth of its rows.
 */
import { plainCell } from '#shared/kit/csv.ts'
import { now } from '#functions/kit/ports.ts'
import { membersOf } from '#functions/kit/zip.reader.ts'
import { deflate, zipWriter } from '#functions/kit/zip.ts'

export type Cell = string | number | null
export type BookSheet = {
  name: string
  head: Cell[]
  rows: Iterable<Cell[]>
  widths: number[]
  formats: (string | undefined)[]
  frozen: { rows: number; columns: number }
}
/** The first sheet: its rows may come a few at a time. */
export type LongSheet = Omit<BookSheet, 'rows'> & { rows: Iterable<Cell[]> | AsyncIterable<Cell[]> }
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Text for XML; what XML does not have is left out. */
const xml = (text: string): string =>
  text.replace(/[&<>]/g, (c) => escapes[c]!).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

const rowXml = (cells: readonly Cell[], at: number, columns: readonly string[], styles: readonly string[]): string => {
  let text = `<row r="${at}">`
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!
    if (cell === null || cell === '') continue
    text +=
      typeof cell === 'number'
        ? `<c r="${columns[i]}${at}"${styles[i]}><v>${cell}</v></c>`
        : `<c r="${columns[i]}${at}"${styles[i]} t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
  }
  return `${text}</row>`
}

/** The sheet as text: what hucre wrote around its two rows, and all rows in the styles of the second. */
async function* sheetPieces(
  written: string,
  first: readonly Cell[],
  rest: Iterator<Cell[]> | AsyncIterator<Cell[]>,
): AsyncGenerator<string> {
  const sample = /<row r="2".*?<\/row>/s.exec(written)![0]
  const from = written.indexOf(sample)
  const columns = first.map((_, i) => letters(i))
  const styles = columns.map((c) => new RegExp(`<c r="${c}2"[^>]*?( s="\\d+")`).exec(sample)?.[1] ?? '')
  // How many rows there are is not known yet, and need not be said.
  yield written.slice(0, from).replace(/<dimension [^>]*>/, '')
  let text = rowXml(first, 2, columns, styles)
  for (let at = 3; ; at++) {
    // Rows that are there are not waited for: a hundred thousand waits are a tenth of a second.
    const asked = rest.next()
    const next = asked instanceof Promise ? await asked : asked
    if (next.done) break
    text += rowXml(next.value, at, columns, styles)
    if (text.length < 262_144) continue
    yield text
    text = ''
  }
  yield text + written.slice(from + sample.length)
}

/**
 * A workbook whose first sheet may be of any length: its rows are asked for one by one. The same rows and time give the
 * same bytes.
 */
export async function* streamBook(
  sheets: readonly [LongSheet, ...BookSheet[]],
  book: { title: string; made: Date },
): AsyncGenerator<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  const [long, ...others] = sheets
  const rows = Symbol.asyncIterator in long.rows ? long.rows[Symbol.asyncIterator]() : long.rows[Symbol.iterator]()
  const first = await rows.next()
  const whole = [
    // An empty cell would have no style to tell.
    { ...long, rows: first.done ? [] : [first.value.map((cell) => cell ?? 0)] },
    ...others,
  ]
  const small = await writeXlsx({
    properties: { creator: '青禾', title: book.title, created: book.made, modified: book.made },
    sheets: whole.map((s) => ({
      name: s.name,
      rows: [s.head, ...s.rows],
      freezePane: s.frozen,
      columns: s.widths.map((width, i) => ({
        width,
        ...(s.formats[i] === undefined ? {} : { numFmt: s.formats[i] }),
      })),
    })),
  })
  const zip = zipWriter(book.made.getTime())
  for (const { name, bytes } of await membersOf(small)) {
    const text = bytes.toString('utf8')
    const isLong = name === 'xl/worksheets/sheet1.xml' && !first.done
    const packed = await deflate(isLong ? sheetPieces(text, first.value, rows) : [text])
    yield* zip.add(name, packed.bytes, packed)
  }
  yield* zip.end()
}

const flat = async function* (
  pages: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
): AsyncGenerator<Cell[]> {
  for await (const page of pages) for (const row of page) yield row.map(plainCell)
}

/**
 * A workbook of one sheet of text: a long number is not turned into 2.02E+11, and nothing is a formula. Its rows come a
 * page at a time.
 */
export const textBook = (
  name: string,
  head: readonly string[],
  pages: Parameters<typeof flat>[0],
  widths: readonly number[] = head.map(() => 16),
): AsyncGenerator<Uint8Array> => {
  const formats = head.map(() => '@')
  const frozen = { rows: 1, columns: 0 }
  return streamBook([{ name, head: [...head], rows: flat(pages), widths: [...widths], formats, frozen }], {
    title: name,
    made: new Date(now()),
  })
}
