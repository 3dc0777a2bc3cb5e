/** A small PNG (RFC 2083): eight bits a pixel into a palette, the first `clear.length` colours more or less transparent. */
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, body: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

export const encodePng = (picture: {
  width: number
  height: number
  /** One palette index a pixel. */
  pixels: Uint8Array
  /** Red, green, blue, by three. */
  palette: Uint8Array
  alpha?: Uint8Array
}): Buffer => {
  const { width, height } = picture
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = 3
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) lines.set(picture.pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', picture.palette),
    ...(picture.alpha ? [chunk('tRNS', picture.alpha)] : []),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ])
}
