import { examProblems } from '#shared/exam/exam.problems.ts'
import { takesPaper, withTakers } from '#shared/exam/tools/total.rules.ts'
import type * as calls from '#shared/exam/roster/teachingClass.calls.ts'
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { teachingClassesOf } from '../exam.public.ts'
import { candidates, exams, examSchools } from '../exam.store.ts'
import { partOf, rosterOf } from './roster.plan.ts'

const inClass = (c: Candidate, paperId: string, classId: Candidate['classId'] | null): Candidate => {
  const { teaching = {}, ...rest } = c
  const kept = Object.entries(teaching).filter(([id]) => id !== paperId)
  const next = Object.fromEntries(classId === null ? kept : [...kept, [paperId, classId] as const])
  return { ...rest, ...(Object.keys(next).length > 0 ? { teaching: next } : {}) }
}

/**
 * Whose teaching class in a paper is another than the school had it; of a joint exam in one of its schools. No score follows from it, so it is done at any time;
 * figures follow with the next publication.
 * @throws Refused notFound, stale
 */
export const moveTeachingClass = async (
  exam: Exam,
  { schoolId, paperId, classId, studentIds, version }: InputOf<typeof calls.moveTeachingClass>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.moveTeachingClass>> => {
  if (version !== exam.version) return refuseStale(exams, exam)
  const school = await partOf(exam, schoolId)
  const [roster, classes] = await Promise.all([
    rosterOf(school),
    teachingClassesOf({ examId: exam.examId, paperId }, school.schoolId),
  ])
  const into = classes.find((c) => c.classId === classId)
  const wanted = new Set<string>(studentIds)
  const named = roster.filter((c) => wanted.has(c.studentId) && takesPaper(c, paperId))
  if ((classId !== null && !into) || named.length < wanted.size) return refuse(examProblems.notFound)
  const moving = named.filter((c) => (c.teaching?.[paperId] ?? null) !== classId)
  if (moving.length === 0) return { version, moved: 0 }
  const next = new Map(moving.map((c) => [c.studentId as string, inClass(c, paperId, classId)]))
  const after = roster.map((c) => next.get(c.studentId) ?? c)
  const writes = [
    ...moving.map((c) =>
      candidates.updating(c, { teaching: next.get(c.studentId)!.teaching }, { teaching: c.teaching }),
    ),
    examSchools.updating(school, { papers: withTakers(school.papers, after) }, { schoolId: school.schoolId }),
    exams.saving({ ...exam, version }),
  ]
  const { courseName = '' } = exam.papers.find((p) => p.paperId === paperId) ?? {}
  const record = auditRecord(caller, 'exam.teachingClass', exam.examId, {
    after: { paperId, classId, moved: moving.length },
    told: {
      name: exam.examName,
      changes: [{ field: `${courseName}教学班`, after: `${moving.length}人：${into?.className ?? '不在教学班'}` }],
    },
    tenant: exam.owner,
  })
  return (await audited(writes, record)) ? { version: version + 1, moved: moving.length } : refuseStale(exams, exam)
}
