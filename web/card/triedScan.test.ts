import { expect, it } from 'vitest'
import { fixtureCard, fixturePage, ink, photograph, print, sheetOf } from '#shared/scan/omr/page.fixture.ts'
import { trialOf } from './triedScan.ts'

/** Two pages that do not look alike. */
const rows = [40, 24]
const card = { ...fixtureCard(), pages: rows.map((count, i) => fixturePage(i + 1, count)) }
const numbers = new Map(card.pages.flatMap((p) => p.choices.map((c) => [c.questionId as string, c.number] as const)))
const density = 6

const scanOf = (pageNumber: number) => {
  const page = card.pages[pageNumber - 1]!
  const sheet = sheetOf(210, 297, density)
  print(sheet, density, page.draws)
  for (const row of page.choices.slice(0, 12)) ink(sheet, density, row.cells[1]!.rect, 0.7)
  // Two where one is allowed.
  ink(sheet, density, page.choices[0]!.cells[3]!.rect, 0.7)
  return photograph(sheet, density, { turn: 184, border: 60 }).grey
}

it.each([1, 2])('finds page %i of a card, upside down, and cuts it', (pageNumber) => {
  const tried = trialOf(scanOf(pageNumber), card, numbers)
  if ('refusal' in tried) throw new Error(tried.refusal)
  const facts = Object.fromEntries(tried.facts.map((f) => [f.name, f.value]))
  expect(facts).toMatchObject({
    倾斜: '-176.0°',
    页: `第${pageNumber}面`,
    选择题: `${rows[pageNumber - 1]}道，已填涂12道`,
  })
  expect(tried.doubts).toContain('第1题 单选题多选')
  const [crop] = tried.crops
  const { rect } = card.pages[pageNumber - 1]!.blocks[0]!
  expect(crop!.grey.width / crop!.grey.height).toBeCloseTo(rect.w / rect.h, 1)
  expect(crop!.likelyBlank).toBe(true)
})

it('refuses white paper and what is no card, by name', () => {
  const white = { width: 900, height: 1200, data: new Uint8Array(900 * 1200).fill(250) }
  expect(trialOf(white, card, numbers)).toMatchObject({ refusal: expect.stringMatching(/^空白页。请换/) })
  const dark = { width: 900, height: 1200, data: white.data.map((_, i) => ((i * 2654435761) >>> 24) & 255) }
  expect(trialOf(dark, card, numbers)).toHaveProperty('refusal')
})
