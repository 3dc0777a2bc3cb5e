/** The student number from its digit columns, held against the QR's on a pre-filled card. */
import type { CellReading, PageReading } from './omr.types.ts'
import type { CellInk } from './ink.types.ts'
import { hasArms, judge } from './judge.ts'
import type { Thresholds, Verdict } from './judge.ts'
import type { Shape } from './shape.ts'
import { shortNumber } from './shortNumber.ts'
import { contradicts, markedBy, settled } from './style.ts'
import type { Hand } from './style.ts'

type Reading = NonNullable<PageReading['studentNumber']>

/** A digit's mark as clear as this (ink) stands beside traces of at most this ink and this share of its own. */
const CLEAR = 0.4
const TRACE = 0.12
const TRACE_SHARE = 0.2

/**
 * A column holds one mark by its nature, so a ring of a cup, a streak or a rubbed-out digit does not unsettle a plain one.
 * Dirt that reaches far beyond its cell does.
 */
const standsAlone = (mark: Verdict, doubts: readonly Verdict[]): boolean =>
  doubts.every((d) => !d.stained && mark.ink >= CLEAR && d.ink <= Math.min(TRACE, TRACE_SHARE * mark.ink))

/**
 * The only ink of a column is its digit, light or thin as it may be: next to it no cell has a sixth of it, and it is as dark and
 * as large as a stroke. Of 90 columns of ten writers that were asked about 70 show nothing else; dots are smaller (0.21 wide),
 * what a rubber left is lighter (0.36).
 */
const ONLY = { ink: 0.02, share: 1 / 6, dark: 0.45, wide: 0.33, high: 0.28 }
/** Confidence of a digit that only its column tells stays below that of a plain mark. */
const MODEST = 0.4

const onlyInk = (
  verdicts: readonly Verdict[],
  inks: readonly CellInk[],
  look: (c: CellInk) => Shape,
  t: Thresholds,
): Verdict | null => {
  const top = verdicts.reduce((a, b) => (b.ink > a.ink ? b : a))
  const isBare = (v: Verdict) => v === top || (v.state === 'empty' && v.ink <= ONLY.share * top.ink)
  if (top.state === 'filled' || top.stained || top.ink < ONLY.ink || !verdicts.every(isBare)) return null
  const at = inks[verdicts.indexOf(top)]!
  if (hasArms(at, t)) return null
  const { dark, wide, high } = look(at)
  if (dark < ONLY.dark || wide < ONLY.wide || high < ONLY.high) return null
  return { ...top, state: 'filled', confidence: Math.min(top.confidence, MODEST) }
}

/** The column's mark beside the page's others; null where it is not plainly one of them, or contradicts them. */
const byHand = (
  verdicts: readonly Verdict[],
  mark: Verdict | undefined,
  inks: readonly CellInk[],
  { style, strokesOf }: Hand,
): CellReading | null => {
  const strokes = strokesOf(inks)
  const filled = verdicts.map((v) => v === mark)
  if (mark) return contradicts(filled, strokes, style) ? null : mark
  const at = verdicts.some((v) => v.stained) ? undefined : markedBy(strokes, true, style)?.indexOf(true)
  return at === undefined ? null : settled(verdicts[at]!, true)
}

/**
 * Reads the number. `digits` has one entry a column, null where no digit or more than one is marked. A QR's number stands
 * when the bubbles agree or are empty; `clash` is true when they say something else. `look`: what a cell's ink looks like
 * against the writer's marks, where the picture has greys.
 */
export const readStudent = (
  columns: readonly (readonly CellInk[])[],
  t: Thresholds,
  qrNumber?: string,
  hand?: Hand,
  look?: (c: CellInk) => Shape,
): { reading: Reading; doubt?: string } => {
  const digits: (CellReading | null)[] = []
  const faults: string[] = []
  /** By column its digit, '' where nothing is marked, null where something is that is not read. */
  const plain: (string | null)[] = []
  let marked = 0
  columns.forEach((inks, i) => {
    const verdicts = inks.map((c) => judge(c, t))
    const filled = verdicts.filter((v) => v.state === 'filled')
    const doubts = verdicts.filter((v) => v.state === 'doubt')
    marked += filled.length
    const mark = filled.length === 1 && standsAlone(filled[0]!, doubts) ? filled[0]! : undefined
    const read = (hand ? byHand(verdicts, mark, inks, hand) : mark) ?? (look && onlyInk(verdicts, inks, look, t))
    if (read) {
      const { value, state, ink, confidence } = read
      digits.push({ value, state, ink, confidence })
      plain.push(value)
      return
    }
    digits.push(null)
    plain.push(filled.length + doubts.length === 0 ? '' : null)
    const place = `第${i + 1}位`
    if (filled.length > 1) faults.push(`${place}填涂了${filled.map((v) => v.value).join('、')}`)
    else if (doubts.length > 0) faults.push(`${place}填涂不清`)
    else faults.push(`${place}未填涂`)
  })
  const complete = digits.every((d) => d !== null)
  const bubbles = complete && digits.length > 0 ? digits.map((d) => d!.value).join('') : null
  if (qrNumber !== undefined) {
    const agrees = bubbles === qrNumber
    const contradicts =
      digits.some((d, i) => d !== null && d.value !== qrNumber[i]) ||
      (digits.length > 0 && qrNumber.length !== digits.length)
    const reading: Reading = { value: contradicts ? null : qrNumber, digits, from: agrees ? 'both' : 'qr' }
    if (contradicts)
      return { reading, doubt: `二维码为${qrNumber}，填涂为${digits.map((d) => d?.value ?? '?').join('')}` }
    return { reading }
  }
  const reading: Reading = { value: bubbles, digits, from: 'bubbles' }
  if (bubbles !== null) return { reading }
  const short = shortNumber(plain)
  if (short) reading.short = short
  return { reading, doubt: marked === 0 && faults.length === columns.length ? '未填涂' : faults.join('；') }
}

/** A number from a bar code, pasted or printed, held against the QR's on a pre-filled card. */
export const readBarcodeNumber = (text: string | null, qrNumber?: string): { reading: Reading; doubt?: string } => {
  const number = text !== null && /^\d{4,18}$/.test(text) ? text : null
  if (number !== null && qrNumber !== undefined && number !== qrNumber)
    return { reading: { value: null, digits: [], from: 'qr' }, doubt: `二维码为${qrNumber}，条形码为${number}` }
  if (number !== null) return { reading: { value: number, digits: [], from: 'barcode' } }
  // Another text in the code's place: a sticker of another use, at any QR.
  if (text !== null)
    return { reading: { value: null, digits: [], from: 'barcode' }, doubt: `条形码“${text.slice(0, 24)}”不是考号` }
  if (qrNumber !== undefined) return { reading: { value: qrNumber, digits: [], from: 'qr' } }
  return { reading: { value: null, digits: [], from: 'barcode' }, doubt: '条形码未粘贴或无法识别' }
}
