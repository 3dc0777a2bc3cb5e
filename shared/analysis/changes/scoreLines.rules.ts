/** Scores of single questions as they come from a table: a line a score, or a line a student with a column a question. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'

export type ScoreLine = { number: string; questionId: QuestionId; score: number }
export type ScoreLines = { lines: ScoreLine[]; faults: string[] }

/** So many faults are told. */
const most = 20

const cellsOf = (line: string): string[] => line.split(/[\t,，;；]|\s+/).map((c) => c.trim())

const points = (text: string): number | null => {
  try {
    return scoreOf(text)
  } catch {
    return null
  }
}

const rowsOf = (text: string): { at: number; line: string }[] =>
  text
    .normalize('NFKC')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, i) => ({ at: i + 1, line }))
    .filter(({ line }) => line.trim() !== '')

/** The number that begins each line, also where the rest of it is wrong. */
export const numbersOfLines = (text: string): { number: string; at: number }[] =>
  rowsOf(text)
    .map(({ at, line }) => ({ number: cellsOf(line).find((c) => c !== '') ?? '', at }))
    .filter(({ number }, i) => number !== '' && !(i === 0 && number === '考号'))

/**
 * Reads 考号, 题号 and 得分 of every line; where the first line is a head of question numbers (考号, 1, 2 …), a cell a
 * score, and an empty one changes nothing.
 */
export const readScoreLines = (text: string, questions: readonly PaperQuestion[]): ScoreLines => {
  const rows = rowsOf(text)
  const byNumber = new Map(questions.map((q) => [q.number.normalize('NFKC').trim(), q]))
  const faults: string[] = []
  const lines: ScoreLine[] = []
  const seen = new Map<string, number>()
  const say = (at: number, what: string): number => faults.push(`第${at}行：${what}`)
  const take = (at: number, number: string, q: PaperQuestion | undefined, asked: string, cell: string): void => {
    if (!q) return void say(at, `没有第${asked}题`)
    const score = points(cell)
    if (score === null || score < 0) return void say(at, `“${cell}”不是得分`)
    if (score > q.fullScore) return void say(at, `第${q.number}题的满分是${showScore(q.fullScore)}分`)
    const one = `${number}#${q.questionId}`
    if (seen.has(one)) return void say(at, `考号${number}第${q.number}题与第${seen.get(one)!}行重复`)
    seen.set(one, at)
    lines.push({ number, questionId: q.questionId, score })
  }
  const head = rows[0] ? cellsOf(rows[0].line) : []
  const wide = head[0] === '考号' && head.slice(1).some((c) => byNumber.has(c.replace(/^第|题$/g, '')))
  const titled = head[0] === '考号'
  for (const { at, line } of rows.slice(titled ? 1 : 0)) {
    // Of a wide table an empty cell has its place; typed lines may be set apart by any spaces.
    const cells = wide ? line.split(/[\t,，;；]/).map((c) => c.trim()) : cellsOf(line).filter((c) => c !== '')
    const [number = '', ...rest] = cells
    if (number === '') say(at, '没有考号')
    else if (wide)
      rest.forEach((cell, i) => {
        const asked = (head[i + 1] ?? '').replace(/^第|题$/g, '')
        if (cell !== '') take(at, number, byNumber.get(asked), asked, cell)
      })
    else if (rest.length !== 2) say(at, '每行要有考号、题号、得分三项')
    else take(at, number, byNumber.get(rest[0]!), rest[0]!, rest[1]!)
  }
  if (lines.length === 0 && faults.length === 0) faults.push('没有读到得分')
  return { lines, faults: faults.length > most ? [...faults.slice(0, most), `等${faults.length}处`] : faults }
}

/** Numbers of candidates as typed or pasted: one each, set apart by any sign. */
export const readNumbers = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .split(/[\s,，;；、]+/)
      .filter((n) => n !== ''),
  ),
]
