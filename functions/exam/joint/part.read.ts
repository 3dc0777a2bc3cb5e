/** What a school is in the joint exams of others. */
import { schoolStand } from '#shared/exam/atWork.rules.ts'
import { isJoint, lastHeldFirst } from '#shared/exam/exam.rules.ts'
import type { Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import { answerOf, answerVersion, barOfSchool, dueOf } from '#shared/exam/joint/part.rules.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { areaOf } from '#functions/school/roster/school.public.ts'
import { examsByIds } from '../exam.public.ts'
import { examSchools } from '../exam.store.ts'
import { schoolParts } from './joint.store.ts'
import { stepsOfSchool } from '../step.public.ts'

/** What one school is in a joint exam, as its own people see it. */
export const ownPartOf = async (exam: Exam, school: ExamSchool, organiser?: string) => {
  const [part, steps, area] = await Promise.all([
    schoolParts.get(school),
    stepsOfSchool(school),
    organiser === undefined ? areaOf(exam.owner.slice(2)) : null,
  ])
  const { papers, begun, over } = schoolStand(steps)
  const taken = new Set<string>(school.papers.map((p) => p.paperId))
  return {
    examId: exam.examId,
    examName: exam.examName,
    examDate: exam.examDate,
    organiser: organiser ?? area?.areaName ?? '组织方',
    courses: exam.papers.filter((p) => taken.has(p.paperId)).map((p) => p.courseName),
    classCount: school.classCount,
    candidateCount: school.candidateCount,
    answer: answerOf(part),
    ...(part?.answer ? { answeredAt: part.answer.at } : {}),
    reason: part?.answer?.reason ?? '',
    dueAt: dueOf(exam, part),
    barred: barOfSchool(part),
    papers,
    begun,
    over,
    reminders: [...(part?.reminders ?? [])].reverse(),
    ...(part?.contact ? { contact: { name: part.contact.name, phone: part.contact.phone } } : {}),
    contactVersion: part?.contact?.version ?? 0,
    version: part ? answerVersion(part) : 0,
  }
}

/** So many of a school's last joint exams are shown. */
const mostOwn = 50
/** So many of its exams are looked through for them, own ones among them, and so many at once. */
const mostLooked = 2000
const lookedAtOnce = 200

/** The last joint exams of a school, with what it is in each. */
const jointOf = async (schoolId: string): Promise<{ exam: Exam; school: ExamSchool }[]> => {
  const found: { exam: Exam; school: ExamSchool }[] = []
  let last: string | undefined
  for (let looked = 0; looked < mostLooked && found.length < mostOwn; looked += lookedAtOnce) {
    const some = await examSchools.queryIndex('gsi1', `school#${schoolId}`, {
      reverse: true,
      limit: lookedAtOnce,
      ...(last === undefined ? {} : { to: last }),
    })
    const next = new Map(some.filter((s) => s.examId !== last).map((s) => [s.examId as string, s]))
    for (const exam of await examsByIds([...next.values()].map((s) => s.examId)))
      if (isJoint(exam) && exam.deletedAt === undefined) found.push({ exam, school: next.get(exam.examId)! })
    last = some.at(-1)?.examId
    if (some.length < lookedAtOnce) break
  }
  return found.sort((a, b) => lastHeldFirst(a.exam, b.exam)).slice(0, mostOwn)
}

/** The joint exams of the caller's school, the last held first. */
export const ownParts = async (caller: Pick<Caller, 'tenant'>) => {
  if (!caller.tenant.startsWith('s:')) return []
  const mine = await jointOf(caller.tenant.slice(2))
  const areas = new Map<string, string>()
  for (const owner of new Set(mine.map((m) => m.exam.owner)))
    areas.set(owner, (await areaOf(owner.slice(2)))?.areaName ?? '组织方')
  return inTurns(mine, 8, ({ exam, school }) => ownPartOf(exam, school, areas.get(exam.owner)))
}
