/** Two pages in one picture become two pages, each in its place; what cannot be divided is named. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { doubtList, undoSettlement, voidPage } from '#shared/scan/scan.calls.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { getObject } from '#functions/kit/objects.ts'
import { faultCases } from '#functions/kit/faultCases.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { scanHolding } from './holding.public.ts'
import { handler } from './scan.api.ts'
import { layDown, sheetOf, sit } from './scan.fixtures.ts'
import { recognise } from './scan.steps.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'
import { ledgerOf, pagesOfStudent } from './scan.public.ts'
import { pagesOfBatch } from './scan.store.ts'

beforeAll(() => actAs('scan-api'))

/** Pages beside one another on white; `turn` as a scanner would have it. */
const sideBySide = async (pages: readonly Buffer[], { gap = 30, turn = 0 } = {}): Promise<Buffer> => {
  const { width = 0, height = 0 } = await sharp(pages[0]).metadata()
  const both = await sharp({
    create: { width: width * 2 + gap + 40, height: height + 40, channels: 3, background: '#fff' },
  })
    .composite(pages.map((input, i) => ({ input, left: 20 + i * (width + gap), top: 20 })))
    .jpeg({ quality: 90 })
    .toBuffer()
  return sharp(both).rotate(turn).withMetadata({ density: 120 }).jpeg({ quality: 88 }).toBuffer()
}

const lay = (of: Sitting, ...all: Buffer[]): Promise<Batch> =>
  layDown(
    of,
    all.map((bytes, i) => ({ name: `扫描${i + 1}.jpg`, bytes })),
  )

describe('a picture of two pages', () => {
  it.each([0, 270])('turned by %d°, is two pages of one student, in their order', async (turn) => {
    const of = await sit(1)
    const batch = await lay(of, await sideBySide(await sheetOf(of, 0), { turn }))
    await recognise(batch)
    expect((await pagesOfBatch(batch.batchId)).map((p) => [p.state, p.page, p.source.name])).toEqual([
      ['matched', 1, '扫描1.jpg › 前一半'],
      ['matched', 2, '扫描1.jpg › 后一半'],
    ])
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 2, matched: 2, balanced: true })
    const reading = (await pagesOfStudent(of.paperId, of.students[0]!.studentId))!
    expect(reading.complete).toBe(true)
    expect(new Set(reading.pages.map((p) => p.key)).size).toBe(2)
    // Done again, nothing is cut again.
    const before = await pagesOfBatch(batch.batchId)
    await recognise(batch)
    expect(await pagesOfBatch(batch.batchId)).toEqual(before)
  })

  it('of two students is a page of each', async () => {
    const of = await sit(2)
    const fronts = [(await sheetOf(of, 0))[0]!, (await sheetOf(of, 1))[0]!]
    const batch = await lay(of, await sideBySide(fronts))
    await recognise(batch)
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 2, matched: 2, candidates: { incomplete: 2 } })
    // The second page of a picture is a page like any other: taken out and put back by its number.
    const [, back] = await pagesOfBatch(batch.batchId)
    const at = { batchId: batch.batchId, no: back!.no }
    const out = await send(handler, voidPage, { ...at, version: back!.version, reason: '看一看' }, of.token)
    expect(out.data).toMatchObject({ state: 'voided' })
    const again = await send(handler, undoSettlement, { ...at, version: out.data.version }, of.token)
    expect(again.data).toMatchObject({ state: 'matched' })
    // Erasing one of them takes his half and the picture of both; the other keeps her own.
    const keys = await Promise.all(
      of.students.map(async (s) => (await pagesOfStudent(of.paperId, s.studentId))!.pages[0]!.key),
    )
    const readable = async (i: number) => {
      return getObject(keys[i]!).then(
        () => true,
        () => false,
      )
    }
    const [cut] = await pagesOfBatch(batch.batchId)
    const { studentId, studentName, studentNumber } = of.students[0]!
    await asFunction('school-work', () =>
      scanHolding.erasePaper(of, { studentId, names: [studentName], numbers: [studentNumber] }),
    )
    expect([await readable(0), await readable(1)]).toEqual([false, true])
    await expect(getObject(cut!.wholeKey!)).rejects.toThrow()
  })

  it('one over the other, is named and waits; a page on a large glass is one page', async () => {
    const of = await sit(2)
    const [front] = await sheetOf(of, 0)
    const { width = 0, height = 0 } = await sharp(front).metadata()
    const wide = await sharp({ create: { width: width * 2, height, channels: 3, background: '#fff' } })
      .composite([{ input: front!, left: width, top: 0 }])
      .withMetadata({ density: 120 })
      .jpeg()
      .toBuffer()
    const over = await sideBySide([(await sheetOf(of, 1))[0]!, (await sheetOf(of, 1))[1]!], { gap: -90 })
    const batch = await lay(of, wide, over)
    await recognise(batch)
    const [one, two, ...more] = await pagesOfBatch(batch.batchId)
    expect(more).toEqual([])
    expect(one).toMatchObject({ state: 'matched', page: 1 })
    expect(two).toMatchObject({ state: 'open', waits: true })
    const [row] = (await send(handler, doubtList, { paperId: of.paperId, kind: 'twoPages' }, of.token)).data.list
    expect(row).toMatchObject({ kind: 'twoPages', name: '一张图里有两页' })
  })

  it('is cut once, at any failure on the way', { timeout: 300_000 }, async () => {
    const of = await sit(1, { ...smallCard, units: smallCard.units.slice(0, 1).concat(smallCard.units.slice(-1)) })
    const bytes = await sideBySide(await sheetOf(of, 0))
    const first = await lay(of, bytes)
    const counted = withFaults(() => null)
    await recognise(first)
    counted.stop()
    for (const { at, kind, told } of faultCases([...counted.calls], { every: 23, from: 3 })) {
      const again = await sit(1, { ...smallCard, units: smallCard.units.slice(0, 1).concat(smallCard.units.slice(-1)) })
      const batch = await lay(again, await sideBySide(await sheetOf(again, 0)))
      const fault = withFaults(({ index }) => (index === at ? kind : null))
      await recognise(batch)
      fault.stop()
      const pages = await pagesOfBatch(batch.batchId)
      expect([told, ...pages.map((p) => `${p.no} ${p.state}`)]).toEqual([
        told,
        '00001.00000.00000 matched',
        '00001.00000.00000b matched',
      ])
      expect([told, await ledgerOf(again.paperId)]).toMatchObject([told, { handed: 2, matched: 2, balanced: true }])
    }
  })
})
