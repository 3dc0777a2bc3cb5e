/** Changes of a design, each a pure function: the designer's buttons and keys are these. */
import { defaultHalfScore, linesFor, squaresFor } from '#shared/card/card.rules.ts'
import type { CardDesign, CardPicture, CardQuestion, CardUnit } from '#shared/card/card.types.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'

export type UnitPatch = Partial<Omit<CardUnit, 'unitId' | 'questions'>>

const objective = (unit: Pick<CardUnit, 'unitType'>): boolean => unit.unitType <= 3
export const wordsOnly = (unit: Pick<CardUnit, 'unitType'>): boolean => unit.unitType === 10 || unit.unitType === 11
/** Units whose answer blocks have a height of their own. */
export const resizable = (unit: CardUnit): boolean =>
  [5, 8, 9, 12].includes(unit.unitType) || (unit.unitType === 6 && unit.rowNumber === undefined)

/** What a unit may become: how an answer is given never changes whether it is read by machine. */
export const formsOf = (unit: CardUnit): readonly number[] => {
  if (objective(unit) || wordsOnly(unit)) return [unit.unitType]
  return unit.questions.length > 1 ? [4, 5, 6, 7, 8, 9] : [4, 5, 6, 7, 9]
}

const mapUnit = (design: CardDesign, unitId: string, change: (unit: CardUnit) => CardUnit): CardDesign => ({
  ...design,
  units: design.units.map((u) => (u.unitId === unitId ? change(u) : u)),
})

export type Options = Partial<Omit<CardDesign, 'schema' | 'units' | 'cardVersion'>>

/** What the first engine did not know makes a card one of the present version. */
const versioned = (design: CardDesign): CardDesign => (design.cardVersion ? design : { ...design, cardVersion })

/** Sets options of the whole card; `undefined` takes one away. Nothing changed gives the same design. */
export const setOptions = (design: CardDesign, patch: Options): CardDesign => {
  const names = Object.keys(patch) as (keyof Options)[]
  if (names.every((n) => design[n] === patch[n])) return design
  const next: Record<string, unknown> = { ...versioned(design) }
  for (const n of names)
    if (patch[n] === undefined) delete next[n]
    else next[n] = patch[n]
  return next as CardDesign
}

/** Sets the words that stand in a question's place; empty words go. */
export const setContent = (design: CardDesign, questionId: string, content: string): CardDesign => {
  const change = (q: CardQuestion): CardQuestion => {
    const { content: _, ...rest } = q
    return content.trim() === '' ? rest : { ...rest, content }
  }
  const units = design.units.map((u) =>
    u.questions.some((q) => q.questionId === questionId)
      ? { ...u, questions: u.questions.map((q) => (q.questionId === questionId ? change(q) : q)) }
      : u,
  )
  return { ...versioned(design), units }
}

/**
 * Gives all questions of some units one score, as the paper keeps it. The half score of multiple-answer questions follows
 * by the rule unless it is said (2 §5); no other question has one.
 */
export const batchScores = (
  questions: readonly PaperQuestion[],
  chosen: ReadonlySet<string>,
  fullScore: number,
  halfScore?: number,
): PaperQuestion[] =>
  questions.map((q) =>
    chosen.has(q.questionId)
      ? { ...q, fullScore, ...(q.unitType === 2 ? { halfScore: halfScore ?? defaultHalfScore(fullScore) } : {}) }
      : q,
  )

/** Sets fields of a unit; `undefined` takes one away. Nothing changed gives the same design. */
export const patchUnit = (design: CardDesign, unitId: string, patch: UnitPatch): CardDesign => {
  const unit = design.units.find((u) => u.unitId === unitId)
  const names = Object.keys(patch) as (keyof UnitPatch)[]
  if (!unit || names.every((n) => unit[n] === patch[n])) return design
  const newer = names.some((n) => n === 'groupNumber' || n === 'splitHeights')
  return mapUnit(newer ? versioned(design) : design, unitId, (u) => {
    const next: Record<string, unknown> = { ...u }
    for (const n of names)
      if (patch[n] === undefined) delete next[n]
      else next[n] = patch[n]
    return next as CardUnit
  })
}

/** Another way to answer: fields of the old way go, the new way gets its defaults (2 §9). */
export const reform = (design: CardDesign, unitId: string, unitType: number): CardDesign => {
  const unit = design.units.find((u) => u.unitId === unitId)
  if (!unit || unit.unitType === unitType || !formsOf(unit).includes(unitType)) return design
  return mapUnit(design, unitId, ({ perRow: _p, rowNumber: _r, totalNumber: _t, optionalCount: _o, ...rest }) => ({
    ...rest,
    unitType,
    ...(unitType === 6 ? { rowNumber: linesFor(rest.questions[0]?.fullScore ?? 0) } : {}),
    ...(unitType === 7 ? { totalNumber: squaresFor(rest.questions[0]?.fullScore ?? 0) } : {}),
    ...(unitType === 8 ? { optionalCount: 1 } : {}),
  }))
}

/** Moves a unit by so many places, as far as there are places. */
export const moveUnit = (design: CardDesign, unitId: string, by: number): CardDesign => {
  const from = design.units.findIndex((u) => u.unitId === unitId)
  const to = Math.min(design.units.length - 1, Math.max(0, from + by))
  if (from < 0 || to === from) return design
  const units = design.units.toSpliced(from, 1)
  return { ...design, units: units.toSpliced(to, 0, design.units[from]!) }
}

