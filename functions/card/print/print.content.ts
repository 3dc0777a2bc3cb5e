import type { Draw, Rect } from '#shared/card/geometry/geometry.types.ts'
import { baselineShift } from '#shared/card/layout/textWidth.ts'
import type { Face } from '#functions/kit/fonts.ts'

/** One character of a face: its font's name in the page's resources, its code there, its advance in thousandths. */
export type Encoder = (face: Face, character: string) => { font: string; hex: string; advance: number }

const n = (v: number) => {
  const s = v.toFixed(3)
  return s.includes('.') ? s.replace(/\.?0+$/, '') : s
}
const grey = (ink: number) => n(Math.min(1, Math.max(0, 1 - ink)))
/** Red, as deep as the grey would be: a scanner's green channel sees both alike. */
const inkOf = (ink: number, red: boolean, stroke: boolean) =>
  red ? `1 ${grey(ink)} ${grey(ink)} ${stroke ? 'RG' : 'rg'}` : `${grey(ink)} ${stroke ? 'G' : 'g'}`
const area = (r: Rect) => `${n(r.x)} ${n(r.y)} ${n(r.w)} ${n(r.h)} re`

/** A cubic Bézier curve stands for a quarter of a circle with its handles at this share of the radius. */
const quarter = 0.5523

const rounded = (r: Rect, radius: number): string => {
  const q = Math.min(radius, r.w / 2, r.h / 2)
  const k = q * (1 - quarter)
  const [l, t, e, b] = [r.x, r.y, r.x + r.w, r.y + r.h]
  const curve = (...v: number[]) => `${v.map(n).join(' ')} c`
  return [
    `${n(l + q)} ${n(t)} m ${n(e - q)} ${n(t)} l`,
    curve(e - k, t, e, t + k, e, t + q),
    `${n(e)} ${n(b - q)} l`,
    curve(e, b - k, e - k, b, e - q, b),
    `${n(l + q)} ${n(b)} l`,
    curve(l + k, b, l, b - k, l, b - q),
    `${n(l)} ${n(t + q)} l`,
    curve(l, t + k, l + k, t, l + q, t),
    'h',
  ].join(' ')
}

type TextDraw = Extract<Draw, { kind: 'text' }>

/**
 * PDF operators for draws, in millimetres with y downwards: the caller sets that space up
 * (the form's matrix scales it; text is turned upright again by its own matrix).
 */
export const contentOf = (draws: readonly Draw[], encode: Encoder, red = false): string => {
  const out: string[] = []
  let stroke = ''
  let fillInk = ''
  let width = ''
  const setFill = (ink: number, coloured = red) => {
    const g = inkOf(ink, coloured, false)
    if (g !== fillInk) out.push((fillInk = g))
  }
  const setStroke = (ink: number, w: number) => {
    const g = inkOf(ink, red, true)
    if (g !== stroke) out.push((stroke = g))
    const l = `${n(w)} w`
    if (l !== width) out.push((width = l))
  }
  const text = (d: TextDraw) => {
    const runs: { font: string; hex: string; at: number }[] = []
    let at = 0
    for (const character of d.text) {
      const { font, hex, advance } = encode(d.bold ? 'bold' : 'regular', character)
      const open = runs.at(-1)
      if (open?.font === font) open.hex += hex
      else runs.push({ font, hex, at })
      at += advance
    }
    const total = (at * d.size) / 1000
    const left = d.align === 'left' ? 0 : d.align === 'right' ? d.rect.w - total : (d.rect.w - total) / 2
    const [cx, cy] = [d.rect.x + d.rect.w / 2, d.rect.y + d.rect.h / 2]
    const angle = ((d.rotate ?? 0) * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    setFill(d.ink)
    out.push('BT')
    for (const run of runs) {
      // From the middle of the box: along the line and down to the baseline, turned clockwise about the middle.
      const dx = left + (run.at * d.size) / 1000 - d.rect.w / 2
      const dy = baselineShift * d.size
      const matrix = [cos, sin, sin, -cos, cx + dx * cos - dy * sin, cy + dx * sin + dy * cos].map(n).join(' ')
      out.push(`/${run.font} ${n(d.size)} Tf ${matrix} Tm <${run.hex}> Tj`)
    }
    out.push('ET')
  }
  for (const d of draws) {
    switch (d.kind) {
      case 'fill':
        // Solid areas are marks that a machine looks for.
        setFill(d.ink, false)
        out.push(`${area(d.rect)} f`)
        break
      case 'box':
        setStroke(d.ink, d.width)
        out.push(`${d.radius ? rounded(d.rect, d.radius) : area(d.rect)} S`)
        break
      case 'line':
        setStroke(d.ink, d.width)
        if (d.dash) out.push(`[${n(d.dash)}] 0 d`)
        out.push(`${n(d.x1)} ${n(d.y1)} m ${n(d.x2)} ${n(d.y2)} l S`)
        if (d.dash) out.push('[] 0 d')
        break
      case 'image':
        out.push(`q ${n(d.rect.w)} 0 0 ${n(-d.rect.h)} ${n(d.rect.x)} ${n(d.rect.y + d.rect.h)} cm /I${d.sha256} Do Q`)
        break
      case 'text':
        text(d)
    }
  }
  return out.join('\n')
}

/** A QR symbol as rectangles: runs of dark modules, each a little higher than its row so that no seam shows. */
export const qrContent = (modules: readonly (readonly boolean[])[], r: Rect): string => {
  const size = modules.length
  const out = [`q 0 g ${n(r.w / size)} 0 0 ${n(r.h / size)} ${n(r.x)} ${n(r.y)} cm`]
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules[y]![x]) continue
      let end = x + 1
      while (end < size && modules[y]![end]) end++
      out.push(`${x} ${y} ${end - x} ${y + 1 < size ? 1.02 : 1} re`)
      x = end
    }
  }
  out.push('f Q')
  return out.join('\n')
}
