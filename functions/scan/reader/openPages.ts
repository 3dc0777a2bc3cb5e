/** One upload to its pages, whatever it was saved as. */
import { readFile } from 'node:fs/promises'
import type { Grey } from '#shared/scan/scan.types.ts'
import { decodeGrey, pagesOf } from './decode.ts'
import { pdfPages } from './pdf.ts'
import { PageProblem } from './problem.ts'

export type FileKind = 'jpeg' | 'png' | 'tiff' | 'pdf'

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
  if (new TextDecoder('latin1').decode(b.subarray(0, 1024)).includes('%PDF-')) return 'pdf'
  return null
}

/**
 * Opens a file's pages in order. `source` is its bytes or a path; `name` (default: the path) gives the extension that the
 * content must agree with. Throws PageProblem; a problem of one page carries its index, and the pages before it were given.
 */
export async function* openPages(source: Uint8Array | string, name?: string): AsyncGenerator<PageImage> {
  const bytes = typeof source === 'string' ? new Uint8Array(await readFile(source)) : source
  const called = name ?? (typeof source === 'string' ? source : undefined)
  if (bytes.length === 0) throw new PageProblem('empty')
  const kind = kindOf(bytes)
  const extension = called ? /\.([A-Za-z0-9]+)$/.exec(called)?.[1]?.toLowerCase() : undefined
  const promised = extension ? extensions[extension] : undefined
  if (!kind) throw new PageProblem(promised ? (bytes.length < 64 ? 'truncated' : 'wrongExtension') : 'unknownType')
  if (extension && promised !== kind) throw new PageProblem('wrongExtension')
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
      for (let index = 0; index < count; index++) yield { index, grey: () => decodeGrey(bytes, index, true) }
      return
    }
    case 'pdf': {
      let index = 0
      for await (const page of pdfPages(bytes)) {
        yield page.kind === 'jpeg'
          ? {
              index,
              encoded: { bytes: page.bytes, type: 'image/jpeg' },
              grey: () => decodeGrey(page.bytes, 0, false, page.dpi),
            }
          : { index, grey: () => Promise.resolve(page.grey) }
        index++
      }
    }
  }
}
