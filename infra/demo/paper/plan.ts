/** What one student means to write on the card, and by which habits: the truth that the picture is made from. */
import type { CardGeometry, Cell, ChoiceRow, ScoreRow } from '#shared/card/geometry/geometry.types.ts'
import { blankText } from './blanks.ts'
import type { Ink } from './pen.ts'
import { inks } from './pen.ts'
import type { MarkStyle } from './marks.ts'
import type { Dice, Seed } from './seed.ts'
import { diceOf } from './seed.ts'

export type RowStyle = MarkStyle | 'blank' | 'double' | 'corrected'
/** Would a careful human reader hesitate over this row? */
export type Clarity = 'clear' | 'ambiguous'

export type PlannedMark = { value: string; style: MarkStyle; strength: number }
export type PlannedRow = {
  questionId: string
  intended: string[]
  marks: PlannedMark[]
  style: RowStyle
  clarity: Clarity
}

/** What is marked beside the questions: the paper's type, optional questions, scores that a marker gave on paper. */
export type PlannedExtra = {
  kind: 'paper' | 'pick' | 'score'
  /** Of the page's rows of this kind, over all pages. */
  row: string
  intended: string[]
  marks: PlannedMark[]
}

export type Hand = {
  /** For cells. */
  marker: Ink
  /** For writing. */
  pen: Ink
  /** Slant of the writing: x shift per mm of height. */
  slant: number
  /** 0.8…1.2 of the ordinary size. */
  size: number
  /** 0 tidy … 1 careless. */
  untidy: number
}

export type StudentPlan = {
  seed: Seed
  studentNumber: string
  /** True where the printer has filled the bubbles and the name already. */
  printedNumber: boolean
  absent: boolean
  digits: PlannedMark[]
  rows: PlannedRow[]
  /** `share` is how much of the block is filled, 0…1. */
  blocks: { blockId: string; written: boolean; share: number; text?: string }[]
  extras: PlannedExtra[]
  /** The marker's pen, on cards that are marked on paper. */
  marker: Ink
  hand: Hand
}

export type PlanOptions = {
  seed: Seed
  /** Probability of knowing an answer, 0…1. */
  ability: number
  /** Right options by questionId; without a key the choice is random. */
  key?: Readonly<Record<string, readonly string[]>>
  /** How many of a group of optional questions are answered, by its first question; without it one or two. */
  picks?: Readonly<Record<string, number>>
  /** Share of rows with hard marks: 'ordinary' 0, 'hard' 0.7, or a number. Default ordinary. */
  habits?: 'ordinary' | 'hard' | number
  /** Default: random digits, first one not 0. */
  studentNumber?: string
  printedNumber?: boolean
  absent?: boolean
  /** Blanks say something: an answer, or a mistake that others make too. */
  blanks?: boolean
  /** Probability that a choice row is left empty. Default 0.015. */
  blankRate?: number
}

const ordinaryStyle = (dice: Dice): MarkStyle => {
  const at = dice.next()
  if (at < 0.7) return 'full'
  if (at < 0.8) return 'light'
  return at < 0.91 ? 'offCentre' : 'overfilled'
}

const plain = (dice: Dice, value: string): PlannedMark => ({ value, style: ordinaryStyle(dice), strength: dice.next() })

const subset = (dice: Dice, values: readonly string[], count: number): string[] => {
  const left = [...values]
  while (left.length > count) left.splice(dice.int(left.length), 1)
  return left
}

const chosen = (dice: Dice, row: ChoiceRow, ability: number, right: readonly string[] | undefined): string[] => {
  const values = row.cells.map((cell) => cell.value)
  if (right && dice.chance(ability)) return values.filter((value) => right.includes(value))
  if (row.unitType !== 2) {
    const wrong = right ? values.filter((value) => !right.includes(value)) : values
    return [dice.pick(wrong.length ? wrong : values)]
  }
  // half of the unsure know part of a multiple-choice answer
  if (right && right.length > 1 && dice.chance(0.5)) return subset(dice, right, dice.int(right.length - 1) + 1)
  return subset(dice, values, Math.min(values.length, 1 + dice.int(3)))
}

