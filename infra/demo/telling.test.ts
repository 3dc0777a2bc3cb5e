/**
 * How twenty telling cards look in print: pictures of their PDFs, kept beside this file. One that changes is looked at,
 * and then written anew: `QINGHE_PICTURES=1 npx vitest run --project local infra/demo/telling`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { layOut } from '#shared/card/layout/layOut.ts'
import { tellingCards } from '#shared/card/template/telling.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { printCards } from '#functions/card/print/card.print.ts'
import { openCardPdf } from './paper/paper.ts'

const folder = join(import.meta.dirname, 'telling')
const dpi = 72
const gap = 6

/** All pages of a card beside each other, grey. */
const picture = async (design: CardDesign): Promise<{ data: Buffer; width: number; height: number }> => {
  const pieces: Uint8Array[] = []
  const card = { code: 'TELLING1', version: 1, geometry: layOut(design) }
  for await (const piece of printCards({ card })) pieces.push(piece)
  const pages = await openCardPdf(Buffer.concat(pieces), dpi)
  const height = Math.max(...pages.map((p) => p.height))
  const width = pages.reduce((sum, p) => sum + p.width + gap, -gap)
  const data = Buffer.alloc(width * height, 128)
  let left = 0
  for (const page of pages) {
    for (let y = 0; y < page.height; y++)
      data.set(page.grey.subarray(y * page.width, (y + 1) * page.width), y * width + left)
    left += page.width + gap
  }
  return { data, width, height }
}

describe('the print of a telling card', () => {
  it.each(Object.entries(tellingCards).map(([name, design], i) => ({ name, design, file: `${i + 1}.png` })))(
    'looks as its picture: $name',
    async ({ design, file }) => {
      const { data, width, height } = await picture(design)
      if (process.env['QINGHE_PICTURES'] === '1') {
        mkdirSync(folder, { recursive: true })
        const png = sharp(data, { raw: { width, height, channels: 1 } }).png({ palette: true, colours: 16, effort: 10 })
        writeFileSync(join(folder, file), await png.toBuffer())
      }
      const kept = sharp(readFileSync(join(folder, file)))
        .extractChannel(0)
        .raw()
      const golden = await kept.toBuffer({ resolveWithObject: true })
      expect([golden.info.width, golden.info.height]).toEqual([width, height])
      // A picture keeps sixteen greys; a frame that moves by a millimetre changes far more.
      let other = 0
      for (let i = 0; i < data.length; i++) if (Math.abs(data[i]! - golden.data[i]!) > 40) other++
      expect(other / data.length).toBeLessThan(0.0002)
    },
  )
})
