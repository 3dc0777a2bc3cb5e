/**
 * Opening an account oneself: parents, with a code of their child's school or with a phone. Teachers and students have
 * theirs from the roster, and registering makes no administrator.
 */
import * as z from 'zod'
import { call, on, publicly } from '#shared/kit/call.ts'
import { SchoolId, UserId } from '#shared/kit/ids.ts'
import { line, optionalLine } from '#shared/kit/text.ts'
import { ChildName, ChildNumber, NewPassword, Phone, PhoneCode } from '../accounts/account.rules.ts'
import { identityProblems as p } from '../identity.problems.ts'
import { inviteDays, invitePlaces, tidyInviteCode } from './register.rules.ts'

const inviters = [1, 2, 15, 18]

export const Invite = z.object({
  inviteId: z.string(),
  schoolId: SchoolId,
  /** As it is handed out: XXXXX-XXXXX. */
  code: z.string(),
  note: z.string(),
  places: z.int(),
  used: z.int(),
  until: z.int(),
  closedAt: z.int().optional(),
  createdAt: z.int(),
  version: z.int(),
})
export type Invite = z.infer<typeof Invite>

export const inviteList = call('GET /api/identity/invite/list', {
  summary: "A school's codes with which parents open their accounts, newest first",
  userTypes: inviters,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.array(Invite),
  feeds: ['invites'],
})

export const createInvite = call('POST /api/identity/invite/create', {
  summary: 'A new code for so many parents, for so many days',
  userTypes: inviters,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      note: optionalLine('说明', 40),
      places: z.int('请填写人数').min(1, '至少1人').max(invitePlaces, `最多${invitePlaces}人`),
      days: z.int('请填写天数').min(1, '至少1天').max(inviteDays, `最多${inviteDays}天`),
    }),
  output: () => Invite,
  problems: [p.tooManyInvites],
  refreshes: ['invites'],
})

export const closeInvite = call('POST /api/identity/invite/close', {
  summary: 'No more accounts with this code; those that are open stay',
  userTypes: inviters,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, inviteId: z.string().max(60), version: z.int() }),
  output: () => Invite,
  problems: [p.inviteGone],
  refreshes: ['invites'],
})

const slideToken = z.string({ error: '请先完成滑块验证' }).min(1, '请先完成滑块验证').max(200)
const userName = line('姓名', 40)

export const registerByInvite = call('POST /api/identity/register/invite', {
  summary:
    "Open a parent's account with a school's code, linked to the child at once; all that does not fit gets one answer",
  userTypes: [],
  scope: publicly,
  input: () =>
    z.object({
      inviteCode: z
        .string({ error: '请输入邀请码' })
        .max(60)
        .transform(tidyInviteCode)
        .pipe(z.string().min(1, '请输入邀请码')),
      studentName: ChildName,
      studentNum: ChildNumber,
      userName,
      accountName: line('账号', 40).pipe(
        z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{2,39}$/, '账号应以字母开头，3到40位字母、数字或 _ . -'),
      ),
      newPassword: NewPassword,
      slideToken,
    }),
  output: () => z.object({ accountName: z.string(), userId: UserId }),
  problems: [p.slideNeeded, p.registerRefused, p.nameTaken, p.tooOften, p.accountUpgraded],
})

export const registerSend = call('POST /api/identity/register/code', {
  summary: 'Send a code to a phone to open an account with it; answers the same for a phone that has one',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ phone: Phone, slideToken }),
  output: () => z.object({}),
  problems: [p.slideNeeded, p.codeTooSoon, p.codeTooMany, p.codeNotSent, p.tooOften],
})

export const registerByPhone = call('POST /api/identity/register/phone', {
  summary: "Open a parent's account bound to a phone; it has no child yet and sees only the centre and its settings",
  userTypes: [],
  scope: publicly,
  input: () => z.object({ phone: Phone, validateCode: PhoneCode, userName, newPassword: NewPassword }),
  output: () => z.object({ userId: UserId }),
  problems: [p.codeWrong, p.codeGone, p.tooOften],
})
