/**
 * What a stream holds, read from the stand-in's own file. By GetRecords a reader is given every record of its table, written
 * out by one process and read in by the other, also those that it does not hear of, and of what a mark comes to that is most.
 * Here it is given those that it hears of, and their images go on as the text that they are stored as. Each record is the one
 * that GetRecords gives (changes.test.ts).
 */
import { createRequire } from 'node:module'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { dynamoFile } from './dynamo.ts'

const { DatabaseSync: Database } = createRequire(import.meta.url)('node:sqlite') as {
  DatabaseSync: typeof DatabaseSync
}

/** A record: its number, when it was written (s), and itself as JSON. */
export type Change = { sequence: string; at: number; text: string }
type Asked = {
  table: string
  shardId: string
  streamArn: string
  /** Beginnings of the partition keys that are heard; null: of all. */
  prefixes: readonly string[] | null
  /** Behind this number. */
  after: string | undefined
  limit: number
}
export type Changes = {
  /** The next records, and up to which number all are read then; undefined where there is none at all. */
  read: (asked: Asked) => { changes: Change[]; upTo: string | undefined }
  close: () => void
}

type Row = {
  event_name: string
  keys_json: string
  new_image: string | null
  old_image: string | null
  sequence_number: string
  created_at: number
  user_identity: string | null
}

const identityOf = (text: string): string => {
  const { type = 'Service', principalId = 'dynamodb.amazonaws.com' } = JSON.parse(text) as Record<string, string>
  return JSON.stringify({ type, principalId })
}

const textOf = (row: Row, streamArn: string, viewType: string): string => {
  const { keys_json, new_image, old_image, user_identity } = row
  const size = [keys_json, new_image, old_image].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  const dynamodb = [
    `"Keys":${keys_json}`,
    ...(new_image === null ? [] : [`"NewImage":${new_image}`]),
    ...(old_image === null ? [] : [`"OldImage":${old_image}`]),
    `"SequenceNumber":"${row.sequence_number}","SizeBytes":${size},"StreamViewType":"${viewType}"`,
    `"ApproximateCreationDateTime":${row.created_at}`,
  ]
  const source = `"eventVersion":"1.1","eventSource":"aws:dynamodb","awsRegion":"dynoxide","eventSourceARN":${JSON.stringify(streamArn)}`
  const identity = user_identity === null ? '' : `,"userIdentity":${identityOf(user_identity)}`
  return `{"eventID":"${row.sequence_number}","eventName":"${row.event_name}",${source},"dynamodb":{${dynamodb.join(',')}}${identity}}`
}

export const openChanges = (dataDir: string): Changes => {
  const database = new Database(dynamoFile(dataDir), { readOnly: true })
  database.exec('PRAGMA busy_timeout = 5000')
  const number = 'CAST(sequence_number AS INTEGER)'
  const last = database.prepare(`SELECT MAX(${number}) AS upTo FROM _stream_records WHERE shard_id = ?`)
  const view = database.prepare('SELECT stream_view_type AS type FROM _tables WHERE table_name = ?')
  const statements = new Map<number, StatementSync>()
  /** Keys are written as JSON, one of them by this name: its beginning can stand nowhere else in that text. */
  const heard = (prefixes: number): StatementSync => {
    const known = statements.get(prefixes)
    if (known) return known
    const any = Array.from({ length: prefixes }, () => 'instr(keys_json, ?) > 0').join(' OR ')
    const made = database.prepare(
      `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at, user_identity FROM _stream_records
       WHERE shard_id = ? AND ${number} > ? AND ${number} <= ? ${prefixes > 0 ? `AND (${any})` : ''} ORDER BY ${number} LIMIT ?`,
    )
    statements.set(prefixes, made)
    return made
  }
  return {
    read: ({ table, shardId, streamArn, prefixes, after = '0', limit }) => {
      // Numbers are given in the order in which writes are done: what comes later is greater.
      const { upTo } = last.get(shardId) as { upTo: number | null }
      if (upTo === null) return { changes: [], upTo: undefined }
      const begins = (prefixes ?? []).map((prefix) => `"pk":{"S":${JSON.stringify(prefix).slice(0, -1)}`)
      const found = heard(begins.length).all(shardId, Number(after), upTo, ...begins, limit) as unknown as Row[]
      const { type } = view.get(table) as { type: string | null }
      return {
        changes: found.map((row) => ({
          sequence: row.sequence_number,
          at: row.created_at,
          text: textOf(row, streamArn, type ?? 'NEW_AND_OLD_IMAGES'),
        })),
        upTo: found.length === limit ? found.at(-1)!.sequence_number : String(upTo),
      }
    },
    close: () => database.close(),
  }
}
