import { createRequire } from 'node:module'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Checksum, ChecksumAlgorithm, ChecksumType } from './s3/digest.ts'
import type { Segment } from './shelf.ts'

// Asked of Node at run time: bundlers do not know this module yet.
const { DatabaseSync: Database } = createRequire(import.meta.url)('node:sqlite') as {
  DatabaseSync: typeof DatabaseSync
}

/** What a writer says of an object beside its bytes. */
export type Description = {
  /** Content-Type, Cache-Control and their like, by lower-case name. */
  headers: Record<string, string>
  metadata: Record<string, string>
  tags: Record<string, string>
}

export type StoredObject = Description & {
  bucket: string
  key: string
  /** Without quotes. */
  etag: string
  size: number
  /** UTC milliseconds. */
  modified: number
  checksum: Checksum | null
  segments: Segment[]
  parts: number
}

export type Upload = Description & {
  id: string
  bucket: string
  key: string
  created: number
  algorithm: ChecksumAlgorithm | null
  type: ChecksumType
}

export type Part = {
  number: number
  etag: string
  size: number
  file: string
  checksum: string | null
  modified: number
}

export type ListedObject = Pick<StoredObject, 'key' | 'etag' | 'size' | 'modified' | 'checksum'>

const tables = `
CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, created INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL, key TEXT NOT NULL, etag TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
  parts INTEGER NOT NULL, description TEXT NOT NULL, checksum TEXT, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segments (
  file TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, size INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS segments_by_key ON segments(bucket, key, position);
CREATE TABLE IF NOT EXISTS uploads (
  id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, created INTEGER NOT NULL,
  algorithm TEXT, type TEXT NOT NULL, description TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
  upload TEXT NOT NULL, number INTEGER NOT NULL, etag TEXT NOT NULL, size INTEGER NOT NULL, file TEXT NOT NULL,
  checksum TEXT, modified INTEGER NOT NULL, PRIMARY KEY (upload, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS parts_by_file ON parts(file);
`

type Row = Record<string, string | number | null>
type Prepared = ReturnType<DatabaseSync['prepare']>

