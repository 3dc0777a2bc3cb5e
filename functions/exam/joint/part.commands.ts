/** What an organiser says to schools of a joint exam, and what they answer. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { hasCome } from '#shared/exam/atWork.rules.ts'
import { answerVersion } from '#shared/exam/joint/part.rules.ts'
import { mostReminders } from '#shared/exam/joint/part.types.ts'
import type { SchoolPart } from '#shared/exam/joint/part.types.ts'
import type * as calls from '#shared/exam/joint/part.calls.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { examOf, examSchoolOf } from '../exam.public.ts'
import { examSchools } from '../exam.store.ts'
import { schoolParts } from './joint.store.ts'
import { messaging } from './message.commands.ts'
import { stepsOfSchool } from '../step.public.ts'

/** A joint exam of the caller's own. @throws Refused notFound, areaOnly; Barred */
export const organised = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return isJoint(exam) ? exam : refuse(examProblems.areaOnly)
}

type Change = {
  act: AuditAct
  /** Null: it stands so already. */
  next: (part: SchoolPart) => SchoolPart | null
  says: (part: SchoolPart | undefined) => string
  reason?: string | undefined
}

export const blankPart = ({ examId, schoolId }: Pick<ExamSchool, 'examId' | 'schoolId'>): SchoolPart => ({
  schema: 1,
  examId,
  schoolId,
  reminders: [],
  editedAt: now(),
  version: 0,
})

/** Of all of these schools or of none; what stands so already is not written again. */
const changeParts = async (
  of: { examId: string; schoolIds: readonly string[] },
  caller: Caller,
  { act, next, says, reason }: Change,
): Promise<{ schools: number; schoolIds: SchoolId[] }> => {
  const exam = await organised(of.examId, caller)
  const keys = [...new Set(of.schoolIds)].map((schoolId) => ({ examId: of.examId, schoolId }))
  const schools = await examSchools.getMany(keys)
  if (schools.length < keys.length) return refuse(examProblems.notFound)
  return edit(`the parts of ${schools.length} schools in ${of.examId}`, async () => {
    const there = new Map((await schoolParts.getMany(keys)).map((p) => [p.schoolId as string, p]))
    const changed = schools.flatMap((school) => {
      const before = there.get(school.schoolId)
      const after = next(before ?? blankPart(school))
      return after ? [{ school, before, after: { ...after, editedAt: now() } }] : []
    })
    if (changed.length === 0) return { schools: 0, schoolIds: [] }
    const changes = changed.map(({ school, before, after }) => ({
      field: school.schoolName,
      before: before ? says(before) : '',
      after: says(after),
    }))
    const record = auditRecord(caller, act, exam.examId, {
      before: changed.map((c) => c.before ?? null),
      after: changed.map((c) => c.after),
      told: { name: exam.examName, changes },
      tenant: exam.owner,
      ...(reason ? { reason } : {}),
    })
    const done = await audited(
      changed.map((c) => schoolParts.saving(c.after)),
      record,
    )
    return done ? { schools: changed.length, schoolIds: changed.map((c) => c.school.schoolId) } : beaten
  })
}

/** The same words twice within so long are one reminder. */
const sameReminderMs = 300_000

