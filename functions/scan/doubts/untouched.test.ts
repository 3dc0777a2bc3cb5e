/** A page on whose choices nothing was seen, or most of whose choices could not be read: as many doubts as questions, one decision, taken back and corrected like any. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/scan/scan.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Batch, SheetDoubt } from '#shared/scan/sheet.types.ts'
import { actAs } from '#functions/kit/testing.ts'
import { countSheets, pageUnit } from '../counts.ts'
import { place, standingOf } from '../pagePlace.ts'
import { readingsOf, sheetOf, sit } from '../scan.fixtures.ts'
import type { Sitting } from '../scan.fixtures.ts'
import { ask, laid } from '../scan.steps.fixtures.ts'
import { pages, pagesOfBatch, readings } from '../scan.store.ts'

beforeAll(() => actAs('scan-api'))

/** What the recogniser says of choices that a pale scan may have lost: nothing was seen, and it is not vouched for. */
const notVouchedFor = async (
  of: Sitting,
  batch: Batch,
  questionIds: readonly string[],
  seen: { state: 'empty' | 'doubt'; ink: number } = { state: 'empty', ink: 0 },
) => {
  const page = (await pagesOfBatch(batch.batchId))[0]!
  const rows = of.card.geometry.pages[0]!.choices
  const reading = (await readings.get(page))!
  const lost = Object.fromEntries(questionIds.map((id) => [id, null]))
  await readings.put({ ...reading, choices: { ...reading.choices, ...lost } })
  const doubts = questionIds.map((questionId): SheetDoubt => {
    const row = rows.find((r) => r.questionId === questionId)!
    const cells = row.cells.map(({ value }) => ({ value, ...seen }))
    return { kind: 'faintMark', questionId, number: row.number, unitType: row.unitType, cells, chosen: '' }
  })
  await place([{ page, to: { ...standingOf(page), doubts, waits: true } }])
  await countSheets(of.paperId, [pageUnit(page)])
  return { batchId: page.batchId, no: page.no }
}

const blankSheet = async () => {
  const of = await sit(1)
  const questionIds = of.card.geometry.pages[0]!.choices.map((c) => c.questionId)
  const at = await notVouchedFor(of, await laid(of, ...(await sheetOf(of, 0, { choices: {} }))), questionIds)
  const queue = async () => (await ask(calls.doubtList, { paperId: of.paperId }, of)).data
  const version = async () => (await pages.get(at))!.version
  return { of, at, questionIds, queue, version }
}

/** Every number of doubt that a screen shows. */
const numbers = async (of: Sitting) => {
  const { paperId } = of
  const [list, sheets, counters] = await Promise.all([
    ask(calls.doubtList, { paperId }, of),
    ask(calls.sheetStatistic, { paperId }, of),
    ask(calls.scanCount, { paperId }, of),
  ])
  return [list.data.list.length, list.data.total, sheets.data.doubts, counters.data.errorCount]
}

