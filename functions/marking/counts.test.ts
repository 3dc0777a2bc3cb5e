import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { DynamoDBRecord } from 'aws-lambda'
import type { AttemptId } from '#shared/kit/ids.ts'
import { markingProgressCall, markingTasks } from '#shared/marking/marking.calls.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import type { Told } from '#functions/kit/projection.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until } from './marking.steps.fixtures.ts'
import {
  bundleTold,
  countScripts,
  groupOf,
  markerRows,
  markersOf,
  mostAtOnce,
  ownRowOf,
  progressOf,
  recountHere,
  scriptCounts,
  scriptTold,
  workCounts,
} from './counts.ts'
import { deskNow } from './desk/desk.ts'
import { countedWhole } from './progress.read.ts'
import { givenOf, markerRowOf } from './quality/given.ts'
import { handler } from './marking.api.ts'
import { answers, images } from './marking.store.ts'
import { touchedBy } from './marking.projector.ts'
import { bundlesOf } from './queue.ts'
import { headsOf, scriptsOf } from './scripts.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const seatOpen = async (...args: Parameters<typeof seat>): Promise<Sitting> => {
  const of = await seat(...args)
  scan.readings.set(
    of.paper.paperId,
    of.students.map((s, i) =>
      i === 0 ? { ...scan.readingOf(of, s), state: 'absent' as const } : scan.readingOf(of, s),
    ),
  )
  await open(of)
  return of
}

const sumOf = (told: Iterable<Told>): Map<string, number> => {
  const sum = new Map<string, number>()
  for (const { counts } of told) for (const [key, n] of Object.entries(counts)) sum.set(key, (sum.get(key) ?? 0) + n)
  return sum
}

/** The fields of markers' rows, each under its row. */
const fieldsOf = (rows: ReadonlyMap<string, ReadonlyMap<string, number>>): [string, number][] =>
  [...rows].flatMap(([name, counts]) => [...counts].map(([what, n]): [string, number] => [`@${name} ${what}`, n]))

/** A sum of keys, with the fields that those of markers add up to. */
const unfolded = (sum: ReadonlyMap<string, number>, rowOf = markerRowOf): Map<string, number> => {
  const all = new Map<string, number>()
  const add = (key: string, n: number) => all.set(key, (all.get(key) ?? 0) + n)
  for (const [key, n] of sum) {
    const row = rowOf(key)
    if (!row) add(key, n)
    for (const [what, times] of Object.entries(row?.adds ?? {})) add(`@${row!.name} ${what}`, n * times)
  }
  return new Map([...all].filter(([, n]) => n !== 0))
}

/** The counters, and the same folded from the rows themselves. */
const bothOf = async (of: Sitting) => {
  const group = groupOf(of.paper)
  const [main, markers] = [await scriptCounts.read(group), await markerRows(of.paper)]
  const scripts = await scriptsOf(of.paper, await headsOf(of.paper))
  return {
    shown: new Map([...main, ...fieldsOf(markers)]),
    markers,
    folded: unfolded(sumOf(scripts.map((s) => scriptTold(of.paper, s)))),
    work: new Map([
      ...(await workCounts.read(of.paper.paperId)),
      ...fieldsOf(await workCounts.readApart(of.paper.paperId)),
    ]),
    foldedWork: unfolded(sumOf((await bundlesOf(of.paper.paperId)).map(bundleTold)), ownRowOf),
  }
}

beforeAll(() => actAs('marking-work'))

