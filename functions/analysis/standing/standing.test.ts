/** What the reports of an exam stand on. */
import { beforeAll, expect, it } from 'vitest'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { setExamParams } from '#shared/analysis/params.calls.ts'
import { reportStandings, reportVersions } from '#shared/analysis/standing.calls.ts'
import { publishJob } from '#shared/analysis/analysis.jobs.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { endJob } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { queueJob } from '#functions/kit/work.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { awaiting, markedPaper } from '../analysis.fixtures.ts'
import { ask, release } from '../changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

it('a subject’s reports are of its published version, and what was set or changed since is told', async () => {
  const of = await markedPaper(5)
  const { examId } = of.paper
  const list = async () => (await ask(of, reportStandings, { examId })).data
  const detail = async () => (await ask(of, reportVersions, {})).data
  expect(await list()).toEqual([{ paperId: of.paperId, courseName: of.paper.courseName, total: false, stale: [] }])
  expect((await detail()).versions).toEqual([])
  // On its way, at its hour, and not once its job has failed: then no reader waits for it either.
  const going = async (at?: number) => {
    const { caller } = of.manager
    const by = { tenant: of.tenant, userId: caller.userId }
    const jobId = (await queueJob(publishJob, { paperId: of.paperId, by: caller }, by)).jobId as JobId
    await awaiting(of, jobId, at)
    return jobId
  }
  const jobId = await going()
  expect(await list()).toMatchObject([{ pending: {} }])
  expect((await list())[0]!.pending).not.toHaveProperty('at')
  await endJob(jobId, { status: 'FAILED', error: 'Refused', cause: '' })
  expect((await list())[0]).not.toHaveProperty('pending')
  const at = now() + 3_600_000
  const later = await going(at)
  expect(await list()).toMatchObject([{ pending: { at } }])
  await endJob(later, { status: 'ABORTED' })
  expect(await detail()).not.toHaveProperty('pending')
  await release(of)
  expect(await list()).toMatchObject([{ v: 1, students: 5, stale: [] }])
  expect(await detail()).toMatchObject({
    versions: [{ v: 1, ready: true, current: true }],
    made: { changes: 0, questions: of.paper.questions.length },
  })
  const wide = { examId, of: [{ paperId: of.paperId, version: 0 }], set: { sectionWidth: 99_900 } }
  expect((await ask(of, setExamParams, wide)).status).toBe(analysisProblems.sectionTooWide.status)
  const set = { sectionWidth: 500 }
  await ask(of, setExamParams, { examId, of: [{ paperId: of.paperId, version: 0 }], set })
  expect(await list()).toMatchObject([{ v: 1, stale: ['settings'] }])
  await asFunction('exam-api', () =>
    papers.edit({ paperId: of.paperId }, (p) => p && { ...p, keyVersion: p.keyVersion + 1 }),
  )
  expect(await list()).toMatchObject([{ stale: ['settings', 'key'] }])
  await release(of)
  expect(await list()).toMatchObject([{ v: 2, stale: [] }])
  expect((await detail()).versions).toMatchObject([
    { v: 2, current: true },
    { v: 1, current: false },
  ])
  expect((await ask(of, reportStandings, { examId }, of.teachers[0]!)).http).toBe(403)
})
