/** Until when a school's cards come, and whether it may hand in. Pure. */
import { dayStart } from '#shared/kit/time.ts'
import * as z from 'zod'
import { cleanText, line } from '#shared/kit/text.ts'
import { lateAfter } from '../atWork.rules.ts'
import type { Exam } from '../exam.types.ts'
import type { SchoolPart } from './part.types.ts'

type Part = Pick<SchoolPart, 'dueAt' | 'closed' | 'takenOver' | 'answer'>

/** Cards are scanned by the end of the second day after the exam's, unless the organiser has said another time to the school. */
export const dueOf = ({ examDate }: Pick<Exam, 'examDate'>, part: Pick<Part, 'dueAt'> | null | undefined): number =>
  part?.dueAt ?? lateAfter(examDate)

/** Whether it takes part, as it has said. */
export const answerOf = (part: Pick<Part, 'answer'> | null | undefined): 'none' | 'accepted' | 'declined' =>
  part?.answer ? (part.answer.accepts ? 'accepted' : 'declined') : 'none'

/** Of the answer alone: what its organiser says to a school while one is written leaves it as it was. */
export const answerVersion = ({ answer }: Pick<Part, 'answer'>): number => (answer ? (answer.version ?? 1) : 0)

/** Why the school's own people hand in no cards now; null where they may. What is late may come until it is closed. */
export const barOfSchool = (part: Part | null | undefined): string | null => {
  if (part?.answer?.accepts === false) return '学校没有参加本场联考'
  if (part?.closed) return `组织方已截止本校的上传${part.closed.reason ? `：${part.closed.reason}` : ''}`
  return part?.takenOver ? '本校的扫描已由组织方接管' : null
}

/** Where a message can go: a mobile phone of the mainland; '' where the number is an office's or another country's. */
export const mobileOf = (phone: string): string => {
  const digits = phone.replace(/[ -]/g, '').replace(/^(\+?86)(?=1\d{10}$)/, '')
  return /^1[3-9]\d{9}$/.test(digits) ? digits : ''
}

/** Whether a reminder may go to the school's telephone, and why not. */
export const messageOf = (
  part: Pick<SchoolPart, 'contact' | 'messagedAt'> | null | undefined,
  now: number,
): { to: string } | { bar: 'noNumber' | 'today' } => {
  const to = mobileOf(part?.contact?.phone ?? '')
  if (to === '') return { bar: 'noNumber' }
  return part?.messagedAt !== undefined && dayStart(part.messagedAt) === dayStart(now) ? { bar: 'today' } : { to }
}

/** A mobile phone or an office's, with area code and extension: digits, and what stands between them; '' where it is none. */
export const contactPhone = (text: string): string => {
  const cleaned = cleanText(text).replace(/[—–－]/g, '-')
  return /^\+?\d[\d -]{4,18}\d$/.test(cleaned) ? cleaned.replace(/ +/g, '-') : ''
}

export const badPhone = '请输入正确的电话，例如 13800001111 或 0592-5551234'
export const phoneTyped = () => line('电话', 40).transform(contactPhone).pipe(z.string().min(1, badPhone))
