/**
 * An organiser's reminder by telephone, through the one way by which the product sends messages (`functions/kit/messenger.ts`).
 * It costs: so a school gets one a day at most, however many ask and how often, and none is sent by itself.
 */
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { messageOf } from '#shared/exam/joint/part.rules.ts'
import { mostMessagedAtOnce } from '#shared/exam/joint/part.types.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { dayKey } from '#shared/kit/time.ts'
import { deliver } from '#functions/kit/messenger.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { schoolParts } from './joint.store.ts'

type Outcome = 'sent' | 'noNumber' | 'today' | 'failed'

/** The day is taken before anything is sent: of two who ask at once one sends. A message that is not taken gives it back. */
const messageTo = async ({ examId, examName }: Exam, schoolId: SchoolId, text: string): Promise<Outcome> => {
  const at = now()
  const found: { why: Outcome; to: string } = { why: 'noNumber', to: '' }
  const before = await schoolParts.get({ examId, schoolId })
  await schoolParts.edit({ examId, schoolId }, (part) => {
    const may = messageOf(part, at)
    Object.assign(found, 'bar' in may ? { why: may.bar } : { why: 'sent', to: may.to })
    if (!part || 'bar' in may) return null
    return { ...part, messagedAt: at }
  })
  if (found.why !== 'sent') return found.why
  const sent = await deliver({
    id: `remind-${examId}-${schoolId}-${dayKey(at)}`,
    channel: 'sms',
    to: found.to,
    template: 'jointReminder',
    values: { exam: examName, text },
    text: `【青禾】${text}`,
  })
  if (sent) return 'sent'
  await schoolParts.edit({ examId, schoolId }, (part) => {
    if (part?.messagedAt !== at) return null
    const { messagedAt: _taken, ...kept } = part
    return before?.messagedAt === undefined ? kept : { ...kept, messagedAt: before.messagedAt }
  })
  return 'failed'
}

/** What is asked before anything is said. @throws Refused messageMany, messageNoNumber */
export const messaging = async (exam: Exam, wanted: readonly SchoolId[]) => {
  const schoolIds = [...new Set(wanted)]
  if (schoolIds.length > mostMessagedAtOnce) return refuse(examProblems.messageMany, { n: mostMessagedAtOnce })
  const parts = await schoolParts.getMany(schoolIds.map((schoolId) => ({ examId: exam.examId, schoolId })))
  const at = now()
  const isNumberless = (may: ReturnType<typeof messageOf>): boolean => 'bar' in may && may.bar === 'noNumber'
  if (parts.every((part) => isNumberless(messageOf(part, at)))) return refuse(examProblems.messageNoNumber)
  return {
    send: async (text: string): Promise<Record<Outcome, number>> => {
      const done = await inTurns(schoolIds, 10, (schoolId) => messageTo(exam, schoolId, text))
      const n = (of: Outcome): number => done.filter((o) => o === of).length
      return { sent: n('sent'), noNumber: n('noNumber'), today: n('today'), failed: n('failed') }
    },
  }
}
