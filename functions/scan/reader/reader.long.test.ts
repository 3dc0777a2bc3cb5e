import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { photograph } from '#shared/scan/omr/page.fixture.ts'
import { cropBlock } from './crop.ts'
import { openPages } from './openPages.ts'
import { DENSITY, cardOf, expectedChoices, jpegOf, paint, studentNumber } from './reader.fixture.ts'
import { recognise } from './recognise.ts'

const card = cardOf('READER01')
const front = paint(card)
const page = [595.28, 841.89] as const
const megabytes = () => process.memoryUsage.rss() / 1e6

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

    let warm = 0
    let most = 0
    for (let i = 0; i < 600; i++) {
      const file = files[i % files.length]!
      for await (const each of openPages(file.bytes, file.name)) {
        const grey = await each.grey()
        const reading = await recognise(grey, () => card, [card])
        expect(reading.choices.map((c) => c.chosen)).toEqual(expectedChoices(card))
        expect(reading.studentNumber?.value).toBe(studentNumber)
        await cropBlock(grey, reading, card.geometry.pages[0]!.blocks[0]!.rect)
      }
      if (i === 150) warm = megabytes()
      if (i > 150) most = Math.max(most, megabytes())
    }
    process.stdout.write(`resident after 150 pages ${warm.toFixed(0)} MB, at most ${most.toFixed(0)} MB until 600\n`)
    expect(most - warm).toBeLessThan(80)
  })

  it('stays flat over one PDF of 450 pages', { timeout: 600_000 }, async () => {
    const doc = await PDFDocument.create()
    const { grey } = photograph(front, DENSITY, { dpi: 200 })
    const picture = await doc.embedJpg(new Uint8Array(await jpegOf(grey)))
    for (let i = 0; i < 450; i++)
      doc.addPage([...page]).drawImage(picture, { x: 0, y: 0, width: page[0], height: page[1] })
    const pdf = await doc.save()
    const indexes: number[] = []
    let warm = 0
    let most = 0
    for await (const each of openPages(pdf, 'long.pdf')) {
      indexes.push(each.index)
      expect((await each.grey()).width).toBe(grey.width)
      if (each.index === 100) warm = megabytes()
      if (each.index > 100) most = Math.max(most, megabytes())
    }
    process.stdout.write(`resident at page 100 ${warm.toFixed(0)} MB, at most ${most.toFixed(0)} MB until 450\n`)
    expect(indexes).toEqual(Array.from({ length: 450 }, (_, i) => i))
    expect(most - warm).toBeLessThan(250)
  })
})
