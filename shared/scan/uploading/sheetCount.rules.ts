/** What was put into the scanner against what came out of it: stuck sheets are noticed at the scanner, not at home. */
import { scanModeNames } from '../helper/sheetCount.types.ts'
import type { SheetCount, ScanMode } from '../helper/sheetCount.types.ts'

/** One page a sheet is scanned on one side. */
export const scanModeFor = (pageCount: number): ScanMode => (pageCount === 1 ? 'SINGLE' : 'DOUBLE')

export const pagesExpected = ({ sheets, mode, missed = 0 }: SheetCount): number =>
  sheets * (mode === 'DOUBLE' ? 2 : 1) - missed

/** One side more of which none will come, or, taken back, one less. */
export const withMissed = (fed: SheetCount, more: 1 | -1): SheetCount => {
  const { missed = 0, ...rest } = fed
  return missed + more > 0 ? { ...rest, missed: missed + more } : rest
}

/** The page on the other side of its sheet, where sheets are scanned on both. */
export const otherSide = (page: number): number => (page % 2 === 1 ? page + 1 : page - 1)

export const fedWords = (fed: SheetCount | undefined): string =>
  fed
    ? `放入${fed.sheets}张（${scanModeNames[fed.mode]}${fed.missed === undefined ? '' : `，${fed.missed}面没有扫到`}）`
    : '张数不详'

/** What is wrong with the count of the pages, or null. */
export const countProblem = (fed: SheetCount, pages: number): string | null => {
  const expected = pagesExpected(fed)
  if (pages === expected) return null
  const off = Math.abs(pages - expected)
  return `放入${fed.sheets}张${fed.missed ? `、${fed.missed}面没有扫到，` : ''}应有${expected}页，实际${pages}页，${pages < expected ? '少' : '多'}${off}页，请检查是否${pages < expected ? '有粘连或漏扫' : '重复放入'}`
}

type Counted = { state?: string; fed?: SheetCount | undefined; handed: number }
/** A batch that was opened whole and has other pages than its sheets give. */
export const isUnequal = ({ state, fed, handed }: Counted): boolean =>
  fed !== undefined && state === 'recognised' && pagesExpected(fed) !== handed

export type FedSheet<P> = { sheet: number; pages: P[] }
type Sided = { state: string; studentId?: string | undefined; page?: number | undefined }

/** Is `back` the other side of the sheet that `front` is one side of? Where a page is not known, its place decides. */
const isBackOf = (back: Sided, front: Sided): boolean => {
  if (back.page === undefined) return front.page === undefined || front.page % 2 === 1
  return back.page % 2 === 0 && (front.page === undefined || front.page === back.page - 1)
}

/**
 * Pages in the order of scanning as the sheets that they came from; `before` sheets lie in front of the first. What is
 * printed on the pages keeps fronts and backs together, so that one lost side does not shift all that follow it.
 */
export const sheetsFrom = <P extends Sided>(pages: readonly P[], mode: ScanMode, before = 0): FedSheet<P>[] => {
  const found: FedSheet<P>[] = []
  for (const page of pages) {
    const last = found.at(-1)
    if (mode === 'DOUBLE' && last?.pages.length === 1 && isBackOf(page, last.pages[0]!)) last.pages.push(page)
    else found.push({ sheet: before + found.length + 1, pages: [page] })
  }
  return found
}

/** A sheet that was scanned on both sides, of which only one is there. */
export const isHalf = (sides: readonly Sided[], mode: ScanMode): boolean => mode === 'DOUBLE' && sides.length === 1

/** Sides of one sheet that belong to two students: the order of the pages was disturbed. */
export const isTorn = (sides: readonly Sided[]): boolean => {
  const owners = new Set(sides.flatMap((p) => (p.state === 'voided' || !p.studentId ? [] : [p.studentId])))
  return owners.size > 1
}
