/**
 * The journal held against the truth, every night: each row of its chains, and the scores that follow from it against
 * those of the answers (the two computations of I11). What a reader missed is told again from the rows.
 */
import * as z from 'zod'
import { verifyJournalJob } from '#shared/marking/marking.jobs.ts'
import type { Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { JobId, PaperId } from '#shared/kit/ids.ts'
import { countMetric } from '#functions/kit/count.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { inTime, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { work } from '#functions/kit/work.ts'
import { candidatesIn, examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { countScripts } from '../counts.ts'
import { journalScores, journalScoresOfStudents, shardFaults } from './journal.ts'
import { mendJournal } from './journal.mend.ts'
import { arrangements, shards } from '../marking.store.ts'
import { headsOfStudents, scriptsOf, tableOf } from '../scripts.ts'

const table = 'TABLE_MARKING'

/** Papers to look at: from when marking opens until it is closed and nothing is amiss, and again after a correction. */
const JournalDue = z.object({ schema: z.literal(1), paperId: PaperId, since: z.int() })
export const journalDue = rows({
  table,
  schema: JournalDue,
  hangsOn: under('paper', ({ paperId }) => ({ pk: 'journal-due', prefix: paperId })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: 'journal-due', sk: of.paperId }),
})
export const dueNow = (paperId: PaperId): z.infer<typeof JournalDue> => ({ schema: 1, paperId, since: now() })

/** What a part of the job found amiss; of a part that fits there is none. */
const JournalCheck = z.object({
  schema: z.literal(1),
  jobId: JobId,
  paperId: PaperId,
  part: z.string(),
  checkedAt: z.int(),
  late: z.int(),
  faults: z.array(z.string()),
})
const journalChecks = rows({
  table,
  schema: JournalCheck,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { jobId: string; paperId: string; part: string }) => ({
    pk: `journal-checks#${of.jobId}`,
    sk: `${of.paperId}#${of.part}`,
  }),
  ttl: (c) => Math.ceil(c.checkedAt / 1000) + 400 * 86_400,
})

/** Students of one part. */
const partSize = 500
/** So many faults are named. */
const most = 20

type Slice = Pick<RosterSlice, 'schoolId' | 'from' | 'before'> & { among?: boolean | undefined }

/** Students whose scores by the journal are not those of their answers. */
const differing = async (paper: Paper, slice: Slice, studentIds: readonly string[]): Promise<string[]> => {
  const told = slice.among ? await journalScoresOfStudents(paper, studentIds) : await journalScores(paper, slice)
  const of = tableOf(paper, await scriptsOf(paper, await headsOfStudents(paper.paperId, studentIds)))
  const says = (s: Pick<typeof told, 'studentIds' | 'states' | 'scores'>) =>
    new Map(s.studentIds.map((id, i) => [id as string, JSON.stringify([s.states[i], s.scores[i]])]))
  const [journal, answers] = [says(told), says(of)]
  return studentIds.filter((id) => journal.get(id) !== answers.get(id))
}

const verifySlice = async (paper: Paper, slice: Slice) => {
  const students = (await candidatesIn(paper.examId, slice)).map((c) => c.studentId as string)
  let late = await mendJournal(paper, students)
  let odd = await differing(paper, slice, students)
  // Marks that come while it is read are in one of the two: what differs twice does differ.
  if (odd.length > 0) {
    late += await mendJournal(paper, odd)
    odd = await differing(paper, slice, odd)
  }
  return { students, late, faults: odd.map((id) => `scores ${id}`) }
}

/** All papers to look at, or the one that is asked for. */
const dueOf = async (paperId: PaperId | undefined) =>
  paperId ? journalDue.getMany([{ paperId }]) : journalDue.query('journal-due', { consistent: true })

export const verifyJournalWork = work(verifyJournalJob, {
  plan: async ({ input, jobId, progress }) => {
    const due = await dueOf(input.paperId)
    let papers = 0
    const manifestKey = objectKey(jobId, 'p', 'marking', 'verify', jobId, 'parts.jsonl')
    const parts: object[] = []
    for (const { paperId } of due) {
      const paper = await paperOf(paperId)
      const exam = paper && (await examOf(paper.examId))
      // Gone with its exam.
      if (!exam) await journalDue.remove({ paperId })
      else {
        papers++
        for (let shard = 0; shard < shards; shard++) parts.push({ paperId, shard })
        for await (const { slice } of rosterSlices(exam, partSize))
          parts.push({ paperId, ...slice, ...(exam.schoolCount > 1 ? { among: true } : {}) })
      }
    }
    await putLines(manifestKey, parts)
    await progress({ total: parts.length })
    return { manifestKey, papers }
  },

  verify: async ({ input, jobId, items }) => {
    for (const item of items) {
      const { paperId } = item
      const note = async (part: string, late: number, faults: string[]): Promise<void> => {
        if (late === 0 && faults.length === 0) return
        const few = faults.slice(0, most)
        await journalChecks.put({ schema: 1, jobId, paperId, part, checkedAt: now(), late, faults: few })
      }
      if ('shard' in item) {
        await note(`shard ${item.shard}`, 0, await shardFaults(paperId, item.shard))
        continue
      }
      const paper = await paperOf(paperId)
      if (!paper) continue
      const { students, late, faults } = await verifySlice(paper, item)
      await note(`students ${item.schoolId} ${item.from}`, late, faults)
      if (input.recount) await countScripts(paper, students)
    }
  },

  finish: async ({ input, jobId, out }) => {
    const checks = await journalChecks.query(`journal-checks#${jobId}`, { consistent: true })
    const amiss = new Set(checks.map((c) => c.paperId as string))
    for (const { paperId } of await dueOf(input.paperId)) {
      if (amiss.has(paperId)) continue
      if ((await arrangements.get({ paperId }))?.state === 'closed') await journalDue.remove({ paperId })
    }
    const broken = new Set(checks.filter((c) => c.faults.length > 0).map((c) => c.paperId))
    const late = checks.reduce((n, c) => n + c.late, 0)
    if (broken.size > 0) countMetric('marking', 'journalBroken', broken.size)
    if (late > 0) countMetric('marking', 'journalLate', late)
    return {
      papers: out.plan.papers,
      late,
      broken: broken.size,
      faults: checks.flatMap((c) => c.faults.map((f) => `${c.paperId}: ${f}`)).slice(0, most),
    }
  },
})
