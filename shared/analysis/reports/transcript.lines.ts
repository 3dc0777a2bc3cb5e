/** A transcript read back from its report, for programs that ask for it: the demo, and tests. */
import type { Cell, ReportValue } from '#shared/kit/report/report.types.ts'
import { stateNames } from '../transcript.rules.ts'
import type { CandidateState } from '../publication.types.ts'

export type TranscriptLine = {
  studentId: string
  studentName: string
  studentNumber: string
  className: string
  state: CandidateState
  total: number | null
  /** null where it is not told. */
  rank: number | null
  classRank: number | null
  /** Of the questions, in their order; an optional one that was not chosen is 0. */
  scores: number[]
}

const states = Object.keys(stateNames) as CandidateState[]
const numberIn = (cell: Cell): number | null => (typeof cell === 'number' ? cell : null)

export const transcriptLines = ({
  sections,
}: Pick<ReportValue, 'sections'>): { list: TranscriptLine[]; total: number } => {
  const { columns, rows, page } = sections[0]!.table
  const list = rows.map(({ id = '', cells }): TranscriptLine => {
    const cellOf = (key: string): Cell => cells[columns.findIndex((c) => c.key === key)] ?? null
    const total = numberIn(cellOf('total'))
    const scores = cells.flatMap((cell, i) => (/^q\d+$/.test(columns[i]!.key) ? [numberIn(cell) ?? 0] : []))
    return {
      studentId: id,
      studentName: String(cellOf('studentName')),
      studentNumber: String(cellOf('studentNumber')),
      className: String(cellOf('className')),
      state: total === null ? states.find((s) => stateNames[s] === cellOf('total'))! : 'present',
      total,
      rank: numberIn(cellOf('rank')),
      classRank: numberIn(cellOf('classRank')),
      scores: total === null ? [] : scores,
    }
  })
  return { list, total: page?.total ?? list.length }
}
