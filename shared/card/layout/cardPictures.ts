/**
 * A card's pictures: a crest beside the title, a figure in a question's frame. They are placed below what stands in their
 * frame already, and what a machine looks for keeps clear of them.
 */
import type { CardDesign, CardPicture } from '#shared/card/card.types.ts'
import type { CardGeometry, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { rect, round } from './draw.ts'
import { qrQuiet, stripStart } from './furniture.ts'
import { strip } from './sheet.ts'

type Placed = Pick<CardDesign, 'pictures'>

export const pictureHeight = ({ w, width, height }: Pick<CardPicture, 'w' | 'width' | 'height'>): number =>
  round((w * height) / width)

export const picturesOf = ({ pictures = [] }: Placed, questions: readonly { questionId: string }[]): CardPicture[] =>
  pictures.filter((p) => questions.some((q) => q.questionId === p.questionId))

export const headPictures = ({ pictures = [] }: Placed): CardPicture[] =>
  pictures.filter((p) => p.questionId === undefined)

/** How far down pictures reach from where they begin, and the white below them; 0 without one. */
export const reachOf = (pictures: readonly CardPicture[]): number =>
  pictures.length === 0 ? 0 : Math.max(...pictures.map((p) => p.y + pictureHeight(p))) + 2

/** The strip of the title on page 1: clear of the anchors on the left, of the QR on a narrow sheet. */
export const titleStrip = (design: CardDesign, page: Pick<PageGeometry, 'qr' | 'anchors'>, wide: boolean): Rect => {
  const x = stripStart(design)
  const gutter = Math.min(
    page.qr.x - qrQuiet + 2,
    ...page.anchors.filter((a) => a.role === 'edge' && a.rect.x > 40).map((a) => a.rect.x),
  )
  return { x, y: 8.5, w: (wide ? gutter - 3 : page.qr.x - qrQuiet - 1) - x, h: strip - 9.5 }
}

export const pictureIn = (area: Pick<Rect, 'x' | 'y'>, p: CardPicture): Rect =>
  rect(area.x + p.x, area.y + p.y, p.w, pictureHeight(p))

/** What a title needs beside pictures. */
const leastTitle = 40

const besidePictures = (area: Rect, design: Placed): Pick<Rect, 'x' | 'w'> => {
  let [from, to] = [area.x, area.x + area.w]
  for (const r of headPictures(design).map((p) => pictureIn(area, p))) {
    if (r.x + r.w / 2 < area.x + area.w / 2) from = Math.max(from, r.x + r.w + 2)
    else to = Math.min(to, r.x - 2)
  }
  return { x: from, w: to - from }
}

/** What pictures leave of the strip for its words; where that is too little, the pictures are what is refused. */
export const titleBeside = (area: Rect, design: Placed): Pick<Rect, 'x' | 'w'> => {
  const left = besidePictures(area, design)
  return left.w >= leastTitle ? left : area
}

const clear = 1
/** Anchors are looked for as squares in white. */
const clearOfAnchors = 3

/** What recognition looks for on a page, by the word that tells its author what a picture lies on. */
const marksOf = (page: PageGeometry): { name: string; rects: Rect[]; margin: number }[] => {
  const cells = [
    ...page.choices.flatMap((c) => c.cells),
    ...(page.picks ?? []).flatMap((c) => c.cells),
    ...(page.scoreRows ?? []).flatMap((c) => c.cells),
    ...(page.paperType ?? []),
    ...(page.absent ? [page.absent] : []),
  ]
  return [
    { name: '定位块', rects: page.anchors.map((a) => a.rect), margin: clearOfAnchors },
    { name: '二维码', rects: [page.qr], margin: qrQuiet },
    { name: '页码标记', rects: page.pageMark, margin: clear },
    { name: '填涂框', rects: cells.map((c) => c.rect), margin: clear },
    { name: '考号填涂区', rects: page.studentNumber ? [page.studentNumber.rect] : [], margin: clear },
    { name: '条形码区', rects: page.barcode ? [page.barcode] : [], margin: clear },
    { name: '考生信息栏', rects: [page.nameBox, page.nameLine].filter((r) => r !== undefined), margin: clear },
    { name: '标尺', rects: page.calibration?.ladders.map((l) => l.rect) ?? [], margin: clear },
  ]
}

const meets = (a: Rect, b: Rect, margin: number): boolean =>
  a.x < b.x + b.w + margin && b.x < a.x + a.w + margin && a.y < b.y + b.h + margin && b.y < a.y + a.h + margin

const within = (a: Rect, b: Rect, margin = 0): boolean =>
  a.x >= b.x + margin - 0.01 &&
  a.y >= b.y + margin - 0.01 &&
  a.x + a.w <= b.x + b.w - margin + 0.01 &&
  a.y + a.h <= b.y + b.h - margin + 0.01

export type PictureProblem = { text: string; questionId?: string | undefined }

/** Why a card's pictures cannot be printed as they lie; empty where they can. */
export const pictureProblems = (design: CardDesign, geometry: CardGeometry): PictureProblem[] => {
  const { pictures = [] } = design
  const numbers = new Map(design.units.flatMap((u) => u.questions.map((q) => [q.questionId, q.number] as const)))
  const found: PictureProblem[] = []
  const ids = new Set<string>()
  const drawn = geometry.pages.flatMap((page) =>
    page.draws.flatMap((d) => (d.kind === 'image' ? [{ page, draw: d }] : [])),
  )
  for (const p of pictures) {
    const { questionId } = p
    const number = questionId === undefined ? undefined : numbers.get(questionId)
    const name = questionId === undefined ? '标题旁的图片' : `第${number ?? '？'}题的图片`
    const tell = (text: string) => found.push({ text: `${name}${text}`, questionId })
    if (ids.has(p.pictureId)) tell('编号重复，请删除后重新上传')
    ids.add(p.pictureId)
    const at = drawn.find((d) => d.draw.pictureId === p.pictureId)
    if (!at) {
      tell('没有地方放：只有解答题、选做题和综合题的答题区放得下图片，请删除')
      continue
    }
    const { page, draw } = at
    const mark = marksOf(page).find((m) => m.rects.some((r) => meets(draw.rect, r, m.margin)))
    if (mark) {
      tell(`压住了${mark.name}，扫描后无法识别，请移开或缩小`)
      continue
    }
    const home =
      questionId === undefined
        ? titleStrip(design, page, geometry.width > 300)
        : page.blocks.find((b) => b.part === 0 && b.questionIds.includes(questionId))?.rect
    if (!home || !within(draw.rect, home, questionId === undefined ? 0 : 1.5)) {
      tell(questionId === undefined ? '超出了标题区域，请移开或缩小' : '超出了答题区，请移开或缩小')
      continue
    }
    const other = drawn.find((d) => d.page === page && d.draw !== draw && meets(d.draw.rect, draw.rect, 0))
    if (other && other.draw.pictureId < p.pictureId) tell('与另一张图片重叠，请移开')
    else if (questionId === undefined && besidePictures(home, design).w < leastTitle) tell('占去了标题的位置，请缩小')
  }
  return found
}

/** Questions (`undefined`: the title) whose picture has fewer pixels than print wants: 100 an inch. */
export const coarsePictures = ({ pictures = [] }: Placed): CardPicture[] =>
  pictures.filter((p) => (p.width / p.w) * 25.4 < 100)
