/**
 * Rows of one schema in a room's table. A row is stored as its schema says, beside its keys; every change is a
 * conditional write. There is no scan: what is read together lies in one partition.
 *
 * An ambiguous failure (a time-out after the write was applied) is told from a lost race by the write's own id, `_w`:
 * when the condition fails, the row is read back, and if it carries our id the write had happened.
 */
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import { dynamo, env } from './clients.ts'
import { editorNow } from './editor.ts'
import type { Editor } from './editor.ts'
import { beaten, edit } from './edit.ts'
import type { ObjectsAt } from './erase.ts'
import { declare } from './kinds.ts'
import type { HangsOn, Owner, Personal } from './kinds.ts'
import { now, randomText } from './ports.ts'
import { isConditionFailure, persistently, untilWhole } from './store.errors.ts'
import { pagesOf, readKeys } from './table.query.ts'
import type { Asking, Item, Key, QueryOptions, Stored, Where } from './table.query.ts'
import { inPieces } from './turns.ts'

export type { Where } from './table.query.ts'

export type IndexKeys = { gsi1pk?: string; gsi1sk?: string; gsi2pk?: string; gsi2sk?: string }
export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

const keyFields = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', '_w', 'ttl', 'updatedBy', 'updatedAt'] as const

/** Who changed a row last, and when. Without an editor where a stream's reader or a timer did. */
export type LastEdit = Partial<Editor> & { at: number }

/** What a conditional update may say beside its values: attribute → value that it must have now. */
export type Expectation = Readonly<Record<string, unknown>>

export type RowsSpec<S extends z.ZodObject, K> = {
  /** The table's environment variable: TABLE is the room's own. */
  table?: string
  schema: S
  key: (of: K) => Key
  /** What the row goes with. */
  hangsOn: HangsOn
  /** Whose words it holds. */
  personal: Personal<z.output<S>>
  /** What it is to the rows that hang on it. */
  owns?: Owner
  /** Objects that go with it, where it is purged with what it hangs on. */
  objects?: (row: z.output<S>) => readonly ObjectsAt[]
  index?: (row: z.output<S>) => IndexKeys
  /** Where the row lies (gsi2) by when it was last written, by any of the ways below: who has seen all asks `since`. */
  latest?: (of: K) => string
  /** Seconds since the epoch at which the row may vanish. Without it, a row with `deletedAt` vanishes by `purgeAt`. */
  ttl?: (row: z.output<S>) => number | undefined
  /** Older stored shapes to today's. */
  upcast?: (stored: Item) => Item
}

/** Keys of the index that say when a row was written: times as text that sorts as they do. */
export const latestKeys = (place: string, at = now()) => ({
  gsi2pk: place,
  gsi2sk: String(Math.max(0, at)).padStart(14, '0'),
})

/** How long a deleted row can be had back, ms. */
export const keptDeletedMs = 90 * 86_400_000
/** When the store purges a row that is marked as deleted, in seconds since the epoch; never while it is not. */
const purgeAt = (row: unknown): number | undefined => {
  const { deletedAt } = row as { deletedAt?: number }
  return deletedAt === undefined ? undefined : Math.ceil((deletedAt + keptDeletedMs) / 1000)
}

