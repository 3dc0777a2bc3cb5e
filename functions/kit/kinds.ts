/**
 * What each kind of row declares of itself: what it hangs on, and whose words it holds. A kind that does not say does not
 * compile (`RowsSpec`). A purge of what others hang on, and the erasure of a person, are derived from it here, so that a
 * new kind cannot be forgotten by either. `functions/app/kinds.ts` gathers the kinds of all rooms for the functions that
 * purge or erase.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import { anonymous } from '#shared/kit/anonymous.ts'
import type { Known } from '#shared/kit/anonymous.ts'
import { dynamo, env } from './clients.ts'
import { removeAt } from './erase.ts'
import type { ObjectsAt } from './erase.ts'
import { untilWhole } from './store.errors.ts'
import { pagesOf } from './table.query.ts'
import type { Item, Key } from './table.query.ts'
import { inTurns, inPieces } from './turns.ts'

/** What rows hang on, and the ids by which they are found from it. */
type OwnerIds = {
  account: { accountId: string }
  batch: { batchId: string }
  card: { cardId: string }
  exam: { examId: string }
  examSchool: { examId: string; schoolId: string }
  paper: { paperId: string; keyVersion?: number }
  /** A student, a teacher or a parent, as a school's roster has them. */
  person: { personId: string }
  school: { schoolId: string }
  /** The sheets and marks of one candidate in one paper. */
  script: { paperId: string; studentId: string }
  template: { templateId: string }
  user: { userId: string }
}
export type Owner = keyof OwnerIds

/** A partition of the table, or of an index; of it what begins so. */
export type Place = { pk: string; prefix?: string; index?: 'gsi1' | 'gsi2' }

/**
 * `on`: the row goes with that. `inTime`: it goes by its time to live. `stays`: it is never purged; the reason, or that it
 * is itself what others hang on.
 */
export type HangsOn =
  | { readonly on: Owner; readonly places: (of: never) => readonly Place[] }
  | { readonly inTime: true }
  | { readonly stays: string }

export const under = <O extends Owner>(
  on: O,
  ...places: ((of: OwnerIds[O]) => Place | readonly Place[])[]
): HangsOn => ({
  on,
  places: (of: OwnerIds[O]) => places.flatMap((place) => place(of)),
})
export const inTime: HangsOn = { inTime: true }
export const stays = (because: string): HangsOn => ({ stays: because })

/**
 * `nothing`: ids, figures and times. `staff`: who acted in office, which stays on record. `inTime`: a person's words, which
 * go by the row's time to live. `room`: more than rows goes with them, and the room's `holding.public.ts` takes them out.
 * Otherwise how a row looks without the student, and where his rows lie if not where the kind hangs.
 */
export type Personal<T> =
  | 'nothing'
  | 'staff'
  | 'inTime'
  | 'room'
  | { clean(row: T, known: Known): T; readonly lies?: (of: OwnerIds['person']) => Place }

/** Name and number are taken out wherever the row speaks of the student. */
export const cleaned = { clean: <T>(row: T, known: Known): T => anonymous(row, known) }

export type Kind = {
  /** The variable that names the table. */
  readonly table: string
  readonly key: (of: never) => Key
  readonly index: ((row: never) => Item) | undefined
  readonly hangsOn: HangsOn
  readonly personal: Personal<unknown>
  /** Objects that go with the row. */
  readonly objects?: ((row: never) => readonly ObjectsAt[]) | undefined
  /** What rows of this kind are to those that hang on them. */
  readonly owns?: Owner | undefined
  readonly schema: z.ZodType
  readonly hasTtl: boolean
  readonly read: (item: Item) => unknown
  /** Writes over the row as it is then; `change` answers the same row where nothing is to be written. */
  readonly rewrite: (row: unknown, change: (row: unknown) => unknown) => Promise<void>
}

const declared: Kind[] = []
export const declare = (kind: Kind): void => void declared.push(kind)
/** Every kind of the modules that are loaded. */
export const kinds = (): readonly Kind[] => declared