export const freeUnitId = (design: CardDesign): string => {
  const ids = new Set(design.units.map((u) => u.unitId))
  let n = design.units.length + 1
  while (ids.has(`u${n}`)) n++
  return `u${n}`
}

/** A volume name (10) or a type heading (11) before a unit; without one at the end. */
export const addWords = (design: CardDesign, unitType: 10 | 11, before?: string): CardDesign => {
  const volumes = design.units.filter((u) => u.unitType === 10).length
  const title = unitType === 10 ? (volumes === 0 ? '第一卷' : volumes === 1 ? '第二卷' : '新的一卷') : '题型标题'
  const at = before === undefined ? -1 : design.units.findIndex((u) => u.unitId === before)
  const unit: CardUnit = { unitId: freeUnitId(design), unitType, title, questions: [] }
  return { ...design, units: design.units.toSpliced(at < 0 ? design.units.length : at, 0, unit) }
}

/** Takes away a unit that holds no questions; one with questions stays: they are the paper's. */
export const removeWords = (design: CardDesign, unitId: string): CardDesign => {
  const kept = design.units.filter((u) => u.unitId !== unitId || u.questions.length > 0)
  return kept.length === design.units.length || kept.length === 0 ? design : { ...design, units: kept }
}

/** Cuts a unit in two: `questionId` and what follows it become a unit of their own. */
export const splitUnit = (design: CardDesign, unitId: string, questionId: string): CardDesign => {
  const at = design.units.findIndex((u) => u.unitId === unitId)
  const unit = design.units[at]
  const cut = unit?.questions.findIndex((q) => q.questionId === questionId) ?? -1
  if (!unit || cut < 1) return design
  const first = { ...unit, questions: unit.questions.slice(0, cut) }
  const second = { ...unit, unitId: freeUnitId(design), questions: unit.questions.slice(cut) }
  return { ...design, units: design.units.toSpliced(at, 1, first, second) }
}

/** Whether a unit can join the one before it: both read by machine and of one type, or both written. */
export const canJoin = (design: CardDesign, unitId: string): boolean => {
  const at = design.units.findIndex((u) => u.unitId === unitId)
  const [before, unit] = [design.units[at - 1], design.units[at]]
  if (!before || !unit || wordsOnly(before) || wordsOnly(unit)) return false
  if ([6, 7].includes(before.unitType) || [6, 7].includes(unit.unitType)) return false
  return objective(before) || objective(unit) ? before.unitType === unit.unitType : true
}

/** Joins a unit to the one before it, which keeps its heading and its form. */
export const joinUnit = (design: CardDesign, unitId: string): CardDesign => {
  if (!canJoin(design, unitId)) return design
  const at = design.units.findIndex((u) => u.unitId === unitId)
  const before = design.units[at - 1]!
  const joined = { ...before, questions: [...before.questions, ...design.units[at]!.questions] }
  return { ...design, units: design.units.toSpliced(at - 1, 2, joined) }
}

/** At 150 dots an inch a picture is as large as it begins, within these bounds (mm). */
const crest = { w: 22, h: 18 }
const figure = { w: 70, h: 50 }

/** A new picture: beside the title on its left, or at the right end of the question's frame. */
export const addPicture = (
  design: CardDesign,
  of: Omit<CardPicture, 'pictureId' | 'x' | 'y' | 'w'>,
  { pages }: CardGeometry,
): CardDesign => {
  const { pictures = [] } = design
  const { questionId, width, height } = of
  const most = questionId === undefined ? crest : figure
  const w = Math.max(5, Math.round(Math.min(most.w, (most.h * width) / height, (width / 150) * 25.4)))
  const frame = pages.flatMap((p) => p.blocks).find((b) => questionId && b.questionIds.includes(questionId))?.rect
  let n = pictures.length + 1
  while (pictures.some((p) => p.pictureId === `p${n}`)) n++
  const x = frame ? Math.max(0, Math.round(frame.w - w - 6)) : 0
  return { ...versioned(design), pictures: [...pictures, { pictureId: `p${n}`, ...of, x, y: 0, w }] }
}

export const patchPicture = (
  design: CardDesign,
  pictureId: string,
  patch: Partial<Pick<CardPicture, 'x' | 'y' | 'w'>>,
): CardDesign => ({
  ...design,
  pictures: (design.pictures ?? []).map((p) => (p.pictureId === pictureId ? { ...p, ...patch } : p)),
})

/** Whole millimetres; every 5 mm holds a little, unless it is let go of. */
export const snapped = (raw: number, free: boolean): number => {
  const five = Math.round(raw / 5) * 5
  return Math.abs(raw - five) < 0.8 && !free ? five : Math.round(raw)
}

/** Where a picture comes to lie that is moved by so many millimetres: on the grid, not before its area begins. */
export const movedPicture = (
  { x, y }: Pick<CardPicture, 'x' | 'y'>,
  by: { x: number; y: number },
  free: boolean,
): { x: number; y: number } => {
  const to = (raw: number): number => Math.min(400, Math.max(0, snapped(raw, free)))
  return { x: to(x + by.x), y: to(y + by.y) }
}

export const removePicture = (design: CardDesign, pictureId: string): CardDesign => {
  const { pictures = [], ...rest } = design
  const kept = pictures.filter((p) => p.pictureId !== pictureId)
  return kept.length > 0 ? { ...rest, pictures: kept } : rest
}
