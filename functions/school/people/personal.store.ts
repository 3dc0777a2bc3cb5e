/**
 * ID cards and phones, sealed (`functions/kit/fields.ts`): one row a person, and one a number by which it is found. The
 * second kind is keyed by the blind index, so that an ID card is one student's of a school by the table itself.
 */
import * as z from 'zod'
import { PersonOf, personalFields, Reveal } from '#shared/school/people/personal.types.ts'
import type { PersonalField, PersonalTexts } from '#shared/school/people/personal.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { blindIndex, openField, sealField } from '#functions/kit/fields.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { inTime, stays, under } from '#functions/kit/kinds.ts'
import { rows, transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

const table = 'TABLE_SCHOOL'
export type Person = z.infer<typeof PersonOf>

const sealedText = z.object({ sealed: z.string(), blind: z.string() })
const StoredPersonal = z.object({
  schema: z.literal(1),
  ...PersonOf.shape,
  idCard: sealedText.optional(),
  phone: sealedText.optional(),
  createdAt: z.int(),
  version: z.int(),
})
export type StoredPersonal = z.infer<typeof StoredPersonal>

export const personals = rows({
  table,
  schema: StoredPersonal,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `personal#${schoolId}` })),
  personal: 'room',
  key: (of: Omit<Person, 'schoolId'> & { schoolId: string }) => ({
    pk: `personal#${of.schoolId}`,
    sk: `${of.kind}#${of.personId}`,
  }),
})

const Finder = z.object({ schema: z.literal(1), ...PersonOf.shape, field: z.string(), blind: z.string() })
type Finder = z.infer<typeof Finder>

export const finders = rows({
  table,
  schema: Finder,
  hangsOn: stays('goes with the sealed text that it finds'),
  personal: 'room',
  key: (of: Omit<Finder, 'schema'>) => ({
    pk: `blind#${of.schoolId}#${of.field}#${of.blind}`,
    // One student and one teacher of an ID card; a parent is there once for each child, and a phone is a family's.
    sk: of.field === 'idCard' && of.kind !== 'parent' ? of.kind : `${of.kind}#${of.personId}`,
  }),
  index: (f) => ({ gsi1pk: `blind#${f.field}#${f.blind}`, gsi1sk: `${f.schoolId}#${f.kind}#${f.personId}` }),
})

/** Who looked at what, by time. */
export const reveals = rows({
  table,
  schema: Reveal,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `reveals#${schoolId}` })),
  personal: 'staff',
  key: (of: { schoolId: string; at: number; auditId: string }) => ({
    pk: `reveals#${of.schoolId}`,
    sk: `${of.at}#${of.auditId}`,
  }),
})

const Allowed = z.object({
  schema: z.literal(1),
  userId: z.string(),
  kind: z.string(),
  taken: z.array(z.int()),
  version: z.int(),
})
/** The times of a caller's latest looks. */
export const allowed = rows({
  table,
  schema: Allowed,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { userId: string; kind: string }) => ({ pk: `looks#${of.userId}`, sk: of.kind }),
  ttl: (r) => Math.ceil(Math.max(0, ...r.taken) / 1000) + 7200,
})

/** A sealed text opens only where it was sealed for. */
const whereOf = (of: Person, field: PersonalField): string => `school/${of.schoolId}/${of.kind}/${of.personId}/${field}`

export const openPersonal = async (row: StoredPersonal, field: PersonalField): Promise<string | null> => {
  const text = row[field]
  return text ? openField(whereOf(row, field), text.sealed) : null
}

/** Both texts, opened. */
export const textsOf = async (row: StoredPersonal | null): Promise<PersonalTexts> => {
  if (!row) return {}
  const [idCard, phone] = await Promise.all([openPersonal(row, 'idCard'), openPersonal(row, 'phone')])
  return { ...(idCard === null ? {} : { idCard }), ...(phone === null ? {} : { phone }) }
}

