/** The recogniser's whole pure part: what one located page says. */
import type { CardGeometry, PageGeometry, PrintedCard, QrContent } from '#shared/card/geometry/geometry.types.ts'
import type { ChoiceReading, DoubtKind, Grey, Homography, MarkReading, PageReading } from './omr.types.ts'
import type { Survey } from './anchors.ts'
import { survey } from './anchors.ts'
import { readBlock } from './blankBlocks.ts'
import { measureInk } from './ink.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { ringedRows } from './rings/halo.ts'
import { hoopedRows } from './rings/hoop.ts'
import { onlyPrint, unlikeEmpty } from './likes.ts'
import type { ReadRow } from './likes.ts'
import { judge, penOf, readChoice, thresholdsFor } from './judge.ts'
import type { Thresholds } from './judge.ts'
import { lacksMarks } from './lacking.ts'
import { locate, sheetsOf } from './locate.ts'
import type { Located } from './locate.ts'
import { LEAST_MATCH } from './locateByQr.ts'
import { doubtEmpty, LIGHT } from './emptyRows.ts'
import { doubtPlace, isLost, unprovenRows } from './placing.ts'
import { readPaperType, readPick, readScores } from './marks.ts'
import { readPageMark } from './pageMark.ts'
import { pixelsPerMm, project } from './homography.ts'
import type { Point } from './homography.ts'
import { newRoom, straighten } from './sample.ts'
import { shapeOf } from './shape.ts'
import { printKept } from './shown.ts'
import type { Shown } from './shown.ts'
import { readBarcodeNumber, readStudent } from './student.ts'
import { handOf, settleByStyle } from './style.ts'
import { aroundsOf, doubtArounds, grainOf, MARKED } from './surroundings.ts'
import { rubbedRows } from './texture/rubbed.ts'
import { doubtUneven } from './uneven.ts'
import { planZones } from './zones.ts'
import type { ZoneKind } from './zones.ts'

type Doubt = PageReading['doubts'][number]

/** What is said of cells whose place could not be proved. */
const UNPROVEN = '纸张弯曲或印刷错位，无法核实填涂框的位置'
/** Sizes outside of these are named: printers that "fit to page" give 0.93…0.97, a copier's 80 % key 0.8. */
const LEAST_SCALE = 0.87
const MOST_SCALE = 1.06

export type LocatedPage = { survey: Survey; places: Located[] }

/** Looks for any page of the given cards. `places` is best first and empty when there is no card. */
export const locatePage = (grey: Grey, geometries: readonly CardGeometry[]): LocatedPage => {
  const s = survey(grey)
  return { survey: s, places: locate(s, sheetsOf(geometries)) }
}

/** White paper: hardly any ink, or little and none of it as black as print (a stain, the other side shining through). */
export const looksBlank = (s: Survey): boolean => s.inkShare < 0.004 || (s.inkShare < 0.012 && s.black > 0.5)

/** The place of the bar code with some paper about it, at most 10 pixels a millimetre; null where the page has none. */
export const barcodeCrop = (grey: Grey, page: PageGeometry, homography: Homography): Grey | null => {
  const b = page.barcode
  if (!b) return null
  const ppm = Math.abs(pixelsPerMm(homography, b.x + b.w / 2, b.y + b.h / 2))
  const r = { x: b.x - 3, y: b.y - 3, w: b.w + 6, h: b.h + 6 }
  return straighten(grey, homography, r, Math.min(10, Math.max(6, ppm)))
}

/** The QR with its quiet zone, straightened to 10 pixels a millimetre, for a barcode reader. */
export const qrCrop = (grey: Grey, located: Located, slack = 3): Grey => {
  const { rect, density } = qrPiece(located, slack)
  return straighten(grey, located.homography, rect, density)
}

const qrPiece = ({ sheet, homography }: Located, slack: number) => {
  const q = sheet.page.qr
  const rect = { x: q.x - slack, y: q.y - slack, w: q.w + 2 * slack, h: q.h + 2 * slack }
  const density = Math.min(10, Math.max(6, Math.abs(pixelsPerMm(homography, q.x, q.y))))
  return { rect, density }
}

/** Points of such a piece, in the picture that it was cut from. */
export const fromQrCrop = (located: Located, points: readonly Point[], slack = 3): Point[] => {
  const { rect, density } = qrPiece(located, slack)
  return points.map((p) => project(located.homography, rect.x + p.x / density, rect.y + p.y / density))
}

