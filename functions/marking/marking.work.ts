import { withoutKey } from '#shared/exam/exam.rules.ts'
import { openMarkingJob, recountJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { memo } from '#functions/kit/memo.ts'
import { getObject, objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work, workers } from '#functions/kit/work.ts'
import { advanceExam, candidatesOf, paperOf } from '#functions/exam/exam.public.ts'
import { ledgerOf, readingsOf } from '#functions/scan/scan.public.ts'
import { putArrangement } from './arrangement.handlers.ts'
import { countScripts, countWork, groupOf, scriptCounts } from './counts.ts'
import { arrangementOf } from './desk.ts'
import { queueWork } from './queue.ts'
import { headsOfStudents, scriptsOf, takeIn } from './scripts.ts'

const paperNow = async (paperId: string) => (await paperOf(paperId)) ?? refuse(commonProblems.notFound)

/** One job's readings are read once in each process, not once for each part. */
const readingsFor = memo(120, async (paperId: string, _jobId: string) => {
  const readings = await readingsOf(paperId)
  return new Map(readings.map((r) => [r.studentId as string, r]))
})

const manifestOf = async (key: string): Promise<string[]> => {
  const text = (await getObject(key)).toString('utf8')
  return text === '' ? [] : text.split('\n').map((l) => (JSON.parse(l) as { studentId: string }).studentId)
}

/** Says that the counters are whole, unless the key was changed while they were made: then they are another's. */
const wholeUnder = async (paper: Paper, plan: unknown): Promise<boolean> => {
  const whole = (plan as { keyVersion?: number }).keyVersion === paper.keyVersion
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
        return refuse(markingProblems.unbalanced, { open: ledger.open })
      const readings = await readingsOf(input.paperId)
      const manifestKey = objectKey(jobId, tenant, 'marking', 'open', `${jobId}.jsonl`)
      await putLines(
        manifestKey,
        readings.map(({ studentId }) => ({ studentId })),
      )
      await progress({ total: readings.length, message: '正在生成阅卷任务' })
      return { manifestKey, students: readings.length, keyVersion: paper.keyVersion }
    },

    scripts: async ({ input, jobId, items }) => {
      const paper = await paperNow(input.paperId)
      const readings = await readingsFor(input.paperId, jobId)
      const students = (items as { studentId: string }[]).map((i) => i.studentId)
      for (let at = 0; at < students.length; at += 5) {
        await Promise.all(
          students.slice(at, at + 5).map(async (studentId) => {
            const reading = readings.get(studentId)
            if (reading) await takeIn(paper, reading)
          }),
        )
      }
      await countScripts(paper, students)
    },

    queue: async ({ input, out }) => {
      const paper = await paperNow(input.paperId)
      const students = await manifestOf((out['plan'] as { manifestKey: string }).manifestKey)
      const { open, bundleIds } = await queueWork(
        paper,
        await scriptsOf(paper, await headsOfStudents(paper.paperId, students)),
      )
      await countWork(paper.paperId, bundleIds)
      return { bundles: open }
    },

    open: async ({ input, out }) => {
      const paper = await paperNow(input.paperId)
      await wholeUnder(paper, out['plan'])
      for (let attempt = 0; ; attempt++) {
        const before = await arrangementOf(paper)
        if (before.state === 'open') break
        if (await putArrangement({ ...before, state: 'open', openedAt: before.openedAt ?? now() })) break
        if (attempt > 7) throw new Error(`the arrangement of ${paper.paperId} could not be changed: too many writers`)
      }
      await advanceExam(paper.examId, { markingProgress: 5 })
      const { students } = out['plan'] as { students: number }
      return { students, bundles: (out['queue'] as { bundles: number }).bundles }
    },
  }),

  work(recountJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const paper = await paperNow(input.paperId)
      const roster = await candidatesOf(paper.examId)
      const manifestKey = objectKey(jobId, tenant, 'marking', 'recount', `${jobId}.jsonl`)
      await putLines(
        manifestKey,
        roster.map(({ studentId }) => ({ studentId })),
      )
      await progress({ total: roster.length, message: '正在汇总' })
      return { manifestKey, keyVersion: paper.keyVersion }
    },
    count: async ({ input, items }) =>
      countScripts(
        await paperNow(input.paperId),
        (items as { studentId: string }[]).map((i) => i.studentId),
      ),
    whole: async ({ input, out }) => ({ whole: await wholeUnder(await paperNow(input.paperId), out['plan']) }),
  }),
]

export const handler = workers('marking', works)
