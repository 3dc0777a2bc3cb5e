import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, UserId } from '#shared/kit/ids.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { AnswerItem, Mark } from '#shared/marking/marking.types.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from './marking.steps.fixtures.ts'
import { journal, journalFaults } from './journal/journal.ts'
import { journalScoresIn, scoresIn } from './marking.public.ts'
import { answers, heads, objectives, shardOf } from './marking.store.ts'
import { handler as read } from './marking.stream.ts'
import { bundlesOf } from './queue.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const seatOpen = async (...args: Parameters<typeof seat>): Promise<Sitting> => {
  const of = await seat(...args)
  scan.allHere(of)
  await open(of)
  return of
}

const attribute = (value: unknown): AttributeValue => {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map(attribute) }
  return { M: image(value as object) }
}
const image = (row: object): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, attribute(v)]),
  )
const change = (key: { pk: string; sk: string }, next: object, before?: object): DynamoDBRecord => ({
  dynamodb: { Keys: image(key), NewImage: image(next), ...(before ? { OldImage: image(before) } : {}) },
})
const deliver = (...records: DynamoDBRecord[]) => asFunction('marking-stream', () => read({ Records: records }))

beforeAll(() => actAs('marking-work'))

/** Everything that ever happened to a script of two markers and an arbitrator, as records. */
const history = (of: Sitting): DynamoDBRecord[] =>
  of.students.flatMap((studentId) => {
    const at = { paperId: of.paper.paperId, studentId }
    const key = { ...at, questionId: of.essay.questionId }
    const start: AnswerItem = { schema: 1, ...key, imageVersion: 1 }
    const mark = (score: number, epoch = 1): Mark => ({
      value: points(score),
      by: newId<UserId>('user'),
      at: 1,
      attemptId: newId<AttemptId>('attempt'),
      epoch,
      imageVersion: 1,
    })
    const one = { ...start, first: mark(300) }
    const again = { ...start, first: mark(400, 2) }
    const two = { ...again, second: mark(900) }
    const three = { ...two, final: mark(700) }
    const choices = { schema: 1, ...at, chosen: { [of.choice.questionId]: 'A' }, version: 1 }
    const head = { schema: 1, ...at, examId: of.paper.examId, owner: of.tenant, imageVersion: 1, complete: true }
    return [
      change(objectives.keyOf(at), choices),
      change(answers.keyOf(key), start),
      change(heads.keyOf(at), { ...head, state: 'absent', version: 1 }),
      change(heads.keyOf(at), { ...head, state: 'present', version: 2 }),
      change(answers.keyOf(key), one, start),
      change(answers.keyOf(key), again, one),
      change(answers.keyOf(key), two, again),
      change(answers.keyOf(key), three, two),
      // The same mark under another write of the row tells nothing new.
      change(answers.keyOf(key), { ...three, imageVersion: 1 }, three),
    ]
  })

