/** A pinhole camera with a lens that bends: from space to pixels. */
import type { Space } from './surface.ts'

export type Pose = {
  /** Millimetres from the sheet's middle. */
  distance: number
  /** The camera stands aside by these angles (radians). */
  tiltX: number
  tiltY: number
  /** Turned about its own axis. */
  roll: number
  k1: number
  k2: number
  width: number
  height: number
  /** How much of the frame the sheet takes, and where its middle is (shares of the frame). */
  fill: number
  shift: readonly [number, number]
}

export type Camera = {
  /** Pixels, and the distance along the axis. */
  project: (p: Space) => [x: number, y: number, depth: number]
  position: Space
  focal: number
  centre: readonly [number, number]
}

type Vector = [number, number, number]
const dot = (a: Space, b: Space) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (a: Vector): Vector => {
  const n = Math.hypot(...a)
  return [a[0] / n, a[1] / n, a[2] / n]
}
const less = (a: Space, b: Space, k: number): Vector => [a[0] - b[0] * k, a[1] - b[1] * k, a[2] - b[2] * k]

/** `outline`: points of the sheet that must be in the frame. */
export const cameraOf = (pose: Pose, outline: readonly Space[]): Camera => {
  const { distance, tiltX, tiltY, roll, k1, k2, width, height } = pose
  const aside: Vector = unit([Math.tan(tiltX), Math.tan(tiltY), 1])
  const position: Vector = [aside[0] * distance, aside[1] * distance, aside[2] * distance]
  const forward: Vector = [-aside[0], -aside[1], -aside[2]]
  const right0 = unit(less([1, 0, 0], forward, forward[0]))
  const down0 = unit(less(less([0, 1, 0], forward, forward[1]), right0, right0[1]))
  const [c, s] = [Math.cos(roll), Math.sin(roll)]
  const right: Vector = [c * right0[0] + s * down0[0], c * right0[1] + s * down0[1], c * right0[2] + s * down0[2]]
  const down: Vector = [c * down0[0] - s * right0[0], c * down0[1] - s * right0[1], c * down0[2] - s * right0[2]]
  const bent = (p: Space): Vector => {
    const from = less(p, position, 1)
    const depth = dot(from, forward)
    const x = dot(from, right) / depth
    const y = dot(from, down) / depth
    const r2 = x * x + y * y
    const k = 1 + k1 * r2 + k2 * r2 * r2
    return [x * k, y * k, depth]
  }
  const seen = outline.map(bent)
  const xs = seen.map((p) => p[0])
  const ys = seen.map((p) => p[1])
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const focal = pose.fill * Math.min(width / (x1 - x0), height / (y1 - y0))
  const centre = [
    width * (0.5 + pose.shift[0]) - (focal * (x0 + x1)) / 2,
    height * (0.5 + pose.shift[1]) - (focal * (y0 + y1)) / 2,
  ] as const
  return {
    position,
    focal,
    centre,
    project: (p) => {
      const [x, y, depth] = bent(p)
      return [centre[0] + focal * x, centre[1] + focal * y, depth]
    },
  }
}
