/** Encoded pictures to grey pixels, by sharp. */
import sharp from 'sharp'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { PageProblem } from './pageProblem.ts'

// One page a core: workers run side by side, so libvips must not spread one page over several threads.
sharp.concurrency(1)
sharp.cache(false)

export const MOST_PIXELS = 100_000_000
/** Below this an A4 page has less than 60 dpi: nothing can be read. */
export const LEAST_SIDE = 300

/** A JPEG says where it ends; decoders at work side by side may tell of one another's errors. */
const hasNoEnd = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && !Buffer.from(bytes.subarray(-4096)).includes('\xff\xd9', 0, 'latin1')

const name = (error: unknown, bytes: Uint8Array, page?: number): PageProblem => {
  if (error instanceof PageProblem) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/pixel limit|too large/i.test(text)) return new PageProblem('tooLarge', page, { cause: error })
  if (
    hasNoEnd(bytes) ||
    /premature|truncat|end of (file|stream|image)|not enough|unexpected end|read past|out of data|short read|read error/i.test(
      text,
    )
  )
    return new PageProblem('truncated', page, { cause: error })
  return new PageProblem('broken', page, { cause: error })
}

/** The second channel (or the only colour) over white paper, where the last channel is the opacity. */
const onWhite = (data: Uint8Array, channels: number): Uint8Array => {
  const out = new Uint8Array(data.length / channels)
  const colour = channels > 2 ? 1 : 0
  for (let i = 0, j = 0; i < out.length; i++, j += channels) {
    const opacity = data[j + channels - 1]! / 255
    out[i] = data[j + colour]! * opacity + 255 * (1 - opacity) + 0.5
  }
  return out
}

/**
 * Decodes to one byte a pixel, upright by EXIF. Colour gives its green channel: it shows pencil, blue and red ink alike
 * and costs a third of a weighted grey. `page` selects a TIFF's page; `dpi` overrides the file's. Throws PageProblem.
 */
export const decodeGrey = async (bytes: Uint8Array, page = 0, multiple = false, dpi?: number): Promise<Grey> => {
  try {
    const open = () =>
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated', ...(multiple ? { page } : {}) })
    const meta = await open().metadata()
    if (meta.width < LEAST_SIDE || (meta.pageHeight ?? meta.height) < LEAST_SIDE)
      throw new PageProblem('tooSmall', multiple ? page : undefined)
    let image = open()
    if ((meta.orientation ?? 1) > 1) image = image.autoOrient()
    if (meta.space === 'cmyk') image = image.toColourspace('srgb')
    const grey = meta.space === 'b-w' || meta.space === 'grey16'
    // Transparency is laid on white below: by hand, because libvips refuses it for two and five bands. Three bands are
    // colours, even where the file says otherwise: some scanners write grey three times and call the last one an extra
    // sample.
    const transparent = meta.hasAlpha && meta.channels !== 3
    if (meta.channels === 3) image = image.extractChannel(1)
    else if (!transparent) image = grey ? image.toColourspace('b-w') : image.extractChannel(1)
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    if (info.channels !== 1 && !transparent) throw new Error(`expected one channel, got ${info.channels}`)
    const claimed = dpi ?? meta.density
    return {
      width: info.width,
      height: info.height,
      data:
        info.channels === 1
          ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
          : onWhite(data, info.channels),
      // 72 is what is said when nothing is known.
      ...(claimed !== undefined && claimed > 72 ? { dpi: claimed } : {}),
    }
  } catch (error) {
    throw name(error, bytes, multiple ? page : undefined)
  }
}

/** Number of pages of a TIFF. */
export const pagesOf = async (bytes: Uint8Array): Promise<number> => {
  try {
    return (await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' }).metadata()).pages ?? 1
  } catch (error) {
    throw name(error, bytes)
  }
}

/** Grey pixels to a JPEG, turned clockwise by quarters. */
export const encodeJpeg = async (grey: Grey, quality = 75, turn: 0 | 90 | 180 | 270 = 0): Promise<Uint8Array> =>
  sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } })
    .rotate(turn)
    .toColourspace('b-w')
    // Huffman tables fitted to each picture cost as much again as the encoding, for 6 % fewer bytes.
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()
