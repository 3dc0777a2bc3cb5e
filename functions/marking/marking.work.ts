import { createHash } from 'node:crypto'
import { isJoint, withoutKey } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import { groupLikeJob, openMarkingJob, recountJob, verifyJournalJob } from '#shared/marking/marking.jobs.ts'
import { unbalancedText } from '#shared/marking/ledger.words.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { StepEvent } from '#shared/kit/job.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { startJob, work, workers } from '#functions/kit/work.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { ledgerOf, readingsOfStudents } from '#functions/scan/scan.public.ts'
import { countBundles, countScripts, groupOf, openAnswers, scriptCounts, workCounts } from './counts.ts'
import { arrangementOf } from './desk/desk.ts'
import { arrangements } from './marking.store.ts'
import { mendJournal } from './journal/journal.mend.ts'
import { dueNow, journalDue, verifyJournalWork } from './journal/journal.verify.ts'
import { courseImportWork } from './imports/courseImport.work.ts'
import { againWork } from './again/again.work.ts'
import { isHalfEmptied, isImporting } from './imports/import.taking.ts'
import { importWork } from './imports/import.work.ts'
import { takeImportBackWork } from './imports/takeBack.work.ts'
import { groupLikeWork } from './intelligent/group.work.ts'
import { exportRecordWork } from './record/record.work.ts'
import { certifyMarkingWork, exportMarkingWork } from './quality/report.work.ts'
import { noteWork, queueStudents } from './queue.ts'
import { readAnswersWork } from './reader/reader.work.ts'
import { replayRubricWork } from './rubric/replay.work.ts'
import { takeIn } from './scripts.ts'

const paperNow = async (paperId: string) => (await paperOf(paperId)) ?? refuse(commonProblems.notFound)

/** Students of one part: their scripts are made by one function, and their work by another. */
const partSize = 200

/** Students whose pages are read in one turn, and whose scripts are written side by side. */
const readTogether = 80
const takenTogether = 20

const examNow = async (paper: Paper) => (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)

const studentsOf = async (paper: Paper, slices: readonly RosterSlice[]): Promise<StudentId[]> =>
  (await Promise.all(slices.map((s) => candidatesIn(paper.examId, s)))).flat().map((c) => c.studentId)

/** Says that the counters are whole, unless the key was changed while they were made: then they are another's. */
const wholeUnder = async (paper: Paper, plan: { keyVersion: number }): Promise<boolean> => {
  const whole = plan.keyVersion === paper.keyVersion
  if (whole) await scriptCounts.markWhole(groupOf(paper), now())
  return whole
}

