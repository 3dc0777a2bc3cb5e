import type { CardUnit } from '#shared/card/card.types.ts'
import type { Cell, ChoiceRow, Draw, Rect } from '#shared/card/geometry/geometry.types.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import { type Band, gridOf, groupsIn, sizesOf } from './bands.ts'
import { box, line, rect, round, text } from './draw.ts'
import { layContinued } from './headings.ts'
import { type Flow, keepsNumbers, need, nextColumn, room, use } from './flow.ts'
import { strip } from './sheet.ts'
import { fitSize, textWidth, wrapText } from './textWidth.ts'

/** A cell is 5.4 × 3 mm; between cells 2 mm across and 1.9 mm down. */
export const cellSize = { w: 5.4, h: 3, pitchX: 7.4, pitchY: 4.9 }
const numberW = 7
const groupGap = 3
const pad = 2
const bandGap = 1.6

const judged = { word: ['对', '错'], letter: ['T', 'F'], sign: ['√', '×'] } as const

type Label = { value: string; label: string }
const lettered = Array.from({ length: 26 }, (_, i): Label => {
  const letter = String.fromCharCode(65 + i)
  return { value: letter, label: letter }
})
const labels = (unit: CardUnit, count: number, signs: keyof typeof judged): readonly Label[] =>
  unit.unitType === 3 ? ['T', 'F'].map((value, i) => ({ value, label: judged[signs][i]! })) : lettered.slice(0, count)

/** Rows of a short card stand wider apart. */
const rowPitch = (flow: Flow): number => cellSize.pitchY + flow.roomy * 1.6

/** Lines of a group at most: it stands in one column with its unit's heading. */
const highestGroup = (flow: Flow, headingHeight: number) =>
  Math.floor((flow.sheet.floor - strip - 16 - headingHeight) / rowPitch(flow))

const optionsOf = (unit: CardUnit) => unit.questions.map((q) => (unit.unitType === 3 ? 2 : (q.optionCount ?? 4)))
/** How many questions stand in each group: fives, or as its author wants; from 1.5.5 on few are parted evenly. */
const groupSizes = ({ design }: Flow, unit: CardUnit): number[] =>
  sizesOf(unit.questions.length, unit.groupNumber ?? 5, evens(design) && unit.groupNumber === undefined)
const groupsOf = (flow: Flow, unit: CardUnit) => groupSizes(flow, unit).length
const groupWidth = (unit: CardUnit) => numberW + Math.max(...optionsOf(unit)) * cellSize.pitchX
/** What a unit takes across where all its groups stand side by side. */
const sectionWidth = (flow: Flow, unit: CardUnit) =>
  Math.max(33, groupsOf(flow, unit) * (groupWidth(unit) + groupGap) - groupGap + pad * 2)
const sectionRows = (flow: Flow, unit: CardUnit) => Math.max(...groupSizes(flow, unit))

/** Groups of several widths stand in a frame of their own. */
const isMixed = (flow: Flow, unit: CardUnit): boolean => tells(flow.design) && new Set(optionsOf(unit)).size > 1

/** What a millimetre of height is worth of a frame that stands empty. */
const emptiness = 10

/** About what the units cost in one frame: its height, and more the more of its width stands empty. */
const frameCost = (flow: Flow, units: readonly CardUnit[]): number => {
  const [first] = units
  const rows = Math.max(...units.map((unit) => sectionRows(flow, unit))) * cellSize.pitchY
  if (units.length > 1 || !first) {
    const used = units.reduce((sum, unit) => sum + sectionWidth(flow, unit), 0)
    return caption.titleLine + caption.worthLine + 1 + rows + pad * 2 + emptiness * (1 - used / flow.w) ** 2
  }
  const across = Math.max(1, Math.floor((flow.w - pad * 2 + groupGap) / (groupWidth(first) + groupGap)))
  const used = Math.min(across, groupsOf(flow, first)) * (groupWidth(first) + groupGap) + pad * 2
  const bands = Math.ceil(groupsOf(flow, first) / across)
  return 5.8 + bands * (rows + bandGap) + pad * 2 + emptiness * Math.max(0, 1 - used / flow.w) ** 2
}

/**
 * How many of the units, from the first on, stand in one frame. Up to 1.5.1 as many as fit; from then on as leaves the
 * neighbours behind them no frame that is nearly empty.
 */