const hardStyles = [
  'ticked',
  'crossed',
  'corrected',
  'half',
  'dot',
  'faint',
  'stained',
  'double',
  'erased',
  'struck',
] as const

const hardRow = (dice: Dice, row: ChoiceRow, intended: string[]): PlannedRow => {
  const style = dice.pick(hardStyles)
  const others = row.cells.map((cell) => cell.value).filter((value) => !intended.includes(value))
  const other = others.length ? dice.pick(others) : undefined
  const base = { questionId: row.questionId, intended }
  const all = (kind: MarkStyle, strength: number) => intended.map((value) => ({ value, style: kind, strength }))
  const fills = intended.map((value): PlannedMark => ({ value, style: 'full', strength: 0.5 }))
  const strength = dice.next()
  switch (style) {
    case 'ticked':
      return { ...base, style, marks: all(style, strength), clarity: 'clear' }
    case 'crossed':
      return { ...base, style, marks: all(style, strength), clarity: 'ambiguous' }
    case 'half':
      return { ...base, style, marks: all(style, strength), clarity: strength > 0.6 ? 'clear' : 'ambiguous' }
    case 'dot':
    case 'faint':
      return { ...base, style, marks: all(style, strength), clarity: 'ambiguous' }
    case 'erased':
      // rubbed out and nothing put in its place
      return {
        ...base,
        intended: [],
        style,
        marks: all(style, strength),
        clarity: strength > 0.5 ? 'ambiguous' : 'clear',
      }
    case 'corrected':
      if (!other) return { ...base, style: 'full', marks: fills, clarity: 'clear' }
      return {
        ...base,
        style,
        marks: [{ value: other, style: 'erased', strength }, ...fills],
        clarity: strength > 0.6 ? 'ambiguous' : 'clear',
      }
    case 'struck':
      if (!other) return { ...base, style: 'full', marks: fills, clarity: 'clear' }
      return { ...base, style, marks: [{ value: other, style: 'struck', strength }, ...fills], clarity: 'ambiguous' }
    case 'stained':
      if (!other) return { ...base, style: 'full', marks: fills, clarity: 'clear' }
      return {
        ...base,
        style,
        marks: [{ value: other, style: 'stained', strength }, ...fills],
        clarity: strength > 0.6 ? 'ambiguous' : 'clear',
      }
    case 'double': {
      if (!other || row.unitType === 2) return { ...base, style: 'full', marks: fills, clarity: 'clear' }
      const both = row.cells.map((cell) => cell.value).filter((value) => value === other || intended.includes(value))
      const marks = both.map((value): PlannedMark => ({ value, style: 'full', strength }))
      return { ...base, intended: both, style, marks, clarity: 'ambiguous' }
    }
  }
}

/** Names a row of extras: stable over pages, at any order. */
export const extraRow = (page: number, kind: PlannedExtra['kind'], index: number) => `${page} ${kind} ${index}`

/** Tens, ones and halves of a score as the boxes of its bar have them. */
const scoreMarks = (row: ScoreRow, dice: Dice): string[] => {
  const values = row.cells.map((c) => c.value)
  const whole = values.filter((v) => !v.includes('.'))
  const chosen =
    row.template === 1
      ? [dice.pick(whole)]
      : [
          ...(dice.chance(0.5)
            ? whole
                .filter((v) => Number(v) >= 10)
                .slice(0, 1 + dice.int(2))
                .slice(-1)
            : []),
          dice.pick(whole.filter((v) => Number(v) < 10)),
        ]
  return values.includes('0.5') && dice.chance(0.25) ? [...chosen, '0.5'] : chosen
}

