/** Marks stay with the picture that they were given to: through the journal, in both computations, under every fault. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AttemptId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AgainRound } from '#shared/marking/again/again.types.ts'
import { markingProgressCall, markingTasks } from '#shared/marking/marking.calls.ts'
import type { Mark, MarkRole } from '#shared/marking/marking.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { takeBack } from './again.commands.ts'
import { journalRowsOf } from '../journal/journal.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { journalScoresOf, scoresIn } from '../marking.public.ts'
import { answers } from '../marking.store.ts'
import { claim, finish, forgetAll, open, points, submit, until } from '../marking.steps.fixtures.ts'
import { raiseTo } from './keptMarks.ts'
import { putMark } from '../desk/putMark.ts'
import { bundlesOf } from '../queue.ts'
import * as scan from '../scanned.fixtures.ts'
import { takeIn } from '../scripts.ts'

const cards = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
vi.mock('#functions/card/card.public.ts', async (original) => ({
  ...(await original<object>()),
  printedCardOfPaper: async (paperId: string) => cards.get(paperId) ?? null,
}))
beforeAll(() => actAs('marking-work'))

/** Choices on page 1, the essay on page 2. */
const cardOf = (of: Sitting) => ({
  geometry: {
    pages: [
      { page: 1, blocks: [], choices: [{ questionId: of.choice.questionId }] },
      { page: 2, blocks: [{ questionIds: [of.essay.questionId] }], choices: [] },
    ],
  },
})
/** Its picture is named by itself and not by the version: another page, or the page that is back. */
const reading = (of: Sitting, studentId: StudentId, imageVersion: number, picture: string): StudentReading => {
  const own = scan.readingOf(of, studentId, imageVersion)
  return { ...own, seq: imageVersion, blocks: own.blocks.map((b) => ({ ...b, key: `00/test/scan/${picture}.jpg` })) }
}
const withoutEssay = (of: Sitting, studentId: StudentId, imageVersion: number): StudentReading => ({
  ...reading(of, studentId, imageVersion, 'none'),
  ...{ blocks: [], complete: false, missing: [{ page: 2, accepted: false }] },
})

const seated = async (count: number, essay: Partial<PaperQuestion>, teachers: number): Promise<Sitting> => {
  const of = await seat(count, essay, teachers)
  cards.set(of.paper.paperId, cardOf(of))
  scan.readings.set(
    of.paper.paperId,
    of.students.map((s) => reading(of, s, 1, s)),
  )
  await open(of)
  return of
}
/** What scanning says of a candidate from now on, taken in as the job does that follows. */
const says = async (of: Sitting, next: StudentReading): Promise<void> => {
  const all = scan.readings.get(of.paper.paperId)!
  scan.readings.set(
    of.paper.paperId,
    all.map((r) => (r.studentId === next.studentId ? next : r)),
  )
  await open(of)
}
/** The essay's scores by both computations, once the journal tells all (I11). */
const scores = async (of: Sitting): Promise<number[]> => {
  let found: number[] = []
  await until(async () => {
    const [own, other] = [await scoresIn(of.paper, of.students), await journalScoresOf(of.paper, of.students)]
    expect(other.scores).toEqual(own.scores)
    found = of.students.map((id) => own.scores[own.studentIds.indexOf(id)]![1]!)
  })
  return found
}
const marksAll = async (of: Sitting, token: string, score: number, role: MarkRole) => {
  forgetAll()
  const { data } = await claim(of, token, role)
  for (const { studentId, imageVersion } of data.answers)
    expect((await submit(of, token, data, studentId, points(score), { imageVersion })).status).toBe(0)
  await finish(of, token, data)
}
const told = async (of: Sitting, studentId: StudentId): Promise<string[]> =>
  (await journalRowsOf(of.paper.paperId, studentId, Infinity)).flatMap(({ entry }) =>
    entry.kind === 'mark' ? [`${entry.role} ${entry.mark.imageVersion}`] : [],
  )
const waiting = async (of: Sitting): Promise<number> =>
  (await bundlesOf(of.paper.paperId)).filter((b) => b.state !== 'done').length

