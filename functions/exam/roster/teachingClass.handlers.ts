import * as calls from '#shared/exam/roster/teachingClass.calls.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import { classesSeen } from '#shared/exam/sight.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { implement } from '#functions/kit/serve.ts'
import { examOf, examTeachersOf, examTeachersOfSchool, teachingClassesOf } from '../exam.public.ts'
import { managed } from '../managed.ts'
import { rosterOf } from './roster.plan.ts'
import { resultSightOf } from '../sight.public.ts'
import { moveTeachingClass } from './teachingClass.commands.ts'

export const teachingClassHandlers = [
  implement(calls.examTeachingClassList, async ({ input: { examId, paperId, ...asked }, caller }) => {
    const exam = await examOf(examId)
    const sight = exam && (await resultSightOf(exam, caller))
    if (!exam || !sight) return []
    const everywhere = await teachingClassesOf({ examId, paperId })
    const { schoolIds } = sight
    const reached = everywhere.filter((c) => schoolIds === undefined || schoolIds.includes(c.schoolId))
    const chosen = schoolIds === undefined || schoolIds.includes(asked.schoolId ?? '') ? asked.schoolId : undefined
    const schoolId = chosen ?? reached[0]?.schoolId
    const all = reached.filter((c) => c.schoolId === schoolId)
    if (all.length === 0 || !schoolId) return []
    const places = new Map(exam.papers.map((p, i) => [p.paperId as string, i]))
    const seenIn = new Map(exam.papers.map((p) => [p.paperId as string, classesSeen(sight, p.courseId)]))
    const [teachers, roster] = await Promise.all([
      isJoint(exam) ? examTeachersOfSchool(examId, schoolId) : examTeachersOf(examId),
      rosterOf({ examId, schoolId: schoolId as SchoolId }),
    ])
    const counts = new Map<string, number>()
    /** Those of a candidate whose administrative class is seen: its head sees where the own students learn. */
    const met = new Set<string>()
    for (const c of roster)
      for (const p of exam.papers) {
        const at = `${p.paperId}/${c.teaching?.[p.paperId] ?? ''}`
        if (!takesPaper(c, p.paperId)) continue
        counts.set(at, (counts.get(at) ?? 0) + 1)
        if (seenIn.get(p.paperId)?.includes(c.classId)) met.add(at)
      }
    const own = all
      .filter((c) => {
        const seen = seenIn.get(c.paperId)
        return seen === null || seen?.includes(c.classId) === true || met.has(`${c.paperId}/${c.classId}`)
      })
      .sort((x, y) => (places.get(x.paperId) ?? 0) - (places.get(y.paperId) ?? 0))
    return own.map(({ paperId: of, classId, className }) => ({
      paperId: of,
      classId,
      className,
      courseName: exam.papers.find((p) => p.paperId === of)?.courseName ?? '',
      teachers: teachers.filter((t) => t.teaches.some((x) => x.classId === classId)).map((t) => t.teacherName),
      candidateCount: counts.get(`${of}/${classId}`) ?? 0,
    }))
  }),

  implement(calls.moveTeachingClass, async ({ input, caller }) =>
    moveTeachingClass(await managed(input.examId, caller), input, caller),
  ),
]
