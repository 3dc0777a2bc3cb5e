/**
 * The first visible sheet of a workbook, row by row: the sheet is inflated and read in pieces and waits for whoever takes
 * the rows, and its texts lie in one buffer. A hundred thousand rows cost what a thousand do. ECMA-376 part 1, 18.3
 * (sheets), 18.4 (shared strings), 18.8 (number formats).
 */
import type { Entry } from 'yauzl'
import type { TableRow } from '#shared/school/sheet.rules.ts'
import { attributeOf, xmlTokens } from './xml.tokens.ts'
import { textTable } from './text.table.ts'

/** A workbook that unpacks to more than any roster is none. */
const mostUnpacked = 800_000_000
/** A column further right is nobody's of ours. */
const mostColumns = 200

type Book = { entry: (name: string) => Entry | undefined; pieces: (entry: Entry) => AsyncGenerator<string> }

const openBook = async (bytes: Uint8Array): Promise<Book> => {
  const { fromBufferPromise } = (await import('yauzl')).default
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return {
    entry: (name) => entries.get(name.toLowerCase()),
    async *pieces(entry) {
      if (entry.uncompressedSize > mostUnpacked) throw new Error('a workbook of that size is no roster')
      const decoder = new TextDecoder()
      for await (const chunk of await zip.openReadStreamPromise(entry))
        yield decoder.decode(chunk as Buffer, { stream: true })
      yield decoder.decode()
    },
  }
}

const readWhole = async (book: Book, name: string, on: Parameters<typeof xmlTokens>[0]): Promise<boolean> => {
  const entry = book.entry(name)
  if (!entry) return false
  const tokens = xmlTokens(on)
  for await (const piece of book.pieces(entry)) tokens.write(piece)
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
        if (inText && aside === 0) text += piece
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

const columnOf = (reference: string): number => {
  let n = 0
  for (let i = 0; i < reference.length; i++) {
    const c = reference.charCodeAt(i)
    if (c < 65 || c > 90) break
    n = n * 26 + c - 64
  }
  return n - 1
}

type Merge = { column: number; toColumn: number; toRow: number }

/** What is merged, by its first row: it stands behind the rows, so the sheet is looked through once for it alone. */
const mergesOf = async (book: Book, entry: Entry): Promise<Map<number, Merge[]>> => {
  const merges = new Map<number, Merge[]>()
  const pattern = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g
  let rest = ''
  for await (const piece of book.pieces(entry)) {
    const text = rest + piece
    let end = 0
    for (const match of text.matchAll(pattern)) {
      const [whole, from = '', row = '', to = '', toRow = ''] = match
      end = match.index + whole.length
      merges.set(Number(row), [
        ...(merges.get(Number(row)) ?? []),
        { column: columnOf(from), toColumn: columnOf(to), toRow: Number(toRow) },
      ])
    }
    rest = text.slice(Math.max(end, text.length - 200))
  }
  return merges
}

type Cell = { column: number; type: string; style: number; value: string; inline: string }

/** Rows of the workbook's first visible sheet, each with its number, merged cells filled with their first one's text. */
export async function* xlsxRows(bytes: Uint8Array): AsyncGenerator<TableRow[]> {
  const book = await openBook(bytes)
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
  const entry = book.entry(sheet)
  if (!isBook || !entry) throw new Error('no workbook')
  const [days, texts, merges] = await Promise.all([
    dayStyles(book, relations.byKind.get('styles')),
    sharedTexts(book, relations.byKind.get('sharedStrings')),
    mergesOf(book, entry),
  ])

  const textOf = ({ type, style, value, inline }: Cell): string => {
    if (type === 's') return texts.get(Number(value))
    if (type === 'inlineStr') return unescaped(inline)
    if (type === 'b') return value === '1' ? 'true' : value === '' ? '' : 'false'
    if (type === 'str' || type === 'e' || value === '') return unescaped(value)
    if (type === 'd') return value.slice(0, 10)
    return days.has(style) && !Number.isNaN(Number(value)) ? dayText(Number(value), since1904) : numberText(value)
  }

  let ready: TableRow[] = []
  let row = 0
  let cells: string[] = []
  let cell: Cell = { column: -1, type: '', style: 0, value: '', inline: '' }
  let [reading, aside]: ['' | 'v' | 't', number] = ['', 0]
  let open: { merge: Merge; value: string }[] = []
  const endRow = (): void => {
    for (const merge of merges.get(row) ?? []) open.push({ merge, value: cells[merge.column] ?? '' })
    open = open.filter(({ merge }) => merge.toRow >= row)
    if (!cells.some((c) => c !== undefined && c.trim() !== '')) return
    for (const { merge, value } of open)
      for (let c = merge.column; c <= Math.min(merge.toColumn, mostColumns); c++) cells[c] = value
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
        cells = []
        cell = { ...cell, column: -1 }
      } else if (name === 'v' || name === 't') reading = name
      else if (name === 'rPh') aside++
    },
    text: (piece) => {
      if (reading === 'v') cell.value += piece
      else if (reading === 't' && aside === 0) cell.inline += piece
    },
    close: (name) => {
      if (name === 'c') {
        const text = textOf(cell)
        if (text !== '' && cell.column < mostColumns) cells[cell.column] = text
      } else if (name === 'row') endRow()
      else if (name === 'v' || name === 't') reading = ''
      else if (name === 'rPh') aside--
    },
  })
  for await (const piece of book.pieces(entry)) {
    tokens.write(piece)
    if (ready.length > 0) yield ready
    ready = []
  }
}
