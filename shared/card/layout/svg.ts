import type { CardGeometry, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { baselineShift, textWidth } from './textWidth.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text for XML: the five entities; characters that XML forbids are dropped. */
export const escapeXml = (s: string) =>
  [...s]
    .filter((c) => c >= ' ' || c === '\t' || c === '\n')
    .map((c) => entities[c] ?? c)
    .join('')

const n = (v: number) => String(Math.round(v * 1000) / 1000)
/** Grey, or red of the same depth. */
const colour = (ink: number, red: boolean) => {
  const v = Math.round(255 * (1 - Math.min(1, Math.max(0, ink))))
  const hex = v.toString(16).padStart(2, '0')
  return `#${red ? 'd4' : hex}${hex}${hex}`
}

const anchorOf = { left: 'start', center: 'middle', right: 'end' } as const

/** Addresses of pictures by their sha256. */
export type PictureUrls = ReadonlyMap<string, string>

const element = (d: Draw, red = false, urls?: PictureUrls): string => {
  const grey = (ink: number) => colour(ink, red)
  switch (d.kind) {
    case 'fill':
      return `<rect x="${n(d.rect.x)}" y="${n(d.rect.y)}" width="${n(d.rect.w)}" height="${n(d.rect.h)}" fill="${grey(d.ink)}"/>`
    case 'box':
      return `<rect x="${n(d.rect.x)}" y="${n(d.rect.y)}" width="${n(d.rect.w)}" height="${n(d.rect.h)}"${
        d.radius ? ` rx="${n(d.radius)}"` : ''
      } fill="none" stroke="${grey(d.ink)}" stroke-width="${n(d.width)}"/>`
    case 'line':
      return `<line x1="${n(d.x1)}" y1="${n(d.y1)}" x2="${n(d.x2)}" y2="${n(d.y2)}" stroke="${grey(d.ink)}" stroke-width="${n(d.width)}"${
        d.dash ? ` stroke-dasharray="${n(d.dash)}"` : ''
      }/>`
    case 'image': {
      const url = urls?.get(d.sha256)
      // Until its address is known its place is an outline.
      return url ? pictureOf({ rect: d.rect, url }) : element({ kind: 'box', rect: d.rect, width: 0.2, ink: 0.25 })
    }
    case 'text': {
      const r = d.rect
      const x = d.align === 'left' ? r.x : d.align === 'right' ? r.x + r.w : r.x + r.w / 2
      const y = r.y + r.h / 2 + baselineShift * d.size
      const turn = d.rotate ? ` transform="rotate(${n(d.rotate)} ${n(r.x + r.w / 2)} ${n(r.y + r.h / 2)})"` : ''
      return `<text x="${n(x)}" y="${n(y)}" font-size="${n(d.size)}" text-anchor="${anchorOf[d.align]}"${
        d.bold ? ' font-weight="700"' : ''
      }${
        // As wide as it was laid out and is printed, also where the screen has other fonts.
        d.text.trim() ? ` textLength="${n(textWidth(d.text, d.size, d.bold))}" lengthAdjust="spacingAndGlyphs"` : ''
      } fill="${grey(d.ink)}"${turn}>${escapeXml(d.text)}</text>`
    }
  }
}

type Line = Extract<Draw, { kind: 'line' }>
const joins = (a: Line, b: Draw | undefined): b is Line =>
  b?.kind === 'line' && b.ink === a.ink && b.width === a.width && b.dash === a.dash

/** Lines of one pen as one path: a ladder's ticks are hundreds. */
const pathOf = (lines: readonly Line[], red: boolean): string => {
  const { ink, width, dash } = lines[0]!
  const d = lines.map((l) => `M${n(l.x1)} ${n(l.y1)}L${n(l.x2)} ${n(l.y2)}`).join('')
  return `<path d="${d}" fill="none" stroke="${colour(ink, red)}" stroke-width="${n(width)}"${
    dash ? ` stroke-dasharray="${n(dash)}"` : ''
  }/>`
}

/** What is drawn as elements of SVG, one below the other. Lines that follow one another by the same pen are one element. */
export const drawParts = (draws: readonly Draw[], red = false, urls?: PictureUrls): string[] => {
  const parts: string[] = []
  for (let i = 0; i < draws.length;) {
    const d = draws[i]!
    const lines: Line[] = []
    if (d.kind === 'line') for (let next = draws[i]; joins(d, next); next = draws[i + lines.length]) lines.push(next)
    parts.push(lines.length > 1 ? pathOf(lines, red) : element(d, red, urls))
    i += Math.max(1, lines.length)
  }
  return parts
}

const pictureOf = ({ rect: r, url }: { rect: Rect; url: string }): string =>
  `<image href="${escapeXml(url)}" x="${n(r.x)}" y="${n(r.y)}" width="${n(r.w)}" height="${n(r.h)}" preserveAspectRatio="none"/>`

/**
 * One page as an SVG document, the view box in millimetres, for the designer's screen.
 * `qr`: the symbol's modules, row by row; absent, its place is an outline. `pictures` lie over the page, `marks` over
 * both, in red.
 */
export const pageSvg = (
  page: PageGeometry,
  geometry: Pick<CardGeometry, 'width' | 'height'>,
  {
    qr,
    pictures = [],
    marks = [],
    urls,
  }: {
    qr?: readonly (readonly boolean[])[]
    pictures?: readonly { rect: Rect; url: string }[]
    marks?: readonly Draw[]
    urls?: PictureUrls | undefined
  } = {},
): string => {
  const { x, y, w, h } = page.qr
  const size = qr?.length ?? 1
  const modules = qr
    ? `<path data-code="" transform="translate(${n(x)} ${n(y)}) scale(${w / size} ${h / size})" shape-rendering="crispEdges" d="${qr
        .flatMap((row, j) => row.flatMap((dark, i) => (dark ? [`M${i} ${j}h1v1h-1z`] : [])))
        .join('')}"/>`
    : element({ kind: 'box', rect: page.qr, width: 0.2, ink: 0.5 })
  return svgOf(
    { x: 0, y: 0, w: geometry.width, h: geometry.height },
    [...drawParts(page.draws, false, urls), modules, ...pictures.map(pictureOf), ...drawParts(marks, true)].join(''),
  )
}

export const svgOf = (view: Rect, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[view.x, view.y, view.w, view.h].map(n).join(' ')}" ` +
  `font-family="'Noto Sans SC','Source Han Sans SC','PingFang SC','Microsoft YaHei',sans-serif" xml:space="preserve">` +
  `<rect${view.x || view.y ? ` x="${n(view.x)}" y="${n(view.y)}"` : ''} width="100%" height="100%" fill="#fff"/>${content}</svg>`

/** The box that a draw can touch, generously: words run out of their box at most by their own length. */
const reach = (d: Draw): Rect => {
  if (d.kind === 'line') {
    const [x, y] = [Math.min(d.x1, d.x2), Math.min(d.y1, d.y2)]
    return { x, y, w: Math.abs(d.x1 - d.x2), h: Math.abs(d.y1 - d.y2) }
  }
  const more = d.kind === 'text' ? d.size * d.text.length : 1
  return { x: d.rect.x - more, y: d.rect.y - more, w: d.rect.w + 2 * more, h: d.rect.h + 2 * more }
}

/** A piece of a page as a marker gets it: what does not reach it is left out. */
export const cropSvg = (page: PageGeometry, view: Rect, urls?: PictureUrls): string => {
  const touches = (r: Rect) =>
    r.x <= view.x + view.w && r.x + r.w >= view.x && r.y <= view.y + view.h && r.y + r.h >= view.y
  return svgOf(
    view,
    drawParts(
      page.draws.filter((d) => touches(reach(d))),
      false,
      urls,
    ).join(''),
  )
}
