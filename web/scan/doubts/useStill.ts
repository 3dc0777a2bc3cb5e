import { useRef } from 'react'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { now } from '#web/kit/ports.ts'

/** Signed addresses live ten minutes. */
const freshMs = 8 * 60_000
type Kept = { at: number; pictures: Map<string, string | undefined> }
const nameOf = (d: DoubtRow['doubts'][number]): string => d.questionId ?? d.kind

/**
 * Rows whose pictures keep the addresses under which they were first seen: each answer signs them anew, and a new address
 * is a picture fetched anew, in front of the person who looks at it.
 */
export const useStill = (rows: readonly DoubtRow[] | undefined): readonly DoubtRow[] | undefined => {
  const seen = useRef(new Map<string, Kept>())
  return rows?.map((row) => {
    const known = seen.current.get(row.id)
    if (!known || now() - known.at > freshMs) {
      const pictures = new Map([['', row.imageUrl], ...row.doubts.map((d) => [nameOf(d), d.cropUrl] as const)])
      seen.current.set(row.id, { at: now(), pictures })
      return row
    }
    const still = (name: string, url: string | undefined) =>
      url === undefined ? undefined : (known.pictures.get(name) ?? url)
    return {
      ...row,
      imageUrl: still('', row.imageUrl),
      doubts: row.doubts.map((d) => ({ ...d, cropUrl: still(nameOf(d), d.cropUrl) })),
    }
  })
}
