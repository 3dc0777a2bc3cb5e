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