describe('a page given to another candidate by mistake, and given back', () => {
  it('has its marks and the arbitration again, and each answer is counted once', async () => {
    const of = await seated(3, { markers: 2, tolerance: 0 }, 2)
    const [a, b] = of.teachers
    const [mine] = of.students as [StudentId]
    await marksAll(of, a!.token, 300, 'first')
    await marksAll(of, b!.token, 900, 'second')
    await until(async () => expect(await waiting(of)).toBe(3))
    for (let i = 0; i < 3; i++) await marksAll(of, of.manager.token, 600, 'final')
    expect(await scores(of)).toEqual([600, 600, 600])
    await says(of, withoutEssay(of, mine, 2))
    expect(await scores(of)).toEqual([-1, 600, 600])
    await says(of, reading(of, mine, 3, mine))
    expect(await scores(of)).toEqual([600, 600, 600])
    expect(await waiting(of)).toBe(0)
    // Told as other marks are, beside the old ones.
    await until(async () =>
      expect((await told(of, mine)).toSorted()).toEqual([
        'final 1',
        'final 3',
        'first 1',
        'first 3',
        'second 1',
        'second 3',
      ]),
    )
    await until(async () => {
      forgetAll()
      const tasks = (await send(handler, markingTasks, {}, a!.token)).data
      expect(tasks.map(({ role, total, done }) => [role, total, done])).toEqual([
        ['first', 3, 3],
        ['second', 3, 3],
      ])
      const progress = (await send(handler, markingProgressCall, { paperId: of.paper.paperId }, of.manager.token)).data
      expect(progress.questions).toMatchObject([{ total: 3, first: 3, second: 3, final: 3, done: 3 }])
    })
    // Another page of the script is replaced: the essay’s picture is the same.
    await says(of, { ...reading(of, mine, 4, mine), choices: { [of.choice.questionId]: ['B'] } })
    expect(await scores(of)).toEqual([600, 600, 600])
    expect(await waiting(of)).toBe(0)
  })

  it('counts once in the tasks also where another picture stays in its place, and is marked again', async () => {
    const of = await seated(2, {}, 1)
    const [mine] = of.students as [StudentId]
    const { token } = of.teachers[0]!
    await marksAll(of, token, 300, 'first')
    await says(of, reading(of, mine, 2, 'other'))
    expect(await scores(of)).toEqual([-1, 300])
    const shown = async () => {
      forgetAll()
      return (await send(handler, markingTasks, {}, token)).data.map(({ total, done, left }) => [total, done, left])
    }
    await until(async () => expect(await shown()).toEqual([[2, 1, 1]]))
    await marksAll(of, token, 900, 'first')
    expect(await scores(of)).toEqual([900, 300])
    await until(async () => expect(await shown()).toEqual([[2, 2, 0]]))
    // Back to the first picture: of the marks of both it is that picture's which counts.
    await says(of, reading(of, mine, 3, mine))
    expect(await scores(of)).toEqual([300, 300])
    await says(of, reading(of, mine, 4, 'other'))
    expect(await scores(of)).toEqual([900, 300])
  })
})

/** A mark as a marker gives it, past the desk. */
const give = (of: Sitting, studentId: StudentId, role: MarkRole, score: number, of2: Partial<Mark> = {}) =>
  putMark({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId }, role, {
    ...{ value: points(score), by: newId<UserId>('user'), at: now(), attemptId: newId<AttemptId>('attempt') },
    ...{ epoch: 1, imageVersion: 1 },
    ...of2,
  })
const itemOf = async (of: Sitting, studentId: StudentId) =>
  (await answers.get({ paperId: of.paper.paperId, studentId, questionId: of.essay.questionId }))!

