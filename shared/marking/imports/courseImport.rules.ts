/**
 * Totals of several courses in one file, a row a candidate and a column a course: what a school has where no scores of
 * questions are kept. All of a file is sound or none of it is taken.
 */
import * as z from 'zod'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { absentHead, nameHead, numberHead, pointsIn, pointsOf, shortOf, totalHead } from './import.rules.ts'
import type { ImportRow } from './import.rules.ts'
import { stepOf } from '../marking.rules.ts'

/** One candidate's total of one course; null for who was absent. */
export const CourseScript = z.object({
  paperId: PaperId,
  questionId: QuestionId,
  studentId: StudentId,
  score: z.int().nullable(),
})
export type CourseScript = z.infer<typeof CourseScript>

/** A paper of the exam as a column: its one question, or why no total of it is taken. */
export type CourseColumn = { paperId: PaperId; courseName: string } & ({ question: PaperQuestion } | { barred: string })

/** A candidate as the check shows it; '' where the course is not theirs. */
export const CourseFileRow = z.object({
  studentNumber: z.string(),
  studentName: z.string(),
  cells: z.array(z.string()),
})
export type CourseFileRow = z.infer<typeof CourseFileRow>

/** The one question of a paper whose scores are known by their total alone; null where it has others. */
export const totalQuestionOf = (questions: readonly PaperQuestion[]): PaperQuestion | null => {
  const [only, ...others] = questions
  return only && others.length === 0 && !isObjective(only) && only.number === totalHead ? only : null
}

const passedOver = ['学校', '班级']

type Columns = { number: number; name: number; total: number; courses: { column: number; of: CourseColumn }[] }
const columnsIn = (head: ImportRow, courses: readonly CourseColumn[]): Columns | string => {
  const cells = head.cells.map((c) => c.normalize('NFKC').trim())
  const named = cells.filter((c) => c !== '')
  const twice = named.find((c, i) => named.indexOf(c) !== i)
  if (twice !== undefined) return `表头“${twice}”出现了两次`
  const known = new Set([numberHead, nameHead, totalHead, ...passedOver, ...courses.map((c) => c.courseName)])
  const strange = named.find((c) => !known.has(c))
  if (strange !== undefined) return `表头“${shortOf(strange)}”不是这场考试的科目`
  const lacking = [numberHead, nameHead].filter((c) => !cells.includes(c))
  if (lacking.length > 0) return `缺少列：${lacking.join('、')}`
  const there = courses.filter((c) => cells.includes(c.courseName))
  if (there.length === 0) return '文件里没有一列是科目'
  const double = there.find((c) => courses.some((o) => o !== c && o.courseName === c.courseName))
  if (double) return `这场考试有两份${double.courseName}试卷，请分别导入`
  const barred = there.flatMap((c) => ('barred' in c ? [`${c.courseName}${c.barred}`] : []))
  if (barred.length > 0) return barred.join('；')
  return {
    number: cells.indexOf(numberHead),
    name: cells.indexOf(nameHead),
    total: cells.indexOf(totalHead),
    courses: there.map((of) => ({ column: cells.indexOf(of.courseName), of })),
  }
}

type Known = Pick<Candidate, 'studentId' | 'studentName' | 'studentNumber' | 'without'>
type Cell = { script?: CourseScript; fault?: string }

/** What a cell says of a candidate's course. */
const cellIn = (typed: string, { paperId, courseName, ...of }: CourseColumn, who: Known): Cell => {
  if (!('question' in of)) return {}
  const { question } = of
  if (who.without?.includes(paperId)) return typed === '' ? {} : { fault: `没有选考${courseName}，却有内容` }
  const script = { paperId, questionId: question.questionId, studentId: who.studentId }
  if (typed === '') return { fault: `${courseName}没有分数，缺考请填“${absentHead}”` }
  if (typed === absentHead) return { script: { ...script, score: null } }
  const score = pointsIn(question, typed)
  if (score !== null) return { script: { ...script, score } }
  const most = showScore(question.fullScore)
  return { fault: `${courseName}的分数“${shortOf(typed)}”应为0到${most}之间${showScore(stepOf(question))}的整数倍` }
}

export type CoursesRead = {
  rows: number
  /** By the file's columns. */
  courses: { paperId: PaperId; courseName: string }[]
  scripts: CourseScript[]
  faults: FileProblem[]
  preview: CourseFileRow[]
  /** Who has a row. */
  seen: number
}
const nothing = { courses: [], scripts: [], preview: [], seen: 0 }

/** All rows of a file against the candidates of the exam. */
export const readCourses = (
  rows: readonly ImportRow[],
  courses: readonly CourseColumn[],
  candidates: ReadonlyMap<string, Known>,
  mostPreviewed = 8,
): CoursesRead => {
  const [head, ...body] = rows.filter((r) => r.cells.some((c) => c.trim() !== ''))
  if (!head || body.length === 0)
    return { rows: 0, ...nothing, faults: [{ row: 0, column: '', text: '文件里没有成绩' }] }
  const columns = columnsIn(head, courses)
  if (typeof columns === 'string')
    return { rows: body.length, ...nothing, faults: [{ row: head.row, column: '', text: columns }] }
  const scripts: CourseScript[] = []
  const faults: FileProblem[] = []
  const preview: CourseFileRow[] = []
  const seen = new Set<string>()
  for (const { row, cells } of body) {
    const cellAt = (column: number): string => (cells[column] ?? '').normalize('NFKC').trim()
    const say = (column: string, text: string) => faults.push({ row, column, text })
    const number = cellAt(columns.number)
    const who = candidates.get(number)
    if (!who) {
      say(numberHead, `考号“${shortOf(number)}”不在考生名单中`)
      continue
    }
    if (seen.has(number)) {
      say(numberHead, `考号${number}出现了两次`)
      continue
    }
    seen.add(number)
    if ((cells[columns.name] ?? '').trim() !== who.studentName) {
      say(nameHead, `考号${number}的考生是${who.studentName}，不是${shortOf((cells[columns.name] ?? '').trim())}`)
      continue
    }
    let sum: number | null = 0
    for (const { column, of } of columns.courses) {
      const { script, fault } = cellIn(cellAt(column), of, who)
      if (fault) {
        say(of.courseName, fault)
        sum = null
      } else if (script) {
        scripts.push(script)
        if (sum !== null) sum += script.score ?? 0
      }
    }
    const total = cellAt(columns.total)
    // Who was absent from all has none, or nought.
    if (sum !== null && total !== '' && pointsOf(total) !== sum)
      say(totalHead, `总分“${shortOf(total)}”不是各科之和${showScore(sum)}`)
    if (preview.length < mostPreviewed)
      preview.push({
        studentNumber: who.studentNumber,
        studentName: who.studentName,
        cells: columns.courses.map(({ column }) => shortOf(cellAt(column))),
      })
  }
  const told = columns.courses.map(({ of: { paperId, courseName } }) => ({ paperId, courseName }))
  return { rows: body.length, courses: told, scripts, faults, preview, seen: seen.size }
}

/** A file to be filled in: a row for each candidate, a column for each course that takes totals. */
export const courseTemplateRows = (
  courses: readonly CourseColumn[],
  candidates: readonly Pick<Known, 'studentName' | 'studentNumber'>[],
): string[][] => {
  const open = courses.flatMap((c) => ('question' in c ? [c.courseName] : []))
  return [
    [numberHead, nameHead, ...open],
    ...candidates.map((c) => [c.studentNumber, c.studentName, ...open.map(() => '')]),
  ]
}
