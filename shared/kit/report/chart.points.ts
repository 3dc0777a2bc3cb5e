/** Where the labels of a chart's points stand so that none lies on another, on a dot or on a line. */

type Side = 'right' | 'left' | 'top' | 'bottom'
/** Half of what a label and a dot take, of a picture about so large, px. */
export const picture = { width: 380, height: 220, letter: 6.5, line: 8, dot: 5 }
export const pictureOnPhone = { ...picture, width: 200 }
type Rect = readonly [x: number, y: number, width: number, height: number]
const meet = (a: Rect, b: Rect): boolean => Math.abs(a[0] - b[0]) < a[2] + b[2] && Math.abs(a[1] - b[1]) < a[3] + b[3]

/**
 * At which side of its point each label stands: over no other point, no label before it and no name of a level at the right,
 * where there is such a side. Places are shares of the picture, from its left and from below.
 */
export const labelSides = (
  points: readonly { name: string; x: number; y: number; mark?: boolean | undefined }[],
  levels: readonly { name: string; y: number }[] = [],
  { width, height, letter, line, dot } = picture,
): Side[] => {
  const at = points.map((p) => [p.x * width, p.y * height] as const)
  const dots = at.map(([x, y]): Rect => [x, y, dot, dot])
  const placed = levels.map(({ name, y }): Rect => {
    const half = name.length * letter
    return [width + dot + half, y * height, half, line]
  })
  return points.map((p, i) => {
    if (!p.mark) return 'right'
    const [x, y] = at[i]!
    const half = p.name.length * letter
    const boxes: [Side, Rect][] = [
      ['right', [x + dot + half, y, half, line]],
      ['left', [x - dot - half, y, half, line]],
      ['top', [x, y + dot + line, half, line]],
      ['bottom', [x, y - dot - line, half, line]],
    ]
    const hits = ([, box]: [Side, Rect]): number =>
      dots.filter((d, k) => k !== i && meet(box, d)).length +
      placed.filter((other) => meet(box, other)).length +
      (box[0] - box[2] < 0 || box[0] + box[2] > width * 1.1 || box[1] - box[3] < 0 || box[1] + box[3] > height ? 1 : 0)
    const [side, box] = boxes.reduce((best, next) => (hits(next) < hits(best) ? next : best))
    placed.push(box)
    return side
  })
}

/** Values as shares of what an axis spans. */
export const spread = (
  list: readonly number[],
  { min = 0, max }: { min?: number | undefined; max?: number | undefined },
): number[] => {
  const top = max ?? Math.max(min, ...list)
  return list.map((v) => (top > min ? (v - min) / (top - min) : 0))
}
