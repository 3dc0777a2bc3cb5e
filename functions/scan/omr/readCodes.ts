/** QR and bar codes out of grey pixels, by zxing's WebAssembly build from the installed package: nothing is fetched. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { readBarcodes } from 'zxing-wasm/reader'
import type { Point } from '#shared/scan/omr/homography.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'

type Reader = typeof readBarcodes
let reader: Promise<Reader> | undefined

const load = async (): Promise<Reader> => {
  const zxing = await import('zxing-wasm/reader')
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = await readFile(file)
  const wasmBinary = new Uint8Array(wasm).buffer
  await zxing.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return zxing.readBarcodes
}

const pictureOf = (grey: Grey) => {
  const rgba = new Uint8ClampedArray(grey.width * grey.height * 4)
  const words = new Uint32Array(rgba.buffer)
  for (let i = 0; i < words.length; i++) words[i] = grey.data[i]! * 0x010101 + 0xff000000
  return { data: rgba, width: grey.width, height: grey.height, colorSpace: 'srgb' as const } as Parameters<Reader>[0]
}

/** A QR's text, and its corners in the picture: top left, top right, bottom right, bottom left of the symbol itself. */
export type SeenQr = { text: string; corners: Point[] }

/**
 * The first QR in a picture, or null. `thorough` spends some ten times as long: for whole pages and for a second look at
 * a bad crop.
 */
export const findQr = async (grey: Grey, thorough = false): Promise<SeenQr | null> => {
  reader ??= load()
  const read = await reader
  const [found] = await read(pictureOf(grey), {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
    tryHarder: thorough,
    tryRotate: thorough,
    tryInvert: false,
    tryDownscale: thorough,
    tryDenoise: thorough,
  })
  if (!found?.isValid) return null
  const { topLeft, topRight, bottomRight, bottomLeft } = found.position
  return { text: found.text, corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x, y })) }
}

/** The text of the first QR in a picture, or null; see `findQr`. */
export const readQr = async (grey: Grey, thorough = false): Promise<string | null> =>
  (await findQr(grey, thorough))?.text ?? null

/**
 * The text of a bar code in the crop of its place, or null. Code 128 is what this system prints; pasted stickers of
 * others have Code 39, too. Formats without a check digit are not read: they make numbers out of dirt.
 */
export const readBarcode = async (grey: Grey): Promise<string | null> => {
  reader ??= load()
  const read = await reader
  const found = await read(pictureOf(grey), {
    formats: ['Code128', 'Code39'],
    maxNumberOfSymbols: 2,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    minLineCount: 3,
  })
  const texts = new Set(found.filter((f) => f.isValid).map((f) => f.text))
  // Two stickers that differ give no number.
  return texts.size === 1 ? [...texts][0]! : null
}
