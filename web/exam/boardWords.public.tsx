/** The words and grounds of the board's cells. Pure. */
import { cellState } from '#shared/exam/board.rules.ts'
import type { BoardRow, CellState } from '#shared/exam/board.rules.ts'
import type { BoardCell } from '#shared/exam/board.calls.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

type Said = { text: string; meaning: Meaning }

export const stateNames: Record<CellState, string> = {
  late: '逾期',
  doubts: '有存疑',
  partly: '上传中',
  empty: '未上传',
  ahead: '未开考',
  uploaded: '已传齐',
  marking: '阅卷中',
  closed: '已截止',
  done: '评完',
  released: '已发布',
  declined: '不参加',
}

export const cellSaid = (state: CellState, cell: BoardCell, school: Pick<BoardRow, 'candidateCount'>): Said => {
  const come = cell.present + cell.absent
  const of = `${come}/${school.candidateCount}`
  switch (state) {
    case 'late':
      return { text: `逾期 ${of}`, meaning: 'failed' }
    case 'doubts':
      return { text: `存疑 ${cell.doubts}`, meaning: 'waits' }
    case 'partly':
      return { text: `已传 ${of}`, meaning: 'going' }
    case 'marking':
      return { text: `阅卷 ${cell.finished}/${cell.present}`, meaning: 'going' }
    case 'uploaded':
      return { text: stateNames[state], meaning: 'going' }
    case 'closed':
      return { text: `已截止 ${of}`, meaning: 'out' }
    case 'done':
    case 'released':
      return { text: stateNames[state], meaning: 'done' }
    case 'declined':
      return { text: stateNames[state], meaning: 'out' }
    case 'empty':
    case 'ahead':
      return { text: stateNames[state], meaning: 'none' }
    default:
      return state satisfies never
  }
}

/** Whether the school takes part, as it has said. */
export const answerSaid = ({ answer, candidateCount }: Pick<BoardRow, 'answer' | 'candidateCount'>): Said => {
  if (answer === 'declined') return { text: '不参加', meaning: 'out' }
  if (candidateCount === 0) return { text: '没有考生', meaning: 'failed' }
  return answer === 'accepted' ? { text: '已确认', meaning: 'done' } : { text: '未回复', meaning: 'waits' }
}

/** What a school owes, as a reminder says it; '' where it owes nothing. */
export const owesOf = (
  row: BoardRow,
  names: ReadonlyMap<string, string>,
  at: { now: number; examDate: number },
): string => {
  const lacking = row.cells.flatMap((c) => {
    const state = cellState(c, row, at)
    const n = row.candidateCount - c.present - c.absent
    return ['late', 'partly', 'empty'].includes(state) && n > 0 ? [`${names.get(c.paperId) ?? ''}${n}份`] : []
  })
  if (lacking.length > 0) return `还有${lacking.join('、')}答题卡没有上传`
  return row.answer === 'none' ? '还没有回复是否参加' : ''
}

export type BoardSums = { come: number; expected: number; late: number; doubts: number; done: number }
export const sumsOf = (rows: readonly BoardRow[]): BoardSums => {
  const has = (...wanted: CellState[]) =>
    rows.filter((r) => Object.values(r.states).some((s) => wanted.includes(s))).length
  const cells = rows.flatMap((r) => r.cells.map((c) => ({ c, n: r.candidateCount })))
  return {
    come: cells.reduce((n, { c }) => n + c.present + c.absent, 0),
    expected: cells.reduce((n, { n: of }) => n + of, 0),
    late: has('late'),
    doubts: has('doubts'),
    done: rows.filter((r) => ['done', 'released'].includes(r.worst)).length,
  }
}
