/** The questions of several papers as one table that is typed in. Pure. */
import { canonical } from '#shared/kit/canonical.ts'
import { paperFaults } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { managedPapers } from '#shared/exam/creation/course.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { GridColumn, GridProblem } from '#web/kit/grid.ts'
import { questionColumns } from './questionColumns.ts'

export type ManagedPaper = OutputOf<typeof managedPapers>['papers'][number]
/** A question beside the paper that it is of. */
export type ManagedRow = { paperId: string; courseName: string; question: PaperQuestion }
/** The questions of papers as they are being edited, by paper. */
export type Drafts = ReadonlyMap<string, readonly PaperQuestion[]>

/** What may be changed of a paper: all but its structure once marking has begun, and nothing after a release. */
export type PaperState = 'open' | 'locked' | 'released'
export const stateOf = ({ locked, released }: Pick<ManagedPaper, 'locked' | 'released'>): PaperState =>
  released ? 'released' : locked ? 'locked' : 'open'

export const draftsOf = (papers: readonly ManagedPaper[]): Drafts =>
  new Map(papers.map((p) => [p.paperId, p.questions]))

export const rowsOf = (papers: readonly Pick<ManagedPaper, 'paperId' | 'courseName'>[], drafts: Drafts): ManagedRow[] =>
  papers.flatMap(({ paperId, courseName }) =>
    (drafts.get(paperId) ?? []).map((question) => ({ paperId, courseName, question })),
  )

/** Rows as they became, back in their papers; the others stay as they are. */
export const withRows = (drafts: Drafts, rows: readonly ManagedRow[]): Drafts => {
  const next = new Map(drafts)
  for (const [paperId, own] of Map.groupBy(rows, (r) => r.paperId)) {
    const questions = own.map((r) => r.question)
    const before = drafts.get(paperId) ?? []
    // What is the same keeps its identity: by it a paper is known to be changed.
    if (before.length !== questions.length || questions.some((q, i) => q !== before[i])) next.set(paperId, questions)
  }
  return next
}

/** The papers that were changed and not saved. */
export const changedIn = <P extends { paperId: string }>(papers: readonly P[], drafts: Drafts, saved: Drafts): P[] =>
  papers.filter((p) => drafts.get(p.paperId) !== saved.get(p.paperId))

/** What was saved last of each paper, and the version that the next save is over. */
export type Saved = { drafts: Drafts; versions: ReadonlyMap<string, number> }
/** Who renames a course raises its paper's version: where its questions are as they were saved, the next save is over that one. */
export const versionsNow = (
  papers: readonly Pick<ManagedPaper, 'paperId' | 'questions' | 'version'>[],
  { drafts, versions }: Saved,
): Saved['versions'] =>
  new Map(
    papers.map(({ paperId, questions, version }) => {
      const before = versions.get(paperId) ?? version
      const isAsSaved = canonical(questions) === canonical(drafts.get(paperId))
      return [paperId, isAsSaved ? Math.max(before, version) : before]
    }),
  )

/** Of each paper by itself: a number is a paper's. */
export const problemsOf = (rows: readonly ManagedRow[]): GridProblem[] =>
  [...Map.groupBy(rows, (r) => r.paperId).values()].flatMap((own) =>
    paperFaults(own.map((r) => r.question)).flatMap(({ questionIds, field, text }) =>
      questionIds.map((row) => ({ row, column: field, text: `${own[0]!.courseName} ${text}` })),
    ),
  )

/** The columns of a paper's own table behind the one that says of which paper. */
export const managedColumns = (state: PaperState): GridColumn<ManagedRow>[] => [
  {
    key: 'courseName',
    name: '科目',
    width: 72,
    barred: true,
    label: (r) => `${r.courseName}第${r.question.number}题科目`,
    text: (r) => r.courseName,
    put: () => null,
  },
  ...questionColumns({ fixed: state !== 'open', barred: state === 'released' }).map(
    ({ label, text, put, note, ...column }): GridColumn<ManagedRow> => ({
      ...column,
      label: (r, i) => `${r.courseName}${label(r.question, i)}`,
      text: (r) => text(r.question),
      put: (r, typed) => {
        const question = put(r.question, typed)
        return question === null ? null : { ...r, question }
      },
      ...(note ? { note: (r: ManagedRow) => note(r.question) } : {}),
    }),
  ),
]

/** So many rows are shown at first: what more papers have is chosen. */
export const mostRows = 240
/** The first papers that fit. */
export const shownFirst = (papers: readonly ManagedPaper[]): string[] => {
  let rows = 0
  return papers
    .filter((p, i) => {
      rows += p.questions.length
      return i === 0 || rows <= mostRows
    })
    .map((p) => p.paperId)
}