describe('the journal', () => {
  it('says the same whether told once, twice, backwards, or by several readers at once', async () => {
    const once = await seat(4, { markers: 2 }, 0)
    const often = await seat(4, { markers: 2 }, 0)
    await deliver(...history(once))
    const told = history(often)
    await asFunction('marking-stream', async () => {
      await Promise.all([
        read({ Records: [...told].reverse() }),
        read({ Records: told.slice(0, 20) }),
        read({ Records: told.slice(10) }),
      ])
      await read({ Records: told })
    })
    for (const of of [once, often]) {
      expect(await journalFaults(of.paper.paperId)).toEqual([])
      expect((await journalScoresIn(of.paper, { from: '', before: '~' })).scores).toEqual(
        of.students.map(() => [200, 700]),
      )
      expect((await journalScoresIn(of.paper, { from: '', before: '~' })).states).toEqual(
        of.students.map(() => 'present'),
      )
    }
    const rowsOf = async (of: Sitting) =>
      (
        await Promise.all(
          [...new Set(of.students.map(shardOf))].map((n) => journal.query(`journal#${of.paper.paperId}#${n}`)),
        )
      ).flat()
    expect((await rowsOf(often)).length).toBe(7 * often.students.length)

    // A row that was altered is found.
    const altered = (await rowsOf(often)).find((r) => r.entry.kind === 'mark')!
    if (altered.entry.kind !== 'mark') throw new Error('no mark')
    const mark = { ...altered.entry.mark, value: points(1000) }
    // No role may put over a row: an operator with all rights does.
    await asRoot(() => journal.put({ ...altered, entry: { ...altered.entry, mark } as never }))
    expect(await journalFaults(often.paper.paperId)).toContain(`${altered.shard}/${altered.seq}`)
  })

  it('holds every acknowledged mark, and its scores are those of the answers (I1, I11)', async () => {
    const of = await seatOpen(3, { markers: 2, tolerance: 100 }, 3)
    const [a, b] = of.teachers
    const first = (await claim(of, a!.token)).data
    const second = (await claim(of, b!.token, 'second')).data
    const attempts: AttemptId[] = []
    const put = async (token: string, of2: typeof first, i: number, score: number): Promise<void> => {
      const attemptId = newId<AttemptId>('attempt')
      attempts.push(attemptId)
      expect((await submit(of, token, of2, of.students[i]!, points(score), { attemptId })).status).toBe(0)
    }
    await put(a!.token, first, 0, 500)
    await put(a!.token, first, 0, 600)
    await put(b!.token, second, 0, 700)
    await put(a!.token, first, 1, 500)
    await put(b!.token, second, 1, 900)
    await put(a!.token, first, 2, 0)
    expect(
      (await submit(of, b!.token, second, of.students[2]!, { kind: 'problem', reason: 'unreadable' })).status,
    ).toBe(0)
    await finish(of, a!.token, first)
    await finish(of, b!.token, second)

    // The markers differ on one answer and one was handed on: each is one piece of work for the arbitrator.
    await until(async () => {
      const final = (await bundlesOf(of.paper.paperId)).filter((x) => x.role === 'final')
      expect(final.flatMap((x) => x.studentIds).sort()).toEqual([of.students[1], of.students[2]].sort())
      expect(final.every((x) => x.excluded.includes(a!.userId) && x.excluded.includes(b!.userId))).toBe(true)
    })
    forgetAll()
    expect((await claim(of, a!.token, 'final')).status).toBe(refused.notMarker.status)
    for (let i = 0; i < 2; i++) {
      const work = (await claim(of, of.manager.token, 'final')).data
      expect(work.answers[0]!.others.length).toBe(2)
      expect((await submit(of, of.manager.token, work, work.answers[0]!.studentId, points(800))).status).toBe(0)
      expect((await finish(of, of.manager.token, work)).data.done).toBe(true)
    }
    await until(async () => {
      const [table, told] = [
        await scoresIn(of.paper, of.students),
        await journalScoresIn(of.paper, { from: '', before: '~' }),
      ]
      expect(table.complete).toBe(true)
      expect(told).toEqual({ ...told, studentIds: table.studentIds, states: table.states, scores: table.scores })
      const by = new Map(table.studentIds.map((s, i) => [s, table.scores[i]]))
      expect(of.students.map((s) => by.get(s))).toEqual([
        [500, 650],
        [500, 800],
        [500, 800],
      ])
    })
    const rows = (
      await Promise.all(
        [...new Set(of.students.map(shardOf))].map((n) => journal.query(`journal#${of.paper.paperId}#${n}`)),
      )
    ).flat()
    const stored = rows.flatMap((r) => (r.entry.kind === 'mark' ? [r.entry.mark.attemptId] : []))
    expect(stored).toEqual(expect.arrayContaining(attempts))
    expect(await journalFaults(of.paper.paperId)).toEqual([])
  })
})
