/** Second marks where they help most: what a share of them would do to totals near the lines, and asking for them. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, JobId, PaperId } from '#shared/kit/ids.ts'
import { prose } from '#shared/kit/text.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { markingProblems } from '../marking.problems.ts'

const remarks = { ...ofTool('remark'), scope: on('paper', 'paperId') }

/** So many totals may matter. */
const mostLines = 8

const Wish = z.object({
  paperId: PaperId,
  /** Percent of the answers that one marker has marked. */
  share: z.int().min(1, '请填写1到50之间的整数').max(50, '请填写1到50之间的整数'),
  /** Totals on which something turns, hundredths. */
  lines: z.array(z.int().min(1).max(1_000_000)).min(1, '请填写分数线').max(mostLines, `分数线最多${mostLines}条`),
})
const problems = [
  markingProblems.notManager,
  markingProblems.notOpen,
  markingProblems.againReleased,
  markingProblems.againImported,
  markingProblems.againBusy,
  markingProblems.againAlone,
  markingProblems.secondTooMany,
]

export const secondRead = call('POST /api/exam/mark/remark/second/read', {
  summary: 'Where a share of second marks would help totals near the lines most, and how much; changes nothing',
  ...remarks,
  input: () => Wish,
  output: () =>
    z.object({
      /** Answers that one marker has marked, and second marks that are worth it. */
      once: z.int(),
      picks: z.int(),
      questions: z.array(z.object({ number: z.string(), picks: z.int() })),
      /** Candidates whose totals are near a line. */
      candidates: z.int(),
      /** Hundredths: root mean squared error of totals, weighed by how near a line they are. */
      error: z.object({ now: z.number(), planned: z.number(), random: z.number() }),
      /** Questions whose scatter no answers marked twice tell: it is taken to be eight percent of the full score. */
      assumed: z.array(z.string()),
      reopens: z.boolean(),
      /** The same was asked for, so many second marks, and is not done: that act goes on, and no other is begun. */
      resumes: z.int().optional(),
    }),
  problems,
})

export const secondStart = call('POST /api/exam/mark/remark/second/start', {
  summary: 'Ask for second marks where they help most: both marks stand, by the rule of double marking',
  ...remarks,
  input: () => Wish.extend({ reason: prose('请填写原因', 2, 200), attemptId: AttemptId }),
  output: () => z.object({ uuid: JobId }),
  problems: [...problems, markingProblems.againNothing, markingProblems.conflict],
  refreshes: ['againRounds', 'markingProgress', 'markingTasks', 'arrangement', 'jobs'],
})
