import { commonProblems } from '#shared/kit/problem.ts'
import { groupLikeJob } from '#shared/marking/marking.jobs.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { RosterSlice } from '#shared/exam/exam.types.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { arrangementOf } from '../desk.ts'
import { handOut } from './sheet.commands.ts'

/** As many as lie in a manifest's line; five lines are grouped together. */
const sliceSize = 200

const paperNow = async (paperId: string) => (await paperOf(paperId)) ?? refuse(commonProblems.notFound)

export const groupLikeWork = work(groupLikeJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const paper = await paperNow(input.paperId)
    const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
    const slices: RosterSlice[] = []
    for await (const { slice } of rosterSlices(exam, sliceSize)) slices.push(slice)
    const manifestKey = objectKey(jobId, tenant, 'marking', 'like', `${jobId}.jsonl`)
    await putLines(manifestKey, slices)
    await progress({ total: slices.reduce((n, s) => n + s.students, 0), message: '正在归并相同的作答' })
    return { manifestKey }
  },
  group: async ({ input, items }) => {
    const paper = await paperNow(input.paperId)
    const { like = [], state } = await arrangementOf(paper)
    const asked = subjectiveOf(paper.questions).filter((q) =>
      input.questionId ? q.questionId === input.questionId : like.includes(q.questionId),
    )
    let seen = 0
    // School by school: in an exam of several no marker has answers of the own one, and a sheet of all would be no one's.
    for (const slices of Map.groupBy(items, (s) => s.schoolId).values()) {
      const students = (await Promise.all(slices.map((s) => candidatesIn(paper.examId, s))))
        .flat()
        .map((c) => c.studentId)
      seen += students.length
      if (state === 'open') for (const q of asked) await handOut(paper, q, students, like.includes(q.questionId))
    }
    return seen
  },
})
