import { isDeepStrictEqual } from 'node:util'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Problem } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { editorNow } from './editor.ts'
import { newId, now } from './ports.ts'
import { refuse } from './refusal.ts'
import { transact } from './table.ts'
import type { Rows, WriteItem } from './table.ts'

/** Refuses an edit of a row that another user changed first: says who changed it and when. */
export const refuseStale = async <K>(store: Pick<Rows<unknown, K>, 'editedBy'>, of: K): Promise<never> => {
  const last = await store.editedBy(of)
  const own = last?.userId !== undefined && last.userId === editorNow()?.userId
  const who = own ? '您' : (last?.userName ?? '其他人')
  return refuse(commonProblems.stale, { who, when: last ? showTime(last.at) : '刚才' })
}

/*
 * The ways in which a row that others see too is kept. `write` is how a room puts effect and record together (`audited`, or
 * what tells more of it), for an act that is on record; it runs only where there is something to do, so what bars an act is
 * asked there. It hears what the row becomes, which its record tells.
 */
type Version = { version: number }
type Deletable = Version & { deletedAt?: number | undefined; deletedBy?: unknown }
/** False where a condition of the writes did not hold. */
type Write<T = unknown> = (write: WriteItem, next: T) => Promise<boolean>
/** What leaves no record. */
const alone: Write = (write) => transact([write], newId<string>('attempt'))

/** So many of these there may be; `there` are those that count when one more comes. */
export type Limit = { most: number; there: () => Promise<{ length: number }>; problem: Problem }
/** Keeps one more where there is room: one that is made, or one that is had back. @throws Refused: there are as many as may be */
export const within =
  <T>({ most, there, problem }: Limit, write: Write<T> = alone): Write<T> =>
  async (item, next) =>
    (await there()).length >= most ? refuse(problem, { n: most }) : write(item, next)

/** Saves `next` over the version that it names and answers the new one. @throws Refused stale */
export const saveOver = async <T extends Version, K>(
  store: Pick<Rows<T, K>, 'saving' | 'editedBy'>,
  next: T & K,
  write: Write<T & K> = alone,
): Promise<Version> =>
  (await write(store.saving(next), next)) ? { version: next.version + 1 } : refuseStale<K>(store, next)

/**
 * Makes a row under an id that its maker chose: sent twice it is one, as far as the fields of `told` say the same.
 * @throws Refused conflict: the id names something else
 */
export const keepOnce = async <T extends Version, K>(
  store: Pick<Rows<T, K>, 'creating' | 'get'>,
  row: T & K,
  told: Partial<T>,
  write: Write<T & K> = alone,
): Promise<Version> => {
  const saysSame = (there: T): boolean =>
    (Object.keys(told) as (keyof T)[]).every((field) => isDeepStrictEqual(there[field], told[field]))
  const before = await store.get(row)
  if (!before && (await write(store.creating(row), row))) return { version: row.version }
  const there = before ?? (await store.get(row))
  return there && saysSame(there) ? { version: there.version } : refuse(commonProblems.conflict)
}

/**
 * Deletes a row for as long as it can be had back, or takes that back; again is harmless. `by` is who did it, where rows
 * of the kind say so. @throws Refused stale
 */
export const deleteOrUndo = async <T extends Deletable, K>(
  store: Pick<Rows<T, K>, 'saving' | 'editedBy'>,
  row: T & K,
  { undo, by }: { undo: boolean; by?: T['deletedBy'] },
  write: Write<T & K> = alone,
): Promise<Version> => {
  if ((row.deletedAt === undefined) === undo) return { version: row.version }
  const { deletedAt: _at, deletedBy: _by, ...kept } = row
  const gone = { deletedAt: now(), ...(by === undefined ? {} : { deletedBy: by }) }
  return saveOver(store, (undo ? kept : { ...kept, ...gone }) as T & K, write)
}