export const sharedPrefix = (flow: Flow, units: readonly CardUnit[]): number => {
  if (!reaches(flow.design.cardVersion, '1.5.2')) return widestPrefix(flow, units)
  const end = units.findIndex((u) => u.unitType > 3 || u.questions.length === 0)
  const run = end < 0 ? units : units.slice(0, end)
  const best = Array.from({ length: run.length + 1 }, () => ({ cost: 0, taken: 0 }))
  for (let from = run.length - 1; from >= 0; from--) {
    const most = Math.max(1, widestPrefix(flow, run.slice(from)))
    const ways = Array.from({ length: most }, (_, i) => i + 1).map((taken) => ({
      taken,
      cost: frameCost(flow, run.slice(from, from + taken)) + best[from + taken]!.cost,
    }))
    best[from] = ways.reduce((a, b) => (b.cost <= a.cost ? b : a))
  }
  return best[0]!.taken
}

/** How many of the units fit side by side into the column that we are in. */
const widestPrefix = (flow: Flow, units: readonly CardUnit[]): number => {
  let width = 0
  for (const [i, unit] of units.entries()) {
    if (unit.unitType > 3 || unit.questions.length === 0 || isMixed(flow, unit)) return i
    width += sectionWidth(flow, unit)
    if (width > flow.w || sectionRows(flow, unit) > highestGroup(flow, captionMost)) return i
  }
  return units.length
}

const caption = { title: 3.4, titleLine: 4.8, worth: 2.7, worthLine: 3.8, lines: 3 } as const
const captionMost = caption.titleLine * 2 + caption.worthLine * caption.lines

type Captioned = { unit: CardUnit; caption: { title: string; worth: string } | undefined }

type Words = { title: string[]; worth: string[] }
const hint = '2B铅笔填涂'
const hintSize = 2.5

/** The pencil, once a frame: beside the last title that leaves it the room, or under the first one's words. */
const hintAt = (flow: Flow, words: readonly Words[], width: readonly number[]) => {
  const fits = ({ title: [first = ''] }: Words, i: number): boolean =>
    textWidth(first, caption.title, true) + textWidth(hint, hintSize) + 3 <= width[i]! - pad * 2
  const i = words.findLastIndex(fits)
  if (i < 0) return
  const x = flow.x + width.slice(0, i).reduce((a, b) => a + b, 0)
  const r = rect(x + pad, flow.y + 1, width[i]! - pad * 2, caption.titleLine)
  flow.page.draws.push(text(r, hint, hintSize, { align: 'right', ink: 0.7 }))
}

/** Units side by side in one frame, each under its own caption; a thin line between them. */
export const layShared = (flow: Flow, sections: readonly Captioned[]) => {
  const groups = sections.reduce((sum, { unit }) => sum + groupsOf(flow, unit), 0)
  const widths = (spare: number) =>
    sections.map(({ unit }) => sectionWidth(flow, unit) + (spare * groupsOf(flow, unit)) / groups)
  const whole = keepsNumbers(flow.design)
  const wordsAt = (w: readonly number[]) =>
    sections.map(({ caption: said }, i): Words => ({
      title: said ? wrapText(said.title, w[i]! - pad * 2, caption.title, true, whole).slice(0, 2) : [],
      worth: said?.worth
        ? wrapText(said.worth, w[i]! - pad * 2, caption.worth, false, whole).slice(0, caption.lines)
        : [],
    }))
  const highOf = (said: ReturnType<typeof wordsAt>) =>
    Math.max(...said.map((s) => s.title.length * caption.titleLine + s.worth.length * caption.worthLine))
  const rows = Math.max(...sections.map(({ unit }) => sectionRows(flow, unit)))
  const pitchY = rowPitch(flow)
  const body = rows * pitchY - (pitchY - cellSize.h) + pad * 2
  need(flow, body + captionMost + 1)
  // The next column is never narrower than the one that they were measured for.
  const width = widths(flow.w - sections.reduce((sum, { unit }) => sum + sectionWidth(flow, unit), 0))
  const words = wordsAt(width)
  const top = highOf(words) === 0 ? 0 : highOf(words) + 1
  const frame = rect(flow.x, flow.y, flow.w, top + body)
  const d = flow.page.draws
  d.push(box(frame, 0.3, 1))
  if (tells(flow.design) && top > 0) hintAt(flow, words, width)
  let x = flow.x
  for (const [i, { unit }] of sections.entries()) {
    if (i > 0) d.push(line(x, flow.y, x, flow.y + frame.h, 0.2, 0.6))
    const inner = width[i]! - pad * 2
    const { title, worth } = words[i]!
    for (const [k, l] of title.entries())
      d.push(
        text(
          rect(x + pad, flow.y + 1 + k * caption.titleLine, inner, caption.titleLine),
          l,
          fitSize(l, inner, caption.title, true),
          { bold: true },
        ),
      )
    for (const [k, l] of worth.entries()) {
      const y = flow.y + 1 + title.length * caption.titleLine + k * caption.worthLine
      d.push(text(rect(x + pad, y, inner, caption.worthLine), l, fitSize(l, inner, caption.worth), { ink: 0.8 }))
    }
    const counts = optionsOf(unit)
    const sizes = groupSizes(flow, unit)
    const most = Math.max(...counts)
    const step = Math.min(groupWidth(unit) + 14, (inner + groupGap) / sizes.length)
    // From 1.5.4 on over the whole width, in the middle of what each group has of it.
    const slot = inner / sizes.length
    const at = (g: number) => (tells(flow.design) ? g * slot + Math.max(0, slot - groupWidth(unit)) / 2 : g * step)
    let k = 0
    for (const [g, size] of sizes.entries())
      for (let i = 0; i < size; i++, k++)
        layRow(flow, unit, k, counts[k]!, x + pad + at(g), flow.y + top + pad + i * pitchY, most)
    x = round(x + width[i]!)
  }
  use(flow, frame.h)
}

