/** Keys of schools, sealed, and who had to do with them. */
import * as z from 'zod'
import { SchoolId } from '#shared/kit/ids.ts'
import { openField, sealField } from '#functions/kit/fields.ts'
import { now, randomOf } from '#functions/kit/ports.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_SCHOOL'

const SchoolKey = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  sealed: z.string(),
  tail: z.string(),
  madeAt: z.int(),
  version: z.int(),
})
type SchoolKey = z.infer<typeof SchoolKey>

export const schoolKeys = rows({
  table,
  schema: SchoolKey,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `school#${schoolId}`, prefix: 'key' })),
  personal: 'nothing',
  key: (of: { schoolId: string }) => ({ pk: `school#${of.schoolId}`, sk: 'key' }),
})

const KeyAct = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  auditId: z.string(),
  at: z.int(),
  userName: z.string(),
  kind: z.enum(['look', 'renew']),
  reason: z.string(),
})

export const keyActs = rows({
  table,
  schema: KeyAct,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `keyActs#${schoolId}` })),
  personal: 'staff',
  key: (of: { schoolId: string; at: number; auditId: string }) => ({
    pk: `keyActs#${of.schoolId}`,
    sk: `${of.at}#${of.auditId}`,
  }),
})

const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** 160 bits, in letters that are told apart on paper. */
const newKey = (): string => `qh_${[...randomOf(32)].map((b) => letters[b % letters.length]!).join('')}`

const whereOf = (schoolId: string): string => `school/${schoolId}/key`

/** A fresh key at this version. */
export const makeKey = async (schoolId: SchoolKey['schoolId'], version: number): Promise<SchoolKey> => {
  const key = newKey()
  const sealed = await sealField(whereOf(schoolId), key)
  return { schema: 1, schoolId, sealed, tail: key.slice(-4), madeAt: now(), version }
}

export const openKey = ({ schoolId, sealed }: SchoolKey): Promise<string> => openField(whereOf(schoolId), sealed)
