import { setImmediate } from 'node:timers/promises'
import v8 from 'node:v8'
import { isDeepStrictEqual } from 'node:util'
import vm from 'node:vm'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { photograph } from '#shared/scan/omr/page.fixture.ts'
import { cropBlock } from './crop.ts'
import { openPages } from './openPages.ts'
import { DENSITY, cardOf, expectedChoices, jpegOf, paint, studentNumber } from './omr.fixture.ts'
import { recognise } from './recognise.ts'

const card = cardOf('READER01')
const front = paint(card)
const page = [595.28, 841.89] as const
v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

type Held = Awaited<ReturnType<typeof held>>

/** What the process holds once the collector has run: objects and buffers alive, and all that is resident, in MB. */
async function held() {
  // Buffers outside the heap are let go of by finalizers, which run between turns.
  for (let i = 0; i < 3; i++) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { alive: (heapUsed + external) / 1e6, resident: rss / 1e6 }
}

/**
 * Whether pages stay behind. Between collections the resident size breathes by a hundred MB, more on a busy machine,
 * so that two looks at it say nothing; what is held after a collection is what is kept.
 */
function expectNothingKept(early: Held, late: Held) {
  process.stdout.write(
    `alive ${early.alive.toFixed(0)}, later ${late.alive.toFixed(0)} MB; ` +
      `resident ${early.resident.toFixed(0)}, later ${late.resident.toFixed(0)} MB\n`,
  )
  // The PDF reader's memory grows by steps of some 20 MB to what the largest page needs, and stays.
  expect(late.alive - early.alive).toBeLessThan(40)
  expect(late.resident - early.resident).toBeLessThan(150)
}

describe('memory of one process', () => {
  it('stays flat over 600 pages, a tenth of them out of PDFs', { timeout: 600_000 }, async () => {
    const files: { bytes: Uint8Array; name: string }[] = []
    for (const turn of [0, 90, 180, 2, -3]) {
      const { grey } = photograph(front, DENSITY, { turn, border: turn % 90 ? 40 : 0, dpi: 200 })
      files.push({ bytes: await jpegOf(grey), name: 'a.jpg' }, { bytes: await jpegOf(grey, 60), name: 'b.jpg' })
    }
    const lifted = await PDFDocument.create()
    const picture = await lifted.embedJpg(files[0]!.bytes)
    lifted.addPage([...page]).drawImage(picture, { x: 0, y: 0, width: page[0], height: page[1] })
    files[5] = { bytes: await lifted.save(), name: 'c.pdf' }

    const expected = expectedChoices(card)
    const misread: number[] = []
    const looks: Held[] = []
    for (let i = 0; i < 600; i++) {
      const file = files[i % files.length]!
      for await (const each of openPages(file.bytes, file.name)) {
        const grey = await each.grey()
        const reading = await recognise(grey, () => card, [card])
        const chosen = reading.choices.map((c) => c.chosen)
        if (!isDeepStrictEqual(chosen, expected) || reading.studentNumber?.value !== studentNumber) misread.push(i)
        await cropBlock(grey, reading, card.geometry.pages[0]!.blocks[0]!.rect)
      }
      if ((i + 1) % 150 === 0) looks.push(await held())
    }
    expect(misread).toEqual([])
    expectNothingKept(looks[0]!, looks.at(-1)!)
  })

  it('stays flat over one PDF of 450 pages', { timeout: 600_000 }, async () => {
    const doc = await PDFDocument.create()
    const { grey } = photograph(front, DENSITY, { dpi: 200 })
    const picture = await doc.embedJpg(new Uint8Array(await jpegOf(grey)))
    for (let i = 0; i < 450; i++)
      doc.addPage([...page]).drawImage(picture, { x: 0, y: 0, width: page[0], height: page[1] })
    const pdf = await doc.save()
    const indexes: number[] = []
    const widths = new Set<number>()
    const looks: Held[] = []
    for await (const each of openPages(pdf, 'long.pdf')) {
      indexes.push(each.index)
      widths.add((await each.grey()).width)
      if ((each.index + 1) % 150 === 0) looks.push(await held())
    }
    expect([...widths]).toEqual([grey.width])
    expect(indexes).toEqual(Array.from({ length: 450 }, (_, i) => i))
    expectNothingKept(looks[0]!, looks.at(-1)!)
  })
})
