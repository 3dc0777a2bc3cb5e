/** What is still to be reported in joint exams: what writes keep, counted; no roster is looked at. */
import { answerOf } from '#shared/exam/joint/part.rules.ts'
import { applicationKinds } from '#shared/exam/joint/application.types.ts'
import { mostExamsOwing, mostOwedCounted } from '#shared/exam/joint/reporting.calls.ts'
import type { Owed, reportingTasks as reportingTasksCall } from '#shared/exam/joint/reporting.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import type { ListedExam } from '#shared/exam/exam.types.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { examsByIds, schoolPartsOf } from '../exam.public.ts'
import { listedExams } from '../exam.store.ts'
import { applications } from './joint.store.ts'
import { wholeList } from '../listed.ts'
import { ownParts } from './part.read.ts'

type Tasks = AnswerOf<typeof reportingTasksCall>

const some = (owed: readonly Owed[]): Owed[] => owed.filter(({ n }) => n > 0)

/** Once all of it is over a school owes nothing. */
const ofSchool = async (caller: Caller): Promise<Tasks> =>
  (await ownParts(caller))
    .filter((p) => p.over < p.papers)
    .map(({ examId, examName, examDate, dueAt, answer, barred, papers, begun }) => ({
      ...{ examId, examName, examDate, dueAt, as: 'school' as const },
      owed: some([
        { what: 'answer', n: answer === 'none' ? 1 : 0 },
        { what: 'cards', n: barred === null ? papers - begun : 0 },
      ]),
      declined: 0,
    }))

const waiting = async (examId: string): Promise<Owed[]> =>
  inTurns(applicationKinds, applicationKinds.length, async (what) => {
    const found = await applications.queryIndex('gsi1', `applied#${examId}#${what}#pending`, { limit: mostOwedCounted })
    return { what, n: found.length }
  })

const ofArea = async ({ tenant }: Caller): Promise<Tasks> => {
  await wholeList(tenant)
  const latest = await listedExams.queryIndex('gsi1', `listed#${tenant}`, { reverse: true, limit: 2 * mostExamsOwing })
  const atWork = latest.filter((e: ListedExam) => e.status !== examStatus.released).slice(0, mostExamsOwing)
  const exams = new Map((await examsByIds(atWork.map((e) => e.examId))).map((e) => [e.examId, e]))
  return inTurns(
    atWork.flatMap((e) => exams.get(e.examId) ?? []),
    4,
    async ({ examId, examName, examDate, schoolCount, furthest }) => {
      const [parts, applied] = await Promise.all([schoolPartsOf(examId), waiting(examId)])
      // Once marking has begun no answer changes anything.
      const silent = furthest >= markingProgress.marking ? 0 : schoolCount - parts.filter((p) => p.answer).length
      return {
        ...{ examId, examName, examDate, dueAt: null, as: 'organiser' as const },
        owed: some([{ what: 'answer', n: silent }, ...applied]),
        declined: parts.filter((p) => answerOf(p) === 'declined').length,
      }
    },
  )
}

export const reportingTasks = async (caller: Caller): Promise<Tasks> =>
  caller.tenant.startsWith('s:') ? ofSchool(caller) : caller.tenant.startsWith('a:') ? ofArea(caller) : []
