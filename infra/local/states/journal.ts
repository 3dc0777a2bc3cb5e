import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import type { ExecutionRow, FinishedItem, Frame, JsonObject, Machine } from './states.types.ts'

/** Events and frames wait this long for company, milliseconds; what the API answered for is written at once. */
const GROUP_COMMIT = 5

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS machines (arn TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS executions (
  arn TEXT PRIMARY KEY, machineArn TEXT NOT NULL, machineName TEXT NOT NULL, roleArn TEXT NOT NULL, name TEXT NOT NULL,
  status TEXT NOT NULL, input TEXT NOT NULL, output TEXT, error TEXT, cause TEXT,
  start INTEGER NOT NULL, stop INTEGER, definition TEXT, announced INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS executionsByMachine ON executions (machineArn, start);
CREATE INDEX IF NOT EXISTS executionsOpen ON executions (announced) WHERE announced = 0;
CREATE TABLE IF NOT EXISTS frames (execution TEXT, path TEXT, body TEXT NOT NULL, PRIMARY KEY (execution, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, execution TEXT, path TEXT, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS itemsByMap ON items (execution, path);
CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, execution TEXT, machineArn TEXT, outcome TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokensByExecution ON tokens (execution);
CREATE TABLE IF NOT EXISTS events (execution TEXT, id INTEGER, body TEXT NOT NULL, PRIMARY KEY (execution, id)) WITHOUT ROWID;
`

/** One event of an execution's history, in the shape of the API (timestamp in seconds). */
export type HistoryEvent = JsonObject & { id: number; previousEventId: number; timestamp: number; type: string }

export interface TokenRow {
  token: string
  execution: string
  machineArn: string
  /** JSON of the answer, once it came */
  outcome: string | null
}

/** What survives a kill. Small writes are grouped into one transaction; a row is written in its newest form only. */
export class Journal {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #frames = new Map<string, Map<string, Frame | null>>()
  readonly #items = new Map<string, Map<string, FinishedItem[]>>()
  #events: { execution: string; event: HistoryEvent }[] = []
  #later: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    this.#db = new DatabaseSync(join(dataDir, 'states.sqlite'))
    this.#db.exec(SCHEMA)
  }

  #sql(text: string): StatementSync {
    let statement = this.#statements.get(text)
    if (!statement) this.#statements.set(text, (statement = this.#db.prepare(text)))
    return statement
  }

  #soon(): void {
    if (!this.#timer && !this.#closed) this.#timer = setTimeout(() => this.flush(), GROUP_COMMIT)
  }

  /** Writes all that is waiting, in one transaction. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#closed) return
    this.#db.exec('BEGIN')
    try {
      for (const write of this.#later) write()
      for (const [execution, frames] of this.#frames)
        for (const [path, frame] of frames) {
          if (frame)
            this.#sql('INSERT OR REPLACE INTO frames VALUES (?, ?, ?)').run(execution, path, JSON.stringify(frame))
          else this.#sql('DELETE FROM frames WHERE execution = ? AND path = ?').run(execution, path)
        }
      for (const [execution, maps] of this.#items)
        for (const [path, items] of maps)
          this.#sql('INSERT INTO items (execution, path, body) VALUES (?, ?, ?)').run(
            execution,
            path,
            JSON.stringify(items),
          )
      for (const { execution, event } of this.#events)
        this.#sql('INSERT OR REPLACE INTO events VALUES (?, ?, ?)').run(execution, event.id, JSON.stringify(event))
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
    this.#later = []
    this.#frames.clear()
    this.#items.clear()
    this.#events = []
  }

  /** Closes the file; `lose` drops what waits, as a kill would. */
  close(lose = false): void {
    if (this.#closed) return
    if (!lose) this.flush()
    clearTimeout(this.#timer)
    this.#closed = true
    this.#db.close()
  }

  // machines

  saveMachine(machine: Machine): void {
    this.#sql('INSERT OR REPLACE INTO machines VALUES (?, ?)').run(machine.arn, JSON.stringify(machine))
  }
  deleteMachine(arn: string): void {
    this.#sql('DELETE FROM machines WHERE arn = ?').run(arn)
  }
  machines(): Machine[] {
    return this.#sql('SELECT body FROM machines ORDER BY arn')
      .all()
      .map((row) => JSON.parse(String(row['body'])) as Machine)
  }

  // executions

  /** At once, together with the frames that wait (a parent's note of the child that it starts). */
  insertExecution(row: ExecutionRow): void {
    this.#later.push(() =>
      this.#sql(
        'INSERT INTO executions (arn, machineArn, machineName, roleArn, name, status, input, start, definition) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(
        row.arn,
        row.machineArn,
        row.machineName,
        row.roleArn,
        row.name,
        row.status,
        row.input,
        row.start,
        row.definition,
      ),
    )
    this.flush()
  }

  /** Ends an execution, at once. Of one that did not succeed the state where it stopped is kept: it may be redriven. */
  endExecution(row: ExecutionRow): void {
    const done = row.status === 'SUCCEEDED'
    const root = this.#frames.get(row.arn)?.get('')
    this.#frames.delete(row.arn)
    this.#items.delete(row.arn)
    if (!done && root) this.#frames.set(row.arn, new Map([['', root]]))
    this.#later.push(() => {
      this.#sql(
        'UPDATE executions SET status = ?, output = ?, error = ?, cause = ?, stop = ?, definition = ? WHERE arn = ?',
      ).run(row.status, row.output, row.error, row.cause, row.stop, done ? null : row.definition, row.arn)
      this.#sql(`DELETE FROM frames WHERE execution = ? AND (? OR path <> '')`).run(row.arn, done ? 1 : 0)
      for (const table of ['items', 'tokens']) this.#sql(`DELETE FROM ${table} WHERE execution = ?`).run(row.arn)
    })
    this.flush()
  }

  /** Runs again what has ended, at once. */
  reopenExecution(arn: string): void {
    this.#later.push(() =>
      this.#sql(
        "UPDATE executions SET status = 'RUNNING', output = NULL, error = NULL, cause = NULL, stop = NULL, announced = 0 WHERE arn = ?",
      ).run(arn),
    )
    this.flush()
  }

  /** How often an execution was redriven, and when last, UTC milliseconds. */
  redrives(arn: string): { count: number; at: number | null } {
    this.flush()
    const rows = this.#sql(
      `SELECT body FROM events WHERE execution = ? AND body LIKE '%"type":"ExecutionRedriven"%' ORDER BY id`,
    ).all(arn)
    const last = rows.at(-1)
    return { count: rows.length, at: last ? (JSON.parse(String(last['body'])) as HistoryEvent).timestamp * 1000 : null }
  }

  /** Notes that the end of an execution was told to the event bus. */
  announced(arn: string): void {
    if (this.#closed) return
    this.#later.push(() => this.#sql('UPDATE executions SET announced = 1 WHERE arn = ?').run(arn))
    this.#soon()
  }

  execution(arn: string): ExecutionRow | undefined {
    return this.#sql('SELECT * FROM executions WHERE arn = ?').get(arn) as ExecutionRow | undefined
  }

  /** Executions that run, or whose end was not told yet. */
  unsettled(): ExecutionRow[] {
    return this.#sql('SELECT * FROM executions WHERE announced = 0 ORDER BY start').all() as unknown as ExecutionRow[]
  }

  /** A page of a machine's executions, newest first. */
  executions(machineArn: string, status: string | undefined, offset: number, limit: number): ExecutionRow[] {
    return this.#sql(
      'SELECT * FROM executions WHERE machineArn = ? AND (? IS NULL OR status = ?) ORDER BY start DESC, rowid DESC LIMIT ? OFFSET ?',
    ).all(machineArn, status ?? null, status ?? null, limit, offset) as unknown as ExecutionRow[]
  }

  // frames

  saveFrame(execution: string, path: string, frame: Frame | null): void {
    let frames = this.#frames.get(execution)
    if (!frames) this.#frames.set(execution, (frames = new Map()))
    frames.set(path, frame)
    this.#soon()
  }

  /** Forgets every frame and item whose path begins with `prefix`, which ends in '.'. */
  dropUnder(execution: string, prefix: string): void {
    for (const kept of [this.#frames.get(execution), this.#items.get(execution)])
      if (kept) for (const path of kept.keys()) if (path.startsWith(prefix)) kept.delete(path)
    const after = `${prefix.slice(0, -1)}/`
    this.#later.push(() => {
      for (const table of ['frames', 'items'])
        this.#sql(`DELETE FROM ${table} WHERE execution = ? AND path >= ? AND path < ?`).run(execution, prefix, after)
    })
    this.#soon()
  }

  frames(execution: string): Map<string, Frame> {
    const rows = this.#sql('SELECT path, body FROM frames WHERE execution = ?').all(execution)
    return new Map(rows.map((row) => [String(row['path']), JSON.parse(String(row['body'])) as Frame]))
  }

  // finished children of distributed maps

  saveItem(execution: string, path: string, item: FinishedItem): void {
    let maps = this.#items.get(execution)
    if (!maps) this.#items.set(execution, (maps = new Map()))
    const items = maps.get(path)
    if (items) items.push(item)
    else maps.set(path, [item])
    this.#soon()
  }

  /** The finished children of one map, a written batch at a time. */
  *items(execution: string, path: string): Generator<FinishedItem[]> {
    this.flush()
    for (const row of this.#sql('SELECT id FROM items WHERE execution = ? AND path = ? ORDER BY id').all(
      execution,
      path,
    )) {
      const batch = this.#sql('SELECT body FROM items WHERE id = ?').get(row['id'] as number)
      if (batch) yield JSON.parse(String(batch['body'])) as FinishedItem[]
    }
  }

  // callback tokens

  openToken(row: Omit<TokenRow, 'outcome'>): void {
    this.#sql('INSERT OR IGNORE INTO tokens VALUES (?, ?, ?, NULL)').run(row.token, row.execution, row.machineArn)
  }
  answerToken(token: string, outcome: string): void {
    this.#sql('UPDATE tokens SET outcome = ? WHERE token = ?').run(outcome, token)
  }
  token(token: string): TokenRow | undefined {
    return this.#sql('SELECT * FROM tokens WHERE token = ?').get(token) as TokenRow | undefined
  }

  // history

  saveEvent(execution: string, event: HistoryEvent): void {
    this.#events.push({ execution, event })
    this.#soon()
  }
  lastEventId(execution: string): number {
    return Number(this.#sql('SELECT max(id) AS id FROM events WHERE execution = ?').get(execution)?.['id'] ?? 0)
  }
  events(execution: string, reverse: boolean, offset: number, limit: number): HistoryEvent[] {
    this.flush()
    return this.#sql(
      `SELECT body FROM events WHERE execution = ? ORDER BY id ${reverse ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
    )
      .all(execution, limit, offset)
      .map((row) => JSON.parse(String(row['body'])) as HistoryEvent)
  }
}
