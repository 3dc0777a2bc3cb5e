import type { CSSProperties } from 'react'

type Picture = { width: number; height: number; turn?: 90 | 180 | 270 | undefined }

/** A part of a picture as x, y, width, height in parts of it: where it lies once the picture stands upright. */
export const uprightPart = (
  [x, y, w, h]: readonly [number, number, number, number],
  turn: Picture['turn'],
): { x: number; y: number; w: number; h: number } => {
  if (turn === 90) return { x: 1 - y - h, y: x, w: h, h: w }
  if (turn === 180) return { x: 1 - x - w, y: 1 - y - h, w, h }
  if (turn === 270) return { x: y, y: 1 - x - w, w: h, h: w }
  return { x, y, w, h }
}

/**
 * A scan that lies on its side stands upright: the box has the shape of the page as it is read, and the picture, which keeps
 * its own, lies turned in its middle.
 */
export const upright = ({ width, height, turn }: Picture): { box: CSSProperties; picture: CSSProperties } => {
  const lies = turn === 90 || turn === 270
  const [w, h] = lies ? [height, width] : [width, height]
  return {
    box: { position: 'relative', overflow: 'hidden', width: '100%', aspectRatio: `${w} / ${h}` },
    picture: {
      position: 'absolute',
      left: '50%',
      top: '50%',
      width: `${(width / w) * 100}%`,
      height: 'auto',
      maxWidth: 'none',
      transform: `translate(-50%, -50%)${turn ? ` rotate(${turn}deg)` : ''}`,
    },
  }
}

/** So much of a page's width stands about what is shown of it, and of its height: the row before and the one after. */
const about = 0.04

/** A part of a page upright, as wide as the place it is given: the frame, and how the sheet lies in it. */
export const croppedTo = (
  page: Picture,
  at: readonly [number, number, number, number],
): { box: CSSProperties; sheet: CSSProperties } => {
  const { x, y, w, h } = uprightPart(at, page.turn)
  const lies = page.turn === 90 || page.turn === 270
  const ratio = lies ? page.height / page.width : page.width / page.height
  const [left, top] = [Math.max(0, x - about), Math.max(0, y - (about * ratio) / 2)]
  const [width, height] = [Math.min(1, x + w + about) - left, Math.min(1, y + h + (about * ratio) / 2) - top]
  return {
    box: { aspectRatio: `${(width / height) * ratio}` },
    sheet: {
      position: 'absolute',
      width: `${100 / width}%`,
      left: `${(-left / width) * 100}%`,
      top: `${(-top / height) * 100}%`,
    },
  }
}
