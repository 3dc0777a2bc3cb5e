import { disclosure, setDisclosure } from '#shared/exam/disclosure.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { disclose } from './disclosure.commands.ts'
import { policyOf } from './disclosure.public.ts'
import { candidatesPage, examOf, examTeachersOf } from './exam.public.ts'

/** As many as are offered to look as. */
const lookedAs = 20

export const disclosureHandlers = [
  implement(disclosure, async ({ input: { examId }, caller }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const [{ policy, stage, version }, teachers, students] = await Promise.all([
      policyOf(exam, caller),
      examTeachersOf(examId),
      candidatesPage(examId, null, { pageNumber: 1, pageSize: lookedAs }),
    ])
    return {
      ...policy,
      stage,
      version,
      available: teachers.flatMap((t) => (t.userId ? [{ userId: t.userId, name: t.teacherName }] : [])),
      papers: exam.papers,
      students: students.list,
    }
  }),

  implement(setDisclosure, async ({ input: { examId, version, ...set }, caller }) => ({
    version: await disclose((await examOf(examId)) ?? refuse(examProblems.notFound), set, version, caller),
  })),
]
