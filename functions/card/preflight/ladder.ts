/**
 * The millimetre ladder in a scan: how far its ticks stand apart in the picture. Pure.
 */
import type { Calibration } from '#shared/card/geometry/geometry.types.ts'
import { project } from '#shared/scan/omr/homography.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import type { Grey, Homography } from '#shared/scan/omr/omr.types.ts'

type Ladder = Calibration['ladders'][number]

/** Pixels a millimetre of the straightened ladder: eight places a tick's pitch and more. */
const density = 16
/** Millimetres of one window in which the ticks' phase is taken. */
const span = 5

/** Where all ticks have ink: they begin at one side of the ladder and are 1.2 mm long at least. */
const strip = ({ axis, rect }: Ladder) =>
  axis === 'x'
    ? { x: rect.x - 0.5, y: rect.y + 0.2, w: rect.w + 1, h: 0.8 }
    : { x: rect.x + rect.w - 1, y: rect.y - 0.5, w: 0.8, h: rect.h + 1 }

/** Pixels of the picture in a millimetre of the card, along an axis, at a place. */
const pixelsAlong = (h: Homography, axis: 'x' | 'y', x: number, y: number): number => {
  const [dx, dy] = axis === 'x' ? [0.5, 0] : [0, 0.5]
  const p = project(h, x - dx, y - dy)
  const q = project(h, x + dx, y + dy)
  return Math.hypot(q.x - p.x, q.y - p.y)
}

/**
 * Pixels between two ticks, by the phase of the ticks' own frequency along the ladder; null where they cannot be told
 * from noise. What the anchors say of the place is only the beginning: the slope of the phase corrects it.
 */
export const ladderPitch = (grey: Grey, h: Homography, ladder: Ladder): number | null => {
  const area = strip(ladder)
  const piece = straighten(grey, h, area, density)
  const along = ladder.axis === 'x' ? piece.width : piece.height
  const across = ladder.axis === 'x' ? piece.height : piece.width
  const ink = new Float64Array(along)
  for (let i = 0; i < along; i++) {
    let sum = 0
    for (let j = 0; j < across; j++)
      sum += ladder.axis === 'x' ? piece.data[j * piece.width + i]! : piece.data[i * piece.width + j]!
    ink[i] = 255 - sum / across
  }
  // From half a millimetre before the first tick: ticks stand at whole millimetres from there on.
  const length = Math.floor(ladder.axis === 'x' ? ladder.rect.w : ladder.rect.h)
  const phases: { at: number; phase: number }[] = []
  let strength = 0
  let mean = 0
  for (let from = 0; from + span <= length; from += span) {
    let [re, im, sum, n] = [0, 0, 0, 0]
    for (let i = from * density; i < (from + span) * density; i++) {
      const x = (i + 0.5) / density - 0.5
      const v = ink[i] ?? 0
      re += v * Math.cos(2 * Math.PI * x)
      im -= v * Math.sin(2 * Math.PI * x)
      sum += v
      n++
    }
    strength += Math.hypot(re, im) / n
    mean += sum / n
    phases.push({ at: from + span / 2, phase: Math.atan2(im, re) })
  }
  // Ticks of 0.15 mm a millimetre apart put most of their ink into this frequency; an even grey puts none.
  if (phases.length < 3 || strength / phases.length < 2 || strength < 0.12 * mean) return null
  for (let i = 1; i < phases.length; i++) {
    const turn = phases[i]!.phase - phases[i - 1]!.phase
    phases[i]!.phase -= 2 * Math.PI * Math.round(turn / (2 * Math.PI))
  }
  const n = phases.length
  const mx = phases.reduce((a, p) => a + p.at, 0) / n
  const my = phases.reduce((a, p) => a + p.phase, 0) / n
  const slope =
    phases.reduce((a, p) => a + (p.at - mx) * (p.phase - my), 0) / phases.reduce((a, p) => a + (p.at - mx) ** 2, 0)
  const pitch = 1 / (1 + slope / (2 * Math.PI))
  // A tick seen a fiftieth from its place is the ladder's own stretch; beyond it something else was followed.
  if (!(pitch > 0.95 && pitch < 1.05)) return null
  const { rect, axis } = ladder
  return pitch * pixelsAlong(h, axis, rect.x + rect.w / 2, rect.y + rect.h / 2)
}
