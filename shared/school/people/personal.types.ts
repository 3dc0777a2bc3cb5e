/** What identifies a person and is kept sealed: ID card and phone of students, teachers and parents. */
import * as z from 'zod'
import { SchoolId } from '#shared/kit/ids.ts'
import { pii } from '#shared/kit/pii.ts'

export const personKinds = ['student', 'teacher', 'parent'] as const
export const PersonKind = z.enum(personKinds)
export type PersonKind = z.infer<typeof PersonKind>

export const personalFields = ['idCard', 'phone'] as const
export const PersonalField = z.enum(personalFields)
export type PersonalField = z.infer<typeof PersonalField>

/** The texts themselves: only between the person who types or is shown them and the sealing. */
export const PersonalTexts = z.object({
  idCard: pii('idCard', z.string()).optional(),
  phone: pii('phone', z.string()).optional(),
})
export type PersonalTexts = z.infer<typeof PersonalTexts>

/** Whose: a student's or teacher's id, or the user id of a parent. */
export const PersonOf = z.object({ schoolId: SchoolId, kind: PersonKind, personId: z.string().min(1).max(60) })
export type PersonOf = z.infer<typeof PersonOf>

/** Why a personal field is looked at: a choice and no free text, for the audit trail cannot be emptied of names. */
export const revealReasons = ['核对身份', '联系本人或家长', '学籍与报名', '处理异常情况', '导出本人数据'] as const
export const RevealReason = z.enum(revealReasons)
export type RevealReason = z.infer<typeof RevealReason>
export const eraseReasons = ['本人或监护人要求', '超过保存期限', '误建档案'] as const
export const EraseReason = z.enum(eraseReasons)
export type EraseReason = z.infer<typeof EraseReason>

/** One look at one field, as the school's administrators can read it again. */
export const Reveal = z.object({
  schema: z.literal(1),
  ...PersonOf.shape,
  auditId: z.string(),
  at: z.int(),
  by: z.object({ userId: z.string(), userName: z.string() }),
  field: PersonalField,
  reason: z.string(),
})
export type Reveal = z.infer<typeof Reveal>
