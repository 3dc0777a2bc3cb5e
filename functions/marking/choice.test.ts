/** Optional questions and pages that are not there, against the stores: what holds marking's end, and how it is settled. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { decideChoice, undecidedChoices } from '#shared/marking/choice.calls.ts'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import { ownMarks, wholeSheet } from '#shared/marking/own.calls.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { claim, finish, forgetAll, open, points, submit, until, complete } from './marking.steps.fixtures.ts'
import { handler } from './marking.api.ts'
import { journalScoresIn, scoresIn } from './marking.public.ts'
import { bundlesOf } from './queue.ts'
import * as scan from './scanned.fixtures.ts'

const cards = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))
vi.mock('#functions/card/card.public.ts', () => ({
  printedCardOfPaper: async (paperId: string) => cards.get(paperId) ?? null,
}))

beforeAll(() => actAs('marking-work'))

/** A choice, and two essays of ten points of which one counts; the second lies on page 2 of the card. */
const seatOptional = async (count: number, change: (r: StudentReading, i: number) => StudentReading = (r) => r) => {
  const optional = { group: 'a', count: 1 }
  const of = await seat(count, { optional })
  const other: PaperQuestion = { ...of.essay, questionId: newId<QuestionId>('question'), number: '3' }
  const paper = { ...of.paper, questions: [...of.paper.questions, other] }
  await asFunction('exam-api', async () => void (await papers.save(paper)))
  const whole = { ...of, paper: { ...paper, version: paper.version + 1 }, other }
  const [block] = scan.readingOf(of, of.students[0]!).blocks
  scan.readings.set(
    paper.paperId,
    of.students.map((id, i) => {
      const reading = scan.readingOf(of, id)
      return change(
        { ...reading, blocks: [...reading.blocks, { ...block!, blockId: 'b2', questionIds: [other.questionId] }] },
        i,
      )
    }),
  )
  const page = (n: number, q: PaperQuestion) => ({ page: n, choices: [], blocks: [{ questionIds: [q.questionId] }] })
  cards.set(paper.paperId, { geometry: { pages: [page(1, of.essay), page(2, other)] } })
  await open(whole)
  return whole
}
type Optional = Awaited<ReturnType<typeof seatOptional>>

const asked = (of: Optional) => send(handler, undecidedChoices, { paperId: of.paper.paperId }, of.manager.token)
const decide = (of: Optional, studentId: StudentId, chosen: QuestionId[]) =>
  send(handler, decideChoice, { paperId: of.paper.paperId, studentId, group: 'a', chosen }, of.manager.token)

/** One teacher marks everything there is of a question: the i-th student by `give`. */
const markAll = async (of: Optional, q: PaperQuestion, give: (i: number) => number) => {
  const { token } = of.teachers[0]!
  const at = { ...of, essay: q } as Sitting
  const got = (await claim(at, token)).data!
  for (const a of got.answers) await submit(at, token, got, a.studentId, points(give(of.students.indexOf(a.studentId))))
  await finish(at, token, got)
  return got
}

