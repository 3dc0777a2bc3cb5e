/** What an overview says of a published paper that became another. */
import { beforeAll, expect, it } from 'vitest'
import * as publication from '#shared/analysis/publication.calls.ts'
import type { AttemptId, JobId } from '#shared/kit/ids.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import { markAgainJob } from '#shared/marking/marking.jobs.ts'
import { queueJob } from '#functions/kit/work.ts'
import { jobOf } from '#functions/marking/again/again.jobs.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { againRounds, fixes } from '#functions/marking/marking.store.ts'
import { works } from '#functions/marking/marking.work.ts'
import { slots } from '#functions/scan/scan.store.ts'
import { countScripts } from '#functions/marking/counts.ts'
import { handler } from './analysis.api.ts'
import { awaiting, markedPaper } from './analysis.fixtures.ts'
import { publications } from './analysis.store.ts'
import { stateOf } from './analysis.testing.ts'
import { analysisWorks } from './analysis.work.ts'
import type { Marked } from './analysis.fixtures.ts'
import { drafted, release, signed } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const same = { key: false, corrected: 0, sheets: 0, open: 0, unmarked: 0 }
const since = ({ paperId, manager }: Marked) =>
  asFunction(
    'analysis-api',
    async () => (await send(handler, publication.sincePublished, { paperId }, manager.token)).data,
  )

it('says what came after the version that readers see: a key, a corrected score, a late sheet; nothing before', async () => {
  const of = await markedPaper(4)
  expect(await since(of)).toEqual(same)
  await release(of)
  expect(await since(of)).toEqual(same)
  await of.correctKey('B')
  expect(await since(of)).toEqual({ ...same, key: true })
  await of.strayPage()
  const fix = { schema: 1, paperId: of.paperId, studentId: of.studentIds[0]!, before: 100, after: 200 } as const
  const by = { reason: '漏看一行', by: of.manager.caller.userId, byName: '王老师', at: now() + 1 }
  await asFunction('marking-api', () =>
    fixes.create({
      ...fix,
      ...by,
      attemptId: newId<AttemptId>('attempt'),
      questionId: of.paper.questions[0]!.questionId,
    }),
  )
  expect(await since(of)).toEqual({ ...same, key: true, corrected: 1, open: 1 })
  const { token } = of.teachers[0]!
  const asked = await asFunction('analysis-api', () =>
    send(handler, publication.sincePublished, { paperId: of.paperId }, token),
  )
  expect(asked.http).toBe(403)
})

it('says that what has come since is not marked yet', async () => {
  const of = await markedPaper(4)
  await asFunction('marking-work', () => countScripts(of.paper, of.studentIds))
  await release(of)
  expect(await since(of)).toEqual(same)
  await of.replacePicture(of.studentIds[0]!)
  await asFunction('marking-work', () => countScripts(of.paper, of.studentIds))
  expect(await since(of)).toEqual({ ...same, unmarked: 1 })
})

it('does not publish what marks were taken back from since it was scored, or are being taken back', async () => {
  const of = await markedPaper(3)
  const { paperId, essay, manager, tenant } = of
  const round: AgainRound = {
    ...{ schema: 1, paperId, attemptId: newId<AttemptId>('attempt'), kind: 'reset', rule: 'void', others: false },
    ...{
      questionIds: [essay.questionId],
      marks: 0,
      reason: '评分标准改了',
      by: manager.caller.userId,
      byName: '王老师',
    },
    at: now(),
  }
  const takesBack = (more: Partial<AgainRound>) =>
    asFunction('marking-work', () => againRounds.put({ ...round, ...more }))
  const drive = (jobId: JobId, publishAt: number) => driveJob(analysisWorks, stateOf(of, jobId, { publishAt }), 1)
  const current = async () => (await publications.get({ paperId }))!.current
  const later = now() + 3_600_000
  const jobId = newId<JobId>('job')
  await awaiting(of, jobId, later)
  await expect(drive(jobId, later)).rejects.toThrow('not yet the time')
  await takesBack({ begunAt: now(), doneAt: now() })
  await expect(drive(jobId, now())).rejects.toThrow(analysisProblems.changedSince.message)
  expect(await current()).toBeNull()
  // Scored while another act is on its way: begun before, and not done.
  await takesBack({ begunAt: 1 })
  await queueJob(markAgainJob, {}, { tenant, userId: manager.caller.userId }, { jobId: jobOf(round) })
  const next = newId<JobId>('job')
  await awaiting(of, next)
  await expect(drive(next, now())).rejects.toThrow(analysisProblems.changedSince.message)
  await takesBack({ begunAt: now(), doneAt: now() })
  const last = newId<JobId>('job')
  await awaiting(of, last)
  expect((await drive(last, now())).out['publish']).toMatchObject({ published: true })
})

it('does not miss the sheets of those who were set absent since', async () => {
  const of = await markedPaper(4)
  await release(of)
  const absent = await drafted(of, 'miss-exam', [{ kind: 'state', state: 'absent', numbers: ['1000'] }])
  await signed(of, absent, '替考')
  expect(await since(of)).toEqual(same)
})

it('says what pages read otherwise since: a choice that was corrected on its sheet, once however often it is taken in', async () => {
  const of = await markedPaper(4)
  const { paperId } = of
  const reads = (i: number, letter: string) =>
    asFunction('scan-work', () =>
      slots.edit({ paperId, studentId: of.studentIds[i]!, page: 1 }, (slot) =>
        slot ? { ...slot, choices: { [of.choice.questionId]: letter } } : null,
      ),
    )
  const takenIn = () =>
    asFunction('marking-work', () =>
      driveJob(works, {
        ...{ job: 'marking.open', jobId: newId<JobId>('job'), tenant: of.tenant, startedBy: of.manager.caller.userId },
        ...{ input: { paperId }, out: {} },
      }),
    )
  for (const [i, letter] of ['A', 'B', 'A'].entries()) await reads(i, letter)
  await release(of)
  await takenIn()
  expect(await since(of)).toEqual(same)
  await reads(1, 'A')
  await takenIn()
  await takenIn()
  expect(await since(of)).toEqual({ ...same, corrected: 1 })
})

it('who has a total for the first time has gone neither up nor down', async () => {
  const of = await markedPaper(4)
  await release(of)
  await of.comesLate(300)
  await of.settled()
  const input = { paperId: of.paperId, pageNumber: 1, pageSize: 20 }
  const { data } = await asFunction('analysis-api', () =>
    send(handler, publication.publishPreview, input as never, of.manager.token),
  )
  expect(data).toMatchObject({ first: false, changed: 1, come: 1, up: 0, down: 0 })
})
