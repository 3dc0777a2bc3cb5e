/**
 * A row in which some cell is neither plainly empty nor plainly full: what people do there, told from the look of the
 * ink. What is plain is accepted with a modest confidence, what is not goes to a person.
 */
import type { CellReading, CellState } from './omr.types.ts'
import type { Shape } from './shape.ts'

/** What was done to a cell. */
export type Deed =
  | 'none'
  /** A full cell, also one that slipped. */
  | 'full'
  /** A tick or a cross: a thin line of the pen's darkness through the whole cell. */
  | 'stroke'
  /** Half a cell, as dark as the pen. */
  | 'half'
  /** What a rubber leaves: light, uneven, dragged. */
  | 'residue'
  /** Anything else: dirt, a dot, a mark that was struck out. */
  | 'unclear'

export type Seen = { reading: CellReading; stained: boolean; shape: Shape }

/** Ink below this is no meant mark, if none of it is dark. */
const TRACE = 0.11

/**
 * A row's only traces are no light fill below this: the faintest that could be seen had 0.06. Nor is any place of theirs so
 * dark: a copier leaves a few dark specks of a light fill.
 */
const GONE = { mean: 0.05, most: 0.12 }

/**
 * The same where marks are a pencil's, so that something may have been rubbed out: up to this share of the pen, or a little more where
 * places are left with hardly anything. Of 97 rows that were rubbed out well and left so three quarters have no more; of 72 light fills
 * none (the faintest 0.14, as dark as 0.36), of 131 on pages made for it one. In ink there is no rubbing out, and what is so light
 * beside it is another pen's.
 */
const VEIL = { mean: 0.1, uneven: 0.125, cutOff: 0.11, light: 0.4, dark: 0.26, most: 0.4, speck: 4, beyond: 0.06 }

/**
 * On own cards also what is darker in shares of the pen and hardly darker than paper, and as uneven as no fill is: of 990 light fills of
 * two generators none, of 203 cells on ordinary scans that had been rubbed out and were asked about 16.
 */
const WIPED = { ink: 0.07, mean: 0.2, rough: 0.65, dark: 0.3, most: 0.4, beyond: 0.1 }

/** Whether a light cell is what a rubber wiped over the paper. */
const isWiped = (ink: number, s: Shape): boolean =>
  ink <= WIPED.ink &&
  s.mean <= WIPED.mean &&
  s.rough >= WIPED.rough &&
  s.dark <= WIPED.dark &&
  s.most <= WIPED.most &&
  s.light >= -0.15 &&
  most(s.beyond) <= WIPED.beyond

/** Half a cell lies along one of its sides: of 93 halves each had 0.85 and more of it, a loop of the next row's pen 0.75. */
const SIDE = 0.85

/** Where several are marked, a quick one has this share of the darkest. */
const QUICK = 0.7

const most = (values: readonly number[]) => Math.max(...values)

/**
 * Quick shading. Of 41 that were asked about 34 are so, of 40 marks that were rubbed out badly and left so none: where those
 * are as dark, they are uneven or do not reach over the whole cell.
 */
const SCRIBBLE = { mean: 0.38, dark: 0.58, light: 0.1, rough: 0.52, wide: 0.85, high: 0.85 }
const isScribbled = (s: Shape): boolean =>
  s.mean >= SCRIBBLE.mean &&
  s.dark >= SCRIBBLE.dark &&
  s.light >= SCRIBBLE.light &&
  s.rough <= SCRIBBLE.rough &&
  s.wide >= SCRIBBLE.wide &&
  s.high >= SCRIBBLE.high

/** Dark in a part of the cell, white in the rest, and running out of it. */
export const isPart = (s: Shape): boolean =>
  s.light <= 0.1 && s.cover < 0.72 && Math.min(s.wide, s.high) < 0.7 && most(s.beyond) > 0.3

/** A thin line of the pen's darkness through the whole cell. */
const isLine = (s: Shape): boolean =>
  s.light <= 0.1 && s.dark >= 0.6 && s.wide >= 0.6 && s.high >= 0.8 && s.cover >= 0.14 && s.cover <= 0.72

/**
 * The same in a cell that seems empty: over a sign that most rows have marked, marks count as print. Of 18 blank rows with such a line
 * in a cell two that were read as blank are so.
 */
const HIDDEN = 0.2
export const hidesLine = (s: Shape): boolean => isLine(s) && s.mean >= HIDDEN && s.light >= -0.15

