/** A grey page to its reading: locate, QR, the right card, then the cells. */
import type { PrintedCard, QrContent } from '#shared/card/geometry/geometry.types.ts'
import { parseQr } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, PageReading } from '#shared/scan/omr/omr.types.ts'
import type { LocatedPage } from '#shared/scan/omr/readPage.ts'
import {
  barcodeCrop,
  fromQrCrop,
  locatePage,
  looksBlank,
  qrCrop,
  readByPrint,
  readLocated,
  refused,
} from '#shared/scan/omr/readPage.ts'
import type { Point } from '#shared/scan/omr/homography.ts'
import { locate } from '#shared/scan/omr/locate.ts'
import type { Located, Sheet } from '#shared/scan/omr/locate.ts'
import { isPlaceOf, LEAST_MATCH, locateByQr } from '#shared/scan/omr/locateByQr.ts'
import { shrink } from '#shared/scan/omr/sample.ts'
import {
  findTemplatePage,
  provedShare,
  proveTemplatePage,
  readByTemplate,
} from '#shared/scan/omr/template/readTemplate.ts'
import { findQr, readBarcode, readQr } from './readCodes.ts'
import type { SeenQr } from './readCodes.ts'

/** Finds the card that a QR names; null: no card of this exam. */
export type Lookup = (qr: QrContent) => PrintedCard | null | Promise<PrintedCard | null>

export type Recognition = PageReading & {
  /** The card that the page was read as. */
  card?: { code: string; version: number }
}

/** Tries the QR at each distinct place, best first; a second, thorough look where a page clearly lies. */
const qrAt = async (grey: Grey, places: readonly Located[]): Promise<SeenQr | null> => {
  const tried = new Set<string>()
  const distinct: Located[] = []
  for (const place of places) {
    const q = place.sheet.page.qr
    const key = [...place.homography.slice(0, 6).map((v) => v.toFixed(1)), q.x, q.y].join(' ')
    if (tried.has(key)) continue
    tried.add(key)
    distinct.push(place)
    if (distinct.length === 4) break
  }
  for (const place of distinct) {
    const seen = await findQr(qrCrop(grey, place))
    if (seen) return { ...seen, corners: fromQrCrop(place, seen.corners) }
  }
  const best = distinct[0]
  if (best && best.match > LEAST_MATCH) {
    const seen = await findQr(qrCrop(grey, best, 4), true)
    if (seen) return { ...seen, corners: fromQrCrop(best, seen.corners, 4) }
  }
  return null
}

/** A QR anywhere on the page: slow, only where there is none at its place. */
const qrAnywhere = async (grey: Grey): Promise<SeenQr | null> => {
  const factor = Math.max(1, Math.floor(Math.max(grey.width, grey.height) / 2200))
  const seen = await findQr(shrink(grey, factor), true)
  return seen && { ...seen, corners: seen.corners.map((p) => ({ x: p.x * factor, y: p.y * factor })) }
}

const barcodeAt = async (grey: Grey, at: Located): Promise<string | null> => {
  const crop = barcodeCrop(grey, at.sheet.page, at.homography)
  return crop && readBarcode(crop)
}

/**
 * The place of a page whose QR was seen. A place that has the QR elsewhere is a wrong one, however well its corners and
 * lines fit: it would give every answer of a neighbouring cell.
 */
const placeOf = (seen: LocatedPage, sheet: Sheet, corners: readonly Point[]): Located | undefined => {
  const { page } = sheet
  const sound = (l: Located) => isPlaceOf(seen.survey, l, page, corners)
  const own = seen.places.filter((p) => p.sheet.page === page)
  const found = own.find(sound)
  if (found) return found
  const byQr = locateByQr(seen.survey, sheet, corners)
  if (byQr && sound(byQr)) return byQr
  // An unexpected card was not looked for yet.
  return own.length > 0 ? undefined : locate(seen.survey, [sheet]).find(sound)
}

const readAs = async (
  seen: LocatedPage,
  grey: Grey,
  card: PrintedCard,
  qr: QrContent,
  corners: readonly Point[],
): Promise<Recognition> => {
  const page = card.geometry.pages.find((p) => p.page === qr.page)
  if (!page || qr.hash !== card.geometry.hash.toLowerCase())
    return refused('foreignCard', page ? '二维码与答题卡版式不符' : `答题卡没有第 ${qr.page} 页`)
  const { width, height } = card.geometry
  const at = placeOf(seen, { card: 0, width, height, page }, corners)
  if (!at) return { ...refused('noAnchors', '二维码可读，但定位点不足三个，或版面与二维码对不上'), qr }
  const barcode = await barcodeAt(grey, at)
  return { ...readLocated(seen.survey, at, card, page, qr, barcode), card: { code: card.code, version: card.version } }
}

