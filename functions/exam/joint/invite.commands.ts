/** Schools of other areas come to a joint exam by their own word: an organiser asks, and the school answers. */
import { mostSchools } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type * as calls from '#shared/exam/joint/invite.calls.ts'
import type { OwnInvite } from '#shared/exam/joint/invite.calls.ts'
import { isLapsed } from '#shared/exam/joint/invite.types.ts'
import type { ExamInvite, InviteState } from '#shared/exam/joint/invite.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { liesIn } from '#shared/school/roster/scope.rules.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { schoolOfCode } from '#functions/school/people/find.public.ts'
import { areaOf, schoolOf } from '#functions/school/roster/school.public.ts'
import { examOf, examsByIds } from '../exam.public.ts'
import { examSchools } from '../exam.store.ts'
import { askedOf } from './invite.read.ts'
import { examInvites } from './joint.store.ts'
import { organised } from './part.commands.ts'
import { beginSchools, coming } from './schools.commands.ts'

const words: Record<InviteState, string> = {
  asked: '已邀请',
  accepted: '接受邀请',
  declined: '不参加',
  withdrawn: '已撤回',
}

const recordOf = (exam: Exam, before: ExamInvite | null, after: ExamInvite, caller: Caller) =>
  auditRecord(caller, 'exam.schools', exam.examId, {
    ...(before ? { before } : {}),
    after,
    told: {
      name: exam.examName,
      changes: [
        {
          field: `${after.schoolName}（${after.areaName}）`,
          before: before ? words[before.state] : '',
          after: words[after.state],
        },
      ],
    },
    tenant: exam.owner,
    reason: after.reason,
  })

