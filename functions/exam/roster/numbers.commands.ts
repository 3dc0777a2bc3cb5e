/** 考号, rooms and seats of a school's own exam; and the lists that are hung at doors and laid on desks. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import { numberSheet, planNumbers } from '#shared/exam/roster/numbers.rules.ts'
import type { NumberSource, NumberWish } from '#shared/exam/roster/numbers.rules.ts'
import { seatSheets } from '#shared/exam/roster/seatSheets.rules.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { candidatesOf, papersOf } from '../exam.public.ts'
import { exampleOf } from '../creation/like.ts'
import { partOf, rosterOf } from './roster.plan.ts'
import type { RosterPlan } from './roster.plan.ts'
import { sheetIn, writeBook } from './candidateTable.ts'

const sourceOf = async (exam: Exam, wish: NumberWish, caller: Caller): Promise<NumberSource> => {
  // The order by chance is the same for the preview and for what is done after it: both are of one version.
  const seed = [...`${exam.examId} ${exam.version}`].reduce((n, c) => (Math.imul(n, 31) + c.charCodeAt(0)) | 0, 7)
  if (wish.kind === 'kept') {
    const former = await exampleOf(wish.from, exam.owner.slice('s:'.length) as never, caller)
    const numbers = await candidatesOf(former.exam.examId)
    return { seed, kept: new Map(numbers.map((c) => [c.studentId as string, c.studentNumber])) }
  }
  return wish.kind === 'file' ? { seed, sheet: await sheetIn(wish, caller, examProblems.badNumbers) } : { seed }
}

const ofSeats = (wish: NumberWish): boolean => wish.kind === 'seats' || wish.kind === 'noSeats'
const placeOf = (c: Candidate): string => (c.room && c.seat ? `${c.room}考场${c.seat}号` : '')

export type PlannedNumbers = {
  exam: Exam
  plan: RosterPlan
  lines: string[]
  put: Candidate[]
  was: ReadonlyMap<string, Candidate>
}

/** @throws Refused notFound, rosterFixed, numbersFixed, rosterSame, badNumbers */
export const plannedNumbers = async (exam: Exam, wish: NumberWish, caller: Caller): Promise<PlannedNumbers> => {
  if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
  if (!ofSeats(wish) && exam.furthest >= markingProgress.cardExceptions) return refuse(examProblems.numbersFixed)
  const school = await partOf(exam, undefined)
  const before = await rosterOf(school)
  const { next, problems } = planNumbers(wish, before, await sourceOf(exam, wish, caller))
  if (problems.length > 0) return refuse(examProblems.badNumbers, { detail: bracketed(problems.slice(0, 20)) })
  const was = new Map(before.map((c) => [c.studentId as string, c]))
  const put = next.filter((c) => {
    const old = was.get(c.studentId)!
    return old.studentNumber !== c.studentNumber || placeOf(old) !== placeOf(c)
  })
  if (put.length === 0) return refuse(examProblems.rosterSame)
  const renumbered = put.filter((c) => was.get(c.studentId)!.studentNumber !== c.studentNumber).length
  const rooms = new Set(next.flatMap((c) => (c.room ? [c.room] : [])))
  const cards = (await papersOf(exam.examId)).filter((p) => p.cardId !== undefined).length
  const lines = [
    ...(renumbered > 0 ? [`${renumbered}人的考号改变。`] : []),
    ...(rooms.size > 0 ? [`${next.filter((c) => c.room).length}人坐${rooms.size}个考场。`] : ['不再有考场和座位。']),
    ...(renumbered > 0 && cards > 0 ? ['已打印的个人答题卡上是原来的考号，请重新打印。'] : []),
  ]
  const { candidateCount, classCount } = exam
  const told = { field: '考号和座位', after: `${put.length}人` }
  const none = { gone: [], classes: [], goneClasses: [], teachers: [] }
  const seen = { ...school, seated: rooms.size > 0 }
  const plan = {
    school: seen,
    put,
    was: put.map((c) => was.get(c.studentId)!),
    ...none,
    candidateCount,
    classCount,
    told,
  }
  return {
    exam,
    plan,
    lines:
      wish.kind === 'seats' || rooms.size > 0 || wish.kind === 'noSeats'
        ? lines
        : lines.filter((l) => !l.startsWith('不再有')),
    put,
    was,
  }
}

export const previewOf = ({ exam, lines, put, was }: PlannedNumbers, most: number) => ({
  lines,
  first: put.slice(0, most).map((c) => {
    const { studentId, studentName, studentNumber, className } = c
    return {
      studentId,
      studentName,
      studentNumber,
      className,
      was: was.get(studentId)!.studentNumber,
      place: placeOf(c),
    }
  }),
  version: exam.version,
})

/** @throws Refused notFound, noSeats */
export const writeSeats = async (exam: Exam): Promise<{ url: string; fileName: string }> => {
  const sheets = seatSheets(exam.examName, await rosterOf(await partOf(exam, undefined)))
  if (sheets.length === 0) return refuse(examProblems.noSeats)
  return writeBook(exam, `${exam.examName}考场和座位.xlsx`, sheets)
}

/** @throws Refused notFound */
export const writeNumbers = async (exam: Exam): Promise<{ url: string; fileName: string }> => {
  const rows = numberSheet(await rosterOf(await partOf(exam, undefined)))
  return writeBook(exam, `${exam.examName}考号.xlsx`, [{ name: '考号', rows }])
}