/** The number that a template's bar code or QR place shows. */
const codeAt = async (grey: Grey, page: Located['sheet']['page'], homography: Located['homography']) => {
  const crop = barcodeCrop(grey, page, homography)
  return crop && ((await readBarcode(crop)) ?? (await readQr(crop, true)))
}

type ByTemplate = PrintedCard & { guide: NonNullable<PrintedCard['guide']> }
const hasGuide = (card: PrintedCard): card is ByTemplate => card.guide !== undefined

/** A template that is so much as like a page as the one that is most like it may be the page's. */
const NEARLY = 0.8

/** Reads a page by the templates of other makers' sheets: the one that it is most like. */
const byTemplate = async (grey: Grey, cards: readonly ByTemplate[]): Promise<Recognition> => {
  const places = cards.flatMap((card) => {
    const found = findTemplatePage(grey, card)
    return found ? [{ card, found }] : []
  })
  places.sort((a, b) => b.found.alignment.likeness - a.found.alignment.likeness)
  const [first] = places
  if (!first) return readByTemplate(grey, cards[0]!, null)
  // Editions of one sheet look alike as a whole: the one whose parts lie where they should is the page's.
  const proved = places
    .filter(({ found }) => found.alignment.likeness >= NEARLY * first.found.alignment.likeness)
    .slice(0, 3)
    .map(({ card, found }) => ({ card, found: proveTemplatePage(grey, card, found) }))
  const { card, found } = proved.reduce((a, b) => (provedShare(b.found) > provedShare(a.found) ? b : a))
  const code = await codeAt(grey, found.page, found.homography)
  return { ...readByTemplate(grey, card, found, code), card: { code: card.code, version: card.version } }
}

/** Reads one page; see `recogniseOwn`. Sheets of other makers are read by their templates. */
export const recognise = async (
  grey: Grey,
  lookup: Lookup,
  expected: readonly PrintedCard[] = [],
): Promise<Recognition> => {
  const templates = expected.filter(hasGuide)
  if (templates.length === 0) return recogniseOwn(grey, lookup, expected)
  const foreign = await byTemplate(grey, templates)
  if (foreign.status === 'read' || foreign.doubts[0]?.kind === 'blankPage') return foreign
  // A card of ours, from before the paper was given to a template.
  const own = await recogniseOwn(
    grey,
    lookup,
    expected.filter((c) => !hasGuide(c)),
  )
  return own.status === 'read' ? own : foreign
}

/**
 * Reads one page. `expected` are the batch's cards: they make the QR cheap to find and stand in when it cannot be read.
 * Where `lookup` answers one of them, let it be the same object: then the page is located once.
 * Without them a QR is searched on the whole page. Never throws for what the picture shows; each refusal has its kind.
 */
const recogniseOwn = async (grey: Grey, lookup: Lookup, expected: readonly PrintedCard[]): Promise<Recognition> => {
  const geometries = expected.map((c) => c.geometry)
  const seen = locatePage(grey, geometries)
  let hit = await qrAt(grey, seen.places)
  const best = seen.places[0]
  const certain = best !== undefined && best.match > LEAST_MATCH
  // Also where a place seems certain: another card with like frames may show its own QR elsewhere.
  if (!hit && !(looksBlank(seen.survey) && !certain)) hit = await qrAnywhere(grey)
  if (hit) {
    const qr = parseQr(hit.text)
    if (!qr) return refused('foreignCard', '二维码不是本系统的答题卡')
    const card = await lookup(qr)
    if (!card) return { ...refused('otherExam', `答题卡 ${qr.code} 第 ${qr.version} 版`), qr }
    return readAs(seen, grey, card, qr, hit.corners)
  }
  const reading = readByPrint(seen, geometries, certain ? await barcodeAt(grey, best) : null)
  if (reading.status === 'refused') return reading
  const card = expected[best!.sheet.card]!
  return { ...reading, card: { code: card.code, version: card.version } }
}
