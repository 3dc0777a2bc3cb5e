/** What a candidate is told before writing, by what the copy bears (from 1.5.4 on). */
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { rect, text } from './draw.ts'
import { wrapWhole } from './textWidth.ts'

/** A blank card, a copy with name, class and number, and one with room and seat too. */
const copyKinds = ['blank', 'named', 'seated'] as const
type CopyKind = (typeof copyKinds)[number]

const firstNotice = (design: CardDesign, kind: CopyKind, further: readonly string[]): string => {
  const { mode } = design.studentNumber
  const sealed = design.showSealLine
  if (kind === 'seated') return '答题前，考生须核对印好的姓名、班级、考号、考场和座号。'
  if (kind === 'named') return '答题前，考生须核对印好的姓名、班级和考号，并将考场和座号填写清楚。'
  const gridded = mode === 'bubbles' || mode === 'printed'
  const own = sealed
    ? '将密封线外的学校、班级、姓名、考号，以及考场、座号'
    : gridded
      ? '将自己的姓名、班级、考场和座号'
      : '将自己的姓名、班级、考号、考场和座号'
  const then = gridded ? '，并准确填涂考号' : mode === 'barcode' ? '，并将条形码贴在虚线框内' : ''
  const again = further.length > 0 ? `；每张答题卡均须写清${further.join('、')}` : ''
  return `答题前，考生须${own}填写清楚${then}${again}。`
}

const others = [
  '选择题必须使用2B铅笔填涂，修改时用橡皮擦干净；非选择题必须使用0.5毫米黑色字迹的签字笔书写，字体工整、笔迹清楚。',
  '请按照题号顺序在各题目的答题区域内作答，超出答题区域书写的答案无效；在草稿纸、试题卷上答题无效。',
  '保持卡面清洁，不要折叠、弄破、弄皱，不准使用涂改液、修正带、刮纸刀。',
]

const size = 2.75
/** What the number of a notice takes; its further lines begin beside it. */
const hang = 4.4

export type Notices = Record<CopyKind, string[][]>

/** The notices in lines for a frame of `width`, one list a notice. `further`: what further sheets ask for. */
export const noticesIn = (design: CardDesign, width: number, further: readonly string[]): Notices => {
  const of = (kind: CopyKind) =>
    [firstNotice(design, kind, further), ...others].map((n) => wrapWhole(n, width - 4 - hang, size))
  return { blank: of('blank'), named: of('named'), seated: of('seated') }
}

const linesOf = (notices: readonly string[][]): number => notices.reduce((sum, lines) => sum + lines.length, 0)
export const mostLines = (notices: Notices): number => Math.max(...copyKinds.map((kind) => linesOf(notices[kind])))

const drawnIn = (notices: readonly string[][], r: Rect): Draw[] => {
  const pitch = Math.min(5, r.h / Math.max(1, linesOf(notices)))
  let y = r.y + (r.h - pitch * linesOf(notices)) / 2
  return notices.flatMap((lines, i) =>
    lines.flatMap((l, k) => {
      const top = y
      y += pitch
      const words = text(rect(r.x + 2 + hang, top, r.w - 4 - hang, pitch), l, size, { ink: 0.9 })
      return k > 0 ? [words] : [text(rect(r.x + 2, top, hang, pitch), `${i + 1}．`, size, { ink: 0.9 }), words]
    }),
  )
}

/** Draws the blank card's notices, and keeps what a copy says in their place. */
export const layNotices = (page: PageGeometry, notices: Notices, r: Rect) => {
  page.draws.push(...drawnIn(notices.blank, r).map((d): Draw => ({ ...d, blank: true })))
  page.copies = { named: drawnIn(notices.named, r), seated: drawnIn(notices.seated, r) }
}
