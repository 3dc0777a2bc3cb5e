/** Words with blanks and formulas, broken into lines. */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { formulaText, piecesOf } from '#shared/card/card.content.ts'
import { line, rect, text } from './draw.ts'
import { textWidth } from './textWidth.ts'

type Item = { x: number; w: number; text?: string }
export type WordLine = Item[]

/** A blank is as long as its underscores, at least 12 mm and never longer than a line. */
const blankWidth = (length: number, size: number, width: number) =>
  Math.min(width, Math.max(12, Math.round(length * size * 0.55 * 100) / 100))

/** Digits and signs below and above the line are printed at 62 % of their width. */
const scripts = /[₀-₉₊₋⁰¹²³⁴-⁹⁺⁻ⁿ]/gu
const scriptWidth = 0.4
const evenWidth = (text: string, size: number): number => {
  const letters = text.replace(scripts, '')
  return textWidth(letters, size) + ([...text].length - [...letters].length) * scriptWidth * size
}

/**
 * Breaks a content into lines of `width` mm. A blank is never cut; an overlong word is. `even` (cards from 1.5.5 on): nor is
 * a formula, and what stands below and above its line is as narrow as it is printed.
 */
export const wrapWords = (content: string, width: number, size: number, even = false): WordLine[] => {
  const widthOf = even ? evenWidth : textWidth
  const lines: WordLine[] = []
  let items: Item[] = []
  let x = 0
  const feed = () => {
    lines.push(items)
    items = []
    x = 0
  }
  const add = (w: number, word?: string) => {
    if (x + w > width && x > 0) feed()
    const last = items.at(-1)
    if (word !== undefined && last?.text !== undefined) {
      last.text += word
      last.w += w
    } else items.push({ x, w, ...(word === undefined ? {} : { text: word }) })
    x += w
  }
  for (const piece of piecesOf(content)) {
    if (piece.kind === 'blank') {
      add(blankWidth(piece.length, size, width))
      continue
    }
    const words = piece.kind === 'formula' ? formulaText(piece.tex) : piece.text
    const whole = even && piece.kind === 'formula' && widthOf(words, size) <= width
    for (const token of whole ? [words] : (words.match(/\n|[!-~]+|[^\S\n]+|[^!-~\s]/gu) ?? [])) {
      if (token === '\n') {
        feed()
        continue
      }
      if (x === 0 && /^\s+$/.test(token)) continue
      const w = widthOf(token, size)
      if (w <= width) add(w, token)
      else for (const c of token) add(widthOf(c, size), c)
    }
  }
  if (items.length > 0) feed()
  return lines
}

/** Draws lines from `y` on, `pitch` apart; words and blanks stand on the foot of their line. */
export const drawWords = (
  page: PageGeometry,
  lines: readonly WordLine[],
  at: { x: number; y: number; size: number; pitch: number },
) => {
  for (const [i, items] of lines.entries()) {
    const foot = at.y + (i + 1) * at.pitch - 1
    for (const item of items) {
      const x = at.x + item.x
      page.draws.push(
        item.text === undefined
          ? line(x + 0.6, foot, x + item.w - 0.6, foot, 0.25, 0.9)
          : text(rect(x, foot - at.size - 0.6, item.w, at.size + 0.8), item.text, at.size),
      )
    }
  }
}
