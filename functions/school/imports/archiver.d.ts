/** The part of archiver 8 that is used here; the package has no types of its own. */
declare module 'archiver' {
  import type { Readable, Transform } from 'node:stream'
  export class ZipArchive extends Transform {
    constructor(options?: { store?: boolean; zlib?: { level?: number } })
    append(source: Buffer | Readable, entry: { name: string; date?: Date }): this
    finalize(): Promise<void>
  }
}
