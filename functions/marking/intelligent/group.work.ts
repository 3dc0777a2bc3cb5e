import { commonProblems } from '#shared/kit/problem.ts'
import { groupLikeJob } from '#shared/marking/marking.jobs.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { RosterSlice } from '#shared/exam/exam.types.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { arrangementOf } from '../desk/desk.ts'
import { handOut } from './sheet.commands.ts'

/** Candidates of a slice; slices of one school that are grouped together. */
const sliceSize = 200
const slicesTogether = 5

const paperNow = async (paperId: string) => (await paperOf(paperId)) ?? refuse(commonProblems.notFound)

export const groupLikeWork = work(groupLikeJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const paper = await paperNow(input.paperId)
    const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
    const { like = [] } = await arrangementOf(paper)
    const asked = subjectiveOf(paper.questions).filter((q) =>
      input.questionId ? q.questionId === input.questionId : like.includes(q.questionId),
    )
    // School by school: in an exam of several no marker has answers of the own one, and a sheet of all would be no one's.
    const parts: RosterSlice[][] = []
    for await (const { slice } of rosterSlices(exam, sliceSize)) {
      const last = parts.at(-1)
      if (last && last.length < slicesTogether && last[0]!.schoolId === slice.schoolId) last.push(slice)
      else parts.push([slice])
    }
    const lines = asked.flatMap(({ questionId }) => parts.map((slices) => ({ questionId, slices })))
    const manifestKey = objectKey(jobId, tenant, 'marking', 'like', `${jobId}.jsonl`)
    await putLines(manifestKey, lines)
    const total = lines.reduce((n, { slices }) => n + slices.reduce((m, s) => m + s.students, 0), 0)
    await progress({ total, message: '正在归并相同的作答' })
    return { manifestKey }
  },
  group: async ({ input, items }) => {
    const paper = await paperNow(input.paperId)
    const { like = [], state } = await arrangementOf(paper)
    let seen = 0
    for (const { questionId, slices } of items) {
      const students = (await Promise.all(slices.map((s) => candidatesIn(paper.examId, s))))
        .flat()
        .map((c) => c.studentId)
      seen += students.length
      const q = subjectiveOf(paper.questions).find((of) => of.questionId === questionId)
      const how = { like: like.includes(questionId), anew: input.anew ?? false }
      if (q && state === 'open') await handOut(paper, q, students, how)
    }
    return seen
  },
})