/** Asked again while it waits is asked once. @throws Refused inviteUnknown, inviteOwn, and as `coming` */
export const inviteSchool = async (
  input: InputOf<typeof calls.inviteSchool>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.inviteSchool>> => {
  const { examId } = input
  const exam = await organised(examId, caller)
  const asked = 'schoolId' in input && (await examInvites.get({ examId, schoolId: input.schoolId }))
  const found = 'schoolCode' in input ? await schoolOfCode(input.schoolCode) : asked && (await schoolOf(input.schoolId))
  const school = found || refuse(examProblems.inviteUnknown)
  const { schoolId, schoolName } = school
  if (liesIn(school, exam.owner.slice('a:'.length))) return refuse(examProblems.inviteOwn, { who: schoolName })
  if (isLapsed('asked', exam.examDate, now())) return refuse(examProblems.inviteLapsed)
  await coming(exam, [schoolId])
  const there = await examInvites.query(`exam#${examId}`, { prefix: 'invite#' })
  if (there.length >= mostSchools) return refuse(examProblems.tooManySchools, { n: mostSchools })
  const areaName = (await areaOf(school.areaId))?.areaName ?? ''
  return edit(`the invitation of ${schoolId} to ${examId}`, async () => {
    const before = await examInvites.get({ examId, schoolId })
    if (before?.state === 'asked') return { schoolName }
    const next = { ...askedOf(exam, { schoolId, schoolName, areaName }, caller), version: before?.version ?? 1 }
    const write = before ? examInvites.saving(next) : examInvites.creating(next)
    return (await audited([write], recordOf(exam, before, next, caller))) ? { schoolName } : beaten
  })
}

/** @throws Refused inviteGone, stale */
export const withdrawInvite = async (
  { examId, schoolId, version }: InputOf<typeof calls.withdrawInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.withdrawInvite>> => {
  const exam = await organised(examId, caller)
  const before = await examInvites.get({ examId, schoolId })
  if (before?.state === 'withdrawn') return { version: before.version }
  if (before?.state !== 'asked') return refuse(examProblems.inviteGone)
  const next: ExamInvite = { ...before, state: 'withdrawn', version }
  if (await audited([examInvites.saving(next)], recordOf(exam, before, next, caller))) return { version: version + 1 }
  return refuseStale(examInvites, before)
}

const ownSchool = ({ tenant }: Pick<Caller, 'tenant'>): SchoolId | null =>
  tenant.startsWith('s:') ? (tenant.slice('s:'.length) as SchoolId) : null

/** After this time a job without a record is not one that has just broken off: records are kept for thirty days. */
const entryMs = 14 * 86_400_000

/** How a school that was asked stands with the exam; null: it was let in, and is in or was taken out again. */
const entryOf = async ({ state, jobId, answered }: ExamInvite): Promise<OwnInvite['entry'] | null> => {
  if (state !== 'accepted') return 'asked'
  const job = jobId === undefined ? null : await jobNow(jobId)
  if (!job) return now() - (answered?.at ?? 0) < entryMs ? 'stopped' : null
  if (job.status === jobStatus.done) return null
  return job.status === jobStatus.failed ? 'stopped' : 'coming'
}

/** What the caller's school is asked, or has accepted without being in, the exams that come first. */
export const ownInvites = async (caller: Caller): Promise<AnswerOf<typeof calls.ownInvites>> => {
  const schoolId = ownSchool(caller)
  if (schoolId === null) return []
  const asked = await examInvites.queryIndex('gsi1', `invited#${schoolId}`)
  const exams = new Map((await examsByIds(asked.map((i) => i.examId))).map((e) => [e.examId as string, e]))
  const rows = await Promise.all(
    asked.map(async (invite) => {
      const { examId, by, version } = invite
      const exam = exams.get(examId)
      if (!exam || exam.deletedAt !== undefined || isLapsed(invite.state, exam.examDate, now())) return []
      if (invite.state === 'accepted' && (await examSchools.get({ examId, schoolId }))) return []
      const entry = await entryOf(invite)
      if (!entry) return []
      const { examName, examDate, gradeName } = exam
      const organiser = (await areaOf(exam.owner.slice(2)))?.areaName ?? '组织方'
      const courses = exam.papers.map((p) => p.courseName)
      return [{ examId, examName, examDate, gradeName, courses, organiser, byName: by.userName, entry, version }]
    }),
  )
  return rows.flat().sort((a, b) => a.examDate - b.examDate)
}

/** Lets in a school that has accepted, in the name of who asked it. */
const letIn = async (exam: Exam, { schoolId, by, answered, jobId }: ExamInvite, caller: Caller) => {
  const { byName, at } = answered!
  const answer = { accepts: true, reason: '', by: caller.userId, byName, at, version: 1 }
  const wish = { kind: 'add' as const, examId: exam.examId, schoolIds: [schoolId], caller: by, answer }
  return beginSchools(exam, wish, jobId)
}

/**
 * A school that accepts is let in by the job that lets in any other. The job's name is written with the answer: asked again,
 * since the first broke off between the two, it begins the same; asked again after the job has failed, it begins another.
 * @throws Refused inviteGone, reasonNeeded, stale, and as `coming`
 */
export const answerInvite = async (
  { examId, accepts, version, ...input }: InputOf<typeof calls.answerInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.answerInvite>> => {
  const schoolId = ownSchool(caller) ?? refuse(examProblems.inviteGone)
  const [exam, before] = await Promise.all([examOf(examId), examInvites.get({ examId, schoolId })])
  if (!exam || exam.deletedAt !== undefined || !before) return refuse(examProblems.inviteGone)
  const again = accepts && before.state === 'accepted'
  if (before.state !== 'asked' && !again) return refuse(examProblems.inviteGone)
  if (isLapsed(before.state, exam.examDate, now())) return refuse(examProblems.inviteLapsed)
  const reason = accepts ? '' : (input.reason ?? '')
  if (!accepts && reason === '') return refuse(examProblems.reasonNeeded)
  const job = again && before.jobId !== undefined ? await jobNow(before.jobId) : null
  if (again && before.jobId !== undefined && job?.status !== jobStatus.failed)
    return { version: before.version, ...(await letIn(exam, before, caller)) }
  if (accepts) await coming(exam, [schoolId])
  const state = accepts ? ('accepted' as const) : ('declined' as const)
  const next: ExamInvite = {
    ...{ ...before, state, reason, answered: { byName: caller.userName, at: now() }, version },
    ...(accepts ? { jobId: newId<JobId>('job') } : {}),
  }
  if (!(await audited([examInvites.saving(next)], recordOf(exam, before, next, caller))))
    return refuseStale(examInvites, before)
  return { version: version + 1, ...(accepts ? await letIn(exam, next, caller) : {}) }
}
