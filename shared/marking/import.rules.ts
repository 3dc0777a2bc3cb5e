/**
 * Scores that were found elsewhere (a school's own marking, another system), read from a table: a row a candidate, a
 * column a question. Of objective questions the letters are given and not the points, so that the key counts here too.
 * All of a file is sound or none of it is taken.
 */
import * as z from 'zod'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { StudentId } from '#shared/kit/ids.ts'
import { scoreOf, showScore } from '#shared/kit/score.ts'
import { isOnGrid, stepOf } from './marking.rules.ts'

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
export type ImportFault = { row: number; text: string }
type Known = { studentId: StudentId; studentName: string; studentNumber: string }

const numberHead = '考号'
const nameHead = '姓名'
const absentHead = '缺考'
/** Columns for people's eyes. */
const passedOver = ['学校', '班级', '总分']
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

const pointsIn = (q: PaperQuestion, cell: string): number | null => {
  try {
    const score = scoreOf(cell)
    return isOnGrid(q, score) ? score : null
  } catch {
    return null
  }
}

type Columns = { number: number; name: number; absent: number; questions: number[] }

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
    questions: questions.map((q) => cells.indexOf(q.number)),
  }
}

/** What a row says of its candidate, or why it says nothing that can be taken. */
const scriptIn = (cellAt: (column: number) => string, of: Columns, questions: readonly PaperQuestion[], who: Known) => {
  const script: ImportedScript = { studentId: who.studentId, absent: cellAt(of.absent) !== '', chosen: {}, scores: {} }
  const wrong: string[] = []
  for (const [i, q] of questions.entries()) {
    const cell = cellAt(of.questions[i]!)
    if (script.absent) {
      if (cell !== '') wrong.push(`标记了缺考，第${q.number}题却有内容`)
    } else if (isObjective(q)) {
      const letters = lettersIn(q, cell)
      if (letters === null) wrong.push(`第${q.number}题的选项“${cell}”不在选项之内`)
      else script.chosen[q.questionId] = letters
    } else if (cell === '') {
      if (q.optional) script.picks = { ...script.picks, [q.questionId]: false }
      else wrong.push(`第${q.number}题没有分数，没有作答请填0`)
    } else {
      const score = pointsIn(q, cell)
      if (score === null)
        wrong.push(`第${q.number}题的分数“${cell}”应为0到${showScore(q.fullScore)}之间${showScore(stepOf(q))}的整数倍`)
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
): { scripts: ImportedScript[]; faults: ImportFault[] } => {
  const [head, ...body] = rows.filter((r) => r.cells.some((c) => c.trim() !== ''))
  if (!head || body.length === 0) return { scripts: [], faults: [{ row: 0, text: '文件里没有成绩' }] }
  const of = columnsIn(head, questions)
  if (typeof of === 'string') return { scripts: [], faults: [{ row: head.row, text: of }] }
  const scripts: ImportedScript[] = []
  const faults: ImportFault[] = []
  const seen = new Set<string>()
  for (const { row, cells } of body) {
    const cellAt = (column: number): string => (cells[column] ?? '').trim()
    const number = cellAt(of.number).normalize('NFKC')
    const say = (text: string) => faults.push({ row, text })
    const who = candidates.get(number)
    if (!who) say(`考号“${number}”不在考生名单中`)
    else if (seen.has(number)) say(`考号${number}出现了两次`)
    else if (cellAt(of.name) !== who.studentName) say(`考号${number}的考生是${who.studentName}，不是${cellAt(of.name)}`)
    else {
      const { script, wrong } = scriptIn(cellAt, of, questions, who)
      wrong.forEach(say)
      scripts.push(script)
    }
    seen.add(number)
  }
  return { scripts, faults }
}

const mostNamed = 5
/** What is wrong with a file, in one sentence. */
export const faultsText = (faults: readonly ImportFault[]): string =>
  `${faults
    .slice(0, mostNamed)
    .map(({ row, text }) => (row === 0 ? text : `第${row}行：${text}`))
    .join('；')}${faults.length > mostNamed ? `；等共${faults.length}处` : ''}`
