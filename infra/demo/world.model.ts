/**
 * The people of the demo's joint exams and what they answer: a model with a seed, so that the world is the same each time.
 * A student has an ability, a growth from exam to exam and a bent for each subject; a question a difficulty; a class's
 * teacher an own severity. Everything that reports show (means, discrimination, movements) follows from these.
 */
import { idPrefixes } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { diceOf } from './paper/seed.ts'
import type { Dice } from './paper/seed.ts'

export const worldCourses = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'] as const
/** What they are good at goes together: numbers, or texts. */
const sciences = ['数学', '物理', '化学', '生物']
const arts = ['语文', '政治', '历史', '地理']

/** The exams of the grade, earliest first; the newest is not long ago. */
export const worldExams = [
  { name: '高一入学摸底联考', date: Date.UTC(2026, 8, 5) },
  { name: '高一十月联考', date: Date.UTC(2026, 9, 14) },
  { name: '高一期中联考', date: Date.UTC(2026, 10, 13) },
] as const

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const idOf = (seed: string): PaperQuestion['questionId'] => {
  const dice = diceOf(seed)
  const random = Array.from({ length: 25 }, () => digits[dice.int(32)]!).join('')
  return `${idPrefixes.question}_0${random}` as PaperQuestion['questionId']
}

/** Eight of one letter, two of several, and what is written: 100 points, of the three main subjects 150. */
export const worldPaper = (seed: string, course: string): PaperQuestion[] => {
  const dice = diceOf(`${seed}:${course}:paper`)
  const main = course === '语文' || course === '数学' || course === '英语'
  const single = main ? 500 : 400
  const written = main ? [2500, 3200, 4100] : [1600, 1800, 2200]
  const letters = (count: number): string => {
    const left = [...'ABCD']
    while (left.length > count) left.splice(dice.int(left.length), 1)
    return left.join('')
  }
  const wanted: Omit<PaperQuestion, 'questionId' | 'number'>[] = [
    ...Array.from({ length: 8 }, () => ({ unitType: 1, fullScore: single, optionCount: 4, answer: letters(1) })),
    ...Array.from({ length: 2 }, () => ({
      unitType: 2,
      fullScore: main ? 600 : 600,
      optionCount: 4,
      answer: letters(2 + dice.int(2)),
      halfScore: 300,
    })),
    ...written.map((fullScore) => ({ unitType: 5, fullScore, markStep: 100, markers: 1 as const })),
  ]
  return wanted.map((q, i) => ({ questionId: idOf(`${seed}:${course}:${i}`), number: String(i + 1), ...q }))
}

/** How a class is taught and marked. */
type Marking = { severity: number }
export type WorldStudent = {
  /** What the same student is known by in every exam. */
  key: string
  ability: number
  growth: number
  bent: Record<string, number>
}

/** A student of a school: `schoolLevel` and `classLevel` are standard deviations of the whole. */
export const worldStudent = (key: string, schoolLevel: number, classLevel: number): WorldStudent => {
  const dice = diceOf(`student:${key}`)
  const lean = 0.35 * dice.gauss()
  // One in eight rises plainly, one in eight falls.
  const turn = dice.next()
  const drift = turn < 0.125 ? 0.45 : turn > 0.875 ? -0.45 : 0
  return {
    key,
    ability: schoolLevel + classLevel + 0.75 * dice.gauss(),
    growth: 0.05 + drift + 0.08 * dice.gauss(),
    bent: Object.fromEntries(
      worldCourses.map((course) => [
        course,
        (sciences.includes(course) ? lean : arts.includes(course) ? -lean : 0) + 0.35 * dice.gauss(),
      ]),
    ),
  }
}

/** The teacher who marks a class in a subject takes or gives up to a tenth of what an answer is worth. */
export const markingOf = (className: string, course: string): Marking => ({
  severity: 0.035 * diceOf(`marker:${className}:${course}`).gauss(),
})

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** How hard a question is, and how sharply it tells the able from the others: the same for all. */
const natureOf = (q: PaperQuestion) => {
  const dice = diceOf(`nature:${q.questionId}`)
  return { hard: dice.range(-1.6, 0.9), sharp: dice.range(0.8, 1.7), lure: dice.int(4) }
}

const chosenBy = (dice: Dice, q: PaperQuestion, level: number): string => {
  const { hard, sharp, lure } = natureOf(q)
  const knows = dice.chance(logistic(sharp * (level - hard)))
  if (knows) return q.answer!
  if (dice.chance(0.01)) return ''
  const options = [...'ABCD'].filter((l) => !(q.unitType === 1 && l === q.answer))
  if (q.unitType === 1) return dice.chance(0.45) ? options[lure % options.length]! : dice.pick(options)
  // Of several letters one is left out more often than a wrong one is taken.
  const some = [...q.answer!].filter(() => dice.chance(0.7))
  return some.length > 0 && dice.chance(0.7)
    ? some.join('')
    : [...new Set([...some, dice.pick(options)])].sort().join('')
}

const givenFor = (dice: Dice, q: PaperQuestion, level: number, { severity }: Marking): number => {
  const { hard, sharp } = natureOf(q)
  const share = logistic(0.8 * sharp * (level - hard)) + 0.1 * dice.gauss() + severity
  return Math.round((Math.min(1, Math.max(0, share)) * q.fullScore) / q.markStep!) * q.markStep!
}

export type WorldAnswers = { absent: true } | { absent: false; cells: string[] }

/** What a student hands in of a paper, as a file of scores has it: letters, and points. */
export const answersOf = (
  student: WorldStudent,
  of: { exam: number; course: string; questions: readonly PaperQuestion[]; marking: Marking },
): WorldAnswers => {
  const day = diceOf(`day:${student.key}:${of.exam}`)
  // Ill for the whole exam, or for one paper of it.
  const ill = day.chance(0.012)
  const form = 0.18 * day.gauss()
  const dice = diceOf(`answers:${student.key}:${of.exam}:${of.course}`)
  if (ill || dice.chance(0.004)) return { absent: true }
  const level = student.ability + student.growth * of.exam + student.bent[of.course]! + form + 0.15 * dice.gauss()
  return {
    absent: false,
    cells: of.questions.map((q) =>
      q.answer === undefined ? String(givenFor(dice, q, level, of.marking) / 100) : chosenBy(dice, q, level),
    ),
  }
}