export const refused = (kind: DoubtKind, detail?: string): PageReading => ({
  status: 'refused',
  doubts: [{ kind, ...(detail ? { detail } : {}) }],
  choices: [],
  blocks: [],
})

/**
 * Reads a page whose QR was not seen: the printed lines name the sheet, the page mark confirms it. Refused where they do
 * not. `barcode` is what the bar code's place at the first of the places shows.
 */
export const readByPrint = (
  { survey: s, places }: LocatedPage,
  geometries: readonly CardGeometry[],
  barcode?: string | null,
): PageReading => {
  const [best] = places
  const certain = best !== undefined && best.match > LEAST_MATCH
  if (looksBlank(s) && !certain) return refused('blankPage')
  if (!best) return refused('noAnchors')
  if (!certain) return refused('foreignCard', '找到定位点，但版式与本次考试的答题卡不符')
  if (lacksMarks(s, best)) return refused('noAnchors', '二维码无法识别，缺的定位点不在一处')
  const geometry = geometries[best.sheet.card]!
  const reading = readLocated(s, best, { geometry }, best.sheet.page, undefined, barcode)
  // With neither code nor page mark to confirm it, three corners are too few: a mark beside the fourth may stand for it.
  if (best.corners < 4 && reading.doubts.some((d) => d.kind === 'pageMark'))
    return refused('noAnchors', '二维码无法识别，缺一个定位点，页码标记也对不上')
  // Without a code the print alone names the card: another edition may have the same frames about other rows.
  if (showsOtherRows(reading)) return refused('foreignCard', '二维码无法识别，印刷的填涂框与本次考试的答题卡不符')
  const rival = places.find((p) => p.sheet.card !== best.sheet.card && p.match > best.match * 0.85)
  if (rival) reading.doubts.unshift({ kind: 'foreignCard', detail: '二维码无法识别，本批次有多种相似的答题卡' })
  return reading
}

/** Whether outlines are seen, and none of the rows is proved to lie on its own. */
const showsOtherRows = ({ placement, choices, doubts }: PageReading): boolean =>
  placement?.margin !== undefined &&
  choices.length > 0 &&
  doubts.filter((d) => d.questionId !== undefined && d.detail === UNPROVEN).length === choices.length

/** Confidence of a cell whose spot is print that lies off. */
const MODEST = 0.3

/** One page after the other is read in it; nothing of a reading lies in it. */
const room = newRoom()

/**
 * Reads one page at a known place. `qr` is the decoded QR of this card, if it could be read; without it the page is the
 * located sheet's, which the page mark must confirm. `barcode` is what the bar code's place shows, null for nothing.
 */
export const readLocated = (
  seen: Survey,
  located: Located,
  card: Pick<PrintedCard, 'geometry'>,
  page: PageGeometry,
  qr?: QrContent,
  barcode?: string | null,
): PageReading => {
  const { grey } = seen
  const doubts: Doubt[] = []
  const place = { ...located, sheet: { ...located.sheet, page } }
  // Without a resolution, a wide border or a turned sheet in a large picture is no small print.
  const turned = Math.abs(((located.rotation + 45) % 90) - 45) > 3
  const least = seen.grey.dpi ? LEAST_SCALE : turned ? 0 : LEAST_SCALE - 0.05
  if (located.scale < least || located.scale > MOST_SCALE)
    doubts.push({ kind: 'scale', detail: `${Math.round(located.scale * 100)}%` })
  if (qr && qr.hash !== card.geometry.hash.toLowerCase())
    doubts.push({ kind: 'foreignCard', detail: '二维码与答题卡版式不符' })

  const bits = page.pageMark.length
  const expected = bits > 0 ? page.page % 2 ** bits : 0
  const shown = readPageMark(grey, located.homography, page.pageMark, located.anchors)
  if (bits > 0) {
    if (shown !== null && shown !== expected)
      doubts.push({ kind: 'pageMark', detail: `页码标记为${shown}，应为${expected}` })
    else if (shown === null && !qr) doubts.push({ kind: 'pageMark', detail: '二维码和页码标记均无法识别' })
  }

  room.clear()
  const map = measureInk(seen, place, page, undefined, room)
  const reading = readCells(seen, place, page, map, qr, barcode)
  // Whose page it is comes first, then what it is, then what it says.
  const whose = reading.doubts.filter((d) => d.kind === 'studentNumber')
  const what = reading.doubts.filter((d) => d.kind !== 'studentNumber')
  return {
    ...reading,
    doubts: [...whose, ...doubts, ...what],
    homography: located.homography,
    rotation: Math.round(located.rotation * 100) / 100,
    scale: Math.round(located.scale * 1000) / 1000,
    placement: {
      likeness: Math.round(located.match * 1000) / 1000,
      ...(map.placed?.seen ? { margin: Math.round(map.placed.margin * 100) / 100 } : {}),
      offset: Math.round((map.offset ?? 0) * 100) / 100,
      ...(map.followed ? { followed: true } : {}),
    },
    ...(qr ? { qr } : {}),
  }
}

