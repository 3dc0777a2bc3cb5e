/**
 * Scores that were found elsewhere (a school's own marking, another system), read from a table: a row a candidate, a
 * column a question. Of objective questions the letters are given and not the points, so that the key counts here too.
 * All of a file is sound or none of it is taken.
 */
import * as z from 'zod'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { StudentId } from '#shared/kit/ids.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'
import { isOnGrid, stepOf } from '../marking.rules.ts'

/** One candidate of a file. */
export const ImportedScript = z.object({
  studentId: StudentId,
  absent: z.boolean(),
  /** Letters by objective question, '' for none; hundredths by subjective one. */
  chosen: z.record(z.string(), z.string()),
  scores: z.record(z.string(), z.int()),
  /** By optional question: whether its cell of the file is filled, so that it counts as chosen. */
  picks: z.record(z.string(), z.boolean()).optional(),
})
export type ImportedScript = z.infer<typeof ImportedScript>

export type ImportRow = { row: number; cells: readonly string[] }
/** A candidate as a file names one. */
export type Known = { studentId: StudentId; studentName: string; studentNumber: string }

export const numberHead = '考号'
export const nameHead = '姓名'
export const absentHead = '缺考'
export const totalHead = '总分'
/** Columns for people's eyes; a total is held against the sum of its row. */
const passedOver = ['学校', '班级', totalHead]
/** The head of a file for this paper. */
export const importHead = (questions: readonly Pick<PaperQuestion, 'number'>[]): string[] => [
  numberHead,
  nameHead,
  absentHead,
  ...questions.map((q) => q.number),
]

/** Letters as the key has them; null for a cell that says something else. */
const lettersIn = (q: PaperQuestion, cell: string): string | null => {
  const letters = [
    ...new Set(
      cell
        .normalize('NFKC')
        .toUpperCase()
        .replaceAll(/[\s,、-]/g, ''),
    ),
  ].sort()
  const options = q.unitType === 3 ? 'TF' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, q.optionCount ?? 4)
  return letters.every((l) => options.includes(l)) ? letters.join('') : null
}

export const pointsOf = (cell: string): number | null => {
  try {
    return scoreOf(cell)
  } catch {
    return null
  }
}

export const pointsIn = (q: PaperQuestion, cell: string): number | null => {
  const score = pointsOf(cell)
  return score !== null && isOnGrid(q, score) ? score : null
}

type Columns = { number: number; name: number; absent: number; total: number; questions: number[] }

/** Where each thing stands, or what is wrong with the head. */
const columnsIn = (head: ImportRow, questions: readonly PaperQuestion[]): Columns | string => {
  const cells = head.cells.map((c) => c.normalize('NFKC').trim())
  const named = cells.filter((c) => c !== '')
  const twice = named.find((c, i) => named.indexOf(c) !== i)
  if (twice !== undefined) return `表头“${twice}”出现了两次`
  const known = new Set([...importHead(questions), ...passedOver])
  const strange = named.find((c) => !known.has(c))
  if (strange !== undefined) return `表头“${strange}”不是这份试卷的题号`
  const lacking = [numberHead, nameHead, ...questions.map((q) => q.number)].filter((c) => !cells.includes(c))
  if (lacking.length > 0) return `缺少列：${lacking.slice(0, 10).join('、')}`
  return {
    number: cells.indexOf(numberHead),
    name: cells.indexOf(nameHead),
    absent: cells.indexOf(absentHead),
    // Of a paper whose one question is the total, it is that question.
    total: questions.some((q) => q.number === totalHead) ? -1 : cells.indexOf(totalHead),
    questions: questions.map((q) => cells.indexOf(q.number)),
  }
}

/** What a message repeats of a cell. */
export const shortOf = (cell: string): string => (cell.length > 20 ? `${cell.slice(0, 20)}…` : cell)

const titleOf = ({ number }: PaperQuestion): string => (/^\d/.test(number) ? `第${number}题` : number)

