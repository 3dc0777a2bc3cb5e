/** What is marked beside the questions' letters: paper A or B, the optional questions, a score given on paper. */
import type { PickRow, ScoreRow } from '#shared/card/geometry/geometry.types.ts'
import type { CellReading, MarkReading, PickReading, ScoreReading } from './omr.types.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { judge } from './judge.ts'
import type { Thresholds, Verdict } from './judge.ts'
import { deedOf } from './row.ts'
import { shapeOf } from './shape.ts'

/**
 * A marker's own full mark where too few are seen: ballpoint and felt pens, red ones too, have about this share of the
 * print's black in the green channel.
 */
const PEN = 0.6

/** Ink of the thinnest stroke that counts; a hair of the candidate's writing that reaches into a box has less. */
const STROKE = 0.12
/** What the tail of a tick leaves in a box beside or above: beside a plain mark of the same place, and without one. */
const TAIL = 0.1
const LONE = 0.015
/** In a bar with nothing plainly marked, ink beyond the bar's own middle that may be a lost tick. */
const HINT = 0.03

const bare = ({ value, state, ink, confidence }: Verdict): CellReading => ({ value, state, ink, confidence })

const answer = (cells: CellReading[], doubt?: MarkReading['doubt']): MarkReading => ({
  chosen: cells.filter((c) => c.state === 'filled').map((c) => c.value),
  cells,
  ...(doubt ? { doubt } : {}),
})

/** Two or three cells say too little of what is printed in them to settle what is not plain: that goes to a person. */
const readRow = (inks: readonly CellInk[], t: Thresholds, single: boolean): MarkReading => {
  const verdicts = inks.map((c) => judge(c, t))
  const doubtful = verdicts.filter((v) => v.state === 'doubt')
  const several = single && verdicts.filter((v) => v.state === 'filled').length > 1
  const doubt = doubtful.some((v) => v.stained)
    ? 'stain'
    : doubtful.length > 0
      ? 'faintMark'
      : several
        ? 'doubleMark'
        : undefined
  return answer(verdicts.map(bare), doubt)
}

/** One of the two, or a doubt: a candidate who marked none or both has to be asked. */
export const readPaperType = (inks: readonly CellInk[], t: Thresholds) => {
  const read = readRow(inks, t, true)
  return { ...read, value: read.doubt || read.chosen.length !== 1 ? null : read.chosen[0]! }
}

/** Any number may be marked: how many are allowed is the paper's rule. */
export const readPick = (row: PickRow, inks: readonly CellInk[], t: Thresholds): PickReading => ({
  questionIds: row.questionIds,
  ...readRow(inks, t, false),
})

/** Tens, ones and halves: at most one box of each is marked. */
const places = (cells: readonly CellReading[], template: ScoreRow['template']) => {
  const placeOf = ({ value }: CellReading) =>
    value.includes('.') ? 'half' : template === 3 && Number(value) >= 10 ? 'tens' : 'ones'
  return ['tens', 'ones', 'half'].map((p) => cells.filter((c) => placeOf(c) === p))
}

/** A mark of one place makes a doubt with hardly any ink there the tail of a tick. */
const withoutTails = (cells: readonly CellReading[]): CellReading[] => {
  const mark = Math.max(0, ...cells.filter((c) => c.state === 'filled').map((c) => c.ink))
  const most = Math.max(LONE, Math.min(TAIL, 0.3 * mark))
  return cells.map((c) => (c.state === 'doubt' && c.ink <= most ? { ...c, state: 'empty', confidence: 0.2 } : c))
}

/**
 * A marker's pen is not the candidate's: where it left no full mark, a usual pen's is taken, and only strokes and full
 * cells in an otherwise clean bar count; anything lighter goes to a person.
 */
const readTicks = (row: ScoreRow, inks: readonly CellInk[], t: Thresholds, map: InkMap): MarkReading => {
  // Ticks and crosses reach out of their boxes: only dirt on three sides is dirt.
  const verdicts = inks.map((c) => judge({ ...c, ring: [0, 0, 0, 0] }, t))
  const stained = inks.some((c) => c.ring.filter((v) => v > t.dirt).length >= 3)
  const looked = verdicts.map(bare).map((reading, i): CellReading => {
    if (reading.state !== 'doubt' || map.bilevel || stained) return reading
    const shape = shapeOf(map.rasterOf(inks[i]!), PEN)
    const deed = reading.ink >= STROKE ? deedOf({ reading, stained: false, shape }) : 'unclear'
    return deed === 'stroke' || deed === 'half' || deed === 'full'
      ? { ...reading, state: 'filled', confidence: 0.3 }
      : reading
  })
  const all = stained ? looked : places(looked, row.template).flatMap(withoutTails)
  const middle = [...all].sort((a, b) => a.ink - b.ink)[all.length >> 1]!.ink
  const hinted =
    all.every((c) => c.state === 'empty') && all.some((c) => c.ink > middle + HINT * (c.value.length > 1 ? 1.7 : 1))
  const unsure = hinted || all.some((c) => c.state === 'doubt')
  const double = places(all, row.template).some((p) => p.filter((c) => c.state === 'filled').length > 1)
  return answer(all, stained ? 'stain' : unsure ? 'faintMark' : double ? 'doubleMark' : undefined)
}

/** So many unclear boxes in a bar are writing over it, and marks lighter than this on that page may be writing, too. */
const OVERWRITTEN = 4
const PLAIN = 0.3

/** The scores of a page's bars: each the sum of its marked boxes. */
export const readScores = (
  rows: readonly ScoreRow[],
  inksOf: (index: number) => readonly CellInk[],
  t: Thresholds,
  map: InkMap,
): ScoreReading[] => {
  const ticks = rows.map((row, i) => readTicks(row, inksOf(i), t, map))
  const overwritten = ticks.some((r) => r.cells.filter((c) => c.state === 'doubt').length >= OVERWRITTEN)
  return ticks.map((read, i) => {
    const light = overwritten && read.cells.some((c) => c.state === 'filled' && c.ink < PLAIN)
    return scoreOf(rows[i]!, light && !read.doubt ? { ...read, doubt: 'stain' } : read)
  })
}

const scoreOf = (row: ScoreRow, read: MarkReading): ScoreReading => {
  const sum = read.chosen.reduce((total, value) => total + Math.round(Number(value) * 100), 0)
  return { questionIds: row.questionIds, ...read, score: read.doubt || read.chosen.length === 0 ? null : sum }
}
