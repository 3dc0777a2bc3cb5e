/** One upload to its pages, in any format it was saved as. */
import { readFile } from 'node:fs/promises'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { decodeBmp } from './bmp.ts'
import { decodeGrey, LEAST_SIDE, MOST_PIXELS, pagesOf } from './decode.ts'
import { pdfPages } from './pdf.ts'
import { PageProblem } from './pageProblem.ts'
import type { PageProblemKind } from './pageProblem.ts'

export type FileKind = 'jpeg' | 'png' | 'tiff' | 'bmp' | 'pdf'

/** One page, decoded when asked for; `encoded` is the page's own file where it has one (JPEG, PNG). */
export type PageImage = {
  /** From 0 within the file. */
  index: number
  encoded?: { bytes: Uint8Array; type: 'image/jpeg' | 'image/png' }
  /** Throws PageProblem. */
  grey: () => Promise<Grey>
}

const extensions: Record<string, FileKind> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jpe: 'jpeg',
  png: 'png',
  tif: 'tiff',
  tiff: 'tiff',
  bmp: 'bmp',
  dib: 'bmp',
  pdf: 'pdf',
}

/** The kind by the first bytes, or null. */
export const kindOf = (b: Uint8Array): FileKind | null => {
  if (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) return 'jpeg'
  if (b[0] === 0x89 && b[1] === 0x50 && b[2] === 0x4e && b[3] === 0x47) return 'png'
  if (
    (b[0] === 0x49 && b[1] === 0x49 && b[2] === 42 && b[3] === 0) ||
    (b[0] === 0x4d && b[1] === 0x4d && b[2] === 0 && b[3] === 42)
  )
    return 'tiff'
  // "BM", and the size of a header that exists.
  if (b[0] === 0x42 && b[1] === 0x4d && b[14]! >= 12 && b[14]! <= 124 && b[15] === 0 && b[16] === 0 && b[17] === 0)
    return 'bmp'
  if (new TextDecoder('latin1').decode(b.subarray(0, 1024)).includes('%PDF-')) return 'pdf'
  return null
}

/** Of what is called a picture and is none: a text, the first bytes of something cut off, or another kind of file. */
const foreign = (b: Uint8Array): PageProblemKind => {
  const isText = b.subarray(0, 1024).every((c) => c >= 32 || c === 9 || c === 10 || c === 13)
  return isText ? 'notPicture' : b.length < 64 ? 'truncated' : 'wrongExtension'
}

/** The same problem under its page. */
const ofPage = async <T>(index: number, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PageProblem) || error.page !== undefined) throw error
    throw new PageProblem(error.kind, index, { cause: error })
  }
}

/**
 * Opens a file's pages in order. `source` is its bytes or a path; `name` (default: the path) gives the extension that the
 * content must agree with; pages before `from` are not decoded. Throws PageProblem for the file; what is wrong with one page its `grey` throws, with its index.
 */
export async function* openPages(source: Uint8Array | string, name?: string, from = 0): AsyncGenerator<PageImage> {
  const bytes = typeof source === 'string' ? new Uint8Array(await readFile(source)) : source
  const called = name ?? (typeof source === 'string' ? source : undefined)
  if (bytes.length === 0) throw new PageProblem('empty')
  const kind = kindOf(bytes)
  const extension = called ? /\.([A-Za-z0-9]+)$/.exec(called)?.[1]?.toLowerCase() : undefined
  const promised = extension ? extensions[extension] : undefined
  if (!kind) throw new PageProblem(promised ? foreign(bytes) : 'unknownType')
  if (extension && promised !== kind) throw new PageProblem('wrongExtension')
  // Of these there is one page in a file.
  if (from > 0 && (kind === 'jpeg' || kind === 'png' || kind === 'bmp')) return
  switch (kind) {
    case 'jpeg':
    case 'png':
      yield {
        index: 0,
        encoded: { bytes, type: kind === 'jpeg' ? 'image/jpeg' : 'image/png' },
        grey: () => decodeGrey(bytes),
      }
      return
    case 'tiff': {
      const count = await pagesOf(bytes)
      for (let index = from; index < count; index++) yield { index, grey: () => decodeGrey(bytes, index, true) }
      return
    }
    case 'bmp':
      yield {
        index: 0,
        grey: () => Promise.resolve().then(() => decodeBmp(bytes, { mostPixels: MOST_PIXELS, leastSide: LEAST_SIDE })),
      }
      return
    case 'pdf': {
      let index = from
      for await (const page of pdfPages(bytes, from)) {
        const at = index++
        if (page.kind === 'jpeg')
          yield {
            index: at,
            encoded: { bytes: page.bytes, type: 'image/jpeg' },
            grey: () => ofPage(at, decodeGrey(page.bytes, 0, false, page.dpi)),
          }
        else
          yield {
            index: at,
            grey: () => (page.kind === 'grey' ? Promise.resolve(page.grey) : Promise.reject(page.problem)),
          }
      }
    }
  }
}
