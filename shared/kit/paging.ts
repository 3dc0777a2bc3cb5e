import * as z from 'zod'
import { queryInt } from './query.ts'

export const pageFields = {
  pageNumber: queryInt(z.int().min(1).max(1_000_000)).default(1),
  pageSize: queryInt(z.int().min(1).max(1000)).default(20),
}
export const PageInput = z.object(pageFields)
export type PageInput = z.infer<typeof PageInput>

export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.int(), pageNumber: z.int() })
export type Page<T> = { list: T[]; total: number; pageNumber: number }

/** By what a list sorts when it is asked to: a column's key, the other way with '-' before it. */
export const sortField = <K extends string>(...keys: [K, ...K[]]) =>
  z.enum([...keys, ...keys.map((k) => `-${k}` as const)]).optional()
/** Rows in the order that is asked for; what is equal there stays in the order it came in, either way. */
export const sorted = <T, K extends string>(
  rows: readonly T[],
  sort: K | `-${K}` | undefined,
  by: Readonly<Record<K, (a: T, b: T) => number>>,
): readonly T[] => {
  if (sort === undefined) return rows
  const down = sort.startsWith('-')
  const compare = by[(down ? sort.slice(1) : sort) as K]
  return rows.toSorted((a, b) => (down ? compare(b, a) : compare(a, b)))
}

/** Pages by key, not by number: `after` is what the page before answered as `next`. */
export const keyset = { pageSize: pageFields.pageSize, after: z.string().max(200).optional() }
export const keysetOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.int(), next: z.string().optional() })

/** One page of rows; a page beyond the end is clamped to the last (spec 1 §5). */
export const page = <T>(rows: readonly T[], { pageNumber, pageSize }: PageInput): Page<T> => {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const at = Math.min(Math.max(1, pageNumber), last)
  return { list: rows.slice((at - 1) * pageSize, at * pageSize), total: rows.length, pageNumber: at }
}