const blank = '\u0000'
/** A row's ids, each unknown. */
const unknownIds = new Proxy({}, { get: () => blank }) as never
/** What the keys of a kind begin with: no two kinds of a table have the same. */
export const nameOf = ({ table, key }: Kind): string => {
  const { pk, sk } = key(unknownIds)
  return `${table} ${pk.split(blank)[0]}… ${sk.split(blank)[0]}…`
}

const removeKeys = async (kind: Kind, keys: readonly Key[]): Promise<void> => {
  const table = env(kind.table)
  for (const piece of inPieces(keys, 25)) {
    let rest = piece.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))
    await untilWhole(`the removal of ${nameOf(kind)}`, async () => {
      const answer = await dynamo().send(new BatchWriteCommand({ RequestItems: { [table]: rest } }))
      rest = (answer.UnprocessedItems?.[table] ?? []) as typeof rest
      return rest.length === 0
    })
  }
}

const placesOf = (kind: Kind, owner: Owner, of: unknown): readonly Place[] =>
  'on' in kind.hangsOn && kind.hangsOn.on === owner ? kind.hangsOn.places(of as never) : []

/**
 * Removes what hangs on it, and answers how many rows that were. A row on which others hang goes once nothing hangs on it
 * any more, so it goes at the next call: until this answers 0. So what a stream writes late is found too.
 */
export const removeUnder = async <O extends Owner>(owner: O, of: OwnerIds[O]): Promise<number> => {
  const asked = kinds().flatMap((kind) => placesOf(kind, owner, of).map((place) => ({ kind, place })))
  const partitions = Map.groupBy(asked, ({ kind, place }) => `${kind.table} ${place.index ?? ''} ${place.pk}`)
  let removed = 0
  for (const [first, ...others] of partitions.values()) {
    const { kind, place } = first!
    const { index = null, pk, prefix } = place
    const table = env(kind.table)
    // Several kinds of one partition are read at once.
    const narrow = others.length === 0 && prefix !== undefined ? { prefix } : {}
    for await (const items of pagesOf(table, index, pk, { ...narrow, consistent: true })) {
      const going: (Key & { objects: readonly ObjectsAt[] })[] = []
      await inTurns(items, 8, async (item) => {
        const sk = String(item[index ? `${index}sk` : 'sk'])
        const own = [first!, ...others].find((a) => sk.startsWith(a.place.prefix ?? ''))
        if (!own) return
        const below = own.kind.owns ? await removeUnder(own.kind.owns, item as never) : 0
        removed += below
        const objects = own.kind.objects?.(item as never) ?? []
        if (below === 0) going.push({ pk: String(item['pk']), sk: String(item['sk']), objects })
      })
      // Before the rows, which alone know where they lie.
      await removeAt(going.flatMap((g) => g.objects))
      await removeKeys(kind, going)
      removed += going.length
    }
  }
  return removed
}

/** Whom an erasure takes out of the rows, and the papers that he sat. */
export type Erased = { schoolId: string; known: Known; papers: readonly { paperId: string; examId: string }[] }

/** Removes the rows that hang on a student, and takes him out of those that only speak of him. */
export const eraseFromRows = async ({ schoolId, known, papers }: Erased): Promise<void> => {
  const person = { personId: known.studentId }
  await removeUnder('person', person)
  const exams = [...new Set(papers.map((paper) => paper.examId))]
  for (const kind of kinds()) {
    if (typeof kind.personal !== 'object') continue
    const { clean, lies } = kind.personal
    const places = lies
      ? [lies(person)]
      : [
          ...placesOf(kind, 'school', { schoolId }),
          ...exams.flatMap((examId) => placesOf(kind, 'exam', { examId })),
          ...papers.flatMap((paper) => placesOf(kind, 'paper', paper)),
        ]
    for (const { pk, prefix, index = null } of places)
      for await (const items of pagesOf(env(kind.table), index, pk, prefix === undefined ? {} : { prefix }))
        for (const item of items) {
          const row = kind.read(item)
          if (clean(row, known) !== row) await kind.rewrite(row, (now) => clean(now, known))
        }
  }
}
