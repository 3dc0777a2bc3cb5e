/** What a school is in the joint exams of others. */
import { schoolStand } from '#shared/exam/atWork.rules.ts'
import { isJoint, lastHeldFirst } from '#shared/exam/exam.rules.ts'
import type { Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { barOfSchool, dueOf } from '#shared/exam/part.rules.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { areaOf } from '#functions/school/roster/school.public.ts'
import { examsByIds } from './exam.public.ts'
import { examSchools, schoolParts } from './exam.store.ts'
import { stepsOfSchool } from './step.public.ts'

/** What one school is in a joint exam, as its own people see it. */
export const ownPartOf = async (exam: Exam, school: ExamSchool, organiser?: string) => {
  const [part, steps, area] = await Promise.all([
    schoolParts.get(school),
    stepsOfSchool(school),
    organiser === undefined ? areaOf(exam.owner.slice(2)) : null,
  ])
  const { papers, begun, marked } = schoolStand(steps)
  const taken = new Set<string>(school.papers.map((p) => p.paperId))
  return {
    examId: exam.examId,
    examName: exam.examName,
    examDate: exam.examDate,
    organiser: organiser ?? area?.areaName ?? '组织方',
    courses: exam.papers.filter((p) => taken.has(p.paperId)).map((p) => p.courseName),
    classCount: school.classCount,
    candidateCount: school.candidateCount,
    answer: part?.answer ? (part.answer.accepts ? ('accepted' as const) : ('declined' as const)) : ('none' as const),
    reason: part?.answer?.reason ?? '',
    dueAt: dueOf(exam, part),
    barred: barOfSchool(part),
    papers,
    begun,
    marked,
    reminders: [...(part?.reminders ?? [])].reverse(),
    version: part?.version ?? 0,
  }
}

/** So many of a school's last joint exams are shown. */
const mostOwn = 50
/** Of its last exams, own ones among them. */
const mostLooked = 200

/** The joint exams of the caller's school, the last held first. */
export const ownParts = async (caller: Pick<Caller, 'tenant'>) => {
  if (!caller.tenant.startsWith('s:')) return []
  const mine = await examSchools.queryIndex('gsi1', `school#${caller.tenant.slice(2)}`, {
    reverse: true,
    limit: mostLooked,
  })
  const exams = (await examsByIds(mine.map((s) => s.examId)))
    .filter((e) => isJoint(e) && e.deletedAt === undefined)
    .sort(lastHeldFirst)
    .slice(0, mostOwn)
  const bySchool = new Map(mine.map((s) => [s.examId as string, s]))
  const areas = new Map<string, string>()
  for (const owner of new Set(exams.map((e) => e.owner)))
    areas.set(owner, (await areaOf(owner.slice(2)))?.areaName ?? '组织方')
  return inTurns(exams, 8, (exam) => ownPartOf(exam, bySchool.get(exam.examId)!, areas.get(exam.owner)))
}
