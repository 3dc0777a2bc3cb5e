/** What a school's paper is, in a word, and which school is the worst: of the organiser's board. Pure. */
import { dueOf } from './part.rules.ts'
import { paperStep } from '../step.rules.ts'
import type { BoardCell, BoardSchool } from './board.calls.ts'

/** From the worst to the best: on the exam's day who is silent is worse than who is on the way. */
export const cellStates = [
  'late',
  'doubts',
  'empty',
  'partly',
  'without',
  'ahead',
  'uploaded',
  'marking',
  'closed',
  'done',
  'released',
  'declined',
] as const
export type CellState = (typeof cellStates)[number]

type Of = Pick<BoardSchool, 'dueAt' | 'closed' | 'answer'>

export const cellState = (cell: BoardCell, school: Of, at: { now: number; examDate: number }): CellState => {
  const { step, candidates, present, absent, doubts, finished } = cell
  const whole = present + absent >= candidates
  // Of whom all were absent nothing more is waited for either (`came`, `exam/step.public.ts`), declined or not.
  if (school.answer === 'declined' && present === 0 && !(whole && absent > 0)) return 'declined'
  if (step >= paperStep.done) {
    // The others of the exam go on; a school of which nothing came is in no figure.
    if (present === 0 && !whole) return 'without'
    // What has come since is marked first: of it nothing is done, and nothing published.
    if (finished < present) return 'marking'
    return step >= paperStep.released ? 'released' : 'done'
  }
  if (doubts > 0) return 'doubts'
  if (!whole && !school.closed && at.now > dueOf(at, school)) return 'late'
  // Marking is opened for all schools at once, also for one that still says nothing.
  if (step >= paperStep.marking && (present > 0 || whole)) return 'marking'
  if (whole && candidates > 0) return 'uploaded'
  if (school.closed) return 'closed'
  if (present > 0) return 'partly'
  return at.now < at.examDate ? 'ahead' : 'empty'
}

/** So many candidates' cards are to come in all: none of who is absent, none of a school that does not take part. */
export const expectedIn = ({ candidates, absent }: BoardCell, state: CellState | undefined): number =>
  state === 'declined' ? 0 : Math.max(0, candidates - absent)

/** Candidates of whom nothing has come: neither a card nor a score. */
export const lackingIn = (cell: BoardCell, state: CellState | undefined): number =>
  Math.max(0, expectedIn(cell, state) - cell.present)

/** How bad a state is: each worse one outweighs all papers of the next. */
const weight = (state: CellState): number => 4 ** Math.max(0, 4 - cellStates.indexOf(state))

export type BoardRow = BoardSchool & {
  dueAt: number
  states: Readonly<Record<string, CellState>>
  worst: CellState
  lacking: number
}

/** 第9中学 stands before 第10中学. */
const byName = new Intl.Collator('zh', { numeric: true })

/** The schools with their states, worst first; of equals who lacks more, then in the order of names. */
export const boardRows = (schools: readonly BoardSchool[], at: { now: number; examDate: number }): BoardRow[] =>
  schools
    .map((s) => {
      const states = Object.fromEntries(s.cells.map((c) => [c.paperId, cellState(c, s, at)]))
      const all = Object.values(states)
      const row: BoardRow = {
        ...s,
        dueAt: dueOf(at, s),
        states,
        worst: cellStates.find((state) => all.includes(state)) ?? 'declined',
        lacking: s.cells.reduce((n, c) => n + lackingIn(c, states[c.paperId]), 0),
      }
      const bad = all.reduce((n, state) => n + weight(state), 0)
      return { row, bad }
    })
    .sort(
      (a, b) =>
        cellStates.indexOf(a.row.worst) - cellStates.indexOf(b.row.worst) ||
        b.bad - a.bad ||
        b.row.lacking - a.row.lacking ||
        byName.compare(a.row.schoolName, b.row.schoolName),
    )
    .map(({ row }) => row)

/** Rows that say what they said stay the rows they were, so that only what has changed is drawn again. */
export const keptRows = (before: readonly BoardRow[], rows: readonly BoardRow[]): BoardRow[] => {
  const known = new Map(before.map((r) => [r.schoolId as string, r]))
  const same = <T extends object>(a: T, b: T): boolean =>
    Object.keys({ ...a, ...b }).every((k) => a[k as keyof T] === b[k as keyof T])
  return rows.map((row) => {
    const old = known.get(row.schoolId)
    return old && same(old.states, row.states) && same({ ...old, states: row.states }, row) ? old : row
  })
}

/** What is known with what has changed: schools, and papers of others, in the order in which they were known. */
export const mergedSchools = (
  known: readonly BoardSchool[],
  { schools, cells }: { schools: readonly BoardSchool[]; cells: readonly (BoardCell & { schoolId: string })[] },
): readonly BoardSchool[] => {
  if (schools.length === 0 && cells.length === 0) return known
  const next = new Map(known.map((s) => [s.schoolId as string, s]))
  for (const s of schools) next.set(s.schoolId, s)
  for (const { schoolId, ...cell } of cells) {
    const of = next.get(schoolId)
    if (of) next.set(schoolId, { ...of, cells: of.cells.map((c) => (c.paperId === cell.paperId ? cell : c)) })
  }
  return [...next.values()]
}