/** A mixed unit's groups, from `from` on, as many bands as fit; answers the first question that is left. */
const layBands = (flow: Flow, unit: CardUnit, from: number): number => {
  const pitch = rowPitch(flow)
  const inner = flow.w - pad * 2
  const counts = optionsOf(unit)
  const widthOf = (options: number) => numberW + options * cellSize.pitchX
  const most = Math.min(unit.groupNumber ?? 5, highestGroup(flow, 12))
  const groups = groupsIn(counts, from, most, widthOf, evens(flow.design) && unit.groupNumber === undefined)
  const { bands: all, places } = gridOf(groups, inner, pitch, bandGap)
  const bands: Band[] = []
  let height = pad * 2 - (pitch - cellSize.h) - bandGap
  for (const band of all) {
    const more = band.rows * pitch + bandGap
    if (height + more > room(flow) && (bands.length > 0 || !flow.fresh)) break
    bands.push(band)
    height += more
  }
  if (bands.length === 0) return from
  const frame = rect(flow.x, flow.y, flow.w, height)
  flow.page.draws.push(box(frame, 0.3, 1))
  let y = flow.y + pad
  for (const [b, { groups: own, rows }] of bands.entries()) {
    for (const [g, { from: first, size, options }] of own.entries())
      for (let i = 0; i < size; i++)
        layRow(flow, unit, first + i, options, flow.x + pad + places[b]![g]!, y + i * pitch, options)
    y += rows * pitch + bandGap
  }
  use(flow, round(height))
  const last = bands.at(-1)!.groups.at(-1)!
  return last.from + last.size
}

/** From 1.5.4 on: a column that goes on says of what. */
const layTold = (flow: Flow, unit: CardUnit, heading: () => void, headingHeight: number) => {
  const first = Math.min(unit.groupNumber ?? 5, unit.questions.length, highestGroup(flow, 12))
  need(flow, headingHeight + first * rowPitch(flow) + pad * 2)
  heading()
  for (let next = 0; next < unit.questions.length;) {
    if (next > 0) {
      nextColumn(flow)
      layContinued(flow, unit)
    }
    const to = layBands(flow, unit, next)
    // Below a head alone nothing may fit yet.
    if (to === next && next === 0) nextColumn(flow)
    next = to
  }
}