describe('the counters of marking', () => {
  it('are the fold of scripts and bundles, as the stream tells them and rebuilt (I19)', async () => {
    const of = await seatOpen(5, { markers: 2, tolerance: 100 })
    const { shown, folded } = await bothOf(of)
    // Whole as soon as marking is open: no marker sees less than there is.
    expect(shown).toEqual(folded)
    expect(shown.get('absent')).toBe(1)
    const [a, b] = of.teachers
    const first = (await claim(of, a!.token, 'first')).data
    const second = (await claim(of, b!.token, 'second')).data
    const there = of.students.slice(1)
    for (const [i, s] of there.entries()) {
      expect((await submit(of, a!.token, first, s, points(500))).status).toBe(0)
      const other = i === 0 ? points(900) : i === 1 ? ({ kind: 'noAnswer' } as const) : points(600)
      expect((await submit(of, b!.token, second, s, other)).status).toBe(0)
    }
    // The own finish is seen at once, before the stream has told it.
    expect((await finish(of, a!.token, first)).data).toEqual({ done: true, left: 0 })
    await finish(of, b!.token, second)
    await until(async () => {
      const both = await bothOf(of)
      expect(both.folded.get(`${of.essay.questionId}.needFinal`)).toBe(2)
      expect(both.foldedWork.get(`${of.essay.questionId}#final#total`)).toBe(2)
      expect(both.shown).toEqual(both.folded)
      expect(both.work).toEqual(both.foldedWork)
    })
    const { shown: now, markers } = await bothOf(of)
    expect(progressOf(of.essay, now)).toMatchObject({ total: 4, first: 4, second: 4, done: 2, needFinal: 2 })
    expect(
      markersOf(of.paper.questions, givenOf(of.paper.questions, markers)).map((m) => [m.userId, m.marked, m.mean]),
    ).toEqual(
      expect.arrayContaining([
        [a!.userId, 4, 0.5],
        [b!.userId, 4, 0.525],
      ]),
    )
    const arbitrated = async () => {
      forgetAll()
      const tasks = (await send(handler, markingTasks, {}, of.manager.token)).data
      return tasks.find((t) => t.role === 'final' && t.questionId === of.essay.questionId)
    }
    expect(await arbitrated()).toMatchObject({ total: 2, done: 0, left: 2 })
    // Rebuilding changes nothing.
    await countScripts(of.paper, [...of.students].reverse())
    expect((await bothOf(of)).shown).toEqual(now)
    // Brought within the tolerance, an answer waits for no arbitrator any more, though its bundle is queued.
    expect((await submit(of, b!.token, second, there[0]!, points(500))).status).toBe(0)
    await countScripts(of.paper, of.students)
    expect(await arbitrated()).toMatchObject({ total: 1, done: 0, left: 1 })
  })

  it('of a changed tolerance are made anew at the next look', async () => {
    const of = await seatOpen(3, { markers: 2, tolerance: 100 })
    for (const [i, studentId] of of.students.entries()) {
      const mark = (score: number) => ({
        value: points(score),
        by: of.teachers[0]!.userId,
        at: 1,
        attemptId: newId<AttemptId>('attempt'),
        epoch: 1,
        imageVersion: 1,
      })
      if (i > 0)
        await answers.update(
          { paperId: of.paper.paperId, studentId, questionId: of.essay.questionId },
          { first: mark(500), second: mark(800) },
        )
    }
    const wider = {
      ...of.paper,
      keyVersion: 2,
      questions: of.paper.questions.map((q) => (q === of.essay ? { ...q, tolerance: 400 } : q)),
    }
    expect(await scriptCounts.wholeSince(groupOf(wider))).toBeNull()
    await countScripts(wider, of.students)
    expect(progressOf(of.essay, await scriptCounts.read(groupOf(wider)))).toMatchObject({ done: 2, needFinal: 0 })
    await countScripts(of.paper, of.students)
    expect(progressOf(of.essay, await scriptCounts.read(groupOf(of.paper)))).toMatchObject({ done: 0, needFinal: 2 })
  })

  it('tell who manages of a question that stands at nothing, empty answers apart; no marker', async () => {
    const of = await seatOpen(26)
    const { paperId } = of.paper
    const { questionId } = of.essay
    const there = of.students.slice(1)
    // Of twenty-five two are empty, and twenty-one with ink are said to be unanswered.
    for (const studentId of there.slice(0, 2)) {
      const own = (await images.get({ paperId, studentId }))!
      const block = { part: 0, key: 'k', width: 1, height: 1 }
      await images.update(own, { blocks: [{ ...block, questionIds: [questionId], likelyBlank: true }] })
    }
    for (const [i, studentId] of there.entries())
      await answers.update(
        { paperId, studentId, questionId },
        {
          first: {
            value: i < 23 ? { kind: 'noAnswer' } : points(500),
            ...{ by: of.teachers[0]!.userId, at: 1, attemptId: newId<AttemptId>('attempt'), epoch: 1, imageVersion: 1 },
          },
        },
      )
    await countScripts(of.paper, of.students)
    forgetAll()
    const unlikely = async (token: string) =>
      (await send(handler, markingProgressCall, { paperId }, token)).data.unlikely
    expect(await unlikely(of.manager.token)).toEqual([
      { questionId, number: of.essay.number, done: 25, zero: 23, noAnswer: 21, inked: 23 },
    ])
    expect(await unlikely(of.teachers[0]!.token)).toBeUndefined()
  })

  it('of a paper from before them are made at the first look', async () => {
    const of = await seatOpen(2)
    // As if nothing had ever been counted.
    const bare = { ...of, paper: { ...of.paper, keyVersion: 7 } }
    expect((await scriptCounts.read(groupOf(bare.paper))).size).toBe(0)
    forgetAll()
    const look = () => send(handler, markingProgressCall, { paperId: of.paper.paperId }, of.manager.token)
    expect((await look()).data).toMatchObject({ counting: false, questions: [{ total: 1, done: 0 }] })
  })

  it('of a province are waited for before a file is written from them, and not for ever', async () => {
    const of = await seatOpen(3)
    const { paperId } = of.paper
    const held = (await claim(of, of.teachers[0]!.token)).data
    expect((await submit(of, of.teachers[0]!.token, held, of.students[1]!, points(500))).status).toBe(0)
    const { exam, paper } = await deskNow(paperId)
    // Never counted under this key.
    const large = { exam: { ...exam, candidateCount: mostAtOnce + 1 }, paper: { ...paper, keyVersion: 7 } }
    const by = { tenant: exam.owner, userId: of.manager.userId }
    let waits = 0
    const seen = withFaults(() => null)
    const back = usePorts({ pause: async () => void (++waits === 2 && (await recountHere(large.paper))) })
    try {
      const { all, given } = await countedWhole(large, by)
      expect([waits, given.map((g) => g.marked), all.get('present')]).toEqual([2, [1], 2])
    } finally {
      back()
      seen.stop()
    }
    expect(seen.calls.some((c) => /StartExecution/.test(c.command))).toBe(true)
    let at = Date.now()
    const again = usePorts({ now: () => at, pause: async (ms) => void (at += ms) })
    try {
      const never = { ...large, paper: { ...paper, keyVersion: 8 } }
      await expect(countedWhole(never, by)).rejects.toThrow(/not whole/)
    } finally {
      again()
    }
  })

  it('hear of scripts and bundles only, and of each once a batch', () => {
    const record = (pk: string, sk: string): DynamoDBRecord => ({
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
    })
    const { scripts, bundles } = touchedBy([
      record('script#p1#s1', 'head'),
      record('script#p1#s1', 'answer#q1'),
      record('script#p1#s2', 'objective'),
      record('script#p1#s3', 'images'),
      record('bundles#p1#3', 'b1'),
      record('count#scripts#p1#1#3', 'head#'),
      record('paper#p1', 'arrangement'),
    ])
    expect([...scripts].map(([p, s]) => [p, ...s])).toEqual([['p1', 's1', 's2']])
    expect([...bundles].map(([p, s]) => [p, ...s])).toEqual([['p1', 'b1']])
  })
})
