import { disclosure, disclosurePeople, setDisclosure } from '#shared/exam/disclosure.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { disclose } from './disclosure.commands.ts'
import { policyOf } from './disclosure.public.ts'
import { candidatesFound, classNamesOf, examOf, examSchoolsOf, examTeachersOf } from './exam.public.ts'

export const disclosureHandlers = [
  implement(disclosure, async ({ input: { examId }, caller }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const [{ policy, stage, version }, teachers, schools] = await Promise.all([
      policyOf(exam, caller),
      examTeachersOf(examId),
      exam.owner.startsWith('a:') ? examSchoolsOf(examId) : [],
    ])
    const areas = new Map(schools.flatMap(({ area }) => (area ? [[area.areaId, area] as const] : [])))
    return {
      ...policy,
      stage,
      version,
      schools: schools.map(({ schoolId, schoolName }) => ({ schoolId, schoolName })),
      areas: [...areas.values()],
      available: teachers.flatMap((t) => (t.userId ? [{ userId: t.userId, name: t.teacherName }] : [])),
    }
  }),

  implement(disclosurePeople, async ({ input }) => {
    const { examId, classId } = input
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const classIds = classId === undefined ? null : [classId]
    const [found, classes] = await Promise.all([candidatesFound(exam, classIds, input), classNamesOf(examId)])
    return { ...found, papers: exam.papers, classes }
  }),

  implement(setDisclosure, async ({ input: { examId, version, ...set }, caller }) => ({
    version: await disclose((await examOf(examId)) ?? refuse(examProblems.notFound), set, version, caller),
  })),
]