/** Names what was done to one cell; all figures are shares of the writer's own full mark. */
export const deedOf = ({ reading, stained, shape: s }: Seen): Deed => {
  // A raster lighter than paper: the print beneath is not known.
  if (stained || s.light < -0.15) return 'unclear'
  if (reading.state === 'empty') return 'none'
  const beyond = most(s.beyond)
  const filled = reading.state === 'filled'
  if (filled && s.dark >= 0.75) return 'full'
  if (s.mean < TRACE && s.most <= 0.18 && beyond < 0.06) return 'residue'
  const thin = s.light <= 0.1
  if (isLine(s)) return 'stroke'
  // Lines to and fro over the whole cell with white between them; what a rubber left of a mark is as light, but uneven.
  if (isScribbled(s)) return 'stroke'
  const along = most([s.wide, s.high])
  if (thin && s.dark >= 0.9 && s.cover >= 0.2 && s.cover <= 0.72 && along >= SIDE && beyond < 0.1) return 'half'
  if (
    s.mean >= 0.08 &&
    s.mean <= 0.42 &&
    s.dark <= 0.55 &&
    s.most <= 0.7 &&
    s.rough >= 0.45 &&
    s.rough <= 1.4 &&
    beyond < 0.06 &&
    s.reach < 0.3
  )
    return 'residue'
  return filled && s.mean >= 0.5 ? 'full' : 'unclear'
}

/** Confidence of what only the look of the ink decides stays below that of a plain mark. */
const MODEST = 0.5

const clamp = (v: number) => Math.min(1, Math.max(0, v))

/** How clearly the deed is what it is called, 0…1. */
const clarityOf = (deed: Deed, s: Shape): number => {
  switch (deed) {
    case 'stroke':
    case 'half':
      return clamp((s.dark - 0.5) / 0.4)
    case 'residue':
      return clamp((s.rough - 0.4) / 0.3)
    case 'full':
    case 'none':
      return 1
    case 'unclear':
      return 0
  }
}

const decided = ({ reading, shape }: Seen, deed: Deed, state: CellState): CellReading =>
  deed === 'none' || deed === 'full'
    ? reading
    : { ...reading, state, confidence: Math.round(MODEST * clarityOf(deed, shape) * 1000) / 1000 }

/** A full mark is plain from this share of the pen on, in the mean and where it is darkest. */
const PLAIN = { mean: 0.6, dark: 0.8 }

/** Beside full marks what is light has at most this share of the lightest; the lesser where a picture loses light ink. */
const LIGHT = { share: 0.5, clipped: 0.33 }

/** Beside a plain full mark, ink of at most these shares (of the pen, and of that mark) is what a rubber left of another. */
const REST = { mean: 0.25, dark: 0.45, ink: 0.25 }

/**
 * Who changes an answer written in ink takes a pencil, whose full mark is light by the pen of the page. Beside an even one of half
 * of the pen what has at most so much of its ink, and no dark place, is what a rubber left. Of 16 500 rows no meant mark had less than
 * 0.26 of the ink of its row's darkest; of 62 rubbed ones that were asked about beside another mark most have 0.09 to 0.15.
 */
const GHOST = { mean: 0.5, rough: 0.3, single: 0.2, several: 0.15, dark: 0.3, most: 0.45, beyond: 0.1 }

/** Whether all that is beside a row's full marks is what a rubber left of others. */
const areGhosts = (full: readonly Seen[], rest: readonly Seen[], single: boolean): boolean => {
  if (full.some(({ shape: s }) => s.mean < GHOST.mean || s.rough > GHOST.rough)) return false
  const ink = Math.min(...full.map((f) => f.reading.ink))
  const dark = Math.min(...full.map((f) => f.shape.dark))
  return rest.every(
    ({ reading, shape: s }) =>
      reading.ink <= (single ? GHOST.single : GHOST.several) * ink &&
      s.dark <= GHOST.dark * dark &&
      s.most <= GHOST.most * dark &&
      s.light >= -0.15 &&
      most(s.beyond) <= GHOST.beyond,
  )
}

/**
 * The cells of a row of one mark with a plain full one and nothing else but light remains, or null. It holds where nothing
 * else is inferred from the look of the ink: no writer marks an answer four times as lightly as the one beside it.
 */