describe('marks that come back', () => {
  it('bring the second mark that was asked for, given or not', async () => {
    const of = await seated(2, { tolerance: 500 }, 0)
    const [given, open1] = of.students as [StudentId, StudentId]
    for (const s of of.students) await give(of, s, 'first', 300)
    const round: AgainRound = {
      ...{ schema: 1, paperId: of.paper.paperId, attemptId: newId<AttemptId>('attempt'), kind: 'remark', rule: 'both' },
      ...{ others: false, questionIds: [of.essay.questionId], marks: 2, reason: '再看', by: of.manager.userId },
      ...{ byName: '王老师', at: now() + 1 },
    }
    for (const s of of.students) expect(await takeBack(round, s)).toBe(1)
    expect(await give(of, given, 'second', 700)).toBe(true)
    expect(await scores(of)).toEqual([500, -1])
    for (const s of of.students) await takeIn(of.paper, withoutEssay(of, s, 2), cardOf(of) as never)
    for (const s of of.students) await takeIn(of.paper, reading(of, s, 3, s), cardOf(of) as never)
    expect(await scores(of)).toEqual([500, -1])
    expect((await itemOf(of, open1)).second?.value.kind).toBe('void')
    expect(await give(of, open1, 'second', 500, { imageVersion: 3 })).toBe(true)
    expect(await scores(of)).toEqual([500, 400])
  })

  it('are those that were taken back as well: what was void stays void', async () => {
    const of = await seated(1, {}, 0)
    const [s] = of.students as [StudentId]
    await give(of, s, 'first', 300)
    const round: AgainRound = {
      ...{ schema: 1, paperId: of.paper.paperId, attemptId: newId<AttemptId>('attempt'), kind: 'reset', rule: 'void' },
      ...{ others: false, questionIds: [of.essay.questionId], marks: 1, reason: '重评', by: of.manager.userId },
      ...{ byName: '王老师', at: now() + 1 },
    }
    expect(await takeBack(round, s)).toBe(1)
    for (const [version, picture] of [
      [2, 'other'],
      [3, s],
    ] as const)
      await takeIn(of.paper, reading(of, s, version, picture), null)
    expect(await scores(of)).toEqual([-1])
    expect((await itemOf(of, s)).first?.value.kind).toBe('void')
  })

  it('lose none that is given while the page is taken in', async () => {
    const of = await seated(1, {}, 0)
    const [s] = of.students as [StudentId]
    const seen = await itemOf(of, s)
    expect(await give(of, s, 'first', 300)).toBe(true)
    const shown = [{ picture: 'p', from: 1, to: 2 }]
    expect(await raiseTo(seen, 2, shown)).toBe(false)
    expect(await raiseTo(await itemOf(of, s), 2, shown)).toBe(true)
    expect((await itemOf(of, s)).first).toMatchObject({ value: points(300), imageVersion: 2 })
  })

  it('are whole after any single fault', async () => {
    const made = async (): Promise<{ of: Sitting; s: StudentId }> => {
      const of = await seated(1, { markers: 2, tolerance: 0 }, 0)
      const [s] = of.students as [StudentId]
      for (const [role, score] of [
        ['first', 300],
        ['second', 900],
        ['final', 600],
      ] as const)
        await give(of, s, role, score)
      // Other marks of another picture, so that the first ones are the journal's to tell.
      expect(await scores(of)).toEqual([600])
      await takeIn(of.paper, reading(of, s, 2, 'other'), null)
      await give(of, s, 'first', 100, { imageVersion: 2 })
      return { of, s }
    }
    const dry = await made()
    const counted = withFaults(() => null)
    await takeIn(dry.of.paper, reading(dry.of, dry.s, 3, dry.s), null)
    counted.stop()
    expect(await scores(dry.of)).toEqual([600])
    const known = ['final 1', 'final 3', 'first 1', 'first 2', 'first 3', 'second 1', 'second 3']
    for (const { at, kind, told: said } of faultCases([...counted.calls], { every: 4 })) {
      const { of, s } = await made()
      const fault = withFaults(({ index }) => (index === at ? kind : null))
      await takeIn(of.paper, reading(of, s, 3, s), null).catch(() => undefined)
      fault.stop()
      await takeIn(of.paper, reading(of, s, 3, s), null)
      expect([said, await scores(of)]).toEqual([said, [600]])
      await until(async () => expect([said, (await told(of, s)).toSorted()]).toEqual([said, known]))
    }
  }, 1_800_000)
})
