import * as calls from '#shared/exam/joint/invite.calls.ts'
import { isLapsed } from '#shared/exam/joint/invite.types.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { examInvites } from './joint.store.ts'
import { answerInvite, inviteSchool, ownInvites, withdrawInvite } from './invite.commands.ts'
import { organised } from './part.commands.ts'

export const inviteHandlers = [
  implement(calls.invites, async ({ input, caller }) => {
    const { examId, examDate } = await organised(input.examId, caller)
    const found = await examInvites.query(`exam#${examId}`, { prefix: 'invite#' })
    return found
      .map(({ by, ...i }) => ({ ...i, byName: by.userName, lapsed: isLapsed(i.state, examDate, now()) }))
      .sort((a, b) => a.schoolName.localeCompare(b.schoolName, 'zh'))
  }),
  implement(calls.inviteSchool, ({ input, caller }) => inviteSchool(input, caller)),
  implement(calls.withdrawInvite, ({ input, caller }) => withdrawInvite(input, caller)),
  implement(calls.ownInvites, ({ caller }) => ownInvites(caller)),
  implement(calls.answerInvite, ({ input, caller }) => answerInvite(input, caller)),
]
