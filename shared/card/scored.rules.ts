/** A script handed back: what was blackened, what was right, and what each answer earned. Pure. */
import { showScore } from '#shared/kit/score.ts'
import type { CardGeometry, Draw, PageGeometry, Rect } from './geometry/geometry.types.ts'

/** One student's published result, as the card's own rows name the questions. */
export type ScoredScript = {
  total: number
  fullScore: number
  /** By the row of the card, which on paper B is another question's: letters blackened, and the key's. */
  rows: ReadonlyMap<string, { chosen: readonly string[]; right: readonly string[]; score: number; fullScore: number }>
  /** By question: what a marker gave. */
  marked: ReadonlyMap<string, { number: string; score: number; fullScore: number; lacked?: boolean | undefined }>
}

/** Every character that marks can hold, beside the questions' numbers. */
export const scoredLetters = '缺页总分0123456789./：　'

const red = (rect: Rect, text: string, size: number): Draw => ({
  kind: 'text',
  rect,
  text,
  size,
  align: 'right',
  ink: 1,
})

/** Right of the candidate's name; on another maker's sheet, and where names stand along a seal line, in the upper margin. */
const totalPlace = (page: PageGeometry, width: number): Rect =>
  page.nameBox && page.nameBox.w > 62
    ? { x: page.nameBox.x + page.nameBox.w - 62, y: page.nameBox.y + 0.6, w: 60, h: 6 }
    : { x: width / 2 - 40, y: 2, w: 80, h: 6 }

const blackened = (page: PageGeometry, { rows }: ScoredScript): Draw[] =>
  page.choices.flatMap((row) =>
    row.cells.flatMap((c): Draw[] =>
      rows.get(row.questionId)?.chosen.includes(c.value) ? [{ kind: 'fill', rect: c.rect, ink: 0.85 }] : [],
    ),
  )

/** The key's cells, framed where the answer did not earn everything. */
const keys = (page: PageGeometry, { rows }: ScoredScript): Draw[] =>
  page.choices.flatMap((row) => {
    const of = rows.get(row.questionId)
    if (!of || of.score >= of.fullScore) return []
    return row.cells
      .filter((c) => of.right.includes(c.value))
      .map(({ rect: r }): Draw => ({
        kind: 'box',
        rect: { x: r.x - 0.35, y: r.y - 0.35, w: r.w + 0.7, h: r.h + 0.7 },
        width: 0.4,
        ink: 1,
      }))
  })

/** Beside each answer what it earned; a frame of several questions names them. */
const earned = (page: PageGeometry, { marked }: ScoredScript): Draw[] =>
  page.blocks.flatMap((block) => {
    const of = block.questionIds.flatMap((id) => marked.get(id) ?? [])
    if (block.part > 0 || of.length === 0) return []
    const own = (m: (typeof of)[number]): string =>
      m.lacked ? '缺页' : `${showScore(m.score)}/${showScore(m.fullScore)}`
    const text = of.length === 1 ? own(of[0]!) : of.map((m) => `${m.number}：${own(m)}`).join('　')
    const { x, w } = block.rect
    // Below the boxes of one who marks on paper, where they stand at the right.
    const boxes = (page.scoreRows ?? [])
      .filter((row) => row.questionIds.every((id) => block.questionIds.includes(id)))
      .flatMap((row) => row.cells.map((c) => c.rect))
      .filter((c) => c.x + c.w > x + w - 8)
    const y = Math.max(block.rect.y, ...boxes.map((c) => c.y + c.h))
    const h = block.rect.y + block.rect.h - y
    const size = Math.min(of.length === 1 ? 5 : 3.6, h * 0.45)
    return [red({ x: x + 1, y: y + 0.8, w: w - 2.5, h: Math.min(8, h - 1) }, text, size)]
  })

/** What lies over each page of a card: `ink` as the student made it, `marks` in red. */
export const scoredDraws = (
  { pages, width }: Pick<CardGeometry, 'pages' | 'width'>,
  script: ScoredScript,
): { ink: Draw[]; marks: Draw[] }[] =>
  pages.map((page, i) => ({
    ink: blackened(page, script),
    marks: [
      ...(i === 0
        ? [red(totalPlace(page, width), `总分 ${showScore(script.total)}/${showScore(script.fullScore)}`, 5)]
        : []),
      ...keys(page, script),
      ...earned(page, script),
    ],
  }))
