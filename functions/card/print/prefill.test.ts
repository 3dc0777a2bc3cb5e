/** What a copy bears from 1.5.4 on: along the seal line, or on the lines that are there. */
import { expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { cardOf, wordsOf } from '#shared/card/layout/told.fixture.ts'
import { headOf } from '#shared/scan/covered.rules.ts'
import { studentDraws } from './print.prefill.ts'

const student = {
  school: '青禾市第一中学',
  studentNumber: '2026010203',
  name: '欧阳慕容雪',
  className: '高一（12）班',
  room: '03',
  seat: '17',
}
const now: CardDesign = { ...smallCard, cardVersion: '1.5.5' }
const bornBy = (design: CardDesign) =>
  studentDraws(layOut(design).pages[0]!, student).flatMap((d) =>
    d.kind === 'text' && d.text.length > 1 ? [[d.text, d.rotate ?? 0]] : [],
  )

it.each([
  [
    'none',
    {},
    [
      ['欧阳慕容雪', 0],
      ['高一（12）班', 0],
      ['03', 0],
      ['17', 0],
    ],
  ],
  [
    'on the left',
    { showSealLine: true },
    [
      ['青禾市第一中学', -90],
      ['高一（12）班', -90],
      ['欧阳慕容雪', -90],
      ['2026010203', -90],
      ['03', 0],
      ['17', 0],
    ],
  ],
  [
    'on the right',
    { showSealLine: true, sealLinePosition: 'right' as const },
    [
      ['青禾市第一中学', 90],
      ['高一（12）班', 90],
      ['欧阳慕容雪', 90],
      ['2026010203', 90],
      ['03', 0],
      ['17', 0],
    ],
  ],
])('a copy says once whose it is, with a seal line %s', (_, more, expected) => {
  expect(bornBy({ ...now, ...more })).toEqual(expected)
  // The school since 1.5.5.
  const before = expected.filter(([words]) => words !== student.school)
  expect(bornBy({ ...now, ...more, cardVersion: '1.5.4' })).toEqual(before)
})

it.each([0, 1, 2, 3] as const)('no name stands inside or behind a seal line, sheet type %i', (sheetType) => {
  for (const mode of ['bubbles', 'printed', 'qr', 'barcode'] as const)
    for (const addStudentNumRegion of [false, true]) {
      const studentNumber = { length: 10, mode }
      const { pages } = layOut(cardOf('sheets', sheetType, { studentNumber, addStudentNumRegion, showSealLine: true }))
      expect(pages.length).toBeGreaterThan(2)
      for (const page of pages.slice(1)) {
        expect(wordsOf([page]).filter((w) => w === '姓名' || w === '班级')).toEqual([])
        const words = studentDraws(page, student).flatMap((d) => (d.kind === 'text' ? [d.text] : []))
        expect(words.filter((w) => /欧阳|高一|中学/u.test(w))).toEqual([])
        // The front of a further sheet has the number alone, and those who mark do not see it.
        expect([page.page, words.join('').includes('2026010203')]).toEqual([page.page, page.page % 2 === 1])
        for (const { of, rect } of page.fields ?? [])
          if (of === 'studentNumber')
            expect(headOf(page).some((r) => r.x <= rect.x && r.y <= rect.y && r.x + r.w >= rect.x + rect.w)).toBe(true)
      }
    }
})
