import type { CSSProperties } from 'react'

type Picture = { width: number; height: number; turn?: 90 | 180 | 270 | undefined }

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
