/** A table that is typed in: its cells as text, and what a spreadsheet's clipboard puts into them. Pure. */
import type { Option } from './screens/screen.types.ts'

export type GridColumn<Row> = {
  key: string
  name: string
  /** Pixels. */
  width: number
  /** What the cell is called for who cannot see it. */
  label: (row: Row, index: number) => string
  /** What stands in it; null: this row has no such cell. */
  text: (row: Row) => string | null
  /** The row with what was typed; null where that says nothing. */
  put: (row: Row, text: string) => Row | null
  /** Chosen, not typed; in the clipboard a value or its label. */
  options?: readonly Option[]
  /** A number with a point: shown as it was typed until the cell is left. */
  decimal?: boolean
  /** Read, not typed in. */
  barred?: boolean
  /** A word beside the cell, in small print, and what is said of it besides. Its place is kept in every row. */
  note?: (row: Row) => { text: string; title: string } | null
  placeholder?: string
  /** What it takes, in a sentence: said where something else was typed. */
  takes?: string
  maxLength?: number
}

/** What is said of a text that a cell did not take when the cell is left: the former one stands there again. */
export const notTaken = <Row>(column: GridColumn<Row>, row: Row, index: number, typed: string): string => {
  const former = column.text(row)
  const shown = typed.length > 20 ? `${typed.slice(0, 20)}…` : typed
  const stands = former === null || former === '' ? '仍为空' : `仍为${former}`
  return `${column.label(row, index)}不能填“${shown}”，${stands}。${column.takes ?? ''}`
}

/** What is wrong with a row, or with one of its cells. */
export type GridProblem = { row: string; column?: string | undefined; text: string }

export type Pasted<Row> = {
  rows: readonly Row[]
  /** What no cell takes: by place, from 1, the column's name and the text. */
  refused: readonly { row: number; column: string; text: string }[]
  /** Lines below the last row, and cells beyond the last column. */
  beyond: number
}

/** Cells of a spreadsheet's clipboard: full-width letters and digits are the narrow ones. */
export const cellsIn = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.normalize('NFKC').trim()))

/** One cell takes a text; null where it does not. A chosen one is named by its value or its label. */
export const putCell = <Row>(column: GridColumn<Row>, row: Row, text: string): Row | null => {
  if (column.barred || column.text(row) === null) return null
  if (!column.options) return column.put(row, text)
  const option = column.options.find((o) => o.value === text || o.label === text)
  return option ? column.put(row, option.value) : null
}

/** The clipboard over the rows from a cell on; an empty cell of it leaves what is there. */
export const pasteAt = <Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  at: { row: number; column: number },
  text: string,
): Pasted<Row> => {
  const next = [...rows]
  const refused: { row: number; column: string; text: string }[] = []
  let beyond = 0
  for (const [i, cells] of cellsIn(text).entries())
    for (const [j, cell] of cells.entries()) {
      if (cell === '') continue
      const [row, column] = [next[at.row + i], columns[at.column + j]]
      if (row === undefined || !column) beyond++
      else {
        const put = putCell(column, row, cell)
        if (put === null) refused.push({ row: at.row + i + 1, column: column.name, text: cell })
        else next[at.row + i] = put
      }
    }
  return { rows: next, refused, beyond }
}

const mostTold = 3
/** What is said when not all of a clipboard was taken; null when it was. */
export const pasteText = ({ refused, beyond }: Pasted<unknown>): string | null => {
  if (refused.length === 0 && beyond === 0) return null
  const told = refused.slice(0, mostTold).map((r) => `第${r.row}行“${r.column}”不能填“${r.text}”`)
  return [
    ...told,
    ...(refused.length > mostTold ? [`等共${refused.length}格`] : []),
    ...(beyond > 0 ? [`超出表格的${beyond}格没有粘贴`] : []),
  ].join('；')
}