export const works = [
  work(openMarkingJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const paper = await paperNow(input.paperId)
      const missing = withoutKey(paper).length
      if (missing > 0) return refuse(markingProblems.missingKeys, { n: missing })
      const ledger = await ledgerOf(input.paperId)
      // The reason was written with its audit record before the job began; without it the job goes no further.
      const { override } = await arrangementOf(paper)
      if (!ledger.balanced && (input.override === undefined || override !== input.override))
        return refuse(markingProblems.unbalanced, { why: unbalancedText(ledger) })
      const { state, noted } = await arrangementOf(paper)
      if (state !== 'draft' && !noted) await noteWork(paper.paperId)
      await journalDue.put(dueNow(paper.paperId))
      const slices: RosterSlice[] = []
      for await (const { slice } of rosterSlices(await examNow(paper), partSize)) slices.push(slice)
      const students = slices.reduce((n, s) => n + s.students, 0)
      const manifestKey = objectKey(jobId, tenant, 'marking', 'open', `${jobId}.jsonl`)
      await putLines(manifestKey, slices)
      await progress({ total: students, message: '正在收入答卷，生成阅卷任务' })
      return { manifestKey, students, keyVersion: paper.keyVersion }
    },

    scripts: async ({ input, items }) => {
      const paper = await paperNow(input.paperId)
      const students = await studentsOf(paper, items)
      const [card, exam] = await Promise.all([printedCardOfPaper(paper.paperId), examNow(paper)])
      const released = isReleased(exam, paper.paperId)
      for (const some of inPieces(students, readTogether)) {
        const readings = await readingsOfStudents(input.paperId, some)
        await inTurns(readings, takenTogether, (reading) => takeIn(paper, reading, card, { released }))
      }
      await countScripts(paper, students)
      return students.length
    },

    queue: async ({ input, items }) => {
      const paper = await paperNow(input.paperId)
      const joint = isJoint(paper)
      // A slice is of one school, so that a bundle is.
      for (const slice of items) {
        const students = await studentsOf(paper, [slice])
        await countBundles(paper.paperId, await queueStudents(paper, students, joint ? slice.schoolId : undefined))
      }
      // They were counted as their scripts were made.
      return 0
    },

    open: async ({ input, jobId, out, tenant }) => {
      const paper = await paperNow(input.paperId)
      await wholeUnder(paper, out.plan)
      await workCounts.markWhole(paper.paperId, now())
      await arrangements.edit(paper, async (there) => {
        const before = there ?? (await arrangementOf(paper))
        // Late sheets are taken in, and marked once the act is undone.
        if (before.cut) return null
        if (before.state === 'open' && before.noted) return null
        if (before.state === 'draft' && (await isImporting(before))) return refuse(markingProblems.importing)
        if (isHalfEmptied(before)) return refuse(markingProblems.emptying)
        const { importing: _failed, importingKey: _key, ...kept } = before
        const late = isReleased(await examNow(paper), paper.paperId) ? { reopenedAt: now() } : {}
        return { ...kept, state: 'open', noted: true, openedAt: before.openedAt ?? now(), ...late }
      })
      await movePaper(paper, 'opened')
      const { like = [], openedAt = 0 } = await arrangementOf(paper)
      const by = { tenant, userId: 'schedule' }
      // This step again begins the same jobs.
      const after = (what: string): JobId =>
        composeId('job', openedAt, createHash('sha256').update(`${what}#${jobId}`).digest().subarray(0, 10))
      // What lies on sheets stays there, however often pages come late.
      if (like.length > 0)
        await startJob(groupLikeJob, { paperId: paper.paperId }, by, { jobId: after(groupLikeJob.name) })
      // Questions, keys or rules that were saved while it ran are met by all: what slices before asked for by the former may lack a mark.
      // Read behind the arrangement that is open now: what is saved later is seen by who saves it to be met by a job of its own.
      const { keyVersion } = await paperNow(input.paperId)
      if (out.plan.keyVersion !== keyVersion) await startJob(openMarkingJob, input, by, { jobId: after('keyed') })
      const { students } = out.plan
      return { students, answers: await openAnswers(paper.paperId) }
    },
  }),

  work(recountJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const paper = await paperNow(input.paperId)
      const slices: RosterSlice[] = []
      for await (const { slice } of rosterSlices(await examNow(paper), partSize)) slices.push(slice)
      const manifestKey = objectKey(jobId, tenant, 'marking', 'recount', `${jobId}.jsonl`)
      await putLines(manifestKey, slices)
      await progress({ total: slices.reduce((n, s) => n + s.students, 0), message: '正在汇总' })
      return { manifestKey, keyVersion: paper.keyVersion }
    },
    count: async ({ input, items }) => {
      const paper = await paperNow(input.paperId)
      const students = await studentsOf(paper, items)
      await mendJournal(paper, students)
      await countScripts(paper, students)
      return students.length
    },
    whole: async ({ input, out }) => ({ whole: await wholeUnder(await paperNow(input.paperId), out.plan) }),
  }),

  groupLikeWork,
  verifyJournalWork,
  importWork,
  takeImportBackWork,
  againWork,
  readAnswersWork,
  replayRubricWork,
  courseImportWork,
  exportMarkingWork,
  certifyMarkingWork,
  exportRecordWork,
]

/** `recount`: asked for by an operator after changes were missed for good (`npm run redrive`). */
type Scheduled = { schedule: string; recount?: boolean }

const runStep = workers('marking', works)

export const handler = async (event: StepEvent | Scheduled): Promise<unknown> => {
  if (!('schedule' in event)) return runStep(event)
  if (event.schedule !== 'verifyJournal') throw new Error(`no such schedule: ${event.schedule}`)
  return startJob(verifyJournalJob, event.recount ? { recount: true } : {}, { tenant: 'p', userId: 'schedule' })
}