/**
 * The writes that set fields of a person ('' takes one away, left out it stays), or null where nothing changes. They
 * fail where the row has another version than `version` (0: none is there yet) or the ID card is another's.
 */
export const settingPersonal = async (
  of: Person,
  texts: PersonalTexts,
  before: StoredPersonal | null,
  version: number,
): Promise<WriteItem[] | null> => {
  const { schoolId, kind, personId } = of
  const next: StoredPersonal = {
    ...(before ?? { schema: 1, schoolId, kind, personId, createdAt: now() }),
    version: Math.max(1, version),
  }
  const writes: WriteItem[] = []
  for (const field of personalFields) {
    const text = texts[field]
    if (text === undefined) continue
    const old = before?.[field]
    const blind = text === '' ? undefined : await blindIndex(field, text)
    if (blind === old?.blind) continue
    const finder = { schema: 1 as const, schoolId, kind, personId, field }
    if (old)
      writes.push({
        Delete: { TableName: finders.tableName(), Key: finders.keyOf({ ...finder, blind: old.blind }) },
      })
    if (blind === undefined) delete next[field]
    else {
      next[field] = { blind, sealed: await sealField(whereOf(of, field), text) }
      writes.push(finders.creating({ ...finder, blind }))
    }
  }
  if (writes.length === 0) return null
  return [before ? personals.saving(next) : personals.creating(next), ...writes]
}

/** Who in the school has exactly this number. */
export const foundBy = async (schoolId: string, field: PersonalField, text: string): Promise<Person[]> =>
  finders.query(`blind#${schoolId}#${field}#${await blindIndex(field, text)}`)

/** Students of other schools with this ID card. */
export const keptElsewhere = async (schoolId: string, idCard: string): Promise<boolean> =>
  (await finders.queryIndex('gsi1', `blind#idCard#${await blindIndex('idCard', idCard)}`)).some(
    (f) => f.kind === 'student' && f.schoolId !== schoolId,
  )

/** Whose these ID cards are in the school: student ids by card. */
export const cardOwners = async (
  schoolId: Person['schoolId'],
  cards: readonly string[],
): Promise<Map<string, string>> => {
  const owners = new Map<string, string>()
  const blinds = await Promise.all(cards.map((card) => blindIndex('idCard', card)))
  const cardOf = new Map(blinds.map((blind, i) => [blind, cards[i]!]))
  const of = { schoolId, kind: 'student' as const, personId: '', field: 'idCard' }
  for (const f of await finders.getMany([...cardOf.keys()].map((blind) => ({ ...of, blind }))))
    owners.set(cardOf.get(f.blind)!, f.personId)
  return owners
}

/** Texts on their way from a file to the rows: sealed for one job, so that nothing in between can be read. */
const onTheWay = (jobId: string, field: PersonalField): string => `import/${jobId}/${field}`
export const sealForJob = async (jobId: string, texts: PersonalTexts): Promise<PersonalTexts> => {
  const out: PersonalTexts = {}
  for (const field of personalFields)
    if (texts[field]) out[field] = await sealField(onTheWay(jobId, field), texts[field])
  return out
}
export const openForJob = async (jobId: string, sealed: PersonalTexts): Promise<PersonalTexts> => {
  const out: PersonalTexts = {}
  for (const field of personalFields)
    if (sealed[field]) out[field] = await openField(onTheWay(jobId, field), sealed[field])
  return out
}

/** Notes texts of a person over earlier ones; false where the ID card is another's. Doing it again changes nothing. */
export const notePersonal = async (of: Person, texts: PersonalTexts): Promise<boolean> => {
  return edit(`the personal data of ${of.personId}`, async () => {
    const before = await personals.get(of)
    const writes = await settingPersonal(of, texts, before, before?.version ?? 0)
    if (!writes || (await transact(writes, newId('attempt')))) return true
    const others = texts.idCard ? await foundBy(of.schoolId, 'idCard', texts.idCard) : []
    return others.some((o) => o.kind === of.kind && o.personId !== of.personId) ? false : beaten
  })
}
