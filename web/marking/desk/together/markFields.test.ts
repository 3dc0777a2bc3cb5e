import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showScore } from '#shared/kit/score.ts'
import { areasOf, fieldOf, fieldTyped, wanting } from './markFields.ts'

const q = { fullScore: 550, step: 50 }

it.each<[string, number | null, string | null]>([
  ['', null, null],
  ['5', 500, null],
  ['5.5', 550, null],
  ['５．５', 550, null],
  ['05', 500, null],
  ['5.', 500, null],
  ['6', null, '超过满分5.5分'],
  ['5.2', null, '每0.5分一档'],
  ['-1', null, '请输入数字'],
  ['1e1', null, '请输入数字'],
  ['满', null, '请输入数字'],
  ['99999', null, '请输入数字'],
])('reads “%s”', (text, score, problem) => {
  const field = fieldTyped(q, text)
  expect([field.value, field.problem]).toEqual([score === null ? null : { kind: 'score', score }, problem])
})

it('gives back every score of a question as it is shown, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom(50, 100), fc.nat(40), (steps, step, at) => {
      const asked = { fullScore: steps * step, step }
      const field = fieldTyped(asked, showScore(at * step))
      expect(field.value).toEqual(at <= steps ? { kind: 'score', score: at * step } : null)
      if (field.value) expect(fieldOf({ value: field.value })).toEqual(field)
    }),
  )
})

it('looks for the next field that wants a mark, then for one before it', () => {
  const field = (given: boolean) => ({ text: '', value: given ? { kind: 'noAnswer' as const } : null, problem: null })
  const all = [field(false), field(true), field(false)]
  expect([wanting(all), wanting(all, 1), wanting([field(false), field(true)], 1), wanting([field(true)])]).toEqual([
    0, 2, 0, -1,
  ])
})

it('shows what stands on the same pictures once, though their addresses were signed apart', () => {
  const part = (studentId: string, ...urls: string[]) => ({
    answer: { studentId, images: urls.map((url) => ({ url, width: 1, height: 1 })) },
  })
  const a = part('s', '/x.jpg?sign=1#bytes=1-2')
  const b = part('s', '/x.jpg?sign=2#bytes=1-2')
  const c = part('s', '/x.jpg?sign=1#bytes=3-4')
  const none = part('s')
  const areas = areasOf([a, b, c, none, none] as never[])
  expect(areas.map((of) => of.length)).toEqual([2, 1, 2])
})
