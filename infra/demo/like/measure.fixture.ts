/** Blanks as candidates fill them in, and what grouping makes of them. */
import { groupsOf } from '#shared/marking/intelligent/group.rules.ts'
import { shapesOf } from '#shared/marking/intelligent/shapes.rules.ts'
import { answersOf, cameraCrop, simulatorCrop } from './hands.fixture.ts'
import type { Crop } from './hands.fixture.ts'

type Measured = {
  answers: number
  decisions: number
  /** Members that say what most of their group say, of all answers. */
  pure: number
  alone: number
  wrong: string[]
}

const measure = (crops: readonly Crop[]): Measured => {
  const groups = groupsOf(shapesOf(crops))
  const wrong: string[] = []
  for (const { members } of groups) {
    const counts = new Map<string, number>()
    for (const i of members) counts.set(crops[i]!.text, (counts.get(crops[i]!.text) ?? 0) + 1)
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    for (const i of members)
      if (crops[i]!.text !== most) wrong.push(`${crops[i]!.text || '(blank)'} among ${most || '(blank)'}`)
  }
  return {
    answers: crops.length,
    decisions: groups.length,
    pure: 1 - wrong.length / crops.length,
    alone: groups.filter((g) => g.members.length === 1).length,
    wrong,
  }
}

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

/** Purity and answers a decision over several papers of one hand. */
export const over = (name: keyof typeof hands, seed: string, count: number, papers: number) => {
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
