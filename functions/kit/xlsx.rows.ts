/**
 * The first visible sheet of a workbook, row by row: the sheet is inflated and read in pieces, no faster than its
 * reader takes the rows, and its texts lie in one buffer. A hundred thousand rows cost what a thousand do. ECMA-376
 * part 1, 18.3 (sheets), 18.4 (shared strings), 18.8 (number formats).
 *
 * A workbook is a stranger's: everything that costs time or memory has a bound (`BookLimits`), what is declared is checked
 * before it is unpacked and what comes is counted, and every pattern is linear in what it reads.
 */
import { attributeOf, xmlTokens } from './xml.tokens.ts'
import { textTable } from './text.table.ts'
import { zipMembers } from './zip.reader.ts'
import type { ZipMember } from './zip.reader.ts'

/** A row of a file and where it stands, from 1. */
export type TableRow = { row: number; cells: string[] }

export type BookLimits = {
  /** Bytes that its parts unpack to, together; and as many letters may its cells hold: one text may stand in all of them. */
  unpacked: number
  /** Rows that hold something. */
  rows: number
  merges: number
}
/** A roster of a hundred thousand, in a job. */
export const rosterLimits: BookLimits = { unpacked: 400_000_000, rows: 1_000_000, merges: 20_000 }
/** A list of a few thousand, in a call: half a second of one core at most. */
export const listLimits: BookLimits = { unpacked: 24_000_000, rows: 5000, merges: 5000 }

/** What is wrong with a workbook that is more than it may be, or other than it says. */
export class BookRefused extends Error {
  override name = 'BookRefused'
}

/** No format of ours has a column further right. */
export const mostColumns = 200
/** As spreadsheets have it. */
const mostCellText = 32_767
const mostRow = 1_048_576
/** Parts of a zip; a workbook has some dozens. */
const mostEntries = 2000
/** Unpacked to packed, above a size at which a part of equal cells is still honest. */
const mostRatio = 300
const ratioFrom = 10_000_000

type Book = { part: (name: string) => ZipMember | undefined; pieces: (part: ZipMember) => AsyncGenerator<string> }

const openBook = async (bytes: Uint8Array, limits: BookLimits): Promise<Book> => {
  const parts = new Map<string, ZipMember>()
  for await (const part of zipMembers(bytes, { ratio: mostRatio, ratioFrom })) {
    if (parts.size === mostEntries) throw new BookRefused('too many parts')
    // Some programs write the paths of Windows.
    parts.set(part.name.replaceAll('\\', '/').toLowerCase(), part)
  }
  const opened = new Set<ZipMember>()
  let declared = 0
  return {
    part: (name) => parts.get(name.toLowerCase()),
    async *pieces(part) {
      // Some parts are read twice: they count once.
      if (!opened.has(part)) declared += part.size
      opened.add(part)
      if (declared > limits.unpacked || part.fault === 'bomb') throw new BookRefused('it unpacks to more than it may')
      const decoder = new TextDecoder()
      for await (const chunk of part.pieces()) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    },
  }
}

const readWhole = async (book: Book, name: string, on: Parameters<typeof xmlTokens>[0]): Promise<boolean> => {
  const part = book.part(name)
  if (!part) return false
  const tokens = xmlTokens(on)
  for await (const piece of book.pieces(part)) tokens.write(piece)
  return true
}

/** The paths of a part's relations, by id and by the last word of their kind. */
const relationsOf = async (book: Book, folder: string, part: string) => {
  const byId = new Map<string, string>()
  const byKind = new Map<string, string>()
  await readWhole(book, `${folder}_rels/${part}.rels`, {
    open: (name, attributes) => {
      const target = attributeOf(attributes, 'Target')
      if (name !== 'Relationship' || target === undefined) return
      const path: string[] = []
      for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/'))
        if (step === '..') path.pop()
        else if (step !== '.') path.push(step)
      byId.set(attributeOf(attributes, 'Id') ?? '', path.join('/'))
      byKind.set((attributeOf(attributes, 'Type') ?? '').split('/').at(-1) ?? '', path.join('/'))
    },
  })
  return { byId, byKind }
}

