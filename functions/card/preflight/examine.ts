/** A scanned file of one blank card to what it measures, page by page. */
import type { PageGeometry, PrintedCard, QrContent } from '#shared/card/geometry/geometry.types.ts'
import { worstOf } from '#shared/card/preflight/preflight.rules.ts'
import type { PreflightPage } from '#shared/card/preflight/preflight.types.ts'
import { locatePage } from '#shared/scan/omr/readPage.ts'
import type { LocatedPage } from '#shared/scan/omr/readPage.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import { PageProblem, openPages, qrAtPlace, recognise } from '#functions/scan/omr/omr.public.ts'
import { measurePage } from './measure.ts'

/** More pages than this are not one card; each would be told the same. */
const mostPages = 8

const refusals: Readonly<Record<string, string>> = {
  blankPage: '这一页是白纸：请确认扫描的是印好的答题卡，并且正面朝向扫描头。',
  noAnchors:
    '没有找到答题卡的定位点：请确认扫描的是本系统打印的答题卡，四角没有被裁掉或折起，图像没有过浅、过深或过于模糊。',
  foreignCard: '这不是这张答题卡：请扫描刚才打印的那一份。',
  otherExam: '这是另一张答题卡：请扫描刚才打印的那一份。',
}

const refusedAs = (filePage: number, refusal: string): PreflightPage => ({
  filePage,
  refusal,
  measures: [],
  judged: 'bad',
})

/** What a page measures where it was found; null where it was not. */
const measuredAt = (
  { survey, places: [place] }: LocatedPage,
  qr: 0 | 1 | 2,
  reading: PageReading,
  filePage: number,
): PreflightPage | null => {
  if (!place) return null
  const measures = measurePage(survey, place, qr, reading)
  return { filePage, page: place.sheet.page.page, measures, judged: worstOf(measures.map((m) => m.judged)) }
}

/** `cards`: the versions of this card by their number. */
const examinePage = async (
  grey: Grey,
  filePage: number,
  card: PrintedCard,
  versionOf: (version: number) => Promise<PrintedCard | null>,
): Promise<PreflightPage> => {
  const lookup = async (qr: QrContent): Promise<PrintedCard | null> =>
    qr.code !== card.code ? null : qr.version === card.version ? card : versionOf(qr.version)
  const reading = await recognise(grey, lookup, [card])
  if (reading.status === 'refused' || reading.page === undefined || !reading.card) {
    const kind = reading.doubts[0]?.kind ?? 'noAnchors'
    // Without a code only print can name the sheet, and of a blurred picture it names nothing: then the blur is the news.
    if (kind === 'foreignCard' && !reading.qr) {
      const blurred = measuredAt(locatePage(grey, [card.geometry]), 0, reading, filePage)
      if (blurred?.measures.some((m) => m.name === 'sharpness' && m.judged === 'bad')) return blurred
    }
    const named = reading.qr && reading.qr.code !== card.code ? `（扫描的是编号${reading.qr.code}）` : ''
    return refusedAs(filePage, `${refusals[kind] ?? refusals['noAnchors']!}${named}`)
  }
  if (reading.card.version !== card.version)
    return refusedAs(
      filePage,
      `这是第${reading.card.version}版答题卡，现在要用的是第${card.version}版：请打印最新的一版再检查。`,
    )
  const page = card.geometry.pages.find((p) => p.page === reading.page) as PageGeometry
  const again = locatePage(grey, [{ ...card.geometry, pages: [page] }])
  const [place] = again.places
  const qr = reading.qr && place ? ((await qrAtPlace(grey, place)) !== null ? 2 : 1) : 0
  return measuredAt(again, qr, reading, filePage) ?? refusedAs(filePage, refusals['noAnchors']!)
}

/** Examines a file's pages. Throws PageProblem where the file itself cannot be opened. */
export const examineFile = async (
  bytes: Uint8Array,
  name: string,
  card: PrintedCard,
  versionOf: (version: number) => Promise<PrintedCard | null>,
): Promise<PreflightPage[]> => {
  const pages: PreflightPage[] = []
  for await (const image of openPages(bytes, name)) {
    if (pages.length === mostPages) break
    const filePage = image.index + 1
    try {
      pages.push(await examinePage(await image.grey(), filePage, card, versionOf))
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error
      pages.push(refusedAs(filePage, error.message))
    }
  }
  return pages
}
