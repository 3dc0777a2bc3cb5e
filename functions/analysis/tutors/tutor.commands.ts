import type * as tutorCalls from '#shared/analysis/tutor.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { mostTutored } from '#shared/analysis/tutor.calls.ts'
import type { Candidate, Exam, ExamTeacher } from '#shared/exam/exam.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import {
  candidatesByIds,
  candidatesNumbered,
  examTeachersOf,
  examTeachersOfSchool,
} from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { seenBy } from '../sight.ts'
import type { Seen } from '../sight.ts'
import { entriesOf, handingOn, takingOff, tutorEntries } from './tutor.store.ts'
import { namedBy } from './tutor.read.ts'

/** A published subject, for who holds the tool. @throws Refused notPublished */
export const tutoredPaper = async (paperId: Parameters<typeof seenBy>[0], caller: Caller): Promise<Seen> => {
  const seen = await seenBy(paperId, caller)
  if (!mayManage(seen.exam, caller)) throw new Barred(403)
  return seen.version.published ? seen : refuse(analysisProblems.notPublished)
}

/** Candidates by pasted numbers: all of them, or none. */
const idsNumbered = async (exam: Exam, text: string): Promise<StudentId[]> => {
  const numbers = [
    ...new Set(
      text
        .normalize('NFKC')
        .split(/[\s,、，;；]+/)
        .filter(Boolean),
    ),
  ]
  const refused = (number: string): never => refuse(analysisProblems.noNumber, { number, n: mostTutored })
  if (numbers.length > mostTutored) refused(numbers[mostTutored]!)
  const found = await inTurns(
    numbers,
    8,
    async (number) => (await candidatesNumbered(exam, number))[0] ?? refused(number),
  )
  return found.map((c) => c.studentId)
}

/**
 * Who may be handed students: of a joint exam a teacher of their own school, and none where they are of several. Of one
 * school's own exam all who teach in it.
 */
export const tutorsFor = async (exam: Exam, people: readonly Pick<Candidate, 'schoolId'>[]): Promise<ExamTeacher[]> => {
  if (!isJoint(exam)) return examTeachersOf(exam.examId)
  const [schoolId, ...others] = new Set(people.map((c) => c.schoolId))
  return schoolId === undefined || others.length > 0 ? [] : examTeachersOfSchool(exam.examId, schoolId)
}

/** Who is there already is handed on and keeps why, unless a rule names another reason. */
export const putTutor = async (
  { paperId, studentIds = [], numbers, by, teacher }: InputOf<typeof tutorCalls.putTutor>,
  caller: Caller,
): Promise<AnswerOf<typeof tutorCalls.putTutor>> => {
  const seen = await tutoredPaper(paperId, caller)
  const { exam } = seen
  const ids = [...new Set([...studentIds, ...(numbers === undefined ? [] : await idsNumbered(exam, numbers))])]
  if (ids.length > mostTutored) return refuse(analysisProblems.manyTutored, { n: mostTutored, count: ids.length })
  const [people, before] = await Promise.all([candidatesByIds(exam, ids), entriesOf(paperId)])
  if (people.length < ids.length) return refuse(commonProblems.notFound)
  const tutor = teacher && (await tutorsFor(exam, people)).find((t) => t.userId === teacher)
  if (teacher && !tutor) return refuse(analysisProblems.noTutor)
  const named = by ? await namedBy(seen, by, caller) : null
  const whyOf = new Map(named?.suggestions.map((s) => [s.studentId, s.why]))
  const placeOf = new Map(named?.lines.map((l) => [l.studentId as string, l.percentileRank]))
  const known = new Map(before.map((e) => [e.studentId as string, e]))
  const at = now()
  const wanted = people.map(({ studentId, classId }) => {
    const there = known.get(studentId)
    const why = whyOf.get(studentId)
    return {
      schema: 1 as const,
      examId: exam.examId,
      paperId,
      studentId,
      classId,
      rule: why !== undefined && by ? by.rule : (there?.rule ?? ('hand' as const)),
      why: why ?? there?.why ?? '',
      percentile: placeOf.get(studentId) ?? there?.percentile ?? null,
      ...(teacher && tutor
        ? { teacher, teacherName: tutor.teacherName }
        : there?.teacher
          ? { teacher: there.teacher, teacherName: there.teacherName }
          : {}),
      by: caller.userId,
      at,
    }
  })
  // Asked for again, since the answer was lost, nothing is put or handed on a second time.
  const entries = wanted.filter((e) => {
    const there = known.get(e.studentId)
    return !there || there.teacher !== e.teacher || there.rule !== e.rule || there.why !== e.why
  })
  if (entries.length === 0) return { put: wanted.length }
  const record = auditRecord(caller, 'analysis.tutor', paperId, {
    after: entries.map((e) => [e.studentId, e.teacher ?? null]),
    told: { people: entries.map((e) => e.studentId as string).slice(0, 20), count: entries.length },
    tenant: exam.owner,
  })
  if (
    !(await audited(
      entries.map((e) => {
        const there = known.get(e.studentId)
        return there ? handingOn(there, e) : tutorEntries.creating(e)
      }),
      record,
    ))
  )
    return refuse(commonProblems.stale)
  return { put: wanted.length }
}

export const removeTutor = async (
  { paperId, studentIds }: InputOf<typeof tutorCalls.removeTutor>,
  caller: Caller,
): Promise<AnswerOf<typeof tutorCalls.removeTutor>> => {
  const { exam } = await tutoredPaper(paperId, caller)
  const wanted = new Set<string>(studentIds)
  const there = (await entriesOf(paperId)).filter((e) => wanted.has(e.studentId))
  if (there.length === 0) return { removed: 0 }
  const record = auditRecord(caller, 'analysis.tutor', paperId, {
    before: there.map((e) => e.studentId),
    told: { people: there.map((e) => e.studentId as string).slice(0, 20), count: there.length },
    tenant: exam.owner,
  })
  if (
    !(await audited(
      there.map((e) => takingOff(e)),
      record,
    ))
  )
    return refuse(commonProblems.stale)
  return { removed: there.length }
}