/** @throws Refused as `changeParts`, and as `messaging` */
export const remind = async (
  input: InputOf<typeof calls.remindSchools>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.remindSchools>> => {
  const messages = input.message ? await messaging(await organised(input.examId, caller), input.schoolIds) : null
  const done = await changeParts(input, caller, {
    act: 'exam.remindSchools',
    next: (part) => {
      const last = part.reminders.at(-1)
      if (last?.text === input.text && now() - last.at < sameReminderMs) return null
      const said = { at: now(), byName: caller.userName, text: input.text }
      return { ...part, reminders: [...part.reminders, said].slice(-mostReminders) }
    },
    says: (part) => part?.reminders.at(-1)?.text ?? '',
  })
  return messages ? { ...done, messages: await messages.send(input.text) } : done
}

export const extend = async (input: InputOf<typeof calls.extendSchools>, caller: Caller) => {
  const { dueAt } = input
  const exam = await organised(input.examId, caller)
  if (dueAt !== undefined && dueAt < exam.examDate) return refuse(examProblems.dueBefore)
  return changeParts(input, caller, {
    act: 'exam.extendSchools',
    next: ({ dueAt: before, ...part }) =>
      before === dueAt ? null : { ...part, ...(dueAt === undefined ? {} : { dueAt }) },
    says: (part) => (part?.dueAt === undefined ? '按考试的时间' : showTime(part.dueAt)),
  })
}

export const close = (input: InputOf<typeof calls.closeSchools>, caller: Caller) =>
  changeParts(input, caller, {
    act: 'exam.closeSchools',
    next: ({ closed: before, ...part }) => {
      if ((before !== undefined) === input.closed) return null
      const closed = { at: now(), byName: caller.userName, reason: input.reason ?? '' }
      return input.closed ? { ...part, closed } : part
    },
    says: (part) => (part?.closed ? '已截止' : '开放'),
    reason: input.reason,
  })

export const takeOver = (input: InputOf<typeof calls.takeOverSchools>, caller: Caller) =>
  changeParts(input, caller, {
    act: 'exam.takeOver',
    next: ({ takenOver: before, ...part }) => {
      if ((before !== undefined) === input.takenOver) return null
      return input.takenOver ? { ...part, takenOver: { at: now(), byName: caller.userName } } : part
    },
    says: (part) => (part?.takenOver ? '组织方扫描' : '学校扫描'),
  })

/** What the caller's own school is in an area's exam. @throws Refused notFound */
export const ownSchoolIn = async (examId: string, caller: Pick<Caller, 'tenant'>) => {
  const [exam, school] = await Promise.all([
    examOf(examId),
    caller.tenant.startsWith('s:') ? examSchoolOf(examId, caller.tenant.slice(2)) : null,
  ])
  if (!exam || !school || exam.deletedAt !== undefined || !isJoint(exam)) return refuse(examProblems.notFound)
  return { exam, school }
}

const words = (of: SchoolPart['answer']) => (of ? (of.accepts ? '参加' : '不参加') : '未回复')

/** Twice the same is one. @throws Refused notFound, reasonNeeded, partBegun, stale */
export const answer = async (
  input: InputOf<typeof calls.answerPart>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.answerPart>> => {
  const { exam, school } = await ownSchoolIn(input.examId, caller)
  const said = { accepts: input.accepts, reason: input.accepts ? '' : (input.reason ?? '') }
  if (!said.accepts && said.reason === '') return refuse(examProblems.reasonNeeded)
  // Reminders and times lie in the same row: what the organiser says while an answer is written takes nothing from it.
  return edit(`the answer of ${school.schoolId} in ${exam.examId}`, async () => {
    const before = (await schoolParts.get(school)) ?? blankPart(school)
    const version = answerVersion(before)
    if (before.answer?.accepts === said.accepts && before.answer.reason === said.reason) return { version }
    if (input.version !== version) return refuseStale(schoolParts, school)
    if (!said.accepts && (await stepsOfSchool(school)).some(hasCome)) return refuse(examProblems.partBegun)
    const own = { ...said, by: caller.userId, byName: caller.userName, at: now(), version: version + 1 }
    const after: SchoolPart = { ...before, answer: own, editedAt: now() }
    const record = auditRecord(caller, 'exam.answerPart', exam.examId, {
      before: before.answer ?? null,
      after: own,
      told: {
        name: exam.examName,
        changes: [{ field: school.schoolName, before: words(before.answer), after: words(own) }],
      },
      tenant: exam.owner,
      reason: said.reason,
    })
    return (await audited([schoolParts.saving(after)], record)) ? { version: version + 1 } : beaten
  })
}

/** Twice the same is one. @throws Refused notFound, stale */
export const sayContact = async (
  input: InputOf<typeof calls.sayContact>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.sayContact>> => {
  const { exam, school } = await ownSchoolIn(input.examId, caller)
  const { name, phone } = input
  return edit(`the contact of ${school.schoolId} in ${exam.examId}`, async () => {
    const before = (await schoolParts.get(school)) ?? blankPart(school)
    const version = before.contact?.version ?? 0
    if (before.contact?.name === name && before.contact.phone === phone) return { version }
    if (input.version !== version) return refuseStale(schoolParts, school)
    const contact = { name, phone, byName: caller.userName, at: now(), version: version + 1 }
    const record = auditRecord(caller, 'exam.contact', exam.examId, {
      before: before.contact ?? null,
      after: contact,
      // Names alone: a number stands in no record.
      told: {
        name: exam.examName,
        changes: [{ field: school.schoolName, before: before.contact?.name ?? '', after: name }],
      },
      tenant: exam.owner,
    })
    const after: SchoolPart = { ...before, contact, editedAt: now() }
    return (await audited([schoolParts.saving(after)], record)) ? { version: contact.version } : beaten
  })
}
