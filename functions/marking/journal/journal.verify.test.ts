import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, JobId } from '#shared/kit/ids.ts'
import { fixScore } from '#shared/marking/marking.calls.ts'
import { dynamo } from '#functions/kit/clients.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asRoot, driveJob, send } from '#functions/kit/testing.ts'
import { journalFaults } from './journal.ts'
import { owedBy } from './journal.mend.ts'
import { missingOf } from './journal.missing.ts'
import { journalDue } from './journal.verify.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { claim, complete, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { journalScoresIn } from '../marking.public.ts'
import { answers, shards } from '../marking.store.ts'
import { works } from '../marking.work.ts'
import { headsOfStudents, scriptsOf } from '../scripts.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))

beforeAll(() => actAs('marking-work'))

const verify = async ({ paper: { paperId } }: Sitting) => {
  const { out } = await driveJob(works, {
    job: 'marking.verifyJournal',
    jobId: newId<JobId>('job'),
    tenant: 'p',
    startedBy: 'schedule',
    input: { paperId },
    out: {},
  })
  return out['finish'] as { papers: number; late: number; broken: number; faults: string[] }
}

/** Everything that the journal of a paper holds. */
const lose = ({ paper: { paperId } }: Sitting): Promise<void> =>
  asRoot(async () => {
    const TableName = process.env['TABLE_AUDIT']
    const partitions = [
      ...Array.from({ length: shards }, (_, i) => `journal#${paperId}#${i}`),
      `journal-head#${paperId}`,
    ]
    for (const pk of partitions) {
      const asked = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
      const { Items = [] } = await dynamo().send(new QueryCommand({ TableName, ...asked }))
      for (const { sk } of Items) await dynamo().send(new DeleteCommand({ TableName, Key: { pk, sk } }))
    }
  })

/** A paper of two students and one teacher, marked; the first answer three times, one after the other. */
const marked = async () => {
  const of = await seat(2, {}, 1)
  scan.allHere(of)
  await open(of)
  const { token } = of.teachers[0]!
  const mine = (await claim(of, token)).data
  const given: { attemptId: AttemptId; score: number }[] = []
  const put = async (i: number, score: number) => {
    const attemptId = newId<AttemptId>('attempt')
    given.push({ attemptId, score })
    expect((await submit(of, token, mine, of.students[i]!, points(score), { attemptId })).status).toBe(0)
  }
  for (const score of [300, 400, 500]) await put(0, score)
  await put(1, 600)
  const owed = async () =>
    (await scriptsOf(of.paper, await headsOfStudents(of.paper.paperId, of.students))).flatMap(owedBy)
  await until(async () => expect(await missingOf(await owed())).toEqual([]))
  return { of, token, mine, given, owed }
}
const scoresOf = async (of: Sitting) => (await journalScoresIn(of.paper, { from: '', before: '~' })).scores

describe('the journal of a paper', () => {
  it('is rebuilt from the answers when all of it is lost, marks that others replaced among it', async () => {
    const { of, token, mine, given, owed } = await marked()
    const before = await scoresOf(of)
    expect(await verify(of)).toEqual({ papers: 1, late: 0, broken: 0, faults: [] })
    await lose(of)
    expect(await missingOf(await owed())).toHaveLength((await owed()).length)
    expect(await verify(of)).toMatchObject({ late: (await owed()).length, broken: 0 })
    expect(await missingOf(await owed())).toEqual([])
    const told = (await owed()).flatMap(({ entry }) => (entry.kind === 'mark' ? [entry.mark] : []))
    expect(told.map(({ attemptId, value }) => ({ attemptId, value }))).toEqual(
      expect.arrayContaining(given.map(({ attemptId, score }) => ({ attemptId, value: points(score) }))),
    )
    expect(await scoresOf(of)).toEqual(before)
    expect(await journalFaults(of.paper.paperId)).toEqual([])
    expect(await verify(of)).toEqual({ papers: 1, late: 0, broken: 0, faults: [] })

    // An attempt whose mark was replaced is answered as before, journal or none.
    await lose(of)
    const first = given[0]!
    const again = await submit(of, token, mine, of.students[0]!, points(first.score), { attemptId: first.attemptId })
    expect(again.data).toEqual({ attemptId: first.attemptId, value: points(first.score) })
  })

  it('keeps beside an answer only what it does not tell yet', async () => {
    const { of, token, mine } = await marked()
    const at = { paperId: of.paper.paperId, studentId: of.students[0]!, questionId: of.essay.questionId }
    for (let i = 0; i < 12; i++) {
      expect((await submit(of, token, mine, at.studentId, points(100 * (i % 10)))).status).toBe(0)
      const there = await answers.get(at)
      expect(there!.past!.length).toBeLessThanOrEqual(10)
      const told = there!.past!.map(({ role, mark }) => ({
        ...at,
        entry: { kind: 'mark' as const, questionId: at.questionId, role, mark },
      }))
      await until(async () => expect(await missingOf(told)).toEqual([]))
    }
  })

  it('that tells another score than the answers is named, until nothing is amiss and marking is closed', async () => {
    const { of } = await marked()
    const { paperId } = of.paper
    const at = { paperId, studentId: of.students[0]!, questionId: of.essay.questionId }
    const first = (await answers.get(at))!.first!
    // What no call can do: a mark whose attempt the journal has told with another score.
    await answers.update(at, { first: { ...first, value: points(900) } })
    expect(await verify(of)).toMatchObject({ broken: 1, faults: [`${paperId}: scores ${at.studentId}`] })
    await answers.update(at, { first })
    expect(await verify(of)).toMatchObject({ papers: 1, broken: 0 })
    expect(await journalDue.get({ paperId })).not.toBeNull()
    expect((await complete(of)).status).toBe(0)
    expect(await verify(of)).toMatchObject({ papers: 1, broken: 0 })
    expect(await journalDue.get({ paperId })).toBeNull()
    expect(await verify(of)).toMatchObject({ papers: 0 })
    // A correction after the end is looked at once more.
    const fix = { paperId, studentId: of.students[1]!, questionId: of.essay.questionId, score: 700, reason: '复核' }
    const fixed = await send(handler, fixScore, { ...fix, attemptId: newId<AttemptId>('attempt') }, of.manager.token)
    expect(fixed.status).toBe(0)
    expect(await journalDue.get({ paperId })).not.toBeNull()
  })
})
