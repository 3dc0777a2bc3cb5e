/** Marks that were given, replayed by the rubric as it is now: until scores are released, while marking is open. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, JobId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { markingProblems } from '../marking.problems.ts'

const leads = { ...besideTool('adjust-read-arrange'), scope: on('paper', 'paperId') }
const one = { paperId: PaperId, questionId: QuestionId, attemptId: AttemptId }
const problems = [
  markingProblems.notLeader,
  markingProblems.noQuestion,
  markingProblems.notOpen,
  markingProblems.replayReleased,
  commonProblems.notFound,
  commonProblems.stale,
]
const started = () => z.object({ uuid: JobId })

export const replayLook = call('POST /api/exam/mark/handle/reduction/replay/look', {
  summary: 'Begin to find what the rubric as it is now would make of the marks that were given; changes nothing',
  ...leads,
  input: () => z.object({ ...one, version: z.int().min(1) }),
  output: started,
  problems: [...problems, markingProblems.conflict],
  refreshes: ['rubrics', 'jobs'],
})

export const replayApply = call('POST /api/exam/mark/handle/reduction/replay/apply', {
  summary: 'Have the marks that were given follow the rubric, as it was looked at',
  ...leads,
  input: () => z.object({ ...one, reason: prose('请填写原因', 2, 200) }),
  output: started,
  problems: [...problems, markingProblems.replayNotLooked],
  refreshes: ['rubrics', 'markingProgress', 'markingTasks', 'jobs'],
})

export const replayUndo = call('POST /api/exam/mark/handle/reduction/replay/undo', {
  summary: 'Give the marks back what they chose before a replay; those that were given anew since stay',
  ...leads,
  input: () => z.object(one),
  output: started,
  problems: [...problems, markingProblems.replayNotLast],
  refreshes: ['rubrics', 'markingProgress', 'markingTasks', 'jobs'],
})