/** What a row says of its candidate, or why it says nothing that can be taken. */
const scriptIn = (cellAt: (column: number) => string, of: Columns, questions: readonly PaperQuestion[], who: Known) => {
  const script: ImportedScript = { studentId: who.studentId, absent: cellAt(of.absent) !== '', chosen: {}, scores: {} }
  const wrong: { column: string; text: string }[] = []
  for (const [i, q] of questions.entries()) {
    const cell = cellAt(of.questions[i]!)
    const say = (text: string) => wrong.push({ column: q.number, text })
    const typed = shortOf(cell)
    if (script.absent) {
      if (cell !== '') say(`标记了缺考，${titleOf(q)}却有内容`)
    } else if (isObjective(q)) {
      const letters = lettersIn(q, cell)
      if (letters === null) say(`${titleOf(q)}的选项“${typed}”不在选项之内`)
      else script.chosen[q.questionId] = letters
    } else if (cell === '') {
      if (q.optional) script.picks = { ...script.picks, [q.questionId]: false }
      else say(`${titleOf(q)}没有分数，没有作答请填0`)
    } else {
      const score = pointsIn(q, cell)
      if (score === null)
        say(`${titleOf(q)}的分数“${typed}”应为0到${showScore(q.fullScore)}之间${showScore(stepOf(q))}的整数倍`)
      else script.scores[q.questionId] = score
      if (q.optional) script.picks = { ...script.picks, [q.questionId]: true }
    }
  }
  return { script, wrong }
}

/** All rows of a file against the candidates of the exam. */
export const readImport = (
  rows: readonly ImportRow[],
  questions: readonly PaperQuestion[],
  candidates: ReadonlyMap<string, Known>,
  /** What the paper's key makes of a row; null where that is not known before which questions count. */
  totalOf: (script: ImportedScript) => number | null,
): { rows: number; scripts: ImportedScript[]; faults: FileProblem[] } => {
  const [head, ...body] = rows.filter((r) => r.cells.some((c) => c.trim() !== ''))
  if (!head || body.length === 0)
    return { rows: 0, scripts: [], faults: [{ row: 0, column: '', text: '文件里没有成绩' }] }
  const columns = columnsIn(head, questions)
  if (typeof columns === 'string')
    return { rows: body.length, scripts: [], faults: [{ row: head.row, column: '', text: columns }] }
  const scripts: ImportedScript[] = []
  const faults: FileProblem[] = []
  const seen = new Set<string>()
  for (const { row, cells } of body) {
    const cellAt = (column: number): string => (cells[column] ?? '').trim()
    const number = cellAt(columns.number).normalize('NFKC')
    const say = (column: string, text: string) => faults.push({ row, column, text })
    const who = candidates.get(number)
    if (!who) say(numberHead, `考号“${shortOf(number)}”不在考生名单中`)
    else if (seen.has(number)) say(numberHead, `考号${number}出现了两次`)
    else if (cellAt(columns.name) !== who.studentName)
      say(nameHead, `考号${number}的考生是${who.studentName}，不是${shortOf(cellAt(columns.name))}`)
    else {
      const { script, wrong } = scriptIn(cellAt, columns, questions, who)
      for (const { column, text } of wrong) say(column, text)
      const total = cellAt(columns.total)
      const sum = total === '' || wrong.length > 0 ? null : totalOf(script)
      if (script.absent && total !== '' && total !== '0') say(totalHead, `标记了缺考，总分却有内容`)
      else if (!script.absent && sum !== null && pointsOf(total) !== sum)
        say(totalHead, `总分“${shortOf(total)}”不是各题之和${showScore(sum)}`)
      scripts.push(script)
    }
    seen.add(number)
  }
  return { rows: body.length, scripts, faults }
}

const mostNamed = 5
/** What is wrong with a file, in one sentence. */
export const faultsText = (faults: readonly FileProblem[]): string =>
  `${faults
    .slice(0, mostNamed)
    .map(({ row, text }) => (row === 0 ? text : `第${row}行：${text}`))
    .join('；')}${faults.length > mostNamed ? `；等共${faults.length}处` : ''}`

/** A candidate as the check shows it, before anything is written. */
export const ScoreFileRow = z.object({
  studentNumber: z.string(),
  studentName: z.string(),
  absent: z.boolean(),
  /** Hundredths; of who was absent 0. */
  objective: z.int(),
  subjective: z.int(),
})
export type ScoreFileRow = z.infer<typeof ScoreFileRow>

/** A file to be filled in: a row for each candidate, the cells of the questions empty. */
export const scoreTemplate = (
  questions: readonly Pick<PaperQuestion, 'number'>[],
  candidates: readonly Pick<Known, 'studentName' | 'studentNumber'>[],
): string[][] => [
  importHead(questions),
  ...candidates.map((c) => [c.studentNumber, c.studentName, '', ...questions.map(() => '')]),
]
