/** What a copy of 1.5.4 bears: along the seal line, or on the lines that are there. */
import { expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { studentDraws } from './print.prefill.ts'

const student = { studentNumber: '2026010203', name: '欧阳慕容雪', className: '高一（12）班', room: '03', seat: '17' }
const now: CardDesign = { ...smallCard, cardVersion: '1.5.4' }
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
      ['高一（12）班', 90],
      ['欧阳慕容雪', 90],
      ['2026010203', 90],
      ['03', 0],
      ['17', 0],
    ],
  ],
])('a copy says once whose it is, with a seal line %s', (_, more, expected) => {
  expect(bornBy({ ...now, ...more })).toEqual(expected)
})