/** Units 1, 2, 3: groups of five questions (or as its author wants), filled downwards, the groups side by side. */
export const layChoices = (flow: Flow, unit: CardUnit, heading: () => void, headingHeight: number) => {
  const counts = optionsOf(unit)
  const most = Math.max(...counts)
  // What one line of a column holds; more options go on below, as they always did.
  const held = Math.floor((flow.w - pad * 2 - numberW) / cellSize.pitchX)
  if (tells(flow.design) && most <= held) return layTold(flow, unit, heading, headingHeight)
  const groupSize = unit.groupNumber ?? 5
  let next = 0
  let opened = false
  while (next < unit.questions.length) {
    if (!opened) {
      // The first engine took one line a question; a long one then left its heading behind.
      const per = Math.max(1, Math.floor((flow.w - pad * 2 - numberW) / cellSize.pitchX))
      const lines = counts.slice(0, groupSize).map((c) => (flow.design.cardVersion ? Math.ceil(c / per) : 1))
      const tall = Math.min(
        highestGroup(flow, headingHeight),
        lines.reduce((a, b) => a + b, 0),
      )
      need(flow, headingHeight + tall * cellSize.pitchY + pad * 2)
      heading()
      opened = true
    }
    // The geometry follows the column that we are in.
    const inner = flow.w - pad * 2
    const perLine = Math.max(1, Math.min(most, Math.floor((inner - numberW) / cellSize.pitchX)))
    const linesOf = (i: number) => Math.ceil(counts[i]! / perLine)
    const groupW = numberW + perLine * cellSize.pitchX
    const across = Math.max(1, Math.floor((inner + groupGap) / (groupW + groupGap)))
    const tallest = highestGroup(flow, headingHeight)
    // As many bands of groups as fit.
    const bands: number[][][] = []
    let height = pad * 2 - (cellSize.pitchY - cellSize.h) - bandGap
    let from = next
    while (from < unit.questions.length) {
      const band: number[][] = []
      for (let g = 0; g < across && from < unit.questions.length; g++) {
        // A group is never higher than a column.
        let size = 0
        for (let lines = 0; size < groupSize && from + size < unit.questions.length; size++) {
          lines += linesOf(from + size)
          if (size > 0 && lines > tallest) break
        }
        band.push(Array.from({ length: size }, (_, i) => from + i))
        from += size
      }
      const bandH = Math.max(...band.map((g) => g.reduce((sum, i) => sum + linesOf(i), 0))) * cellSize.pitchY + bandGap
      if (height + bandH > room(flow) && bands.length) break
      if (height + bandH > room(flow) && !flow.fresh) break
      bands.push(band)
      height += bandH
      next = from
    }
    if (!bands.length) {
      nextColumn(flow)
      continue
    }
    const frame = rect(flow.x, flow.y, flow.w, height)
    flow.page.draws.push(box(frame, 0.3, 1))
    // Groups spread evenly over the width, but never so far that the eye loses the row.
    const step = Math.min(groupW + 14, (inner + groupGap) / across)
    let y = flow.y + pad
    for (const band of bands) {
      let highest = 0
      for (const [g, group] of band.entries()) {
        const x = flow.x + pad + g * step
        let line = 0
        for (const i of group) {
          layRow(flow, unit, i, counts[i]!, x, y + line * cellSize.pitchY, perLine)
          line += linesOf(i)
        }
        highest = Math.max(highest, line)
      }
      y += highest * cellSize.pitchY + bandGap
    }
    use(flow, round(height))
    if (next < unit.questions.length) nextColumn(flow)
  }
}

/** A tick as a hand draws it: the sign √ is a root, with its bar. */
const tickIn = ({ x, y, w, h }: Rect): Draw[] => {
  const at = (u: number, v: number) => [x + u * w, y + v * h] as const
  const [a, b, c] = [at(0.36, 0.52), at(0.46, 0.74), at(0.66, 0.26)]
  return [line(...a, ...b, 0.22, 0.45), line(...b, ...c, 0.22, 0.45)]
}

const layRow = (flow: Flow, unit: CardUnit, index: number, count: number, x: number, y: number, perLine: number) => {
  const q = unit.questions[index]!
  const d = flow.page.draws
  d.push(text(rect(x, y, numberW - 1.6, cellSize.h), q.number, fitSize(q.number, numberW - 1.6, 3), { align: 'right' }))
  const cells = labels(unit, count, flow.design.trueOrFalseType ?? 'word').map(({ value, label }, i): Cell => {
    const cell = rect(
      x + numberW + (i % perLine) * cellSize.pitchX,
      y + Math.floor(i / perLine) * cellSize.pitchY,
      cellSize.w,
      cellSize.h,
    )
    d.push(box(cell, 0.15, 0.5))
    if (tells(flow.design) && label === '√') d.push(...tickIn(cell))
    else d.push(text(cell, label, 2.3, { align: 'center', ink: 0.45 }))
    return { value, rect: cell }
  })
  flow.page.choices.push({
    questionId: q.questionId,
    number: q.number,
    unitType: unit.unitType as ChoiceRow['unitType'],
    cells,
  })
}
