/** 撤回导入 under every single fault of a store: all of the file's scores go, or, cut off, it is gone on with; never a half. */
import { beforeAll, expect, it } from 'vitest'
import { importScoresJob, takeImportBackJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import type { FaultPlan } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, driveJob } from '#functions/kit/testing.ts'
import { queueJob } from '#functions/kit/work.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { journalScoresIn, scoresIn, takenBackSince } from '../marking.public.ts'
import { until } from '../marking.steps.fixtures.ts'
import { arrangements } from '../marking.store.ts'
import { works } from '../marking.work.ts'

beforeAll(() => actAs('marking-work'))

const table = ['考号,姓名,缺考,1,2', '1000,学生0,,AC,8', '1001,学生1,,A,3', '1002,学生2,缺考,,'].join('\n')
const scored = [
  [500, 800],
  [200, 300],
  [-1, -1],
] as const

const drive = (of: Sitting, job: string, input: object) =>
  driveJob(works, {
    ...{ job, jobId: newId<JobId>('job'), tenant: of.tenant, startedBy: of.manager.userId, out: {} },
    input: { paperId: of.paper.paperId, ...input },
  })
const importing = async (of: Sitting, key?: string): Promise<string> => {
  const own = key ?? (await uploadAs(of.manager.token, table, '成绩.csv', 'scores'))
  await drive(of, importScoresJob.name, { key: own, fileName: '成绩.csv', mode: 'all' })
  return own
}
const scoresOf = async (of: Sitting) => {
  const { studentIds, scores } = await scoresIn(of.paper, of.students)
  return of.students.map((id) => scores[studentIds.indexOf(id)])
}
const withFile = async (): Promise<{ of: Sitting; key: string }> => {
  const of = await seat(3, {}, 0)
  return { of, key: await importing(of) }
}
const takenBack = async (of: Sitting, plan: FaultPlan) => {
  const faults = withFaults(plan)
  try {
    await drive(of, takeImportBackJob.name, {})
  } finally {
    faults.stop()
  }
  return [...faults.calls]
}

it('is gone on with by the job that began it, to which its own beginning is no file in the way; another job is refused', async () => {
  const { of } = await withFile()
  const { plan } = works.find((w) => w.job.name === takeImportBackJob.name)!.steps
  const input = { paperId: of.paper.paperId }
  const by = { tenant: of.tenant, userId: of.manager.userId }
  const contextOf = async () => {
    const { jobId } = await queueJob(takeImportBackJob, input, by)
    const state = { jobId, tenant: of.tenant, startedBy: of.manager.userId, out: {}, items: [] }
    const told = { progress: () => Promise.resolve(), offer: () => Promise.resolve(), isLate: () => false }
    return { ...state, ...told, input } as unknown as Parameters<NonNullable<typeof plan>>[0]
  }
  const [own, other] = [await contextOf(), await contextOf()]
  await plan!(own)
  const begun = await arrangements.get(of.paper)
  expect(begun).toMatchObject({ importing: own.jobId, emptied: { whole: false } })
  await plan!(own)
  expect(await arrangements.get(of.paper)).toEqual(begun)
  await expect(plan!(other)).rejects.toThrow(markingProblems.importing.message)
}, 600_000)

it('leaves no score of the file, tells the journal, and lets the next file in', async () => {
  const beside = await withFile()
  const first = await withFile()
  const calls = await takenBack(first.of, () => null)
  expect(calls.length).toBeGreaterThan(8)
  for (const { at, kind, told } of faultCases(calls, { every: 8 })) {
    const { of, key } = await withFile()
    expect([told, await scoresOf(of)]).toEqual([told, scored])
    const before = now()
    await takenBack(of, ({ index }) => (index === at ? kind : null))
    const { states } = await scoresIn(of.paper, of.students)
    expect([told, states]).toEqual([told, ['missing', 'missing', 'missing']])
    const arranged = await arrangements.get(of.paper)
    expect([told, arranged]).toEqual([
      told,
      expect.objectContaining({ state: 'draft', emptied: expect.objectContaining({ whole: true }) as unknown }),
    ])
    expect([told, (await stepsOfPaper(of.paper)).map((s) => s.step)]).toEqual([told, [2]])
    // What was scored before it is not published any more.
    expect([told, await takenBackSince(of.paper, before)]).toEqual([told, true])
    await until(async () => {
      const { states: known } = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect([told, known]).toEqual([told, ['missing', 'missing', 'missing']])
    })
    await importing(of, key)
    expect([told, await scoresOf(of)]).toEqual([told, scored])
  }
  expect(await scoresOf(beside.of)).toEqual(scored)
}, 1_800_000)
