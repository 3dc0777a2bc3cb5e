/**
 * A zip of all scans of a paper, made by many hands: the roster is measured slice by slice, so that every offset and
 * every part's number is known, then each piece is packed into its own parts of one multipart upload, and the last piece
 * is written together with the directory. Nothing is seen before that; a step that runs again writes the same bytes.
 */
import { byteSize } from '#functions/kit/zip.ts'
import { partSize } from '#functions/kit/multipart.ts'
import type { ScanEntry } from './scans.zip.ts'

/** What a slice of the roster comes to in the zip. */
export type Measured = { slice: number; bytes: number; pages: number; students: number }

/** Slices that lie together in the zip: their first byte, their first part's number, and how large a part is. */
export type Piece = { piece: number; slices: number[]; begun: number; firstPart: number; partSize: number }

/** Bytes that an entry takes among the members. */
export const sizeIn = (entry: Pick<ScanEntry, 'name'>, size: number): number => byteSize(entry.name, size)

/** The store takes ten thousand parts; the last piece and the directory have the rest of them. */
const mostParts = 9000

/**
 * Consecutive slices, together as large as a part at least: only the last piece, which is written with the directory, may
 * be smaller. Slices without a page are left out.
 */
export const piecesOf = (measured: readonly Measured[]): Piece[] => {
  const own = measured.filter((m) => m.bytes > 0)
  const total = own.reduce((sum, m) => sum + m.bytes, 0)
  const size = Math.max(partSize, Math.ceil(total / mostParts))
  const pieces: (Piece & { bytes: number })[] = []
  let [begun, firstPart] = [0, 1]
  for (const { slice, bytes } of own) {
    const last = pieces.at(-1)
    if (last && last.bytes < size) {
      last.slices.push(slice)
      last.bytes += bytes
    } else {
      if (last) firstPart += Math.floor(last.bytes / size)
      pieces.push({ piece: pieces.length, slices: [slice], begun, firstPart, partSize: size, bytes })
    }
    begun += bytes
  }
  return pieces.map(({ bytes: _, ...piece }) => piece)
}
