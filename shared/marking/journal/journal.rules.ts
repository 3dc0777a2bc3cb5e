/**
 * The journal of a paper: one row for each mark, each set of choices and each state of a script that was ever stored,
 * and the scores that follow from it. This is the second computation of I11: it shares no code with the first.
 */
import type { StudentId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import { utf8 } from '#shared/kit/text.ts'
import type { JournalEntry, JournalRow } from './journal.types.ts'
import type { Mark, MarkRole, PaperScores } from '../marking.types.ts'

const counted = (version: number): string => String(version).padStart(8, '0')

/** What an entry is known by within its student, so that the same thing told twice is one row. */
export const entryKeyOf = (entry: JournalEntry): string =>
  entry.kind === 'mark'
    ? `${entry.questionId}#${entry.role}#${entry.mark.attemptId}`
    : `${entry.kind}#${counted(entry.version)}`

type Told = {
  script?: Extract<JournalEntry, { kind: 'script' }>
  choices?: Extract<JournalEntry, { kind: 'choices' }>
  marks: Map<string, Mark>
  /** Questions of which a second mark was asked for, by picture. */
  asked: Set<string>
}

/** Which of two marks of one role came into force last. */
const later = (a: Mark, b: Mark): Mark => {
  const order = a.imageVersion - b.imageVersion || a.epoch - b.epoch || (a.attemptId < b.attemptId ? -1 : 1)
  return order > 0 ? a : b
}

const letterPoints = (q: PaperQuestion, chosen: string, answer = q.answer ?? ''): number => {
  const key = new Set(answer)
  const given = new Set(chosen)
  if (key.size === 0 || given.size === 0) return 0
  const right = [...given].filter((c) => key.has(c)).length
  if (right < given.size) return 0
  if (right === key.size) return q.fullScore
  return q.unitType === 2 ? (q.halfScore ?? Math.floor(q.fullScore / 200) * 100) : 0
}

/** Whether so many percent of a paper's students hold this one, whose place is a digest's. */
const isDrawn = (student: string, percent: number): boolean => {
  if (percent === 0) return false
  const place = new Sha256().update(utf8(student)).digest().slice(0, 8)
  return BigInt(`0x${place}`) * 100n < BigInt(percent) << 32n
}

/** Points of a subjective question from the marks in force, or −1; `student` is known by paper and id. */
const markPoints = (q: PaperQuestion, of: Told, imageVersion: number, student: string): number => {
  const points = (role: MarkRole): number | undefined => {
    const mark = of.marks.get(`${q.questionId}#${role}`)
    // One that was taken back is no mark.
    if (!mark || mark.imageVersion !== imageVersion || mark.value.kind === 'void') return undefined
    // NaN: a mark that hands the answer on.
    return mark.value.kind === 'problem' ? Number.NaN : mark.value.kind === 'score' ? mark.value.score : 0
  }
  const last = points('final')
  if (last !== undefined) return Number.isNaN(last) ? -1 : last
  const { sample = 0, extremes, share, two, beyond } = q.settle ?? {}
  const [one, other, more] = [points('first'), points('second'), points('third')]
  const ends = extremes === true && (one === 0 || one === q.fullScore || other !== undefined)
  const single = q.markers === undefined || q.markers === 1
  const again = of.asked.has(`${q.questionId}#${imageVersion}`) || (single && (ends || isDrawn(student, sample)))
  const given = q.markers === 3 ? [one, other, more] : single && !again ? [one] : [one, other]
  if (given.some((n) => n === undefined || Number.isNaN(n))) return -1
  const sorted = (given as number[]).toSorted((a, b) => a - b)
  if (sorted.length !== 2) return sorted[(sorted.length - 1) / 2]!
  const step = q.markStep ?? 100
  const wide = share === undefined ? (q.tolerance ?? 0) : step * Math.floor((share * q.fullScore) / (step * 100))
  const joined = ([low, high]: readonly number[]): number =>
    two === 'higher' ? high! : two === 'up' ? step * Math.ceil((low! + high!) / (step * 2)) : (low! + high!) / 2
  const gap = ([low, high]: readonly number[]): number => high! - low!
  if (gap(sorted) <= wide) return joined(sorted)
  if (beyond === undefined || more === undefined || Number.isNaN(more)) return -1
  const three = [...sorted, more].toSorted((a, b) => a - b)
  const [below, above] = [three.slice(0, 2), three.slice(1)]
  const near = gap(above) <= gap(below) ? above : below
  return beyond === 'thirdFinal' && gap(near) > wide ? -1 : joined(near)
}

/** One question's points as far as its own rows say, or −1. */
const pointsOf = (q: PaperQuestion, t: Told, student: string): number => {
  const { picks, decided, unseen, chosen, paperType } = t.choices ?? {}
  if (q.unitType <= 3) {
    const onB = q.paperB && paperType === 'B' ? q.paperB : undefined
    const row = onB?.at ?? q.questionId
    const letters = chosen?.[row] ?? (unseen?.[row] === true ? '' : undefined)
    const unknown = letters === undefined || (q.paperB !== undefined && paperType === '?')
    return unknown ? -1 : letterPoints(q, letters, onB?.answer)
  }
  if (q.optional) {
    // Of optional questions only those that were answered earn; where the card does not say, all of them may.
    const word = decided && q.questionId in decided ? decided[q.questionId] : picks ? picks[q.questionId] : true
    if (word !== true) return word === false ? 0 : -1
  }
  if (unseen && q.questionId in unseen) return unseen[q.questionId] ? 0 : -1
  return markPoints(q, t, t.script!.imageVersion, student)
}

/** Groups of optional questions that more was answered of than counts, or of which that is not known. */
const openChoices = (
  questions: readonly PaperQuestion[],
  points: readonly number[],
  choices: Told['choices'],
): Set<string> => {
  const open = new Set<string>()
  const left = new Map<string, number>()
  const spoken = new Set<string>()
  for (const { optional, questionId } of questions) {
    if (!optional) continue
    left.set(optional.group, optional.count)
    if (choices?.picks || (choices?.decided && questionId in choices.decided)) spoken.add(optional.group)
  }
  questions.forEach(({ optional, questionId }, i) => {
    if (!optional) return
    const { group } = optional
    const word = choices?.decided?.[questionId] ?? (choices?.picks ? choices.picks[questionId] : true)
    if (word === undefined) open.add(group)
    const counts = spoken.has(group) ? word === true : points[i]! > 0
    if (counts) left.set(group, left.get(group)! - 1)
  })
  for (const [group, rest] of left) if (rest < 0) open.add(group)
  return open
}

export type JournalScores = Pick<
  PaperScores,
  'paperId' | 'keyVersion' | 'questionIds' | 'studentIds' | 'states' | 'scores'
>

/** The scores that the journal's rows say, in any order they come and however often. */
export const foldJournal = (
  paper: { paperId: JournalScores['paperId']; keyVersion: number; questions: readonly PaperQuestion[] },
  rows: Iterable<Pick<JournalRow, 'studentId' | 'entry'>>,
): JournalScores => {
  const students = new Map<StudentId, Told>()
  for (const { studentId, entry } of rows) {
    const student = students.get(studentId) ?? { marks: new Map<string, Mark>(), asked: new Set<string>() }
    students.set(studentId, student)
    if (entry.kind === 'script') {
      if (!student.script || entry.version > student.script.version) student.script = entry
    } else if (entry.kind === 'choices') {
      if (!student.choices || entry.version > student.choices.version) student.choices = entry
    } else {
      const slot = `${entry.questionId}#${entry.role}`
      const there = student.marks.get(slot)
      student.marks.set(slot, there ? later(there, entry.mark) : entry.mark)
      const { value, imageVersion } = entry.mark
      if (value.kind === 'void' && value.asked) student.asked.add(`${entry.questionId}#${imageVersion}`)
    }
  }
  const known = [...students].filter(([, t]) => t.script).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    paperId: paper.paperId,
    keyVersion: paper.keyVersion,
    questionIds: paper.questions.map((q) => q.questionId),
    studentIds: known.map(([id]) => id),
    states: known.map(([, t]) => t.script!.state),
    scores: known.map(([id, t]) => {
      if (t.script!.state !== 'present') return paper.questions.map(() => -1)
      const points = paper.questions.map((q) => pointsOf(q, t, `${paper.paperId}|${id}`))
      const open = openChoices(paper.questions, points, t.choices)
      return points.map((n, i) => (open.has(paper.questions[i]!.optional?.group ?? '') ? -1 : n))
    }),
  }
}