export const settleBeside = (seen: readonly Seen[]): CellReading[] | null => {
  const marked = seen.filter((s) => s.reading.state === 'filled')
  const [full] = marked
  if (!full || marked.length > 1 || seen.some((s) => s.stained)) return null
  if (full.shape.mean < PLAIN.mean || full.shape.dark < PLAIN.dark) return null
  const isRest = ({ reading, shape: s }: Seen) =>
    s.mean <= REST.mean && s.dark <= REST.dark && s.light >= -0.15 && reading.ink <= REST.ink * full.reading.ink
  if (!seen.every((s) => s.reading.state !== 'doubt' || isRest(s))) return null
  return seen.map(({ reading }) =>
    reading.state === 'doubt' ? { ...reading, state: 'empty', confidence: 0.3 } : reading,
  )
}

/**
 * The row's cells as they are meant, or null where a person must look. `single`: one mark is allowed; `clipped`: the
 * picture loses light ink, so that a light mark may look like what a rubber left;
 * `rubs`: marks are a pencil's, and the picture shows light ink; `own`: what is printed in the cells is known.
 *
 * - Plain full cells beside light remains: the full ones are the answer. Where several are allowed, remains must look
 *   rubbed, because a light mark may be meant there.
 * - Nothing full, and every mark a tick, a cross or a half cell: they are the answer.
 * - Nothing but hardly visible traces: no answer. What a rubber left by itself is a person's, and so is a light fill beside
 *   darker ones elsewhere on the page: nothing tells the one from the other.
 */
export const settleRow = (
  seen: readonly Seen[],
  { single, clipped, rubs, own = false }: { single: boolean; clipped: boolean; rubs: boolean; own?: boolean },
): CellReading[] | null => {
  const deeds = seen.map(deedOf)
  const of = (...kinds: Deed[]) => seen.filter((_, i) => kinds.includes(deeds[i]!))
  const full = of('full')
  const rest = of('stroke', 'half', 'residue', 'unclear')
  const as = (...chosen: Deed[]) =>
    seen.map((s, i) => decided(s, deeds[i]!, chosen.includes(deeds[i]!) ? 'filled' : 'empty'))
  // Under dirt that reaches beyond its cell there may be a mark.
  if (rest.length === 0 || seen.some((s) => s.stained)) return null
  const isMark = (s: Seen, i: number) => s.reading.state === 'filled' && (deeds[i] === 'full' || deeds[i] === 'stroke')
  const marks = seen.filter(isMark)
  const beside = seen.filter((s, i) => !isMark(s, i) && deeds[i] !== 'none')
  if (marks.length > 0 && beside.length > 0 && !(single && marks.length > 1) && areGhosts(marks, beside, single))
    return seen.map((s, i) => decided(s, deeds[i]!, isMark(s, i) ? 'filled' : 'empty'))
  if (full.length > 0) {
    if (single && full.length > 1) return null
    // Shaded as quickly as the row's others, and none of them much darker.
    const quick = rest.every((r) => isScribbled(r.shape) && r.shape.mean >= QUICK * most(full.map((f) => f.shape.mean)))
    if (!single && quick) return as('full', 'stroke')
    const least = Math.min(...full.map((f) => f.shape.mean))
    const dark = Math.min(1.1, ...full.map((f) => f.shape.dark))
    const plain = least >= PLAIN.mean && dark >= PLAIN.dark
    const lightest = clipped ? LIGHT.clipped : LIGHT.share
    const light = rest.every(({ shape: s }) => s.light >= -0.15 && s.mean <= lightest * least && s.dark <= 0.6 * dark)
    const rubbed = rest.length === of('residue').length && rest.every((r) => r.shape.mean <= 0.33)
    return plain && light && (single || (rubbed && !clipped)) ? as('full') : null
  }
  if (single && rest.length > 1) return null
  if (of('stroke', 'half').length === rest.length) return as('stroke', 'half')
  const isVeil = ({ shape: s }: Seen) => {
    const uneven = s.light <= VEIL.light * s.mean
    return (
      s.mean <= (uneven ? (clipped ? VEIL.cutOff : VEIL.uneven) : VEIL.mean) &&
      s.dark <= VEIL.dark &&
      s.most <= Math.min(VEIL.most, 0.05 + VEIL.speck * s.mean) &&
      s.light >= -0.15 &&
      most(s.beyond) <= VEIL.beyond
    )
  }
  if (rubs && rest.every((s) => isVeil(s) || (own && isWiped(s.reading.ink, s.shape)))) return as()
  if (clipped) return null
  // What a rubber left and a light fill look alike, even ones too: of 295 light fills by other hands ten were as faint and as
  // uneven as rests, of 44 rests 31 as even and as dark as fills.
  const gone = of('residue').filter(({ shape: s }) => s.mean < GONE.mean && s.most < GONE.most)
  return gone.length === rest.length ? as() : null
}