describe('optional questions of which the card does not say which were chosen', () => {
  it('have no score while both earn, hold the end of marking, and are settled by a person', async () => {
    const of = await seatOptional(2)
    const [one, two] = of.students
    await markAll(of, of.essay, (i) => (i === 0 ? 400 : 700))
    await markAll(of, of.other, (i) => (i === 0 ? 900 : 0))
    expect((await complete(of)).status).toBe(refused.undecided.status)
    const table = await scoresIn(of.paper, [one!, two!])
    expect(table.undecided).toEqual([one])
    // 4 + 9 of a group worth 10 is no score, by either computation.
    const rows = new Map(table.studentIds.map((id, i) => [id, table.scores[i]!]))
    expect(rows.get(one!)).toEqual([500, -1, -1])
    expect(rows.get(two!)).toEqual([500, 700, 0])
    await until(async () => {
      const journal = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect(new Map(journal.studentIds.map((id, i) => [id, journal.scores[i]!]))).toEqual(rows)
    })
    await until(async () => expect((await asked(of)).data).toMatchObject({ total: 1, list: [{ studentId: one }] }))
    const [row] = (await asked(of)).data!.list
    expect(row).toMatchObject({ group: 'a', count: 1, questions: [{ score: 400 }, { score: 900 }] })

    const both = [of.essay.questionId, of.other.questionId]
    expect((await decide(of, one!, both)).status).toBe(refused.tooMany.status)
    expect((await decide(of, one!, [of.choice.questionId])).status).toBe(refused.noGroup.status)
    expect((await decide(of, one!, [of.other.questionId])).data).toEqual({ decided: true })
    expect((await decide(of, one!, [of.other.questionId])).data).toEqual({ decided: true })
    expect((await asked(of)).data).toEqual({ total: 0, list: [] })
    // The other script's counter follows its marks by the stream.
    await until(async () => {
      forgetAll()
      const progress = await send(handler, markingProgressCall, { paperId: of.paper.paperId }, of.manager.token)
      expect(progress.data!.scripts).toMatchObject({ undecided: 0, unfinished: 0 })
    })
    const after = await scoresIn(of.paper, [one!])
    expect([after.scores, after.chosen]).toEqual([[[500, 0, 900]], [['AC', '-', '']]])
    await until(async () => {
      const journal = await journalScoresIn(of.paper, { from: '', before: '~' })
      expect(journal.scores[journal.studentIds.indexOf(one!)]).toEqual([500, 0, 900])
    })
    // Taken in again, the word stands; with another picture it was about something else.
    await open(of)
    expect((await scoresIn(of.paper, [one!])).scores).toEqual([[500, 0, 900]])
    expect((await complete(of)).data).toEqual({ state: 'closed' })
  })

  it('once readers see the scores are settled where none was chosen yet, and not otherwise any more', async () => {
    const of = await seatOptional(2)
    const [one] = of.students
    await markAll(of, of.essay, (i) => (i === 0 ? 400 : 700))
    await markAll(of, of.other, (i) => (i === 0 ? 900 : 0))
    await movePaper(of.paper, 'released')
    forgetAll()
    expect((await decide(of, one!, [of.other.questionId])).data).toEqual({ decided: true })
    expect((await decide(of, one!, [of.other.questionId])).data).toEqual({ decided: true })
    expect((await decide(of, one!, [of.essay.questionId])).status).toBe(refused.released.status)
    expect((await scoresIn(of.paper, [one!])).scores).toEqual([[500, 0, 900]])
  })

  it('are only the managers’ to settle', async () => {
    const of = await seatOptional(1)
    const ask = { paperId: of.paper.paperId, studentId: of.students[0]!, group: 'a', chosen: [] }
    expect((await send(handler, decideChoice, ask, of.teachers[0]!.token)).http).toBe(403)
  })
})

describe('a page that is not there', () => {
  it('makes no task, holds the end until a manager confirms it, and then earns nothing', async () => {
    const missing = (accepted: boolean) => (r: StudentReading, i: number) =>
      i === 0
        ? { ...r, seq: accepted ? 2 : 1, blocks: [r.blocks[0]!], missing: [{ page: 2, accepted }] }
        : { ...r, seq: 1 }
    const of = await seatOptional(2, missing(false))
    const [one, two] = of.students
    const tasks = (await bundlesOf(of.paper.paperId)).filter((b) => b.questionId === of.other.questionId)
    expect(tasks.flatMap((b) => b.studentIds)).toEqual([two])
    await markAll(of, of.essay, () => 700)
    await markAll(of, of.other, () => 0)
    expect((await complete(of)).status).toBe(refused.unfinished.status)
    expect((await scoresIn(of.paper, [one!])).scores).toEqual([[500, 700, -1]])
    scan.readings.set(of.paper.paperId, scan.readings.get(of.paper.paperId)!.map(missing(true)))
    await open(of)
    expect((await scoresIn(of.paper, [one!])).scores).toEqual([[500, 700, 0]])
    expect((await complete(of)).data).toEqual({ state: 'closed' })
  })

  it('is not shown by a bundle that was made while it was there', async () => {
    const of = await seatOptional(1)
    const gone = { missing: [{ page: 2, accepted: false }], imageVersion: 2, seq: 2 }
    scan.readings.set(of.paper.paperId, [{ ...scan.readings.get(of.paper.paperId)![0]!, ...gone } as StudentReading])
    await open(of)
    const at = { ...of, essay: of.other } as Sitting
    expect((await claim(at, of.teachers[0]!.token)).status).toBe(refused.nothingLeft.status)
  })
})