/** Formats of the standard that show a day, beside those of the East Asian versions. */
const dayFormats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const showsDay = (code: string): boolean => /[yd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Which cell styles show a day. */
const dayStyles = async (book: Book, path: string | undefined): Promise<ReadonlySet<number>> => {
  const own = new Set<number>()
  const days = new Set<number>()
  let [within, at] = [false, 0]
  if (path)
    await readWhole(book, path, {
      open: (name, attributes) => {
        if (name === 'numFmt' && showsDay(attributeOf(attributes, 'formatCode') ?? ''))
          own.add(Number(attributeOf(attributes, 'numFmtId')))
        if (name === 'cellXfs') within = true
        if (name !== 'xf' || !within) return
        const format = Number(attributeOf(attributes, 'numFmtId'))
        if (dayFormats.has(format) || own.has(format)) days.add(at)
        at++
      },
      close: (name) => {
        if (name === 'cellXfs') within = false
      },
    })
  return days
}

/** `_x000D_` in a workbook is the character itself. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))) : text

/** The text with a piece more. @throws for what no cell holds. */
const longer = (text: string, piece: string): string => {
  if (text.length + piece.length > 2 * mostCellText) throw new BookRefused('a cell without an end')
  return text + piece
}

const sharedTexts = async (book: Book, path: string | undefined) => {
  const table = textTable()
  let [text, inText, aside] = ['', false, 0]
  if (path)
    await readWhole(book, path, {
      open: (name) => {
        if (name === 'si') text = ''
        else if (name === 't') inText = true
        else if (name === 'rPh') aside++
      },
      text: (piece) => {
        // How a text is read aloud is no part of it.
        if (inText && aside === 0) text = longer(text, piece)
      },
      close: (name) => {
        if (name === 'si') table.add(unescaped(text))
        else if (name === 't') inText = false
        else if (name === 'rPh') aside--
      },
    })
  return table
}

const dayMs = 86_400_000
const dayText = (serial: number, since1904: boolean): string => {
  // The calendar of 1900 counts a 29th of February that there never was.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  return new Date(Math.round((days - 25_569) * dayMs)).toISOString().slice(0, 10)
}

/** A spreadsheet keeps fifteen digits: a longer number has lost its end, and says so. */
const numberText = (value: string): string => {
  const n = Number(value)
  if (Number.isNaN(n)) return value
  return Math.abs(n) >= 1e15 ? n.toExponential() : String(n)
}

/** From 0; what is no column is far right of all. */
const columnOf = (reference: string): number => {
  let n = 0
  for (let i = 0; i < Math.min(4, reference.length); i++) {
    const c = reference.charCodeAt(i)
    if (c < 65 || c > 90) break
    n = n * 26 + c - 64
  }
  return n === 0 ? mostRow : n - 1
}

type Merge = { column: number; toColumn: number; toRow: number }

/** What is merged, by its first row: it stands behind the rows, so the sheet is looked through once for it alone. */
const mergesOf = async (book: Book, part: ZipMember, most: number): Promise<Map<number, Merge[]>> => {
  const merges = new Map<number, Merge[]>()
  let count = 0
  const pattern = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
  let rest = ''
  for await (const piece of book.pieces(part)) {
    const text = rest + piece
    let end = 0
    for (const match of text.matchAll(pattern)) {
      const [whole, from = '', row = '', to = '', toRow = ''] = match
      end = match.index + whole.length
      if (++count > most) throw new BookRefused('too many merged cells')
      const merge = { column: columnOf(from), toColumn: columnOf(to), toRow: Number(toRow) }
      const own = merges.get(Number(row))
      if (own) own.push(merge)
      else merges.set(Number(row), [merge])
    }
    rest = text.slice(Math.max(end, text.length - 200))
  }
  return merges
}

type Cell = { column: number; type: string; style: number; value: string; inline: string }

/** Rows of the workbook's first visible sheet, each with its number, merged cells filled with their first one's text. */
export async function* xlsxRows(bytes: Uint8Array, limits = rosterLimits): AsyncGenerator<TableRow[]> {
  const book = await openBook(bytes, limits)
  const main = (await relationsOf(book, '', '')).byKind.get('officeDocument') ?? 'xl/workbook.xml'
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = await relationsOf(book, folder, main.slice(folder.length))
  let [sheet, since1904] = ['', false]
  const isBook = await readWhole(book, main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet' || sheet !== '' || /hidden/i.test(attributeOf(attributes, 'state') ?? '')) return
      sheet = relations.byId.get(attributeOf(attributes, 'id') ?? '') ?? ''
    },
  })
  const part = book.part(sheet)
  if (!isBook || !part) throw new Error('no workbook')
  const [days, texts, merges] = await Promise.all([
    dayStyles(book, relations.byKind.get('styles')),
    sharedTexts(book, relations.byKind.get('sharedStrings')),
    mergesOf(book, part, limits.merges),
  ])

  let letters = 0
  const sharedText = (value: string): string => {
    const text = texts.get(Number(value))
    letters += text.length
    if (letters > limits.unpacked) throw new BookRefused('its cells hold more than they may')
    return text
  }
  const textOf = ({ type, style, value, inline }: Cell): string => {
    if (type === 's') return sharedText(value)
    if (type === 'inlineStr') return unescaped(inline)
    if (type === 'b') return value === '1' ? 'true' : value === '' ? '' : 'false'
    if (type === 'str' || type === 'e' || value === '') return unescaped(value)
    if (type === 'd') return value.slice(0, 10)
    return days.has(style) && !Number.isNaN(Number(value)) ? dayText(Number(value), since1904) : numberText(value)
  }

  let ready: TableRow[] = []
  let row = 0
  let rows = 0
  let cells: string[] = []
  let cell: Cell = { column: -1, type: '', style: 0, value: '', inline: '' }
  let [reading, aside]: ['' | 'v' | 't', number] = ['', 0]
  let open: { merge: Merge; value: string }[] = []
  const endRow = (): void => {
    for (const merge of merges.get(row) ?? []) open.push({ merge, value: cells[merge.column] ?? '' })
    if (open.length > 0) open = open.filter(({ merge }) => merge.toRow >= row && merge.column < mostColumns)
    // Merged cells do not overlap: side by side there are no more of them than columns.
    if (open.length > mostColumns) throw new BookRefused('merged cells that overlap')
    if (!cells.some((c) => c !== undefined && c.trim() !== '')) return
    if (++rows > limits.rows) throw new BookRefused('too many rows')
    let filled = 0
    for (const { merge, value } of open)
      for (let c = merge.column; c <= Math.min(merge.toColumn, mostColumns - 1); c++) {
        if (++filled > mostColumns) throw new BookRefused('merged cells that overlap')
        cells[c] = value
      }
    ready.push({ row, cells: Array.from(cells, (c) => c ?? '') })
  }
  const tokens = xmlTokens({
    open: (name, attributes) => {
      if (name === 'c') {
        const reference = attributeOf(attributes, 'r')
        cell = {
          column: reference === undefined ? cell.column + 1 : columnOf(reference),
          type: attributeOf(attributes, 't') ?? '',
          style: Number(attributeOf(attributes, 's') ?? -1),
          value: '',
          inline: '',
        }
      } else if (name === 'row') {
        row = Number(attributeOf(attributes, 'r') ?? row + 1)
        if (!(row >= 1 && row <= mostRow)) throw new BookRefused('a row that no sheet has')
        cells = []
        cell = { ...cell, column: -1 }
      } else if (name === 'v' || name === 't') reading = name
      else if (name === 'rPh') aside++
    },
    text: (piece) => {
      if (reading === 'v') cell.value = longer(cell.value, piece)
      else if (reading === 't' && aside === 0) cell.inline = longer(cell.inline, piece)
    },
    close: (name) => {
      if (name === 'c') {
        const text = cell.column < mostColumns ? textOf(cell) : ''
        if (text !== '') cells[cell.column] = text
      } else if (name === 'row') endRow()
      else if (name === 'v' || name === 't') reading = ''
      else if (name === 'rPh') aside--
    },
  })
  for await (const piece of book.pieces(part)) {
    tokens.write(piece)
    if (ready.length > 0) yield ready
    ready = []
  }
}
