/** Starting a print of published cards: for whom, of which subjects, where each sits. */
import { cardPrint } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card } from '#shared/card/card.types.ts'
import type { printCard } from '#shared/card/print/print.calls.ts'
import { planSeats } from '#shared/card/print/seats.rules.ts'
import type { Seat } from '#shared/card/print/seats.rules.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { Actor } from '#shared/kit/actor.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { bracketed, commonProblems } from '#shared/kit/problem.ts'
import { candidatesOf, classNaming, examOf, examSchoolsOf } from '#functions/exam/exam.public.ts'
import { objectKey, putJson, sha256 } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { printedCardByCode } from '../card.public.ts'
import { cards, paperCards } from '../card.store.ts'
import { managed } from '../live.ts'
import type { PrintStudent } from './card.print.ts'
import { type PrintCandidate, printOrder } from './print.students.ts'

/** The cards of further subjects of the exam; each must have been published. */
const othersOf = async (card: Card, paperIds: readonly string[]): Promise<Card[]> => {
  const found: Card[] = []
  const lacking: string[] = []
  for (const paperId of new Set(paperIds)) {
    if (paperId === card.paperId) continue
    const of = await paperCards.get({ paperId })
    const other = of && (await cards.get({ cardId: of.cardId }))
    // A paper of another exam is as unknown as none.
    if (!other || other.deletedAt !== undefined || other.examId !== card.examId) refuse(cardProblemList.notFound)
    else if (other.publishedVersion === 0) lacking.push(other.courseName)
    else found.push(other)
  }
  if (lacking.length > 0) refuse(cardProblemList.othersUnpublished, { courses: lacking.join('、') })
  return found
}

/** Every number must fit every card: a student would else get a sheet without a number. */
const checkNumbers = async (all: readonly Card[], students: readonly PrintStudent[]): Promise<void> => {
  for (const card of all) {
    const printed = await printedCardByCode(card.code, card.publishedVersion)
    const digits = printed?.geometry.pages[0]?.studentNumber?.columns.length
    // Without bubbles any number that a QR code carries will do.
    const fits = digits === undefined ? /^\d{4,18}$/ : new RegExp(`^\\d{${digits}}$`)
    const odd = students.filter((s) => !fits.test(s.studentNumber))
    if (odd.length === 0) continue
    const of = all.length > 1 ? `${card.courseName}：` : ''
    refuse(cardProblemList.badNumber, {
      detail: `${of}${odd.length}名考生的考号不是${digits ?? '4到18'}位数字（如${odd[0]!.name}：${odd[0]!.studentNumber}），请修改答题卡的考号位数并重新发布`,
    })
  }
}

/** Who sits where, for all students who are printed. */
const seatsIn = async (
  file: { key: string; fileName: string },
  roster: readonly Candidate[],
  classIds: readonly string[] | undefined,
  caller: Caller,
): Promise<ReadonlyMap<string, Seat>> => {
  if (tenantOfUpload(file.key) !== caller.tenant) return refuse(cardProblemList.foreignUpload)
  const table = await uploadedTable(file)
  if ('fault' in table) return refuse(cardProblemList.badSeats, { detail: `座位表：${table.fault}` })
  const printed = roster.filter((c) => classIds === undefined || classIds.includes(c.classId))
  const { seats, problems } = planSeats(table, printed)
  if (problems.length > 0) return refuse(cardProblemList.badSeats, { detail: bracketed(problems.slice(0, 20)) })
  return seats
}

/** The list as the job reads it, under a key that follows from it: a changed sheet is another print. */
const keepSeats = async (card: Card, seats: ReadonlyMap<string, Seat>): Promise<string> => {
  const kept = [...seats]
  const digest = sha256(new TextEncoder().encode(JSON.stringify(kept))).slice(0, 32)
  const key = objectKey(card.cardId, card.owner, 'card', card.examId, 'seats', `${digest}.json`)
  await putJson(key, kept, { replace: true })
  return key
}

/** The candidates as sheets name them: where several schools sit the exam, each class behind its school. */
export const printedRoster = async (examId: Card['examId']): Promise<PrintCandidate[]> => {
  const exam = (await examOf(examId)) ?? refuse(cardProblemList.notFound)
  const [roster, named, schools] = await Promise.all([candidatesOf(examId), classNaming(exam), examSchoolsOf(examId)])
  const schoolNames = new Map(schools.map((s) => [s.schoolId, s.schoolName]))
  return roster.map((c) => ({ ...c, className: named(c), school: schoolNames.get(c.schoolId) }))
}

/** Starts the print of a published card. @throws Refused with what keeps it from being printed. */
export const startPrint = async (
  card: Card,
  input: Omit<InputOf<typeof printCard>, 'cardId'>,
  caller: Caller,
): Promise<{ uuid: JobId }> => {
  await managed(card.examId, caller)
  if (card.publishedVersion === 0) return refuse(cardProblemList.notPublished)
  const { paperIds = [], seatList, attempt, ...settings } = input
  const all = [card, ...(await othersOf(card, paperIds))]
  let seatsKey: string | undefined
  if (input.kind === 'students') {
    const roster = await printedRoster(card.examId)
    const seated = seatList ? await seatsIn(seatList, roster, input.classIds, caller) : undefined
    if (seated) seatsKey = await keepSeats(card, seated)
    const students = printOrder(roster, input, seated)
    if (students.length === 0) return refuse(cardProblemList.noStudents)
    await checkNumbers(all, students)
  }
  const job = {
    ...settings,
    ...(seatsKey ? { seatsKey } : {}),
    examId: card.examId,
    cards: all.map((c) => ({ cardId: c.cardId, publishedVersion: c.publishedVersion })),
    by: Actor.parse(caller),
  }
  const about = `${card.title} ${all.map((c) => c.courseName).join('、')}`
  if (!attempt) return startJob(cardPrint, job, caller, { about })
  // One attempt is one job, however often it is asked.
  const jobId = attempt.replace(/^at_/, 'jo_') as JobId
  const known = await jobRecords.get({ jobId })
  if (known && known.startedBy !== caller.userId) return refuse(commonProblems.conflict)
  return startJob(cardPrint, job, caller, { about, jobId })
}