describe('what a marker looks at', () => {
  it('lists the own marks, newest first, each to be given again', async () => {
    const of = await seatOptional(3)
    const { token } = of.teachers[0]!
    const got = await markAll(of, of.essay, (i) => 100 * (i + 1))
    const own = async () =>
      (await send(handler, ownMarks, { paperId: of.paper.paperId, questionId: of.essay.questionId }, token)).data!.list
    const list = await own()
    expect(list.map((m) => m.answer.studentId)).toEqual(got.answers.map((a) => a.studentId).reverse())
    const [last] = list
    expect(last).toMatchObject({ decided: false, bundle: { bundleId: got.bundle.bundleId, epoch: got.bundle.epoch } })
    // The bundle is done; the mark is changed all the same, and only by whom it is.
    expect((await submit(of, token, last!, last!.answer.studentId, points(800))).data).toMatchObject({
      value: points(800),
    })
    expect((await own())[0]!.answer.mine.value).toEqual(points(800))
    const other = of.teachers[1]!.token
    expect((await submit(of, other, last!, last!.answer.studentId, points(100))).status).toBe(refused.taken.status)
    const none = await send(handler, ownMarks, { paperId: of.paper.paperId, questionId: of.essay.questionId }, other)
    expect(none.data!.list).toEqual([])
  })

  it('lists all of the own marks, some bundles at a time', async () => {
    const of = await seatOptional(65)
    const { token } = of.teachers[0]!
    const given: string[] = []
    for (let n = 0; n < 4; n++) {
      const got = await markAll(of, of.essay, () => 100)
      // As it is when bundles are done one after the other.
      await new Promise((done) => setTimeout(done, 2))
      given.push(...got.answers.map((a) => a.studentId))
    }
    const { paperId } = of.paper
    const page = async (before?: number) =>
      (
        await send(
          handler,
          ownMarks,
          { paperId, questionId: of.essay.questionId, ...(before ? { before } : {}) },
          token,
        )
      ).data!
    const first = await page()
    expect(first.list.length).toBeGreaterThanOrEqual(40)
    expect(given.length).toBe(65)
    const rest = await page(first.next)
    expect(rest.next).toBeUndefined()
    expect([...first.list, ...rest.list].map((m) => m.answer.studentId).sort()).toEqual(given.sort())
  })

  it('shows the sheet of an answer in hand, and of no other', async () => {
    const of = await seatOptional(1)
    const { token } = of.teachers[0]!
    const { bundle, answers } = (await claim(of, token)).data!
    const ask = { paperId: of.paper.paperId, bundleId: bundle.bundleId, epoch: bundle.epoch }
    const studentId = answers[0]!.studentId
    expect((await send(handler, wholeSheet, { ...ask, studentId }, token)).data).toEqual({
      pages: [],
      missing: [],
      page: 1,
      picture: null,
    })
    expect((await send(handler, wholeSheet, { ...ask, studentId: newId('student') }, token)).status).toBe(
      refused.taken.status,
    )
    expect((await send(handler, wholeSheet, { ...ask, studentId }, of.teachers[1]!.token)).status).toBe(
      refused.taken.status,
    )
  })
})
