/** The scores of a file are taken back: its candidates have no script any more, which the journal is told as any change. */
import { isReleased } from '#shared/exam/step.rules.ts'
import { takeImportBackJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { RosterSlice } from '#shared/exam/exam.types.ts'
import { candidatesIn, rosterSlices } from '#functions/exam/exam.public.ts'
import { movePaper, tellCame } from '#functions/exam/step.public.ts'
import { asideKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { countScripts } from '../counts.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'
import { arrangements } from '../marking.store.ts'
import { takeOut } from '../scripts.ts'
import { isHalfEmptied, isImporting } from './import.taking.ts'
import { paperAndExam } from './import.work.ts'

const partSize = 200

export const takeImportBackWork = work(takeImportBackJob, {
  plan: async ({ input, jobId, tenant, progress }) => {
    const { paper, exam } = await paperAndExam(input.paperId)
    if (isReleased(exam, paper.paperId)) return refuse(markingProblems.importReleased)
    if ((await ledgerOf(paper.paperId)).handed > 0) return refuse(markingProblems.hasPages)
    // Nothing is published of it from here on, marking is not opened, and no other file comes.
    await arrangements.edit(paper, async (there) => {
      if (there?.importing === jobId && there.emptied) return null
      if (!there || (there.state !== 'closed' && !isHalfEmptied(there))) return refuse(markingProblems.notImported)
      if (await isImporting(there)) return refuse(markingProblems.importing)
      const { noted: _noted, openedAt: _at, importingKey: _key, ...kept } = there
      return { ...kept, state: 'draft', importing: jobId, emptied: { at: now(), whole: false } }
    })
    await tellCame(paper, () => Promise.resolve([]))
    await movePaper(paper, 'emptied')
    await journalDue.put(dueNow(paper.paperId))
    const parts: RosterSlice[] = []
    for await (const { slice } of rosterSlices(exam, partSize)) parts.push(slice)
    const manifestKey = asideKey(jobId, tenant, 'marking', paper.examId, 'parts.jsonl')
    await putLines(manifestKey, parts)
    await progress({ total: exam.candidateCount, message: '正在撤回成绩' })
    return { manifestKey }
  },

  take: async ({ input, items }) => {
    const { paper } = await paperAndExam(input.paperId)
    let n = 0
    for (const part of items) {
      const students = (await candidatesIn(paper.examId, part)).map((c) => c.studentId)
      await takeOut(paper.paperId, students)
      await countScripts(paper, students)
      n += students.length
    }
    return n
  },

  finish: async ({ input, jobId }) => {
    const { paper } = await paperAndExam(input.paperId)
    await arrangements.edit(paper, (there) => {
      if (there?.importing !== jobId || !there.emptied) return null
      const { importing: _done, ...kept } = there
      return { ...kept, emptied: { at: now(), whole: true } }
    })
    return { done: true }
  },
})