/**
 * Rows without a mark that have a ring about one of their cells, where sides alone do not show it: brackets and round cells leave it
 * half of a side, and white paper that is cut off takes the lighter half of it away.
 */
const ringedAmong = (
  rows: readonly ReadRow[],
  map: InkMap,
  { typical, plainOnly }: Thresholds,
  shown?: Shown,
): number[] => {
  if (shown ? plainOnly : !(map.clipped && typical < LIGHT)) return []
  const blank = rows.flatMap(({ reading }, i) => (!reading.doubt && reading.chosen.length === 0 ? [i] : []))
  if (blank.length === 0) return []
  const ringed = ringedRows(map, shown)
  return blank.filter((i) => ringed.has(i))
}

/** A row whose cells hold nothing but print. */
const emptied = ({ doubt: _, ...row }: ChoiceReading): ChoiceReading => ({
  ...row,
  cells: row.cells.map((c) => (c.state === 'doubt' ? { ...c, state: 'empty', confidence: MODEST } : c)),
})

/** What the cells and blocks of a located page say; page-level matters of print and code are not its own. */
export const readCells = (
  seen: Survey,
  located: Located,
  page: PageGeometry,
  map: InkMap,
  qr?: QrContent,
  barcode?: string | null,
  t: Thresholds = thresholdsFor(map),
  shown?: Shown,
): PageReading => {
  const { grey } = seen
  const doubts: Doubt[] = []
  const plan = planZones(page)
  const lostPage = isLost(map)
  const pen = t.plainOnly ? undefined : penOf(map, t)
  const inks = new Map(plan.zones.map((z) => [`${z.kind} ${z.index}`, map.cells.get(z)!]))
  const inksOf = (kind: ZoneKind, index: number) => inks.get(`${kind} ${index}`)!

  const about = aroundsOf(map, shown, shown && Math.min(MARKED, t.high))
  const look = t.plainOnly ? penOf(map, t) : undefined
  const alone = page.choices.map((row, i) => readChoice(row, inksOf('choice', i), t, pen, look))
  const isSingle = (i: number) => page.choices[i]!.unitType !== 2
  const hand = handOf(map, alone, isSingle, t.typical)
  const byStyle = alone.map((c, i) =>
    hand ? settleByStyle(c, hand.strokesOf(inksOf('choice', i)), isSingle(i), hand.style) : c,
  )
  const asRows = (readings: readonly ChoiceReading[]) =>
    readings.map((reading, i) => ({ reading, inks: inksOf('choice', i) }))
  const spotless = map.bilevel ? new Set<number>() : onlyPrint(asRows(byStyle), map, t)
  const rubbed = pen && !shown ? rubbedRows(asRows(byStyle), map, t, pen) : new Set<number>()
  const cellsSay = byStyle.map((c, i) => (spotless.has(i) || rubbed.has(i) ? emptied(c) : c))
  const grain = grainOf(
    cellsSay.flatMap((c, i) => {
      if (c.doubt || c.chosen.length !== 1 || page.choices[i]!.unitType === 2) return []
      return [inksOf('choice', i).map((k, n) => ({ filled: c.cells[n]!.state === 'filled', about: about.get(k)! }))]
    }),
  )
  const print = shown && printKept(map, shown)
  const loses = map.bilevel || map.clipped || print?.lost === true
  const own = shown === undefined
  const seenAs = { faded: map.placed?.seen === false, alone: own, grain, loses }
  const even = doubtUneven(cellsSay, (i) => inksOf('choice', i), own, pen?.shapeOf, isSingle)
  const soFar = doubtArounds(doubtEmpty(even, map, t, print), (i) => inksOf('choice', i), about, seenAs)
  const rows = asRows(soFar)
  const hooped = map.bilevel ? [] : hoopedRows(rows, map)
  const unlike = new Set([...unlikeEmpty(rows, map, t), ...ringedAmong(rows, map, t, shown), ...hooped])
  const choices = doubtPlace(
    soFar.map((c, i): ChoiceReading => (unlike.has(i) ? { ...c, doubt: 'faintMark' } : c)),
    map,
  )
  const off = unprovenRows(map)
  choices.forEach((c, i) => {
    if (c.doubt) doubts.push({ kind: c.doubt, questionId: c.questionId, ...(off.has(i) ? { detail: UNPROVEN } : {}) })
  })

  let studentNumber: PageReading['studentNumber']
  if (page.studentNumber) {
    const columns = page.studentNumber.columns.map((_, i) => inksOf('digit', i))
    const shape = map.bilevel ? undefined : (c: CellInk) => shapeOf(map.lookOf(c), pen?.ink ?? t.typical)
    const { reading, doubt } = readStudent(columns, t, qr?.studentNumber, hand, shape)
    const lost = reading.from === 'bubbles' && [...(map.placed?.unproven ?? [])].some((z) => z.kind === 'digit')
    const unsure = reading.digits.map((d) => d && { ...d, state: 'doubt' as const })
    studentNumber = lost ? { value: null, digits: unsure, from: reading.from } : reading
    if (doubt || lost) doubts.unshift({ kind: 'studentNumber', detail: lost ? UNPROVEN : doubt! })
  } else if (page.barcode) {
    const { reading, doubt } = readBarcodeNumber(barcode ?? null, qr?.studentNumber)
    studentNumber = reading
    if (doubt) doubts.unshift({ kind: 'studentNumber', detail: doubt })
  } else if (qr?.studentNumber) studentNumber = { value: qr.studentNumber, digits: [], from: 'qr' }

  let absent: PageReading['absent']
  if (page.absent) {
    const { value, state, ink, confidence } = judge(inksOf('absent', 0)[0]!, t)
    // Of a page whose place is not proved it is unknown whose mark this is.
    absent = { value, state: lostPage && state === 'filled' ? 'doubt' : state, ink, confidence }
  }

  // Whose page it is and what the paper allows is not known here: the doubt only names the mark.
  const doubtful = (kind: DoubtKind, mark: string, detail: string) => doubts.push({ kind, mark, detail })
  const unsure = <M extends MarkReading>(reading: M): M =>
    lostPage && !reading.doubt ? { ...reading, doubt: 'stain' } : reading
  const typeRead = page.paperType && readPaperType(inksOf('paper', 0), t)
  const paperType = typeRead && lostPage ? { ...unsure(typeRead), value: null } : typeRead
  if (paperType && paperType.value === null && absent?.state !== 'filled')
    doubtful(paperType.doubt ?? 'faintMark', '@paper', paperType.doubt ? '试卷类型填涂有疑问' : '试卷类型未填涂')
  const picks = page.picks?.map((row, i) => unsure(readPick(row, inksOf('pick', i), t)))
  for (const p of picks ?? [])
    if (p.doubt) doubtful(p.doubt, `@pick:${p.questionIds[0]}`, `选做题标记有疑问（共${p.cells.length}个）`)
  const scoresRead = page.scoreRows && readScores(page.scoreRows, (i) => inksOf('score', i), t, map)
  const scores = scoresRead?.map((s) => (lostPage ? { ...unsure(s), score: null } : s))
  for (const s of scores ?? [])
    if (s.doubt)
      doubtful(s.doubt, `@score:${s.questionIds[0]}`, `卷面打分框有疑问（已涂${s.chosen.join('、') || '无'}）`)

  // Blocks are looked at on the small picture where it is fine enough, else on the full one.
  const k = 1 / seen.factor
  const small = located.homography.map((v, i) => (i < 6 ? v * k : v)) as unknown as Homography
  const fine = Math.abs(pixelsPerMm(small, 100, 100)) >= 2.4
  const blocks = page.blocks.map((b) => ({
    blockId: b.blockId,
    questionIds: b.questionIds,
    ...readBlock(fine ? seen.small : grey, fine ? small : located.homography, page, b),
  }))

  return {
    status: 'read',
    doubts,
    page: page.page,
    ...(studentNumber ? { studentNumber } : {}),
    ...(absent ? { absent } : {}),
    choices,
    ...(paperType ? { paperType } : {}),
    ...(picks ? { picks } : {}),
    ...(scores ? { scores } : {}),
    blocks,
  }
}