export type Rows<T, K> = {
  tableName: () => string
  keyOf: (of: K) => Key
  get: (of: K, options?: { consistent?: boolean }) => Promise<T | null>
  getMany: (of: readonly K[]) => Promise<T[]>
  /** Puts a row that must not exist yet; false if another one is there. */
  create: (row: T) => Promise<boolean>
  /** Puts a row over any other: only for rows that are written once or can be derived again. */
  put: (row: T) => Promise<void>
  putMany: (rows: readonly T[]) => Promise<void>
  /** Puts a row over its version `row.version`, raised by one; null if another write was faster. Version 0: there is none yet. */
  save: (row: T) => Promise<T | null>
  /** Puts a row over one that is as it was read; false if it is not any more. For rows without a version. */
  replace: (row: T, was: T) => Promise<boolean>
  /** Sets attributes where all expectations hold (undefined: must be absent); null if they do not. */
  update: (of: K, set: Partial<T>, expect?: Expectation, where?: Where) => Promise<T | null>
  /**
   * Changes the row as it is and saves it over the version that was read, or creates it; `change` answers null for a row
   * that is to stay as it is. Again while others are faster. Answers the row as it stands then.
   * @throws Overtaken
   */
  edit: (of: K, change: (there: T | null) => T | null | Promise<T | null>) => Promise<T | null>
  /** As `update`, where the caller need not see the row: false if an expectation does not hold. */
  amend: (of: K, set: Partial<T>, expect?: Expectation, where?: Where) => Promise<boolean>
  /** This row as one of those that `together` reads. */
  asking: (of: K) => Asking<T>
  remove: (of: K) => Promise<void>
  /** Who changed it last: kept of rows with a version (others are never edited over one another). */
  editedBy: (of: K) => Promise<LastEdit | null>
  /** The row that `inPartition` found; null where its time is over. */
  from: (stored: Stored) => T | null
  query: (pk: string, options?: QueryOptions) => Promise<T[]>
  queryIndex: (index: 'gsi1' | 'gsi2', pk: string, options?: QueryOptions) => Promise<T[]>
  /** What was written at a place of `latest` at this time or after it. */
  since: (place: string, at: number) => Promise<T[]>
  /** As `query`, a megabyte at a time: for a partition that no memory need hold. */
  pages: (pk: string, options?: QueryOptions) => AsyncGenerator<T[]>
  indexPages: (index: 'gsi1' | 'gsi2', pk: string, options?: QueryOptions) => AsyncGenerator<T[]>
  /** The same writes as members of a transaction. */
  creating: (row: T) => WriteItem
  /** Over any other row: see `put`. */
  putting: (row: T) => WriteItem
  /** The row goes if it is at this version. */
  removing: (row: T) => WriteItem
  /** The row goes, as it is then: for rows without a version. */
  dropping: (of: K) => WriteItem
  /** Over its version; 0: there is none yet. */
  saving: (row: T) => WriteItem
  /** Saves over any row at the key that is at this version: for rows that change places. */
  savingOver: (row: T, version: number) => WriteItem
  updating: (of: K, set: Partial<T>, expect?: Expectation, where?: Where) => WriteItem
  /** Holds while others are written: that the row, if there is one, has nothing in this field. For a lock beside what it locks. */
  holding: (of: K, free: keyof T & string) => WriteItem
}

const conditionOf = (expect: Expectation, names: Record<string, string>, values: Item): string =>
  [
    'attribute_exists(pk)',
    ...Object.entries(expect).map(([field, value], i) => {
      names[`#e${i}`] = field
      if (value === undefined) return `attribute_not_exists(#e${i})`
      values[`:e${i}`] = value
      return `#e${i} = :e${i}`
    }),
  ].join(' AND ')

