import * as calls from '#shared/exam/teachingClass.calls.ts'
import { classesSeen } from '#shared/exam/sight.rules.ts'
import { takesPaper } from '#shared/exam/total.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { examOf, examTeachersOf, teachingClassesOf } from './exam.public.ts'
import { managed } from './managed.ts'
import { rosterOf } from './roster.commands.ts'
import { resultSightOf } from './sight.public.ts'
import { moveTeachingClass } from './teachingClass.commands.ts'

export const teachingClassHandlers = [
  implement(calls.examTeachingClassList, async ({ input: { examId, paperId }, caller }) => {
    const exam = await examOf(examId)
    const sight = exam && (await resultSightOf(exam, caller))
    if (!exam || !sight) return []
    const all = await teachingClassesOf({ examId, paperId })
    const own = all.filter((c) => {
      const course = exam.papers.find((p) => p.paperId === c.paperId)
      const seen = course ? classesSeen(sight, course.courseId) : []
      return seen === null || seen.includes(c.classId)
    })
    if (own.length === 0) return []
    const schoolIds = [...new Set(own.map((c) => c.schoolId))]
    const [teachers, rosters] = await Promise.all([
      examTeachersOf(examId),
      inTurns(schoolIds, 8, (schoolId) => rosterOf({ examId, schoolId })),
    ])
    const counts = new Map<string, number>()
    for (const c of rosters.flat())
      for (const p of exam.papers) {
        const at = `${p.paperId}/${c.teaching?.[p.paperId] ?? ''}`
        if (takesPaper(c, p.paperId)) counts.set(at, (counts.get(at) ?? 0) + 1)
      }
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
