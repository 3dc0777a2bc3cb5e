import type { Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { mostAgain } from '#shared/marking/again/again.types.ts'
import { markAgainJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now, pause } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { takeBack } from './again.commands.ts'
import { countBundles, countScripts, openAnswers } from '../counts.ts'
import { fenceMs } from '../desk/desk.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'
import { againRounds, arrangements } from '../marking.store.ts'
import { queueStudents } from '../queue.ts'

const paperNow = async (paperId: string): Promise<Paper> => (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
const roundOf = async (input: { paperId: string; attemptId: string }) =>
  (await againRounds.get(input)) ?? refuse(commonProblems.notFound)

/** Students of one part. */
const partSize = mostAgain.students

export const againWork = work(markAgainJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const paper = await paperNow(input.paperId)
    const round = await roundOf(input)
    // From here on a publication of what was scored before is refused, and what it was faster with is seen behind the pause.
    if (round.begunAt === undefined) await againRounds.update(round, { begunAt: now() })
    // Marks that were on their way when it was asked for have come in, or are refused.
    await pause(fenceMs)
    const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
    if (isReleased(exam, paper.paperId)) return refuse(markingProblems.againReleased)
    // Open before the first mark is taken back: where one is wanted, one may be given.
    await arrangements.edit(paper, (there) => {
      if (!there || there.state === 'closing') return refuse(markingProblems.againBusy)
      if (there.cut) return refuse(markingProblems.cutStands)
      const twice = [...new Set([...(there.twice ?? []), ...(round.rule === 'both' ? round.questionIds : [])])]
      if (there.state === 'open' && twice.length === (there.twice ?? []).length) return null
      return { ...there, state: 'open', ...(twice.length > 0 ? { twice } : {}) }
    })
    await movePaper(paper, 'reopened')
    await journalDue.put(dueNow(paper.paperId))
    if (round.second) {
      await progress({ total: round.marks, message: '正在加派二评' })
      return { manifestKey: round.second.planKey }
    }
    const parts: (RosterSlice | { studentIds: StudentId[] })[] = []
    if (round.studentIds) parts.push({ studentIds: round.studentIds })
    else for await (const { slice } of rosterSlices(exam, partSize)) parts.push(slice)
    const manifestKey = objectKey(jobId, tenant, 'marking', 'again', `${jobId}.jsonl`)
    await putLines(manifestKey, parts)
    const total = round.studentIds?.length ?? exam.candidateCount
    await progress({ total, message: '正在退回重新评阅' })
    return { manifestKey }
  },

  take: async ({ input, items }) => {
    const paper = await paperNow(input.paperId)
    const round = await roundOf(input)
    let n = 0
    for (const part of items) {
      const named = 'studentIds' in part
      const students = named ? part.studentIds : (await candidatesIn(paper.examId, part)).map((c) => c.studentId)
      const of = named && part.questionId ? { ...round, questionIds: [part.questionId] } : round
      await inTurns(students, 16, (id) => takeBack(of, id))
      await countBundles(paper.paperId, await queueStudents(paper, students))
      await countScripts(paper, students)
      n += students.length
    }
    return n
  },

  finish: async ({ input }) => {
    await againRounds.update(input, { doneAt: now() })
    return { answers: await openAnswers(input.paperId) }
  },
})