export const rows = <S extends z.ZodObject, K>(spec: RowsSpec<S, K>): Rows<z.output<S>, K> => {
  type T = z.output<S>
  const tableName = () => env(spec.table ?? 'TABLE')

  const versioned = 'version' in spec.schema.shape
  const ttlOf = spec.ttl ?? ('deletedAt' in spec.schema.shape ? purgeAt : undefined)
  /** What the store remembers of an edit beside the row, for the caller who is refused as stale. */
  const signed = (): Item => (versioned ? { updatedBy: editorNow(), updatedAt: now() } : {})

  const read = (item: Item | undefined): T | null => {
    if (!item) return null
    const bare = { ...item }
    for (const field of keyFields) delete bare[field]
    return spec.schema.parse(spec.upcast ? spec.upcast(bare) : bare)
  }
  /** A row past its time is gone for every reader, whenever the store sweeps it. */
  const live = (item: Item | undefined): item is Item =>
    item !== undefined && !(ttlOf && typeof item['ttl'] === 'number' && item['ttl'] * 1000 <= now())
  const liveRow = (item: Item | undefined): T | null => (live(item) ? read(item) : null)
  /** That no row is there, or one that is only waiting to be swept. */
  const absence = () =>
    ttlOf
      ? {
          expression: 'attribute_not_exists(pk) OR #ttl <= :swept',
          names: { '#ttl': 'ttl' },
          values: { ':swept': Math.floor(now() / 1000) },
        }
      : { expression: 'attribute_not_exists(pk)' }
  const latest = (of: K): IndexKeys => (spec.latest ? latestKeys(spec.latest(of)) : {})
  const written = (row: T): Item => {
    const ttl = ttlOf?.(row)
    return {
      ...(row as Item),
      ...spec.key(row as unknown as K),
      ...spec.index?.(row),
      ...latest(row as unknown as K),
      ...(ttl === undefined ? {} : { ttl }),
      ...signed(),
      _w: randomText(9),
    }
  }
  const isOurs = async (key: Key, writeId: unknown): Promise<boolean> => {
    const { Item: stored } = await dynamo().send(
      new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
    )
    return stored?.['_w'] === writeId
  }
  const putIf = async (
    item: Item,
    condition: { expression: string; names?: Record<string, string>; values?: Item },
  ) => {
    try {
      const put = {
        TableName: tableName(),
        Item: item,
        ConditionExpression: condition.expression,
        ...(condition.names ? { ExpressionAttributeNames: condition.names } : {}),
        ...(condition.values ? { ExpressionAttributeValues: condition.values } : {}),
      }
      await persistently(() => dynamo().send(new PutCommand(put)))
      return true
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      return isOurs({ pk: String(item['pk']), sk: String(item['sk']) }, item['_w'])
    }
  }
  const versionOf = (row: T): number => Number((row as Item)['version'])
  const raised = (row: T): T => ({ ...row, version: versionOf(row) + 1 })

  const updateParts = (of: K, set: Partial<T>, expect: Expectation, where?: Where) => {
    const names: Record<string, string> = {}
    const values: Item = {}
    const sets: string[] = []
    const removes: string[] = []
    const change: Item = { ...(set as Item), ...latest(of), ...signed(), _w: randomText(9) }
    Object.entries(change).forEach(([field, value], i) => {
      names[`#s${i}`] = field
      if (value === undefined) removes.push(`#s${i}`)
      else {
        values[`:s${i}`] = value
        sets.push(`#s${i} = :s${i}`)
      }
    })
    const condition = [conditionOf(expect, names, values), ...(where ? [`(${where.expression})`] : [])].join(' AND ')
    Object.assign(names, where?.names)
    Object.assign(values, where?.values)
    return {
      writeId: change['_w'],
      input: {
        TableName: tableName(),
        Key: spec.key(of),
        UpdateExpression: `SET ${sets.join(', ')}${removes.length ? ` REMOVE ${removes.join(', ')}` : ''}`,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      },
    }
  }

  const pagesOfRows = async function* (
    index: 'gsi1' | 'gsi2' | null,
    pk: string,
    options?: QueryOptions,
  ): AsyncGenerator<T[]> {
    for await (const items of pagesOf(tableName(), index, pk, options, live)) yield items.map((i) => read(i)!)
  }
  const queryBy = async (index: 'gsi1' | 'gsi2' | null, pk: string, options: QueryOptions = {}): Promise<T[]> => {
    const found: T[] = []
    for await (const page of pagesOfRows(index, pk, options)) found.push(...page)
    return found
  }

  const store: Rows<T, K> = {
    tableName,
    keyOf: spec.key,
    get: async (of, options = {}) =>
      liveRow(
        (
          await dynamo().send(
            new GetCommand({
              TableName: tableName(),
              Key: spec.key(of),
              ConsistentRead: options.consistent ?? true,
            }),
          )
        ).Item,
      ),
    getMany: async (of) => {
      const found = await readKeys(of.map((k) => ({ table: tableName(), key: spec.key(k) })))
      return found.flatMap(({ item }) => (live(item) ? [read(item)!] : []))
    },
    create: (row) => putIf(written(row), absence()),
    put: async (row) => {
      const put = { TableName: tableName(), Item: written(row) }
      await persistently(() => dynamo().send(new PutCommand(put)))
    },
    putMany: async (many) => {
      for (const piece of inPieces(many, 25)) {
        let rest = piece.map((row) => ({ PutRequest: { Item: written(row) } }))
        await untilWhole(`rows of ${tableName()}`, async () => {
          const answer = await dynamo().send(new BatchWriteCommand({ RequestItems: { [tableName()]: rest } }))
          rest = (answer.UnprocessedItems?.[tableName()] ?? []) as typeof rest
          return rest.length === 0
        })
      }
    },
    save: async (row) => {
      const next = raised(row)
      if (versionOf(row) === 0) return (await store.create(next)) ? next : null
      const done = await putIf(written(next), {
        expression: '#version = :version',
        names: { '#version': 'version' },
        values: { ':version': versionOf(row) },
      })
      return done ? next : null
    },
    edit: async (of, change) => {
      if (!versioned) throw new Error('rows without a version cannot be edited')
      const { pk, sk } = spec.key(of)
      return edit(`${pk} ${sk}`, async () => {
        const there = await store.get(of)
        const next = await change(there)
        if (next === null) return there
        if (there) return (await store.save({ ...next, version: versionOf(there) })) ?? beaten
        const first = { ...next, version: 1 }
        return (await store.create(first)) ? first : beaten
      })
    },
    replace: (row, was) => {
      const names: Record<string, string> = {}
      const values: Item = {}
      const fields = Object.keys(spec.schema.shape).map((field) => [field, (was as Item)[field]])
      const expression = conditionOf(Object.fromEntries(fields) as Expectation, names, values)
      return putIf(written(row), { expression, names, values })
    },
    update: async (of, set, expect = {}, where) => {
      const { writeId, input } = updateParts(of, set, expect, where)
      try {
        const answer = await persistently(() => dynamo().send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' })))
        return read(answer.Attributes)
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return (await isOurs(input.Key, writeId)) ? store.get(of) : null
      }
    },
    amend: async (of, set, expect = {}, where) => {
      const { writeId, input } = updateParts(of, set, expect, where)
      try {
        await persistently(() => dynamo().send(new UpdateCommand(input)))
        return true
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return isOurs(input.Key, writeId)
      }
    },
    asking: (of) => ({ table: tableName(), key: spec.key(of), read: liveRow }),
    remove: async (of) => {
      await persistently(() => dynamo().send(new DeleteCommand({ TableName: tableName(), Key: spec.key(of) })))
    },
    editedBy: async (of) => {
      const { Item: stored } = await dynamo().send(
        new GetCommand({ TableName: tableName(), Key: spec.key(of), ConsistentRead: true }),
      )
      if (stored?.['updatedAt'] === undefined) return null
      return { ...(stored['updatedBy'] as Editor | undefined), at: Number(stored['updatedAt']) }
    },
    from: ({ item }) => liveRow(item),
    query: (pk, options) => queryBy(null, pk, options),
    queryIndex: (index, pk, options) => queryBy(index, pk, options),
    since: (place, at) => queryBy('gsi2', place, { from: latestKeys(place, at).gsi2sk }),
    pages: (pk, options) => pagesOfRows(null, pk, options),
    indexPages: (index, pk, options) => pagesOfRows(index, pk, options),
    putting: (row) => ({ Put: { TableName: tableName(), Item: written(row) } }),
    dropping: (of) => ({ Delete: { TableName: tableName(), Key: spec.key(of) } }),
    removing: (row) => ({
      Delete: {
        TableName: tableName(),
        Key: spec.key(row as unknown as K),
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': versionOf(row) },
      },
    }),
    creating: (row) => {
      const { expression, names, values } = absence()
      return {
        Put: {
          TableName: tableName(),
          Item: written(row),
          ConditionExpression: expression,
          ...(names ? { ExpressionAttributeNames: names } : {}),
          ...(values ? { ExpressionAttributeValues: values } : {}),
        },
      }
    },
    saving: (row) => (versionOf(row) === 0 ? store.creating(raised(row)) : store.savingOver(row, versionOf(row))),
    savingOver: (row, version) => ({
      Put: {
        TableName: tableName(),
        Item: written(raised(row)),
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version },
      },
    }),
    updating: (of, set, expect = {}, where) => ({ Update: updateParts(of, set, expect, where).input }),
    holding: (of, free) => ({
      ConditionCheck: {
        TableName: tableName(),
        Key: spec.key(of),
        ConditionExpression: 'attribute_not_exists(#free)',
        ExpressionAttributeNames: { '#free': free },
      },
    }),
  }
  declare({
    table: spec.table ?? 'TABLE',
    key: spec.key,
    index: spec.index,
    hangsOn: spec.hangsOn,
    personal: spec.personal,
    owns: spec.owns,
    objects: spec.objects,
    schema: spec.schema,
    hasTtl: ttlOf !== undefined,
    read,
    rewrite: async (row, change) => {
      const of = row as K
      if (versioned) await store.edit(of, (there) => there && (change(there) as T))
      else await store.put(change(row) as T)
    },
  })
  return store
}

/**
 * All or nothing, at most 100 writes. The token makes a repeat after an ambiguous failure harmless (10 minutes, as the
 * service defines it). Answers false when a condition failed, and only then: what is throttled or meets another
 * transaction is sent again, and thrown when that does not pass.
 */
export const transact = async (writes: readonly WriteItem[], token: string): Promise<boolean> => {
  const all = { TransactItems: [...writes], ClientRequestToken: token.slice(0, 36) }
  try {
    await persistently(() => dynamo().send(new TransactWriteCommand(all)))
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}
