import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import * as scanCalls from '#shared/scan/scan.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { Batch } from '#shared/scan/sheet.types.ts'
import { jobEndsFor } from '#functions/platform/jobEnds.testing.ts'
import { getObject, ObjectMissing } from '#functions/kit/objects.ts'
import { actAs, asFunction, lookAt, testCaller } from '#functions/kit/testing.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { ledgerOf, pagesOfStudent } from './scan.public.ts'
import { countsDue, pagesOfBatch } from './scan.store.ts'
import { handIn, layDown, paint, sheetOf, sit, upload, readingsOf } from './scan.fixtures.ts'
import { ask, named, recognise } from './scan.steps.fixtures.ts'
import type { Sitting } from './scan.fixtures.ts'

beforeAll(() => actAs('scan-api'))

const laid = async (of: Sitting, ...all: Buffer[]): Promise<Batch> => {
  const batch = await layDown(of, named(...all))
  await recognise(batch)
  return batch
}

describe('a batch', () => {
  it('goes from the upload through the state machine to three whole scripts', async () => {
    const of = await sit(3)
    const sheets = (await Promise.all([0, 1, 2].map((i) => sheetOf(of, i)))).flat()
    const { batchId, uuid } = await handIn(of, named(...sheets))
    const job = await jobEndsFor(of, uuid)
    expect(job).toMatchObject({
      status: 40,
      processTotal: 6,
      result: { pages: 6, matched: 6, duplicate: 0, waiting: 0 },
    })
    expect(await ledgerOf(of.paperId)).toMatchObject({
      handed: 6,
      matched: 6,
      open: 0,
      balanced: true,
      candidates: { present: 3, absent: 0, missing: 0, incomplete: 0 },
    })
    const readings = await readingsOf(of.paperId)
    const questions = of.card.geometry.pages[0]!.choices
    for (const r of readings) {
      expect(r).toMatchObject({ state: 'present', complete: true, imageVersion: 1 })
      expect(r.pages.map((p) => p.page)).toEqual([1, 2])
      expect(r.choices).toEqual(Object.fromEntries(questions.map((q) => [q.questionId, [q.cells[0]!.value]])))
      expect(r.blocks.length).toBe(of.card.geometry.pages.flatMap((p) => p.blocks).length)
    }
    // Every sheet has its place already: what comes next is to arrange the marking.
    expect((await examOf(of.exam.examId))?.markingProgress).toBe(markingProgress.arrangement)
    const list = await ask(scanCalls.batchList, { paperId: of.paperId }, of)
    expect(list.data.list[0]).toMatchObject({ batchId, state: 'done', counts: { pages: 6, matched: 6, waiting: 0 } })
    const detail = await ask(scanCalls.batchDetail, { batchId }, of)
    const first = detail.data.list[0]!
    expect(first).toMatchObject({ name: 'scan1.jpg', state: 'matched', studentName: '考生1', page: 1 })
    const thumb = new Uint8Array(await (await lookAt(first.thumbUrl!)).arrayBuffer())
    expect([...thumb.slice(0, 3), ...thumb.slice(-2)]).toEqual([0xff, 0xd8, 0xff, 0xff, 0xd9])
    const block = await asFunction('scan-work', async () => readings[0]!.blocks[0]!)
    expect(block.key).toMatch(/\/scan\/pages\//)
    expect(await countsDue.get({ paperId: of.paperId })).not.toBeNull()
    // A picture lies where it was uploaded, for every room that shows it, and is served as the type its reader found.
    const { imageKey } = (await pagesOfBatch(batchId))[0]!
    expect(imageKey).toMatch(/\/uploads\/scan\/.*-scan1\.jpg$/)
    for (const room of ['marking-api', 'analysis-work', 'card-api'] as const)
      expect((await asFunction(room, () => getObject(imageKey!))).equals(sheets[0]!)).toBe(true)
    await expect(asFunction('exam-api', () => getObject(imageKey!))).rejects.toThrow(ObjectMissing)
    const shown = await lookAt(first.imageUrl!)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer()).equals(sheets[0]!)).toBe(true)
  })

  it('starts nothing twice when it is handed in twice', async () => {
    const of = await sit(1)
    const sent = await sheetOf(of, 0)
    const input = { paperId: of.paperId, files: await upload(of, named(...sent)) }
    const first = await ask(scanCalls.createBatch, input, of)
    const again = await ask(scanCalls.createBatch, input, of)
    expect(again.data).toEqual(first.data)
    await jobEndsFor(of, first.data.uuid)
    expect((await ask(scanCalls.batchList, { paperId: of.paperId }, of)).data.total).toBe(1)
  })

  it('takes no file of another tenant and no file that is not there', async () => {
    const [of, other] = [await sit(1), await sit(1)]
    const [page] = await sheetOf(of, 0)
    const theirs = await upload(other, named(page!))
    expect(await ask(scanCalls.createBatch, { paperId: of.paperId, files: theirs }, of)).toMatchObject({
      status: scanProblems.notYours.status,
    })
    const [own] = await upload(of, named(page!))
    const gone = { ...own!, key: own!.key.replace('scan1', 'scan2') }
    expect(await ask(scanCalls.createBatch, { paperId: of.paperId, files: [gone] }, of)).toMatchObject({
      status: scanProblems.notThere.status,
    })
    // Nor one that is larger than its grant, or is said to be.
    for (const size of [{ granted: page!.length - 1, told: page!.length - 1 }, { told: page!.length + 1 }]) {
      const files = await upload(of, [{ name: 'large.jpg', bytes: page!, ...size }])
      expect(await ask(scanCalls.createBatch, { paperId: of.paperId, files }, of)).toMatchObject({
        status: scanProblems.notYours.status,
      })
    }
    expect(await ask(scanCalls.batchList, { paperId: of.paperId }, other)).toMatchObject({ http: 403 })
    const { token } = await testCaller({ userType: 4, tenant: of.owner })
    expect(await ask(scanCalls.batchList, { paperId: of.paperId }, { ...of, token })).toMatchObject({ http: 403 })
  })

  it('run again changes nothing', async () => {
    const of = await sit(2)
    const batch = await laid(of, ...(await sheetOf(of, 0)), ...(await sheetOf(of, 1)))
    const before = await pagesOfBatch(batch.batchId)
    const readings = await readingsOf(of.paperId)
    await recognise(batch)
    expect(await pagesOfBatch(batch.batchId)).toEqual(before)
    expect(await readingsOf(of.paperId)).toEqual(readings)
  })

  it('knows how a sheet that was fed on its side stands upright', async () => {
    const of = await sit(1)
    const [front] = await sheetOf(of, 0)
    await laid(of, await sharp(front).rotate(90).withMetadata({ density: 120 }).jpeg({ quality: 90 }).toBuffer())
    const { pages: own } = (await pagesOfStudent(of.paperId, of.students[0]!.studentId))!
    expect(own).toMatchObject([{ page: 1, turn: 270 }])
    expect(own[0]!.width).toBeGreaterThan(own[0]!.height)
  })

  it.each([0, 90, 180, 270])('shows a page upright that was fed turned by %i degrees', async (by) => {
    const of = await sit(1)
    const [front] = await sheetOf(of, 0)
    const fed = await sharp(front).rotate(by).withMetadata({ density: 120 }).jpeg({ quality: 90 }).toBuffer()
    const { batchId } = await laid(of, fed)
    const [row] = (await ask(scanCalls.batchDetail, { batchId }, of)).data.list
    expect(row!.wide).toBe(false)
    const small = sharp(Buffer.from(await (await lookAt(row!.thumbUrl!)).arrayBuffer()))
    const [width, height] = [40, 56]
    const greys = (of: ReturnType<typeof sharp>) =>
      of.greyscale().resize(width, height, { fit: 'fill' }).raw().toBuffer()
    const [seen, upright, headlong] = await Promise.all([
      greys(small),
      greys(sharp(front)),
      greys(sharp(await sharp(front).rotate(180).toBuffer())),
    ])
    const far = (a: Buffer, b: Buffer) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]!), 0) / a.length
    expect(far(seen, upright)).toBeLessThan(far(seen, headlong) / 2)
  })

  it('marks an absent candidate from the card', async () => {
    const of = await sit(1)
    const { studentNumber } = of.students[0]!
    await laid(of, await paint(of.card, 1, { number: studentNumber, absent: true }))
    expect(await ledgerOf(of.paperId)).toMatchObject({ matched: 1, candidates: { absent: 1, present: 0, missing: 0 } })
    expect((await pagesOfStudent(of.paperId, of.students[0]!.studentId))?.state).toBe('absent')
  })
})
