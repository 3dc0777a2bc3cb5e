/** What a book of reports says twice is printed once. Pure. */
import type { Cell, ReportTable } from '#shared/kit/report/report.types.ts'
import type { Bound } from './report.frame.ts'

const cellsOf = ({ rows }: ReportTable, place: number): string =>
  JSON.stringify(rows.map((r): Cell => r.cells[place] ?? null))
/** A table's columns by what stands in them. */
const columnsOf = (table: ReportTable): string[] => table.columns.map((_, i) => cellsOf(table, i))

const without = ({ columns, rows, ...rest }: ReportTable, gone: ReadonlySet<number>): ReportTable => ({
  ...rest,
  columns: columns.filter((_, i) => !gone.has(i)),
  rows: rows.map((r) => ({ ...r, cells: r.cells.filter((_, i) => !gone.has(i)) })),
})

const linesIn = (text: string | undefined): string[] => text?.split('\n') ?? []

/**
 * A picture whose whole table is a part of another one stands without it; of a table that is too wide for the page the
 * columns that are extra, and are printed in another one, are left out, with what is said of them.
 */
export const printedOnce = (bound: readonly Bound[], fits: (table: ReportTable) => boolean): Bound[] => {
  const all = bound.flatMap((b) => b.sections)
  const known = new Map(all.map((s) => [s, new Set(columnsOf(s.table))]))
  return bound.map((b) => ({
    ...b,
    sections: b.sections.map((section) => {
      const { table, chart } = section
      const others = all.filter((s) => s !== section && s.table.rows.length === table.rows.length)
      const own = columnsOf(table)
      // The larger one stays; of two alike neither is a part.
      const isPart = others.some(
        (s) => s.table.columns.length > table.columns.length && own.every((c) => known.get(s)!.has(c)),
      )
      if (chart && isPart && table.rows.length > 0) return { ...section, table: { ...table, rows: [] } }
      if (fits(table)) return section
      const gone = new Set(
        own.flatMap((c, i) => (table.columns[i]!.extra && others.some((s) => known.get(s)!.has(c)) ? [i] : [])),
      )
      if (gone.size === 0) return section
      // What says how they are computed goes with them: it stands where they are printed.
      const there = others.filter((s) => [...gone].some((i) => known.get(s)!.has(own[i]!)))
      const said = new Set(there.flatMap((s) => linesIn(s.definition)))
      const { definition, ...rest } = section
      const left = linesIn(definition).filter((l) => !said.has(l))
      return { ...rest, table: without(table, gone), ...(left.length > 0 ? { definition: left.join('\n') } : {}) }
    }),
  }))
}
