/** Keys of schools: made by the server, masked, each look on record. Who sees a school's, sees no other's. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { SchoolRow } from '../school.calls.ts'
import { schoolProblems } from '../school.problems.ts'
import { acts } from '../roster/scope.rules.ts'

/** Why a key is looked at: a choice, as with personal fields. */
export const keyReasons = ['配置对接系统', '核对密钥', '排查故障', '移交管理'] as const
export const KeyReason = z.enum(keyReasons)
export type KeyReason = z.infer<typeof KeyReason>

const Keyed = SchoolRow.pick({
  schoolId: true,
  schoolName: true,
  areaName: true,
  schoolCode: true,
  location: true,
  sort: true,
  version: true,
}).extend({
  /** The key's last four characters; none while there is no key. */
  keyTail: z.string().optional(),
})

export const listSchoolKeys = call('GET /api/school/key/list', {
  summary: 'Schools with their code, place and masked key',
  userTypes: acts.keys.types,
  scope: caller,
  input: () => z.object({ ...pageFields, name: sought(), areaId: AreaId.optional() }),
  output: () => pageOf(Keyed),
  feeds: ['schools'],
  timeoutMs: 120_000,
})

export const schoolKeyDetail = call('GET /api/school/key/detail', {
  summary: 'The masked key of one school, when it was made, and who has looked at it',
  userTypes: acts.keys.types,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () =>
    Keyed.extend({
      /** 0 while there is none: what `renewSchoolKey` is told. */
      keyVersion: z.int(),
      keyMadeAt: z.int().optional(),
      /** The caller's sensitive-information switch is on: a look asks for its password. */
      guarded: z.boolean(),
      acts: z.array(
        z.object({ at: z.int(), userName: z.string(), kind: z.enum(['look', 'renew']), reason: z.string() }),
      ),
    }),
  problems: [commonProblems.notFound],
  feeds: ['schools', 'keys'],
})

export const revealSchoolKey = call('POST /api/base/data/system/auth/getSchoolAuthKeyInfos', {
  summary: 'A school’s key whole: on record with who and why, and so many an hour',
  userTypes: acts.keys.types,
  scope: on('school', 'schoolId'),
  fresh: true,
  input: () => z.object({ schoolId: SchoolId, reason: KeyReason, password: z.string().max(72).optional() }),
  output: () => z.object({ schoolCode: z.string().optional(), key: z.string() }),
  problems: [
    schoolProblems.sensitivePassword,
    schoolProblems.sensitiveWrong,
    schoolProblems.looksUsedUp,
    commonProblems.notFound,
  ],
  refreshes: ['keys'],
})

export const renewSchoolKey = call('POST /api/school/key/renew', {
  summary: 'Make a school’s key, or another in its place; the one before is gone',
  userTypes: acts.keys.types,
  scope: on('school', 'schoolId'),
  fresh: true,
  input: () => z.object({ schoolId: SchoolId, version: z.int().min(0) }),
  output: () => z.object({ keyTail: z.string() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['schools', 'keys'],
})
