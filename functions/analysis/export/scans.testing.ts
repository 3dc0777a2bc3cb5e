/** A zip of scans by one hand: what the pieces of many must come to. */
import { endScans, packScans } from './scans.zip.ts'
import type { ScanEntry } from './scans.zip.ts'

type Source = { date: Date; read: (key: string) => Promise<Buffer>; digest: (bytes: Buffer) => string }

export async function* scansZip(entries: readonly ScanEntry[], of: Source): AsyncGenerator<Uint8Array> {
  const packed = yield* packScans(entries, { ...of, begun: 0 })
  yield* endScans(of.date, [packed])
}
