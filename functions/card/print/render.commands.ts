import { createHash } from 'node:crypto'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { renderTicketMs } from '#shared/card/print/render.types.ts'
import type { RenderSubject, RenderTicket } from '#shared/card/print/render.types.ts'
import { cardRender } from '#shared/card/card.jobs.ts'
import type * as renderCalls from '#shared/card/print/render.calls.ts'
import { Actor } from '#shared/kit/actor.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { candidatesOfClasses } from '#functions/exam/exam.public.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { startJob } from '#functions/kit/work.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import { renderTickets, cards } from '../card.store.ts'
import type { PrintStudent } from './card.print.ts'
import { studentDraws } from './print.prefill.ts'
import { printOrder } from './print.students.ts'
import type { ScoredCopy } from '../scored.public.ts'
import { live } from '../live.ts'

export const digestOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** The students of a file's class; none for any other kind. */
export const studentsOf = async (
  subject: Pick<RenderSubject, 'kind' | 'classId'>,
  examId: string,
): Promise<PrintStudent[] | undefined> =>
  subject.kind === 'file'
    ? printOrder(subject.classId ? await candidatesOfClasses(examId, [subject.classId]) : [])
    : undefined

/** Uses a ticket up. Unknown, used, expired, or its card deleted: the answer does not tell which. */
export const redeem = async (ticket: string, madeBy?: string): Promise<RenderTicket> => {
  const at = now()
  const mine = madeBy === undefined ? {} : { madeBy }
  const used = await renderTickets.update(
    { digest: digestOf(ticket) },
    { usedAt: at },
    { usedAt: undefined, ...mine },
    { expression: '#x > :now', names: { '#x': 'expiresAt' }, values: { ':now': at } },
  )
  const card = used && (await cards.get({ cardId: used.cardId }))
  return used && card && card.deletedAt === undefined ? used : refuse(cardProblemList.ticketSpent)
}

export const shownCopy = async ({ student, pages }: ScoredCopy, { geometry }: PrintedCard) => ({
  name: student.name,
  studentNumber: student.studentNumber,
  draws: geometry.pages.map((p, i) => [...studentDraws(p, student), ...pages[i]!.ink]),
  marks: pages.map((p) => p.marks),
  pictures: await Promise.all(
    pages.map((p) => Promise.all(p.pictures.map(async ({ rect, key }) => ({ rect, url: await signedUrl(key) })))),
  ),
})

export const htmlToPdf = async (
  input: InputOf<typeof renderCalls.htmlToPdf>,
  caller: Caller,
): Promise<AnswerOf<typeof renderCalls.htmlToPdf>> => {
  const { kind, cardId, publishedVersion, page, classId } = await redeem(input.ticket, caller.userId)
  const card = await live(cardId)
  const subject: RenderSubject = {
    kind,
    cardId,
    publishedVersion,
    ...(page === undefined ? {} : { page }),
    ...(classId === undefined ? {} : { classId }),
  }
  return startJob(cardRender, { ...subject, by: Actor.parse(caller) }, caller, {
    about: `${card.title} ${card.courseName}`,
  })
}

/** A ticket that opens one card once: on record, or there is none. */
export const makeTicket = async (
  of: Omit<RenderTicket, 'schema' | 'digest' | 'madeBy' | 'madeAt' | 'expiresAt'>,
  caller: Caller,
): Promise<{ ticket: string; expiresAt: number }> => {
  const ticket = randomText(32)
  const at = now()
  const row: RenderTicket = {
    schema: 1,
    digest: digestOf(ticket),
    ...of,
    madeBy: caller.userId,
    madeAt: at,
    expiresAt: at + renderTicketMs,
  }
  const record = auditRecord(caller, 'card.renderTicket', of.cardId, { after: { ...row, digest: undefined } })
  if (!(await audited([renderTickets.creating(row)], record))) throw new Error('the ticket could not be kept')
  return { ticket, expiresAt: row.expiresAt }
}
