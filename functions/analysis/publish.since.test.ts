/** What an overview says of a published paper that became another. */
import { beforeAll, expect, it } from 'vitest'
import * as publication from '#shared/analysis/publication.calls.ts'
import type { AttemptId, JobId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { fixes } from '#functions/marking/marking.store.ts'
import { works } from '#functions/marking/marking.work.ts'
import { slots } from '#functions/scan/scan.store.ts'
import { handler } from './analysis.api.ts'
import { markedPaper } from './analysis.fixtures.ts'
import type { Marked } from './analysis.fixtures.ts'
import { drafted, release, signed } from './changes/change.fixtures.ts'

beforeAll(() => actAs('analysis-work'))

const same = { key: false, corrected: 0, sheets: 0, open: 0 }
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
  expect(await since(of)).toEqual({ key: true, corrected: 1, sheets: 0, open: 1 })
  const { token } = of.teachers[0]!
  const asked = await asFunction('analysis-api', () =>
    send(handler, publication.sincePublished, { paperId: of.paperId }, token),
  )
  expect(asked.http).toBe(403)
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
