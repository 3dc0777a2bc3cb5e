/** Groups of like answers on two hands, with seeds on which nothing was chosen. `QINGHE_LONG` measures a thousand. */
import { describe, expect, it } from 'vitest'
import { answersOf, cameraCrop, simulatorCrop } from './hands.fixture.ts'
import { measure } from './measure.fixture.ts'

type Blank = { right: string; common: readonly string[]; rare: readonly string[] }
const numbers: Blank = {
  right: '12',
  common: ['72', '21', '13', '6', '24'],
  rare: ['10', '120', '18', '42', '2', '92', '86', '66', '-12', '7'],
}
const hands = {
  simulator: {
    crop: simulatorCrop,
    blanks: [
      { right: 'x=3', common: ['x=8', 'x=-3', '3', 'x=5', 'y=3'], rare: ['x=13', '33', 'x=0', '9', '-8', 'x+3', '35'] },
      numbers,
      { right: '-5', common: ['5', '-6', '3', '-3', '25'], rare: ['0', '1', '8', '-8', '53', '55', '9', '-9', '15'] },
    ],
  },
  camera: {
    crop: cameraCrop,
    blanks: [
      { right: 'X-3', common: ['X-8', '-3', '3', 'X-5', 'Y-3'], rare: ['X-13', '33', 'X-0', '9', '-8', 'X', '35'] },
      numbers,
      { right: '(2,1)', common: ['(1,2)', '21', '(2,7)', '(3,1)', '(2,-1)'], rare: ['0', '(0,1)', '(2,0)', '8'] },
    ],
  },
}

const over = (name: keyof typeof hands, seed: string, count: number, papers: number) => {
  const { crop, blanks } = hands[name]
  const of = blanks.flatMap(({ right, common, rare }, b) =>
    Array.from({ length: papers }, (_, k) => {
      const key = `${seed}/${name}/${b}/${k}/${count}`
      const texts = answersOf(key, count, right, common, rare)
      return { ...measure(texts.map((t, i) => crop(t, `${key}/${i}`))), different: new Set(texts).size }
    }),
  )
  const sum = (what: 'answers' | 'decisions' | 'alone' | 'different'): number => of.reduce((s, m) => s + m[what], 0)
  const wrong = of.flatMap((m) => m.wrong)
  const pure = 1 - wrong.length / sum('answers')
  const each = sum('answers') / sum('decisions')
  console.info(
    `${name}, ${count} answers × ${of.length}: pure ${(100 * pure).toFixed(2)} %, ${each.toFixed(1)} answers a decision ` +
      `(at best ${(sum('answers') / sum('different')).toFixed(1)}), ${sum('alone')} alone; ${wrong.join('; ')}`,
  )
  return { pure, each }
}

describe('groups of like answers', () => {
  for (const name of ['simulator', 'camera'] as const)
    it(`are pure on the hand of the ${name}, class by class`, { timeout: 120_000 }, () => {
      const { pure, each } = over(name, 'report', 60, 6)
      expect(pure).toBeGreaterThanOrEqual(0.995)
      expect(each).toBeGreaterThanOrEqual(3.5)
    })
})
