/** All that is cut out of a page is one object beside its picture; erasing takes it, and what was cut before it. */
import { beforeAll, expect, it } from 'vitest'
import { pieceOf } from '#shared/kit/piece.ts'
import { keysFrom } from '#functions/kit/erase.ts'
import { getObject, putPieces, sizeOf } from '#functions/kit/objects.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { scanHolding } from '../holding.public.ts'
import { layDown, sheetOf, sit } from '../scan.fixtures.ts'
import { recognise } from '../scan.steps.fixtures.ts'
import { pagesOfBatch, piecesName, readings, scanKey } from '../scan.store.ts'

beforeAll(() => actAs('scan-api'))

it('a page is two objects: its picture, and thumbnail, answers and doubts in one', async () => {
  const of = await sit(1)
  const [front] = await sheetOf(of, 0)
  const batch = await layDown(of, [{ name: '扫描1.jpg', bytes: front! }])
  await recognise(batch)
  const [page] = await pagesOfBatch(batch.batchId)
  const folder = () => asFunction('scan-work', () => keysFrom(scanKey(page!, 'p').slice(0, -1)))
  const blocks = (await asFunction('scan-work', () => readings.get(page!)))!.blocks
  const pieces = [page!.thumbKey!, ...blocks.map((b) => b.key)]
  expect(blocks.length).toBeGreaterThan(0)
  // Each is a picture of its own, from its first byte to its last.
  for (const key of pieces) {
    const bytes = await asFunction('scan-work', () => getObject(key))
    expect([bytes.subarray(0, 3).toString('hex'), bytes.subarray(-2).toString('hex')]).toEqual(['ffd8ff', 'ffd9'])
  }
  const [one, ...more] = [...new Set(pieces.map((key) => pieceOf(key).object))]
  expect(more).toEqual([])
  expect(await folder()).toEqual([one])
  // The picture lies where it was uploaded.
  const picture = () => asFunction('scan-work', () => sizeOf(page!.imageKey!))
  expect(page!.imageKey).toContain('/uploads/scan/')
  expect(await picture()).toBe(front!.length)

  // Read again under another rule, it has another object; of the one before no row tells any more.
  await asFunction('scan-work', () =>
    putPieces([Buffer.from('cut before')], (digest) => scanKey(page!, `${piecesName}${digest}.bin`)),
  )
  expect(await folder()).toHaveLength(2)
  const { studentId, studentName, studentNumber } = of.students[0]!
  await asFunction('school-work', () =>
    scanHolding.erasePaper(of, { studentId, names: [studentName], numbers: [studentNumber] }),
  )
  expect(await folder()).toEqual([])
  expect(await picture()).toBe(null)
})
