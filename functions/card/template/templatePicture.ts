/** Pictures of templates: a page laid flat and kept, a kept one opened again. */
import { objectKey, getObject, putObject, sha256 } from '#functions/kit/objects.ts'
import { decodeGrey, encodeJpeg } from '#functions/scan/omr/omr.public.ts'
import type { TemplatePage } from '#shared/card/template/template.types.ts'
import { fit } from '#shared/scan/omr/homography.ts'
import type { Homography } from '#shared/scan/omr/omr.types.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import { findPaper } from '#shared/scan/omr/template/paperCorners.ts'
import { skewOf } from '#shared/scan/omr/template/skew.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'

/** The longer side of a kept picture: A4 at 200 dpi. */
const LONGEST = 2340
/** A slant below this is none. */
const LEVEL = 0.25

const onto = (w: number, h: number, corners: readonly { x: number; y: number }[]): Homography =>
  fit(
    [
      [0, 0],
      [w, 0],
      [w, h],
      [0, h],
    ].map(([x, y], i) => ({ x: x!, y: y!, u: corners[i]!.x, v: corners[i]!.y, weight: 1 })),
  )!

const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)

/** A picture turned clockwise about its middle, whole. */
export const turned = (grey: Grey, degrees: number): Grey => {
  const a = (degrees * Math.PI) / 180
  const [c, s] = [Math.cos(a), Math.sin(a)]
  const [w, h] = [grey.width, grey.height]
  // A quarter turn swaps the sides; a small one keeps them.
  const quarter = Math.abs(s) > 0.7
  const [width, height] = quarter ? [h, w] : [w, h]
  const back = (x: number, y: number) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return { x: w / 2 + c * dx + s * dy, y: h / 2 - s * dx + c * dy }
  }
  const corners = [back(0, 0), back(width, 0), back(width, height), back(0, height)]
  return straighten(grey, onto(width, height, corners), { x: 0, y: 0, w: width, h: height }, 1)
}

/** The page by itself: cut out of a photograph's ground, or levelled where it fills the picture. */
export const laidFlat = (grey: Grey): { grey: Grey; rotation: number } => {
  const quad = findPaper(grey)
  const limit = (w: number, h: number) => Math.min(1, LONGEST / Math.max(w, h))
  if (quad) {
    const [a, b, c, d] = quad
    const w = (far(a, b) + far(d, c)) / 2
    const h = (far(b, c) + far(a, d)) / 2
    const k = limit(w, h)
    const [width, height] = [Math.round(w * k), Math.round(h * k)]
    const rotation = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
    return { grey: straighten(grey, onto(width, height, quad), { x: 0, y: 0, w: width, h: height }, 1), rotation }
  }
  const k = limit(grey.width, grey.height)
  const small =
    k === 1
      ? grey
      : straighten(
          grey,
          [1 / k, 0, 0, 0, 1 / k, 0, 0, 0, 1],
          { x: 0, y: 0, w: Math.round(grey.width * k), h: Math.round(grey.height * k) },
          1,
        )
  const skew = skewOf(small)
  return Math.abs(skew) < LEVEL ? { grey: small, rotation: 0 } : { grey: turned(small, -skew), rotation: skew }
}

type Point = { x: number; y: number }

/** Clockwise from the top left, and convex: every turn goes right, none of the sides is a speck. */
const frames = (c: readonly Point[]): boolean =>
  c.every((p, i) => {
    const [q, r] = [c[(i + 1) % 4]!, c[(i + 2) % 4]!]
    const turn = (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
    return turn > 0 && far(p, q) >= 100
  }) && c[0]!.x + c[0]!.y === Math.min(...c.map((p) => p.x + p.y))

/** The page between four corners, as a person has set them; null where they frame no page. */
export const laidByCorners = (grey: Grey, corners: readonly Point[]): Grey | null => {
  if (corners.length !== 4 || !frames(corners)) return null
  const [a, b, c, d] = corners as [Point, Point, Point, Point]
  const w = (far(a, b) + far(d, c)) / 2
  const h = (far(b, c) + far(a, d)) / 2
  const k = Math.min(1, LONGEST / Math.max(w, h))
  const [width, height] = [Math.round(w * k), Math.round(h * k)]
  return straighten(grey, onto(width, height, corners), { x: 0, y: 0, w: width, h: height }, 1)
}

/** Keeps a picture under a key that follows from what it shows. */
export const keepPicture = async (of: { templateId: string; owner: string }, grey: Grey): Promise<string> => {
  const bytes = await encodeJpeg(grey, 88)
  const key = objectKey(of.templateId, of.owner, 'card', 'template', of.templateId, `${sha256(bytes).slice(0, 32)}.jpg`)
  await putObject(key, bytes, { type: 'image/jpeg' })
  return key
}

export const openPicture = async (page: Pick<TemplatePage, 'imageKey'>): Promise<Grey> =>
  decodeGrey(new Uint8Array(await getObject(page.imageKey)))
