import { describe, expect, it } from 'vitest'
import { shaped } from '#shared/exam/setting/question.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { pasteAt } from '#web/kit/grid.ts'
import {
  changedIn,
  draftsOf,
  managedColumns,
  problemsOf,
  rowsOf,
  shownFirst,
  versionsNow,
  withRows,
} from './managedDraft.ts'
import type { ManagedPaper } from './managedDraft.ts'

const id = <T>(kind: 'paper' | 'question', n: number): T =>
  composeId(kind, 1_794_240_000_000, new Uint8Array(10).fill(n)) as T
const paper = (n: number, courseName: string, more: Partial<ManagedPaper> = {}): ManagedPaper => ({
  ...{ paperId: id<PaperId>('paper', n), courseName, version: 3, hasCard: false, locked: false, released: false },
  totals: [],
  questions: [1, 2].map((i) =>
    shaped({ questionId: id<QuestionId>('question', 10 * n + i), number: String(i), fullScore: 300, unitType: 1 }, 1),
  ),
  ...more,
})
const papers = [paper(1, '语文'), paper(2, '数学')]
const saved = draftsOf(papers)
const column = (key: string) => managedColumns('open').findIndex((c) => c.key === key)

describe('the questions of several papers in one table', () => {
  const rows = rowsOf(papers, saved)
  it('stand paper after paper, and what is pasted goes over the end of one into the next', () => {
    expect(rows.map((r) => `${r.courseName}${r.question.number}`)).toEqual(['语文1', '语文2', '数学1', '数学2'])
    const pasted = pasteAt(rows, managedColumns('open'), { row: 1, column: column('fullScore') }, '4\tB\n5\tC')
    const drafts = withRows(saved, pasted.rows)
    expect(changedIn(papers, drafts, saved).map((p) => p.courseName)).toEqual(['语文', '数学'])
    const now = rowsOf(papers, drafts).map((r) => [r.question.fullScore, r.question.answer])
    expect(now).toEqual([
      [300, ''],
      [400, 'B'],
      [500, 'C'],
      [300, ''],
    ])
  })
  it('is saved over the version that a renamed course has now, and not over another user’s questions', () => {
    const versions = versionsNow(papers, { drafts: saved, versions: new Map() })
    expect([...versions.values()]).toEqual([3, 3])
    const [chinese, maths] = papers as [ManagedPaper, ManagedPaper]
    const after = [
      { ...chinese, courseName: '语文（上）', version: 4 },
      { ...maths, questions: maths.questions.slice(1), version: 4 },
    ]
    expect([...versionsNow(after, { drafts: saved, versions }).values()]).toEqual([4, 3])
    // An answer from before the last save is no step back.
    expect([...versionsNow(papers, { drafts: saved, versions: new Map([[chinese.paperId, 5]]) }).values()]).toEqual([
      5, 3,
    ])
  })
  it('and a paper of which nothing was typed is not saved', () => {
    const drafts = withRows(saved, rows.with(2, { ...rows[2]!, question: { ...rows[2]!.question, answer: 'D' } }))
    expect(changedIn(papers, drafts, saved).map((p) => p.courseName)).toEqual(['数学'])
    expect(withRows(saved, rows).get(papers[0]!.paperId)).toBe(papers[0]!.questions)
  })
  it('are wrong each in its own paper: two papers have a first question', () => {
    expect(problemsOf(rows)).toEqual([])
    const doubled = rows.with(3, { ...rows[3]!, question: { ...rows[3]!.question, number: '1' } })
    expect(problemsOf(doubled)).toEqual([
      { row: rows[3]!.question.questionId, column: 'number', text: '数学 第1题：题号重复' },
    ])
  })
  it('take nothing in a column that is fixed', () => {
    const barred = (state: 'open' | 'locked' | 'released') =>
      managedColumns(state)
        .filter((c) => c.barred)
        .map((c) => c.key)
    expect(barred('open')).toEqual(['courseName'])
    expect(barred('locked')).toEqual(['courseName', 'number', 'unitType', 'optionCount'])
    expect(barred('released')).toEqual(managedColumns('released').map((c) => c.key))
    const at = { row: 0, column: column('number') }
    expect(pasteAt(rows, managedColumns('locked'), at, '9').refused).toHaveLength(1)
  })
})

it('at first so many papers are shown as fit, and the first always', () => {
  const long = (n: number, count: number) =>
    paper(n, `科${n}`, { questions: Array(count).fill(papers[0]!.questions[0]!) as never })
  expect(shownFirst([long(1, 300), long(2, 10)])).toHaveLength(1)
  expect(shownFirst([long(1, 100), long(2, 100), long(3, 100)])).toHaveLength(2)
})
