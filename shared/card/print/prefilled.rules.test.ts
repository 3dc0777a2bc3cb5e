import { expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '../card.fixtures.ts'
import { layOut } from '../layout/layOut.ts'
import { bornBy, copyOf, prefilled } from './prefilled.rules.ts'

const words = (page: { draws: readonly { kind: string; text?: string }[] }): string =>
  page.draws.flatMap((d) => (d.kind === 'text' ? [d.text!] : [])).join('')

it.each([
  ['small', smallCard, '准考证号'],
  ['big', { ...bigCard, studentNumber: { ...bigCard.studentNumber, mode: 'bubbles' as const } }, '准考证号'],
  ['of today', { ...smallCard, cardVersion: '1.5.1' }, '考号'],
] as const)('a %s card whose number is filled in asks to check it, in no more lines', (_, design, name) => {
  const [front, ...others] = layOut(design).pages
  const said = prefilled(front!)
  expect(words(front!)).toContain(`并准确填涂${name}。`)
  expect(words(said)).not.toContain('填涂' + name)
  expect(words(said)).toContain(`须核对印好的${name}和姓名，`)
  expect(said.draws.length).toBeLessThanOrEqual(front!.draws.length)
  // Nothing else is another.
  const rest = (page: typeof said) => page.draws.filter((d) => d.kind !== 'text')
  expect(rest(said)).toEqual(rest(front!))
  expect(others.map((page) => prefilled(page))).toEqual(others)
})

it('what never asked to fill a number in is left as it is', () => {
  for (const mode of ['barcode', 'qr', 'printed'] as const) {
    const [front] = layOut({ ...englishCard, studentNumber: { ...englishCard.studentNumber, mode } }).pages
    expect(prefilled(front!)).toEqual(front)
  }
})

it('a copy that bears room and seat is not told to fill them in', () => {
  const [front] = layOut({ ...smallCard, cardVersion: '1.5.3' }).pages
  expect(words(copyOf(front!, 'seated'))).toContain('须核对印好的考号、姓名、考场和座号。')
  expect(words(copyOf(front!, 'named'))).toContain('并将考场号和座位号填写清楚。')
  expect([bornBy({ room: '1', seat: '2' }), bornBy({ room: '1' }), bornBy({})]).toEqual(['seated', 'named', 'named'])
})
