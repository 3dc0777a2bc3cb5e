/** What is judged of a scan at the scanner, before anything is uploaded. */
import type { ScanMode } from './scanner.calls.ts'

/** Is version `a` older than `b`? Numbers are compared part by part: 3.9 is older than 3.21. */
export const isOlder = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((v) => v.split('.').map((p) => Number.parseInt(p, 10) || 0)) as [number[], number[]]
  for (let i = 0; i < Math.max(x.length, y.length); i++)
    if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) < (y[i] ?? 0)
  return false
}

/** What is wrong with the count of the pages, or null: sheets that stuck together are noticed at the scanner, not at home. */
export const countBar = (sheets: number, mode: ScanMode, pages: number): string | null => {
  const expected = sheets * (mode === 'DOUBLE' ? 2 : 1)
  if (pages === expected) return null
  const off = Math.abs(pages - expected)
  return `放入${sheets}张应有${expected}页，实际${pages}页，${pages < expected ? '少' : '多'}${off}页，请检查是否${pages < expected ? '有粘连或漏扫' : '重复放入'}`
}
