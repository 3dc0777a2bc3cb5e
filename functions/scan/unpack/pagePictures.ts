/** The pages of one file as pictures to be stored: a scanner's own JPEG stays as it is, everything else becomes one. */
import sharp from 'sharp'
import { encodeJpeg, MOST_PIXELS } from '#functions/scan/omr/decode.ts'
import { kindOf, openPages } from '#functions/scan/omr/openPages.ts'
import { PageProblem } from '#functions/scan/omr/pageProblem.ts'
import { FileProblem } from './fileProblem.ts'

export const mostPages = 3000

export type PagePicture =
  | { index: number; bytes: Uint8Array; type: 'jpg' | 'png'; width: number; height: number; dpi?: number }
  | { index: number; problem: PageProblem | FileProblem }

const suffix = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** Size by the header alone, before anything is decoded. */
const headOf = async (bytes: Uint8Array) => {
  try {
    const meta = await sharp(bytes, { limitInputPixels: false }).metadata()
    const turned = (meta.orientation ?? 1) > 4
    return { width: turned ? meta.height : meta.width, height: turned ? meta.width : meta.height }
  } catch (error) {
    throw new PageProblem('broken', undefined, { cause: error })
  }
}

export const isOtherArchive = (b: Uint8Array): boolean =>
  (b[0] === 0x52 && b[1] === 0x61 && b[2] === 0x72 && b[3] === 0x21) ||
  (b[0] === 0x37 && b[1] === 0x7a && b[2] === 0xbc && b[3] === 0xaf)
export const isZip = (b: Uint8Array): boolean =>
  b[0] === 0x50 && b[1] === 0x4b && (b[2] === 3 || b[2] === 5) && (b[3] === 4 || b[3] === 6)

const asProblem = (error: unknown, index?: number): PageProblem | FileProblem =>
  error instanceof PageProblem || error instanceof FileProblem
    ? error
    : new PageProblem('broken', index, { cause: error })

/**
 * Yields the pages from `from` on in order, good ones and bad ones; never throws for what a file holds. A picture that was
 * uploaded as a JPEG or PNG keeps its bytes.
 */
export async function* pagePictures(bytes: Uint8Array, name: string, from = 0): AsyncGenerator<PagePicture> {
  let next = from
  try {
    if (isOtherArchive(bytes)) throw new FileProblem('otherArchive')
    const whole = kindOf(bytes) === 'jpeg' || kindOf(bytes) === 'png'
    for await (const page of openPages(bytes, name, from)) {
      next = page.index + 1
      if (page.index >= mostPages) throw new FileProblem('tooManyPages', mostPages)
      try {
        if (whole && page.encoded) {
          const { width, height } = await headOf(bytes)
          if (width * height > MOST_PIXELS) throw new PageProblem('tooLarge')
          yield { index: 0, bytes, type: suffix[page.encoded.type], width, height }
          continue
        }
        const grey = await page.grey()
        yield {
          index: page.index,
          bytes: page.encoded?.bytes ?? (await encodeJpeg(grey, 88)),
          type: page.encoded ? suffix[page.encoded.type] : 'jpg',
          width: grey.width,
          height: grey.height,
          ...(grey.dpi ? { dpi: grey.dpi } : {}),
        }
      } catch (error) {
        yield { index: page.index, problem: asProblem(error, page.index) }
      }
    }
    if (next === 0) throw new PageProblem('empty')
  } catch (error) {
    yield { index: next, problem: asProblem(error) }
  }
}
