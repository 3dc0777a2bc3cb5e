import type { Page, PageInput } from '#shared/kit/paging.ts'

/**
 * One page of rows that lie in parts, of which each says how many it has: only the parts of the page are read. A page
 * beyond the end is clamped to the last.
 */
export const pageOfParts = async <T>(
  counts: readonly number[],
  { pageNumber: asked, pageSize }: PageInput,
  rowsOf: (part: number) => Promise<readonly T[]>,
): Promise<Page<T>> => {
  const total = counts.reduce((a, b) => a + b, 0)
  const pageNumber = Math.min(asked, Math.max(1, Math.ceil(total / pageSize)))
  const list: T[] = []
  let skip = (pageNumber - 1) * pageSize
  for (let part = 0; part < counts.length && list.length < pageSize; part++) {
    if (skip < counts[part]!) list.push(...(await rowsOf(part)).slice(skip, skip + pageSize - list.length))
    skip = Math.max(0, skip - counts[part]!)
  }
  return { list, total, pageNumber }
}
