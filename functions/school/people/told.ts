/**
 * Changes of people on record. The audit trail takes ids and digests (`functions/kit/audit.ts`); what a person was called
 * before and after stands here, under the person, in the same transaction, and goes with the person when he is erased.
 */
import * as z from 'zod'
import { Change } from '#shared/kit/acts.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { schoolTenant, SchoolId } from '#shared/kit/ids.ts'
import { audited, auditRecord, audits } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

const Telling = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  personId: z.string(),
  auditId: z.string(),
  /** As the person was called then. */
  name: z.string(),
  changes: z.array(Change),
})
export type Telling = z.infer<typeof Telling>

export const tellings = rows({
  table: 'TABLE_SCHOOL',
  schema: Telling,
  hangsOn: under('person', ({ personId }) => ({ pk: `told#${personId}` })),
  personal: 'room',
  key: (of: { personId: string; auditId: string }) => ({ pk: `told#${of.personId}`, sk: of.auditId }),
  // People who were called so, also after the row of the roster is gone.
  index: (t) => ({ gsi1pk: `told-name#${t.schoolId}#${t.name}`, gsi1sk: t.auditId }),
})

/**
 * That an act on many was on this person too: by which object its record is found (`functions/kit/audit.ts`), no name. Written
 * before the act: where that did not come about, it leads to no record.
 */
const Touch = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  personId: z.string(),
  object: z.string(),
  at: z.int(),
})
export const touches = rows({
  table: 'TABLE_SCHOOL',
  schema: Touch,
  hangsOn: under('person', ({ personId }) => ({ pk: `touched#${personId}` })),
  personal: 'nothing',
  key: (of: { personId: string; object: string }) => ({ pk: `touched#${of.personId}`, sk: of.object }),
})
export const noteTouched = (schoolId: SchoolId, personIds: readonly string[], object: string): Promise<void> => {
  const at = now()
  return touches.putMany([...new Set(personIds)].map((personId) => ({ schema: 1, schoolId, personId, object, at })))
}

type Values = Readonly<Record<string, string | number | undefined>>
const text = (value: string | number | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : String(value)

/** What differs, field by field, in the order of the fields. */
export const changesOf = (before: Values, after: Values): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [was, is] = [text(before[field]), text(after[field])]
    if (was === is) return []
    return [{ field, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }]
  })

export type OfPerson = {
  schoolId: SchoolId
  personId: string
  name: string
  before?: Values
  after?: Values
  reason?: string
}

/** The record of an act on one person of a school, and what it tells of that person. */
export const personRecord = (
  caller: Caller,
  act: AuditAct,
  { schoolId, personId, name, before = {}, after = {}, reason }: OfPerson,
): { record: AuditRecord; telling: WriteItem } => {
  const record = auditRecord(caller, act, personId, {
    before,
    after,
    tenant: schoolTenant(schoolId),
    ...(reason ? { reason } : {}),
  })
  const { auditId } = record
  const changes = changesOf(before, after)
  return {
    record,
    telling: tellings.creating({ schema: 1, schoolId, personId, auditId, name: name.trim(), changes }),
  }
}

/** Effect, record and what it tells in one transaction; false when the effect's condition failed. */
export const changePerson = (
  writes: readonly WriteItem[],
  caller: Caller,
  act: AuditAct,
  of: OfPerson,
): Promise<boolean> => {
  const { record, telling } = personRecord(caller, act, of)
  return audited([...writes, telling], record)
}

/** The same as members of another's transaction. */
export const tellingPerson = (caller: Caller, act: AuditAct, of: OfPerson): WriteItem[] => {
  const { record, telling } = personRecord(caller, act, of)
  return [telling, audits.creating(record)]
}

/** Effect and record of what names no person: a class, a course, a setting. */
export const changeThing = (
  writes: readonly WriteItem[],
  caller: Caller,
  act: AuditAct,
  of: { schoolId: SchoolId; object: string; name: string; before?: Values; after?: Values },
): Promise<boolean> => {
  const { before = {}, after = {}, name } = of
  const changes = changesOf(before, after)
  const told = { name, ...(changes.length > 0 ? { changes } : {}) }
  return audited(
    writes,
    auditRecord(caller, act, of.object, { before, after, told, tenant: schoolTenant(of.schoolId) }),
  )
}

/** What an act on many tells of them: the first ones, and how many. */
export const peopleOf = (ids: readonly string[]): { people: string[]; count: number } => ({
  people: ids.slice(0, 20),
  count: ids.length,
})
