/**
 * Scores to be corrected as a file has them: a row a candidate, a column a question, an empty cell changes nothing. A file
 * with anything wrong in it gives no edits at all: what is wrong is told by row and column. Pure.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'
import type { CandidateState } from '../publication.types.ts'
import { stateNames } from '../transcript.rules.ts'
import { mostEdits } from './change.types.ts'
import type { ScoreLine } from './scoreLines.rules.ts'

/** A candidate as the file's rows are held against; `scores` are those that readers see, where they do. */
export type KnownCandidate = { name: string; state?: CandidateState; scores?: readonly number[] }
export type ScoreFile = {
  lines: ScoreLine[]
  problems: FileProblem[]
  /** Candidates in the file, and scores in it that are as they stand. */
  students: number
  unchanged: number
}

const [numberHead, nameHead, totalHead] = ['考号', '姓名', '总分']
/** Columns for people's eyes. */
const passedOver = ['学校', '班级', '序号', '名次']

const plain = (cell: string): string => cell.normalize('NFKC').trim()
const points = (cell: string): number | null => {
  try {
    return scoreOf(cell)
  } catch {
    return null
  }
}

type Row = { row: number; cells: readonly string[] }

/** `known` by number; null where candidates are looked up later. */
export const readScoreFile = (
  rows: readonly Row[],
  questions: readonly PaperQuestion[],
  known: ReadonlyMap<string, KnownCandidate> | null,
): ScoreFile => {
  const problems: FileProblem[] = []
  const say = (row: number, column: string, text: string): number => problems.push({ row, column, text })
  const none = { lines: [], students: 0, unchanged: 0 }
  const [first, ...body] = rows
  if (!first) return { ...none, problems: [{ row: 0, column: '', text: '文件是空的' }] }
  const head = first.cells.map(plain)
  const byNumber = new Map(questions.map((q, i) => [plain(q.number), i]))
  const at = head.map((name) => byNumber.get(name.replace(/^第(.+)题$/, '$1')))
  const [numberAt, nameAt, totalAt] = [numberHead, nameHead, totalHead].map((name) => head.indexOf(name!))
  if (numberAt! < 0) say(first.row, '', `第一行要有“${numberHead}”和各题题号`)
  head.forEach((name, i) => {
    const other = [numberHead, nameHead, totalHead, ...passedOver].includes(name)
    if (name !== '' && !other && at[i] === undefined) say(first.row, name, `这份试卷没有第${name}题`)
    if (name !== '' && head.indexOf(name) < i) say(first.row, name, `“${name}”列出现了两次`)
  })
  if (at.every((i) => i === undefined)) say(first.row, '', '没有一列是题号')
  if (problems.length > 0) return { ...none, problems }

  const lines: ScoreLine[] = []
  const seen = new Map<string, number>()
  let unchanged = 0
  for (const { row, cells } of body) {
    const number = plain(cells[numberAt!] ?? '')
    if (number === '') {
      if (cells.some((c) => c.trim() !== '')) say(row, numberHead!, '没有考号')
      continue
    }
    const earlier = seen.get(number)
    if (earlier !== undefined) {
      say(row, numberHead!, `考号${number}与第${earlier}行重复`)
      continue
    }
    seen.set(number, row)
    const candidate = known?.get(number)
    if (known && !candidate) {
      say(row, numberHead!, `考号${number}不是本场考试的考生`)
      continue
    }
    const name = plain(cells[nameAt!] ?? '')
    if (candidate && name !== '' && name !== plain(candidate.name))
      say(row, nameHead!, `名单中考号${number}是${candidate.name}`)
    const filled = questions.map((_, k): number | null => candidate?.scores?.[k] ?? null)
    const before = problems.length
    const own: ScoreLine[] = []
    cells.forEach((raw, i) => {
      const [k, cell] = [at[i], plain(raw)]
      if (k === undefined || cell === '') return
      const q = questions[k]!
      const score = points(cell)
      if (score === null || score < 0) return void say(row, head[i]!, `“${cell}”不是得分`)
      if (score > q.fullScore) return void say(row, head[i]!, `第${q.number}题的满分是${showScore(q.fullScore)}分`)
      if (filled[k] === score) unchanged++
      else own.push({ number, questionId: q.questionId, score })
      filled[k] = score
    })
    if (own.length > 0 && candidate?.state && candidate.state !== 'present')
      say(row, numberHead!, `${candidate.name}${stateNames[candidate.state]}，没有得分可改`)
    const total = plain(cells[totalAt!] ?? '')
    // Where a score is not known, the sum is not either.
    if (total !== '' && before === problems.length && filled.every((n) => n !== null)) {
      const sum = filled.reduce<number>((a, b) => a + b!, 0)
      if (points(total) !== sum) say(row, totalHead!, `总分是${total}，各题相加是${showScore(sum)}`)
    }
    lines.push(...own)
  }
  if (problems.length === 0 && seen.size === 0) say(0, '', '文件里没有考生')
  else if (problems.length === 0 && lines.length === 0) say(0, '', '文件里的得分都和现在一样，没有要改的')
  else if (lines.length > mostEdits) say(0, '', `要改的得分有${lines.length}个，一次最多${mostEdits}个`)
  return { lines: problems.length > 0 ? [] : lines, problems, students: seen.size, unchanged }
}
