/** A CSV's rows (RFC 4180, and what spreadsheets make of it), read in pieces, no faster than the rows are taken. */
import { isUtf8 } from 'node:buffer'
import { mostColumns } from './xlsx.rows.ts'
import type { TableRow } from './xlsx.rows.ts'

/** UTF-8 (with or without its mark) if the bytes are that; otherwise what Excel for Chinese Windows writes. */
const encodingOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'gb18030'

/** What parts the cells: the character that the first lines hold most of outside of quotes. */
const partedBy = (beginning: string): string => {
  const bare = beginning.replace(/"[^"]*"?/g, '')
  const lines = bare.split(/\r?\n/).filter((l) => l.trim() !== '')
  const score = (mark: string): number => {
    const counts = lines.slice(0, 10).map((l) => l.split(mark).length - 1)
    const first = counts.find((n) => n > 0) ?? 0
    return first === 0 ? 0 : counts.filter((n) => n === first).length * 1000 + first
  }
  return [',', ';', '\t', '|'].reduce((best, mark) => (score(mark) > score(best) ? mark : best))
}

/** Longer than any cell of a roster. */
const mostCell = 100_000

type State = 'begin' | 'plain' | 'quoted' | 'quote'

/** Cells as they stand between the marks; an unclosed quote ends with the file. */
const splitter = (mark: string) => {
  let row: string[] = []
  let cell = ''
  let state: State = 'begin'
  let wasReturn = false
  const endCell = (): void => {
    // No format of ours has columns further right; a list is made as wide as its widest row.
    if (row.length < mostColumns) row.push(cell)
    cell = ''
    state = 'begin'
  }
  const endRow = (ready: string[][]): void => {
    endCell()
    ready.push(row)
    row = []
  }
  const take = (c: string, ready: string[][]): void => {
    if (state === 'quoted') {
      if (c === '"') state = 'quote'
      else cell += c
    } else if (c === mark) endCell()
    else if (c === '\n' || c === '\r') endRow(ready)
    else if (c === '"' && state !== 'plain') {
      if (state === 'quote') cell += c
      state = 'quoted'
    } else {
      cell += c
      state = 'plain'
    }
    if (cell.length > mostCell) throw new Error('a cell without an end')
  }
  return {
    write: (text: string): string[][] => {
      const ready: string[][] = []
      for (let i = 0; i < text.length; i++) {
        const c = text[i]!
        // Windows ends a line with two characters.
        if (c === '\n' && wasReturn) wasReturn = false
        else {
          take(c, ready)
          wasReturn = c === '\r' && state === 'begin' && cell === ''
        }
      }
      return ready
    },
    end: (): string[][] => {
      const ready: string[][] = []
      if (cell !== '' || row.length > 0) endRow(ready)
      return ready
    },
  }
}

const pieceSize = 65_536

/** The rows with their numbers; rows of nothing are left out, and counted. */
export async function* csvRows(source: Uint8Array | (() => AsyncIterable<Uint8Array>)): AsyncGenerator<TableRow[]> {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    if (typeof source === 'function') yield* source()
    else for (let at = 0; at < source.length; at += pieceSize) yield source.subarray(at, at + pieceSize)
  }
  let encoding = source instanceof Uint8Array ? encodingOf(source) : 'utf-8'
  if (typeof source === 'function') {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    try {
      for await (const piece of source()) decoder.decode(piece, { stream: true })
    } catch {
      encoding = 'gb18030'
    }
  }
  const decoder = new TextDecoder(encoding)
  let split: ReturnType<typeof splitter> | undefined
  let number = 0
  const numbered = (ready: string[][]): TableRow[] =>
    ready.flatMap((cells) => (++number && cells.some((c) => c.trim() !== '') ? [{ row: number, cells }] : []))
  for await (const piece of pieces()) {
    const text = decoder.decode(piece, { stream: true })
    split ??= splitter(partedBy(text))
    const ready = numbered(split.write(text))
    if (ready.length > 0) yield ready
  }
  const rest = numbered([...(split?.write(decoder.decode()) ?? []), ...(split?.end() ?? [])])
  if (rest.length > 0) yield rest
}
