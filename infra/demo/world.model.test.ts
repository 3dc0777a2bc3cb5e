/** Whether the figures of the demo's joint exams are such as a teacher knows them; computed here, by no code of the platform. */
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { fullScoreOf, paperProblems } from '#shared/exam/exam.rules.ts'
import { answersOf, markingOf, worldCourses, worldExams, worldPaper, worldStudent } from './world.model.ts'

const count = 160
const students = Array.from({ length: count }, (_, i) => worldStudent(`s${i}`, i % 4 === 0 ? 0.45 : -0.1, 0))

/** Points of one cell: a rule of its own. */
const pointsOf = (q: PaperQuestion, cell: string): number => {
  if (q.answer === undefined) return Number(cell) * 100
  if (cell === q.answer) return q.fullScore
  const part = q.halfScore !== undefined && cell !== '' && [...cell].every((l) => q.answer!.includes(l))
  return part ? q.halfScore! : 0
}

const scored = (exam: number, course: string) => {
  const questions = worldPaper('t', course)
  const rows = students.map((student) => {
    const said = answersOf(student, { exam, course, questions, marking: { severity: 0 } })
    return said.absent ? null : questions.map((q, i) => pointsOf(q, said.cells[i]!))
  })
  return { questions, rows, full: fullScoreOf(questions) }
}
const mean = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0) / of.length
const sd = (of: readonly number[]): number => Math.sqrt(mean(of.map((x) => (x - mean(of)) ** 2)))
const correlation = (a: readonly number[], b: readonly number[]): number =>
  mean(a.map((x, i) => (x - mean(a)) * (b[i]! - mean(b)))) / (sd(a) * sd(b))
const totalsOf = (rows: readonly (readonly number[] | null)[]) => rows.map((r) => r && r.reduce((a, b) => a + b, 0))

describe.each(worldCourses)('%s', (course) => {
  const { questions, rows, full } = scored(1, course)
  const sat = rows.filter((r) => r !== null)
  const totals = sat.map((r) => r.reduce((a, b) => a + b, 0))

  it('is a paper that may be saved, of 100 or 150 points', () => {
    expect(paperProblems(questions)).toEqual([])
    expect([10_000, 15_000]).toContain(full)
  })
  it('is neither too hard nor too easy, and tells students apart', () => {
    expect(mean(totals) / full).toBeGreaterThan(0.45)
    expect(mean(totals) / full).toBeLessThan(0.78)
    expect(sd(totals) / full).toBeGreaterThan(0.08)
    expect(sd(totals) / full).toBeLessThan(0.25)
  })
  it('has questions that the able answer better', () => {
    const rests = questions.map((_, i) => totals.map((t, s) => t - sat[s]![i]!))
    const held = questions.map((_, i) =>
      correlation(
        sat.map((r) => r[i]!),
        rests[i]!,
      ),
    )
    expect(mean(held)).toBeGreaterThan(0.25)
    expect(held.filter((r) => r < 0).length).toBeLessThanOrEqual(1)
  })
})

it('moves students from exam to exam, most of them a little and some of them far', () => {
  const ranks = worldExams.map((_, exam) => {
    const all = worldCourses.map((course) => totalsOf(scored(exam, course).rows))
    const sums = students.map((_, s) => all.reduce((n, of) => n + (of[s] ?? 0), 0))
    const sorted = [...sums].sort((a, b) => b - a)
    return sums.map((sum) => sorted.indexOf(sum) + 1)
  })
  const moves = ranks[0]!.map((rank, s) => rank - ranks[2]![s]!)
  expect(correlation(ranks[0]!, ranks[2]!)).toBeGreaterThan(0.6)
  expect(moves.filter((m) => Math.abs(m) > 30).length).toBeGreaterThan(5)
  expect(Math.abs(mean(moves))).toBeLessThan(5)
})

it('has some who are absent, teachers who are severe and mild, and is the same each time', () => {
  const absent = worldExams.map((_, exam) => scored(exam, '语文').rows.filter((r) => r === null).length)
  expect(absent.reduce((a, b) => a + b, 0)).toBeGreaterThan(0)
  expect(Math.max(...absent)).toBeLessThan(count / 20)
  const severities = ['1班', '2班', '3班', '4班'].map((c) => markingOf(`青禾市第一中学${c}`, '语文').severity)
  expect(Math.min(...severities)).toBeLessThan(0)
  expect(Math.max(...severities)).toBeGreaterThan(0)
  expect(scored(2, '历史')).toEqual(scored(2, '历史'))
})
