/** A paper of which every candidate is absent: there is nothing to be published, and who asks is told so. */
import { expect, it } from 'vitest'
import * as reports from '#shared/analysis/analysis.calls.ts'
import { analysisProblems as refused } from '#shared/analysis/analysis.problems.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { awaiting, markedPaper } from './analysis.fixtures.ts'
import { stateOf, student } from './analysis.testing.ts'
import { handler } from './analysis.api.ts'
import { publications } from './analysis.store.ts'
import { analysisWorks } from './analysis.work.ts'

it('is not published, by a call, by its job or with any reason; the overview says why, and the student reads of no result', async () => {
  actAs('analysis-work')
  // The last one of the fixture is absent.
  const of = await markedPaper(1)
  const { paperId } = of
  const asked = <C extends Parameters<typeof send>[1]>(call: C, input: object, { token } = of.manager) =>
    asFunction('analysis-api', () => send(handler, call, { paperId, ...input } as never, token))
  const { data: state } = await asked(publication.publishState, {})
  expect(state).toMatchObject({ mayPublish: false, needsOverride: false, current: null })
  expect(state.checks.filter((c) => c.state === 'failed').map((c) => c.detail)).toContain(
    '还没有可以发布的答卷，请先扫描并完成阅卷',
  )
  expect((await asked(publication.publishPreview, {})).status).toBe(refused.notReady.status)
  for (const input of [{}, { override: '全班请假' }])
    expect((await asked(publication.publishScores, input)).status).toBe(refused.notReady.status)
  const jobId = newId<JobId>('job')
  await awaiting(of, jobId)
  await expect(driveJob(analysisWorks, stateOf(of, jobId, { override: '全班请假' }))).rejects.toThrow('答卷')
  expect((await publications.get({ paperId }))!.current).toBe(null)
  const own = await asked(reports.ownResult, {}, await student(of, 0))
  expect(own.status).toBe(refused.notPublished.status)
})
