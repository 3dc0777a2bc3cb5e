import { disclosure, disclosurePeople, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { disclose } from './disclosure.commands.ts'
import { policyOf } from './disclosure.public.ts'
import {
  candidatesFound,
  classNamesOf,
  examOf,
  examSchoolsOf,
  examTeachersOf,
  examTeachersOfSchool,
} from '../exam.public.ts'

export const disclosureHandlers = [
  implement(disclosure, async ({ input: { examId, schoolId }, caller }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const isJoint = exam.owner.startsWith('a:')
    const [{ policy, stage, version }, schools] = await Promise.all([
      policyOf(exam, caller),
      isJoint ? examSchoolsOf(examId) : [],
    ])
    // Of a joint exam those of the school that is asked for, and by name who sees more already.
    const named = new Set<string | undefined>(policy.extra)
    const asked = schools.find((s) => s.schoolId === schoolId)
    const [all, own] = await Promise.all([
      !isJoint || named.size > 0 ? examTeachersOf(examId) : [],
      asked ? examTeachersOfSchool(examId, asked.schoolId) : [],
    ])
    const teachers = isJoint
      ? [...own, ...all.filter((t) => named.has(t.userId) && !own.some((o) => o.teacherId === t.teacherId))]
      : all
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
    const named = new Map(classes.map((c) => [c.classId as string, c.className]))
    const list = found.list.map((c) => ({ ...c, className: named.get(c.classId) ?? c.className }))
    return { ...found, list, papers: exam.papers, classes }
  }),

  implement(setDisclosure, async ({ input: { examId, version, ...set }, caller }) => ({
    version: await disclose((await examOf(examId)) ?? refuse(examProblems.notFound), set, version, caller),
  })),
]
