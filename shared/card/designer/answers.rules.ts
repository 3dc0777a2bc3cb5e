/** A paper's objective answers as a sheet: what is handed out to be filled in, and what comes back. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { judgedWords } from '#shared/kit/judged.ts'
import { cleanText } from '#shared/kit/text.ts'
import { unitTypes } from '../card.types.ts'

export const answerHead = ['题号', '题型', '选项数', '答案'] as const
const [numberName, , , answerName] = answerHead

const objective = (q: PaperQuestion): boolean => q.unitType <= 3
const optionsOf = (q: PaperQuestion): number => (q.unitType === 3 ? 2 : (q.optionCount ?? 4))
const shown = (q: PaperQuestion): string => (q.unitType === 3 ? judgedWords(q.answer ?? '') : (q.answer ?? ''))

/** Head and rows; without keys the last column is left to be filled in. */
export const answerRows = (questions: readonly PaperQuestion[], keys: boolean): string[][] => [
  [...answerHead],
  ...questions
    .filter(objective)
    .map((q) => [
      q.number,
      unitTypes[q.unitType as keyof typeof unitTypes],
      String(optionsOf(q)),
      keys ? shown(q) : '',
    ]),
]

export type AnswerProblem = { row: number; column: string; text: string }
export type AnswerPlan = { questions: PaperQuestion[]; rows: number; changed: number; problems: AnswerProblem[] }

const judged: Record<string, 'T' | 'F'> = {
  T: 'T',
  F: 'F',
  对: 'T',
  错: 'F',
  正确: 'T',
  错误: 'F',
  '√': 'T',
  '×': 'F',
  X: 'F',
}

/** A cell as a key, or what is wrong with it. */
const keyOf = (cell: string, q: PaperQuestion): { key: string } | { wrong: string } => {
  const text = cell.toUpperCase().replace(/[\s,，、;；]/g, '')
  if (q.unitType === 3) return judged[text] ? { key: judged[text] } : { wrong: `“${cell}”不是对或错` }
  const letters = [...text]
  const most = String.fromCharCode(64 + optionsOf(q))
  if (letters.some((c) => c < 'A' || c > most)) return { wrong: `“${cell}”超出选项范围A到${most}` }
  if (new Set(letters).size !== letters.length) return { wrong: `“${cell}”的选项重复` }
  if (q.unitType === 1 && letters.length > 1) return { wrong: '单选题只能有一个答案' }
  return { key: letters.sort().join('') }
}

/**
 * The paper with the answers of a sheet: rows as the spreadsheet numbers them. An empty answer leaves the question as it
 * is. With any problem nothing is to be saved.
 */
export const planAnswers = (
  sheet: readonly { row: number; cells: readonly string[] }[],
  questions: readonly PaperQuestion[],
): AnswerPlan => {
  const bare = (cell: string | undefined): string => cleanText(cell ?? '').replace(/^'/, '')
  const nothing = { questions: [...questions], rows: 0, changed: 0 }
  const at = sheet
    .slice(0, 10)
    .findIndex((r) => [numberName, answerName].every((n) => r.cells.some((c) => bare(c) === n)))
  if (at < 0) {
    const text = `前十行没有“${numberName}”和“${answerName}”两列，请用下载的模板填写`
    return { ...nothing, problems: [{ row: 0, column: '', text }] }
  }
  const head = sheet[at]!.cells.map(bare)
  const [numberAt, answerAt] = [head.indexOf(numberName), head.indexOf(answerName)]
  const byNumber = new Map(questions.map((q) => [q.number, q]))
  const seen = new Map<string, number>()
  const keys = new Map<string, string>()
  const problems: AnswerProblem[] = []
  for (const { row, cells } of sheet.slice(at + 1)) {
    const [number, answer] = [bare(cells[numberAt]), bare(cells[answerAt])]
    const say = (column: string, text: string) => problems.push({ row, column, text })
    if (number === '') {
      if (answer !== '') say(numberName, '没有题号')
      continue
    }
    const q = byNumber.get(number)
    if (!q) {
      say(numberName, `试卷没有第${number}题`)
      continue
    }
    if (seen.has(number)) {
      say(numberName, `第${number}题在第${seen.get(number)}行已经有了`)
      continue
    }
    seen.set(number, row)
    if (answer === '') continue
    if (!objective(q)) {
      say(answerName, `第${number}题是主观题，没有可以导入的答案`)
      continue
    }
    const read = keyOf(answer, q)
    if ('wrong' in read) say(answerName, `第${number}题：${read.wrong}`)
    else keys.set(q.questionId, read.key)
  }
  if (problems.length === 0 && keys.size === 0) problems.push({ row: 0, column: answerName, text: '没有填写任何答案' })
  let changed = 0
  const next = questions.map((q) => {
    const key = keys.get(q.questionId)
    if (key === undefined || key === q.answer) return q
    changed++
    return { ...q, answer: key }
  })
  return problems.length > 0
    ? { ...nothing, rows: seen.size, problems }
    : { questions: next, rows: seen.size, changed, problems }
}
