/** Charts of a printed report, drawn from the figures: axes, bars, boxes, points. */
import { decimal } from '#shared/kit/score.ts'
import type { BoxPlot } from './report.pages.ts'
import type { Pen } from './report.pen.ts'

type Frame = { x: number; y: number; width: number; height: number }

const frameOf = (pen: Pen, height: number, indent = 34): Frame => {
  pen.need(height + 36)
  return { x: pen.left + indent, y: pen.y + 8, width: pen.width - indent - 6, height }
}

/** A step of 1, 2 or 5 × 10ⁿ that gives about so many lines. */
const stepOf = (most: number, lines = 4): number => {
  const raw = Math.max(most, 1e-9) / lines
  const power = 10 ** Math.floor(Math.log10(raw))
  return ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10) * power
}

/** Where an axis has its lines: 1-2-5 × 10ⁿ apart; a full mark ends it and displaces a tick nearer than half a step. */
export const ticksOf = (most: number, full = false): number[] => {
  if (!full) return every(stepOf(most), most)
  const made = [5, 6].map((lines) => {
    const step = stepOf(most, lines)
    return [...every(step, most).filter((t) => most - t >= step / 2), most]
  })
  return made.find((ticks) => ticks.length >= 4) ?? made[0]!
}

const every = (step: number, most: number): number[] =>
  Array.from({ length: Math.floor(most / step + 0.001) + 1 }, (_, i) => Number((i * step).toPrecision(12)))

const axis = (pen: Pen, f: Frame, most: number, show: (value: number) => string, full: boolean): void => {
  for (const value of ticksOf(most, full)) {
    const y = f.y + f.height - (value / most) * f.height
    pen.line(
      [
        [f.x, y],
        [f.x + f.width, y],
      ],
      'line',
      value === 0 ? 0.8 : 0.4,
    )
    pen.text(f.x - 34, y - 5, show(value), { width: 29, size: 7.5, align: 'right', ink: 'faint' })
  }
}

/** Vertical bars with their figure on top. */
export const bars = (
  pen: Pen,
  rows: readonly { name: string; value: number; text: string }[],
  of: { height?: number; most?: number; show?: (value: number) => string } = {},
): void => {
  const f = frameOf(pen, of.height ?? 150)
  const most = of.most ?? Math.max(1, ...rows.map((r) => r.value)) * 1.12
  axis(pen, f, most, of.show ?? ((v) => String(Math.round(v))), of.most !== undefined)
  const slot = f.width / rows.length
  const thick = Math.min(34, slot * 0.62)
  const every = Math.ceil(34 / slot)
  rows.forEach((r, i) => {
    const height = (Math.max(0, r.value) / most) * f.height
    const x = f.x + slot * (i + 0.5) - thick / 2
    pen.rect(x, f.y + f.height - height, thick, height, 'brand')
    if (r.value > 0 && slot > 14)
      pen.text(x - 20, f.y + f.height - height - 10, r.text, { width: thick + 40, size: 7, align: 'center' })
    if (i % every === 0)
      pen.text(f.x + slot * (i + 0.5) - 30, f.y + f.height + 4, r.name, {
        width: 60,
        size: 7,
        align: 'center',
        ink: 'faint',
      })
  })
  pen.y = f.y + f.height + 20
}

/** One horizontal box per group on a common scale of points. */
export const boxes = (pen: Pen, rows: readonly { name: string; box: BoxPlot }[], full: number): void => {
  const height = 20
  for (const { name, box } of rows) {
    pen.need(height + 24)
    const x0 = pen.left + 84
    const width = pen.width - 90
    const at = (score: number): number => x0 + (score / full) * width
    const y = pen.y + height / 2
    pen.text(pen.left, y - 5, name, { width: 80, size: 8 })
    pen.line([
      [x0, y],
      [x0 + width, y],
    ])
    pen.line(
      [
        [at(box.lowerWhisker), y],
        [at(box.upperWhisker), y],
      ],
      'ink',
      0.8,
    )
    pen.rect(at(box.q1), y - 6, Math.max(0.5, at(box.q3) - at(box.q1)), 12, 'tint')
    pen.line(
      [
        [at(box.q1), y - 6],
        [at(box.q3), y - 6],
        [at(box.q3), y + 6],
        [at(box.q1), y + 6],
        [at(box.q1), y - 6],
      ],
      'brand',
      0.8,
    )
    pen.line(
      [
        [at(box.median), y - 6],
        [at(box.median), y + 6],
      ],
      'ink',
      1.4,
    )
    for (const o of box.outliers) pen.dot(at(o.value), y, 1.4, 'warm')
    pen.y += height
  }
  const y = pen.y + 2
  for (const points of ticksOf(full / 100, true))
    pen.text(
      pen.left + 84 + ((pen.width - 90) * points * 100) / full - 20,
      y,
      decimal(points, Number.isInteger(points) ? 0 : 1),
      {
        width: 40,
        size: 7,
        align: 'center',
        ink: 'faint',
      },
    )
  pen.y += 18
}

/** Every question as a point: difficulty to the right, discrimination upwards, with the limits of the bands. */
export const scatter = (pen: Pen, rows: readonly { name: string; p: number; d: number }[]): void => {
  const f = frameOf(pen, 190)
  const low = Math.min(0, ...rows.map((r) => r.d))
  const high = Math.min(1, Math.max(0.6, ...rows.map((r) => r.d + 0.1)))
  const y = (d: number): number => f.y + f.height - ((d - low) / (high - low)) * f.height
  const x = (p: number): number => f.x + p * f.width
  for (const d of [0, 0.2, 0.3, 0.4, 0.6, 0.8, 1].filter((level) => level <= high)) {
    pen.line(
      [
        [f.x, y(d)],
        [f.x + f.width, y(d)],
      ],
      d === 0.2 || d === 0.4 ? 'warm' : 'line',
      0.4,
    )
    pen.text(f.x - 34, y(d) - 5, decimal(d, 1), { width: 29, size: 7.5, align: 'right', ink: 'faint' })
  }
  for (const p of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
    pen.line(
      [
        [x(p), f.y],
        [x(p), f.y + f.height],
      ],
      'line',
      0.4,
    )
    pen.text(x(p) - 20, f.y + f.height + 4, decimal(p, 1), { width: 40, size: 7.5, align: 'center', ink: 'faint' })
  }
  for (const r of rows) {
    pen.dot(x(r.p), y(r.d), 2.4, r.d < 0.2 ? 'warm' : 'brand')
    pen.text(x(r.p) + 4, y(r.d) - 5, r.name, { width: 40, size: 7 })
  }
  pen.y = f.y + f.height + 20
}