/** What is where: one sqlite file. Keys compare by their UTF-8 bytes, as S3's lists do. */
export class Catalogue {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#database = new Database(join(folder, 'catalogue.sqlite'))
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;')
    this.#database.exec(tables)
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #sql(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) return known
    const prepared = this.#database.prepare(text)
    this.#prepared.set(text, prepared)
    return prepared
  }

  /** Runs a synchronous change whole or not at all. */
  transaction<Result>(change: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = change()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  buckets(): Array<{ name: string; created: number }> {
    return this.#sql('SELECT name, created FROM buckets ORDER BY name').all() as Array<{
      name: string
      created: number
    }>
  }

  hasBucket(name: string): boolean {
    return this.#sql('SELECT 1 FROM buckets WHERE name = ?').get(name) !== undefined
  }

  addBucket(name: string, created: number): void {
    this.#sql('INSERT INTO buckets VALUES (?, ?)').run(name, created)
  }

  removeBucket(name: string): void {
    this.#sql('DELETE FROM buckets WHERE name = ?').run(name)
  }

  isEmpty(bucket: string): boolean {
    return (
      this.#sql('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1').get(bucket) === undefined &&
      this.#sql('SELECT 1 FROM uploads WHERE bucket = ? LIMIT 1').get(bucket) === undefined
    )
  }

  object(bucket: string, key: string): StoredObject | null {
    const row = this.#sql('SELECT * FROM objects WHERE bucket = ? AND key = ?').get(bucket, key) as Row | undefined
    if (!row) return null
    return {
      ...(JSON.parse(row.description as string) as Description),
      bucket,
      key,
      etag: row.etag as string,
      size: row.size as number,
      modified: row.modified as number,
      parts: row.parts as number,
      checksum: row.checksum === null ? null : (JSON.parse(row.checksum as string) as Checksum),
      segments: this.segments(bucket, key),
    }
  }

  segments(bucket: string, key: string): Segment[] {
    return this.#sql('SELECT file, size FROM segments WHERE bucket = ? AND key = ? ORDER BY position').all(
      bucket,
      key,
    ) as Segment[]
  }

  /** Writes an object over what was there; answers the segments that are free now. Call it in a transaction. */
  putObject(object: StoredObject): Segment[] {
    const freed = this.removeObject(object.bucket, object.key)
    const { headers, metadata, tags } = object
    this.#sql('INSERT INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
      object.bucket,
      object.key,
      object.etag,
      object.size,
      object.modified,
      object.parts,
      JSON.stringify({ headers, metadata, tags }),
      object.checksum === null ? null : JSON.stringify(object.checksum),
    )
    object.segments.forEach(({ file, size }, position) =>
      this.#sql('INSERT INTO segments VALUES (?, ?, ?, ?, ?)').run(file, object.bucket, object.key, position, size),
    )
    return freed
  }

  removeObject(bucket: string, key: string): Segment[] {
    const freed = this.segments(bucket, key)
    this.#sql('DELETE FROM objects WHERE bucket = ? AND key = ?').run(bucket, key)
    this.#sql('DELETE FROM segments WHERE bucket = ? AND key = ?').run(bucket, key)
    return freed
  }

  describe(bucket: string, key: string, description: Description): void {
    this.#sql('UPDATE objects SET description = ? WHERE bucket = ? AND key = ?').run(
      JSON.stringify(description),
      bucket,
      key,
    )
  }

  /** Objects from a key on, in byte order; `upTo` is the first key that is no longer wanted. */
  listObjects(bucket: string, from: string, inclusive: boolean, upTo: string | null, limit: number): ListedObject[] {
    const rows = this.#sql(
      `SELECT key, etag, size, modified, checksum FROM objects WHERE bucket = ? AND key ${inclusive ? '>=' : '>'} ?
       ${upTo === null ? '' : 'AND key < ?'} ORDER BY key LIMIT ?`,
    ).all(...[bucket, from, ...(upTo === null ? [] : [upTo]), limit]) as Row[]
    return rows.map((row) => ({
      key: row.key as string,
      etag: row.etag as string,
      size: row.size as number,
      modified: row.modified as number,
      checksum: row.checksum === null ? null : (JSON.parse(row.checksum as string) as Checksum),
    }))
  }

  /** Keys of the objects with this tag that were made until then. */
  taggedBefore(bucket: string, tag: { key: string; value: string }, until: number): string[] {
    const rows = this.#sql(
      'SELECT key FROM objects WHERE bucket = ? AND modified <= ? AND json_extract(description, ?) = ?',
    ).all(bucket, until, `$.tags."${tag.key}"`, tag.value) as Row[]
    return rows.map((row) => row.key as string)
  }

  addUpload(upload: Upload): void {
    const { headers, metadata, tags } = upload
    this.#sql('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?)').run(
      upload.id,
      upload.bucket,
      upload.key,
      upload.created,
      upload.algorithm,
      upload.type,
      JSON.stringify({ headers, metadata, tags }),
    )
  }

  upload(id: string): Upload | null {
    const row = this.#sql('SELECT * FROM uploads WHERE id = ?').get(id) as Row | undefined
    return row ? readUpload(row) : null
  }

  uploads(bucket: string, prefix: string): Upload[] {
    const rows = this.#sql('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, created LIMIT 100000').all(
      bucket,
    ) as Row[]
    return rows.map(readUpload).filter((upload) => upload.key.startsWith(prefix))
  }

  /** Forgets an upload; its parts' files are answered, those taken into an object included. */
  removeUpload(id: string): Part[] {
    const parts = this.parts(id, 0, 10_001)
    this.#sql('DELETE FROM uploads WHERE id = ?').run(id)
    this.#sql('DELETE FROM parts WHERE upload = ?').run(id)
    return parts
  }

  parts(upload: string, after: number, limit: number): Part[] {
    return this.#sql(
      'SELECT number, etag, size, file, checksum, modified FROM parts WHERE upload = ? AND number > ? ORDER BY number LIMIT ?',
    ).all(upload, after, limit) as Part[]
  }

  /** Writes a part over one of the same number; answers the file that is free now. Call it in a transaction. */
  putPart(upload: string, part: Part): Segment[] {
    const before = this.#sql('SELECT file, size FROM parts WHERE upload = ? AND number = ?').all(upload, part.number)
    this.#sql('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)').run(
      upload,
      part.number,
      part.etag,
      part.size,
      part.file,
      part.checksum,
      part.modified,
    )
    return before as Segment[]
  }

  /** Whether some row names a file. */
  knowsFile(file: string): boolean {
    return (
      this.#sql('SELECT 1 FROM segments WHERE file = ?').get(file) !== undefined ||
      this.#sql('SELECT 1 FROM parts WHERE file = ?').get(file) !== undefined
    )
  }
}

function readUpload(row: Row): Upload {
  return {
    ...(JSON.parse(row.description as string) as Description),
    id: row.id as string,
    bucket: row.bucket as string,
    key: row.key as string,
    created: row.created as number,
    algorithm: row.algorithm as ChecksumAlgorithm | null,
    type: row.type as ChecksumType,
  }
}
