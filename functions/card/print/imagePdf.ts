/** Grey pictures as a PDF, one a page, with rectangles over them. Without fonts, so that a handler can write it. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'

export type ImagePage = {
  jpeg: Uint8Array
  /** Of the picture, in pixels; rectangles are pixels of it. */
  pixels: { width: number; height: number }
  /** Of the paper, in mm. */
  size: { width: number; height: number }
  frames: readonly Rect[]
}

const point = 72 / 25.4
const n = (v: number): string => String(Math.round(v * 1000) / 1000)

/** Frames in the picture's own pixels, the y axis downwards as everywhere here. */
const contentOf = ({ pixels, size, frames }: ImagePage): string => {
  const [w, h] = [size.width * point, size.height * point]
  const lines = frames.map((r) => `${n(r.x)} ${n(r.y)} ${n(r.w)} ${n(r.h)} re S`)
  return [
    `q ${n(w)} 0 0 ${n(h)} 0 0 cm /I Do Q`,
    `q ${n(w / pixels.width)} 0 0 ${n(-h / pixels.height)} 0 ${n(h)} cm 0.85 0.1 0.1 RG 2 w`,
    ...lines,
    'Q',
  ].join('\n')
}

/** @throws RangeError without pages. */
export const imagePdf = (pages: readonly ImagePage[]): Uint8Array => {
  if (pages.length === 0) throw new RangeError('a PDF has at least one page')
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const put = (piece: string | Uint8Array): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    parts.push(bytes)
    length += bytes.length
  }
  const object = (id: number, dictionary: string, stream?: string | Uint8Array): void => {
    offsets[id] = length
    if (stream === undefined) return put(`${id} 0 obj\n<< ${dictionary} >>\nendobj\n`)
    put(`${id} 0 obj\n<< ${dictionary} /Length ${stream.length} >>\nstream\n`)
    put(stream)
    put('\nendstream\nendobj\n')
  }
  put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  const first = (i: number): number => 3 + 3 * i
  object(1, '/Type /Catalog /Pages 2 0 R')
  object(2, `/Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${first(i)} 0 R`).join(' ')}]`)
  for (const [i, page] of pages.entries()) {
    const id = first(i)
    const box = [0, 0, page.size.width * point, page.size.height * point].map(n).join(' ')
    object(
      id,
      `/Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${id + 1} 0 R ` +
        `/Resources << /XObject << /I ${id + 2} 0 R >> >>`,
    )
    object(id + 1, '', contentOf(page))
    object(
      id + 2,
      `/Type /XObject /Subtype /Image /Width ${page.pixels.width} /Height ${page.pixels.height} ` +
        '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
      page.jpeg,
    )
  }
  const start = length
  const count = offsets.length
  const rows = offsets.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
  put(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\n`)
  put(`startxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}
