import type { Draw, Rect } from '#shared/card/geometry/geometry.types.ts'

/** All coordinates lie on a grid of 0.01 mm, so that a card is the same to the byte wherever it is computed. */
export const round = (v: number) => Math.round(v * 100) / 100

export const rect = (x: number, y: number, w: number, h: number): Rect => ({
  x: round(x),
  y: round(y),
  w: round(w),
  h: round(h),
})

export const box = (r: Rect, width = 0.3, ink = 1, radius?: number): Draw =>
  radius === undefined ? { kind: 'box', rect: r, width, ink } : { kind: 'box', rect: r, width, ink, radius }

export const fill = (r: Rect, ink = 1): Draw => ({ kind: 'fill', rect: r, ink })

export const line = (x1: number, y1: number, x2: number, y2: number, width = 0.2, ink = 1, dash?: number): Draw => {
  const ends = { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), width, ink }
  return dash === undefined ? { kind: 'line', ...ends } : { kind: 'line', ...ends, dash }
}

export const image = (r: Rect, { pictureId, sha256 }: { pictureId: string; sha256: string }): Draw => ({
  kind: 'image',
  rect: r,
  pictureId,
  sha256,
})

export type TextLook = { align?: 'left' | 'center' | 'right'; bold?: boolean; ink?: number; rotate?: number }

export const text = (r: Rect, content: string, size: number, look: TextLook = {}): Draw => ({
  kind: 'text',
  rect: r,
  text: content,
  size: round(size),
  align: look.align ?? 'left',
  ink: look.ink ?? 1,
  ...(look.bold ? { bold: true } : {}),
  ...(look.rotate ? { rotate: look.rotate } : {}),
})
