/** Pages of a PDF: the embedded JPEG where a page is one picture, else a rendering at 200 dpi, by pdfium. */
import type { PDFiumDocument, PDFiumLibrary, PDFiumPage } from '@hyzyla/pdfium'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { MOST_PIXELS } from './decode.ts'
import { PageProblem } from './pageProblem.ts'

const RENDER_DPI = 200

export type PdfPage =
  | { kind: 'jpeg'; bytes: Uint8Array; dpi: number }
  | { kind: 'grey'; grey: Grey }
  | { kind: 'problem'; problem: PageProblem }

/** pdfium keeps a page's memory after its picture was lifted; a fresh instance now and then returns it. */
const DOCUMENTS_PER_INSTANCE = 50
const PAGES_PER_INSTANCE = 200
/** A file that makes pdfium fall this often is not worth more. */
const MOST_FALLS = 10
type Library = Awaited<ReturnType<typeof PDFiumLibrary.init>>
let library: Promise<Library> | undefined
let opened = 0

const pdfium = (fresh: boolean) => {
  if (fresh || !library || opened >= DOCUMENTS_PER_INSTANCE) {
    opened = 0
    library = import('@hyzyla/pdfium').then((m) => m.PDFiumLibrary.init())
  }
  opened++
  return library
}

const open = async (bytes: Uint8Array, fresh = false): Promise<PDFiumDocument> => {
  const lib = await pdfium(fresh)
  try {
    return await lib.loadDocument(bytes)
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    if (/password|security/i.test(text)) throw new PageProblem('encrypted', undefined, { cause: error })
    // A PDF ends with %%EOF; without it the rest of the file is missing.
    const tail = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, bytes.length - 2048)))
    throw new PageProblem(tail.includes('%%EOF') ? 'broken' : 'truncated', undefined, { cause: error })
  }
}

/** The JPEG that is the whole page, if it is one: a single picture of the page's own shape. */
const liftJpeg = async (page: PDFiumPage): Promise<{ bytes: Uint8Array; dpi: number } | null> => {
  if (page.getObjectCount() !== 1) return null
  const [only] = page.objects()
  if (!only || only.type !== 'image' || !('getImageDataRaw' in only)) return null
  const raw = await only.getImageDataRaw()
  if (raw.filters.length !== 1 || raw.filters[0] !== 'DCTDecode') return null
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const shape = raw.width / raw.height / (originalWidth / originalHeight)
  return shape > 0.97 && shape < 1.03 ? { bytes: raw.data, dpi: (raw.width / originalWidth) * 72 } : null
}

const render = async (page: PDFiumPage, index: number): Promise<Grey> => {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = RENDER_DPI / 72
  if (originalWidth * originalHeight * scale * scale > MOST_PIXELS) throw new PageProblem('tooLarge', index)
  const { width, height, data } = await page.render({ scale, colorSpace: 'BGRA', render: 'bitmap' })
  const grey = new Uint8Array(width * height)
  for (let i = 0, j = 1; i < grey.length; i++, j += 4) grey[i] = data[j]!
  return { width, height, data: grey, dpi: RENDER_DPI }
}

/** Frees what a document holds; after a fall of pdfium there is nothing left to free. */
const close = (document: PDFiumDocument): void => {
  try {
    document.destroy()
  } catch {
    library = undefined
  }
}

/** One page, or what is wrong with it; `fell`: pdfium itself broke and its instance cannot be used again. */
const pageOf = async (document: PDFiumDocument, index: number): Promise<{ page: PdfPage; fell: boolean }> => {
  try {
    const page = document.getPage(index)
    // A page that pdfium cannot load has no size.
    const { originalWidth, originalHeight } = page.getOriginalSize()
    if (!(originalWidth > 0 && originalHeight > 0)) throw new PageProblem('broken', index)
    const jpeg = await liftJpeg(page)
    const read: PdfPage = jpeg ? { kind: 'jpeg', ...jpeg } : { kind: 'grey', grey: await render(page, index) }
    return { page: read, fell: false }
  } catch (error) {
    const named = error instanceof PageProblem
    const problem = named ? error : new PageProblem('broken', index, { cause: error })
    return { page: { kind: 'problem', problem }, fell: !named }
  }
}

/**
 * Yields the pages in order, the first ones left out; a broken one is a `problem` with its index. Throws PageProblem for
 * the document.
 */
export async function* pdfPages(bytes: Uint8Array, from = 0): AsyncGenerator<PdfPage> {
  let document = await open(bytes)
  try {
    const count = document.getPageCount()
    if (count === 0) throw new PageProblem('empty')
    let falls = 0
    for (let index = from; index < count; index++) {
      const { page, fell } = await pageOf(document, index)
      yield page
      if (fell && ++falls > MOST_FALLS) throw new PageProblem('broken')
      if (fell || (index + 1) % PAGES_PER_INSTANCE === 0) {
        close(document)
        document = await open(bytes, true)
      }
    }
  } finally {
    close(document)
  }
}