const extrasOf = (geometry: CardGeometry, dice: Dice, absent: boolean, picks: PlanOptions['picks']): PlannedExtra[] =>
  geometry.pages.flatMap((page) => {
    const row = (
      kind: PlannedExtra['kind'],
      index: number,
      cells: readonly Cell[],
      values: (own: Dice) => string[],
    ) => {
      const id = extraRow(page.page, kind, index)
      const own = dice.fork(id)
      const meant = absent ? [] : values(own)
      const intended = cells.map((c) => c.value).filter((v) => meant.includes(v))
      // A marker ticks as often as not; a candidate fills.
      const ticks = kind === 'score' && own.chance(0.6)
      const marks = intended.map((value) =>
        ticks
          ? { value, style: own.chance(0.8) ? ('ticked' as const) : ('crossed' as const), strength: 0.5 }
          : plain(own, value),
      )
      return { kind, row: id, intended, marks }
    }
    return [
      ...(page.paperType ? [row('paper', 0, page.paperType, (own) => [own.pick(['A', 'B'])])] : []),
      ...(page.picks ?? []).map((p, i) =>
        row('pick', i, p.cells, (own) =>
          subset(own, p.questionIds, picks?.[p.questionIds[0]!] ?? Math.min(p.questionIds.length, 1 + own.int(2))),
        ),
      ),
      ...(page.scoreRows ?? []).map((s, i) =>
        row('score', i, s.cells, (own) => (own.chance(0.06) ? [] : scoreMarks(s, own))),
      ),
    ]
  })

/** Every decision of one student over all pages of the card. Deterministic by `seed`. */
export const planStudent = (geometry: CardGeometry, options: PlanOptions): StudentPlan => {
  const { seed, ability, key, habits = 'ordinary', printedNumber = false, absent = false, blankRate = 0.015 } = options
  const { blanks = false } = options
  const hardShare = habits === 'ordinary' ? 0 : habits === 'hard' ? 0.7 : habits
  const dice = diceOf(`plan/${seed}`)
  const length = geometry.pages.find((page) => page.studentNumber)?.studentNumber?.columns.length ?? 8
  const studentNumber =
    options.studentNumber ?? Array.from({ length }, (_, i) => (i ? dice.int(10) : 1 + dice.int(9))).join('')
  // most people use a 2B pencil for cells, as they are told to, and a black pen for writing
  const marker = dice.chance(0.72) ? inks.pencil : dice.chance(0.75) ? inks.black : inks.blue
  const hand: Hand = {
    marker: { ...marker, opacity: marker.opacity * dice.range(0.9, 1.06), width: marker.width * dice.range(0.85, 1.2) },
    pen: dice.chance(0.82) ? inks.black : inks.blue,
    slant: dice.range(-0.08, 0.22),
    size: dice.range(0.85, 1.12),
    untidy: dice.next(),
  }
  const row = (choice: ChoiceRow): PlannedRow => {
    const own = dice.fork(`row/${choice.questionId}`)
    if (absent || own.chance(blankRate)) {
      return { questionId: choice.questionId, intended: [], marks: [], style: 'blank', clarity: 'clear' }
    }
    const intended = chosen(own, choice, ability, key?.[choice.questionId])
    if (own.chance(hardShare)) return hardRow(own, choice, intended)
    const marks = intended.map((value) => plain(own, value))
    return { questionId: choice.questionId, intended, marks, style: marks[0]?.style ?? 'blank', clarity: 'clear' }
  }
  const digitDice = dice.fork('digits')
  const blockDice = dice.fork('blocks')
  return {
    seed,
    studentNumber,
    printedNumber,
    absent,
    digits: [...studentNumber].map((value) => plain(digitDice, value)),
    rows: geometry.pages.flatMap((page) => page.choices.map(row)),
    blocks: geometry.pages.flatMap((page) =>
      page.blocks.map((block) => {
        const written = !absent && blockDice.chance(0.9 + 0.09 * ability)
        const share = written ? blockDice.range(0.25, 0.6) + 0.4 * ability * blockDice.next() : 0
        const says = blanks && block.unitType === 4
        const text = says ? blankText(dice.fork(`blank/${block.blockId}`), block.questionIds[0]!, ability) : undefined
        return { blockId: block.blockId, written, share, ...(text === undefined ? {} : { text }) }
      }),
    ),
    extras: extrasOf(geometry, dice.fork('extras'), absent, options.picks),
    marker: dice.fork('marker').pick([inks.red, inks.red, inks.black, inks.blue]),
    hand,
  }
}
