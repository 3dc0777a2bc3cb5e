/** A replay, two hundred candidates at a time: what it would do is added up, what it does is a mark each as any other. */
import { isReleased } from '#shared/exam/step.rules.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { replayRubricJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import { marksReplayed, marksUndone, replayTold, toldWhole } from '#shared/marking/rubric/replay.rules.ts'
import type { ReplayTold, RubricReplay } from '#shared/marking/rubric/replay.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { asideKey, getJson, objectKey, putJson, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { marksBeside, marksTold } from '../again/keptMarks.ts'
import { countBundles, countScripts } from '../counts.ts'
import { arrangementOf } from '../desk/desk.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'
import { answers, heads } from '../marking.store.ts'
import { putInPlace } from '../desk/putMark.ts'
import { queueStudents } from '../queue.ts'
import { replays } from './rubric.store.ts'

const partSize = 200

const found = async (of: { paperId: string; questionId: string; attemptId: string }) => {
  const [paper, row] = await Promise.all([paperOf(of.paperId), replays.get(of)])
  const q = paper?.questions.find((x) => x.questionId === of.questionId)
  return paper && row && q ? { paper, row, q } : refuse(commonProblems.notFound)
}

const partKey = (paper: Paper, jobId: string, part: number): string =>
  asideKey(jobId, paper.owner, 'marking', paper.examId, `${part}.json`)

/** The answers that are there: of an absentee's nothing counts. */
const answersIn = async ({ paperId, questionId }: RubricReplay, students: readonly StudentId[]) => {
  const keys = students.map((studentId) => ({ paperId: paperId as string, studentId: studentId as string }))
  const [there, items] = await Promise.all([
    heads.getMany(keys),
    answers.getMany(keys.map((key) => ({ ...key, questionId: questionId as string }))),
  ])
  const present = new Set(there.filter((h) => h.state === 'present').map((h) => h.studentId))
  return items.filter((item) => present.has(item.studentId))
}

/** Does to one answer what the act says; again it finds nothing to do. */
const replayOne = async (seen: AnswerItem, row: RubricReplay, undo: boolean, q: Parameters<typeof marksReplayed>[2]) =>
  edit(`the answer of ${seen.studentId}`, async () => {
    const item = await answers.get(seen)
    if (!item) return null
    const given = undo ? [...marksBeside(item), ...(await marksTold(item))] : []
    const next = undo ? marksUndone(item, given, row, q) : marksReplayed(item, row, q)
    return next.length === 0 || (await putInPlace(item, next)) ? null : beaten
  })

export const replayRubricWork = work(replayRubricJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const { paper } = await found(input)
    const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
    if (isReleased(exam, paper.paperId)) return refuse(markingProblems.replayReleased)
    if (input.phase !== 'look' && (await arrangementOf(paper)).state !== 'open') return refuse(markingProblems.notOpen)
    if (input.phase !== 'look') await journalDue.put(dueNow(paper.paperId))
    const parts = []
    for await (const { slice } of rosterSlices(exam, partSize)) parts.push({ part: parts.length, slice })
    const manifestKey = objectKey(jobId, tenant, 'marking', 'replay', `${jobId}.jsonl`)
    await putLines(manifestKey, parts)
    await progress({ total: exam.candidateCount, message: input.phase === 'look' ? '正在试算' : '正在重算' })
    return { manifestKey, parts: parts.length }
  },

  replay: async ({ input, jobId, items }) => {
    const { paper, row, q } = await found(input)
    let n = 0
    for (const { part, slice } of items) {
      const students = (await candidatesIn(paper.examId, slice)).map((c) => c.studentId)
      const own = await answersIn(row, students)
      if (input.phase === 'look')
        await putJson(partKey(paper, jobId, part), replayTold(own, row, q) satisfies ReplayTold, { replace: true })
      else {
        await inTurns(own, 16, (item) => replayOne(item, row, input.phase === 'undo', q))
        await countBundles(paper.paperId, await queueStudents(paper, students))
        await countScripts(paper, students)
      }
      n += students.length
    }
    return n
  },

  finish: async ({ input, jobId, out }) => {
    const { paper, row } = await found(input)
    if (input.phase === 'look') {
      const parts = await inTurns(
        Array.from({ length: out.plan.parts }, (_, part) => part),
        16,
        (part) => getJson<ReplayTold>(partKey(paper, jobId, part)),
      )
      const told = toldWhole(parts)
      await replays.update(input, { told })
      return { marks: told.marks }
    }
    await replays.update(input, input.phase === 'apply' ? { appliedAt: now() } : { undoneAt: now() })
    return { marks: row.told?.marks ?? 0 }
  },
})