describe('a page on whose choices nothing was seen', () => {
  it('is one page that waits, decided at once, and holds what follows until then', async () => {
    const { of, at, questionIds, queue, version } = await blankSheet()
    expect(questionIds.length).toBeGreaterThan(10)
    expect((await queue()).list).toMatchObject([{ blank: 'script', doubts: { length: questionIds.length } }])
    expect(await numbers(of)).toEqual([1, 1, 1, 1])
    const held = (await readingsOf(of.paperId))[0]!
    expect([held.complete, ...Object.values(held.choices)]).toEqual([false, ...questionIds.map(() => null)])

    const answers = questionIds.map((questionId) => ({ questionId, letters: '' }))
    const seen = await version()
    const done = await ask(calls.confirmReading, { ...at, version: seen, answers }, of)
    expect(done.data).toMatchObject({ waits: false })
    expect(await numbers(of)).toEqual([0, 0, 0, 0])
    const settled = (await readingsOf(of.paperId))[0]!
    expect([settled.complete, ...Object.values(settled.choices)]).toEqual([true, ...questionIds.map(() => [])])
    // Who saw the page before is told; the same again is welcome.
    expect((await ask(calls.confirmReading, { ...at, version: seen, answers }, of)).status).toBe(0)
    const other = answers.map((a, i) => (i === 0 ? { ...a, letters: 'A' } : a))
    expect((await ask(calls.confirmReading, { ...at, version: seen, answers: other }, of)).status).toBe(
      commonProblems.stale.status,
    )
  })

  it('is taken back whole by one undo, and corrected question by question', async () => {
    const { of, at, questionIds, queue, version } = await blankSheet()
    const answers = questionIds.map((questionId) => ({ questionId, letters: '' }))
    await ask(calls.confirmReading, { ...at, version: await version(), answers }, of)
    await ask(calls.undoSettlement, { ...at, version: await version() }, of)
    expect((await queue()).list).toMatchObject([{ blank: 'script', doubts: { length: questionIds.length } }])
    expect(await numbers(of)).toEqual([1, 1, 1, 1])

    await ask(calls.confirmReading, { ...at, version: await version(), answers }, of)
    const first = [{ questionId: questionIds[0]!, letters: 'B' }]
    const corrected = await ask(calls.confirmReading, { ...at, version: await version(), answers: first }, of)
    expect(corrected.data).toMatchObject({ waits: false })
    expect((await readingsOf(of.paperId))[0]!.choices).toMatchObject({
      [questionIds[0]!]: ['B'],
      [questionIds[1]!]: [],
    })
  })

  it('is gone through question by question once one of them was answered', async () => {
    const { of, at, questionIds, queue, version } = await blankSheet()
    const one = (letters: string) => [{ questionId: questionIds[0]!, letters }]
    await ask(calls.confirmReading, { ...at, version: await version(), answers: one('') }, of)
    expect((await queue()).list[0]).toMatchObject({ blank: 'script', doubts: { length: questionIds.length - 1 } })
    await ask(calls.confirmReading, { ...at, version: await version(), answers: one('A') }, of)
    const [row] = (await queue()).list
    expect([row!.blank, row!.doubts.length]).toEqual([undefined, questionIds.length - 1])
    expect(await numbers(of)).toEqual([1, 1, 1, 1])
  })

  it('is not one where other questions of the page were answered', async () => {
    const of = await sit(1)
    const [one, two] = of.card.geometry.pages[0]!.choices.map((c) => c.questionId)
    await notVouchedFor(of, await laid(of, ...(await sheetOf(of, 0))), [one!, two!])
    const { list } = (await ask(calls.doubtList, { paperId: of.paperId }, of)).data
    expect([list.length, list[0]!.blank, list[0]!.doubts.length]).toEqual([1, undefined, 2])
  })
})

describe('a page most of whose choices could not be read', () => {
  const dimSheet = async () => {
    const of = await sit(1)
    const all = of.card.geometry.pages[0]!.choices.map((c) => c.questionId)
    const lost = all.slice(2)
    const at = await notVouchedFor(of, await laid(of, ...(await sheetOf(of, 0))), lost, { state: 'doubt', ink: 0.2 })
    const queue = async () => (await ask(calls.doubtList, { paperId: of.paperId }, of)).data.list
    const version = async () => (await pages.get(at))!.version
    return { of, at, all, lost, queue, version }
  }

  it('is told as such, until one of them is answered', async () => {
    const { of, at, all, lost, queue, version } = await dimSheet()
    expect(lost.length).toBeGreaterThan(all.length / 2)
    const unclear = { asked: lost.length, of: all.length }
    expect(await queue()).toMatchObject([{ unclear, doubts: { length: lost.length } }])
    const one = [{ questionId: lost[0]!, letters: 'A' }]
    await ask(calls.confirmReading, { ...at, version: await version(), answers: one }, of)
    const [row] = await queue()
    expect([row!.unclear, row!.blank, row!.doubts.length]).toEqual([undefined, undefined, lost.length - 1])
  })

  it('is thrown out to be scanned again by one decision, and comes back whole', async () => {
    const { of, at, lost, queue, version } = await dimSheet()
    await ask(calls.voidPage, { ...at, version: await version(), reason: '大部分题看不清，需重新扫描' }, of)
    expect((await queue()).filter((row) => row.unclear)).toEqual([])
    await ask(calls.undoSettlement, { ...at, version: await version() }, of)
    expect(await queue()).toMatchObject([{ unclear: { asked: lost.length }, doubts: { length: lost.length } }])
  })
})
