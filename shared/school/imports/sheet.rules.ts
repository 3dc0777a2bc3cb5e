/** Sheets as people keep them: a title above the head, columns in any order and by other names, rows left empty. */
import { cleanText } from '#shared/kit/text.ts'

/** A row that holds something, with its number as the spreadsheet counts it, the first being 1. */
export type TableRow = { row: number; cells: readonly string[] }

/** A file with more rows than this is refused: the next file takes the rest. */
export const maxRows = 100_000
/** Staff and classes are judged whole, since a teacher takes several rows: no school has more of them. */
export const maxStaffRows = 20_000
/** More classes than these are not made by one file. */
export const maxNewClasses = 2000

/** A cell's text without the quote that `plainCell` puts before what looks like a formula. */
const bareCell = (text: string): string => cleanText(text).replace(/^'(?=[=+\-@])/, '')

/** What a template's example rows begin with: they may stay in a file, and are no person. */
export const exampleMark = '示例：'
const isExample = (cells: readonly string[]): boolean => cells.some((cell) => /^示例[：:]/.test(cleanText(cell)))

export type SheetColumns = {
  columns: readonly string[]
  otherNames: Readonly<Record<string, string>>
  /** What the head is told by. */
  tell: readonly string[]
}

export type SheetRow = { row: number; cell: (column: string) => string }

/** A sheet that comes in slices, of which the first holds the head: one of its first ten rows has all columns of `tell`. */
export const sheetReader = ({ columns, otherNames, tell }: SheetColumns) => {
  const places = new Map<string, number>()
  let headRow: number | null = null
  const bareName = (cell: string): string => {
    const bare = cleanText(cell).replace(/[\s*()（）]|必填|选填/g, '')
    return otherNames[bare] ?? bare
  }
  return {
    /** Looks for the head: false where there is none. */
    begin: (first: readonly TableRow[]): boolean => {
      for (const { row, cells } of first.slice(0, 10)) {
        places.clear()
        cells.forEach((cell, i) => {
          const name = bareName(cell)
          if (columns.includes(name) && !places.has(name)) places.set(name, i)
        })
        if (!tell.every((c) => places.has(c))) continue
        headRow = row
        return true
      }
      return false
    },
    has: (column: string): boolean => places.has(column),
    /** The rows below the head that say something in one of `within` and are no examples. */
    rows: (slice: readonly TableRow[], within: readonly string[] = columns): SheetRow[] =>
      slice.flatMap(({ row, cells }) => {
        if (headRow === null || row <= headRow || isExample(cells)) return []
        const cell = (column: string): string => bareCell(cells[places.get(column) ?? -1] ?? '')
        return within.some((c) => cell(c) !== '') ? [{ row, cell }] : []
      }),
  }
}
