/** The words and grounds of the board's cells. Pure. */
import { cellState, expectedIn, lackingIn } from '#shared/exam/joint/board.rules.ts'
import type { BoardRow, CellState } from '#shared/exam/joint/board.rules.ts'
import type { BoardCell } from '#shared/exam/joint/board.calls.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

type Said = { text: string; meaning: Meaning }

export const stateNames: Record<CellState, string> = {
  late: '逾期',
  doubts: '有存疑',
  partly: '上传中',
  empty: '未上传',
  without: '没有答卷',
  ahead: '未开考',
  uploaded: '已传齐',
  marking: '阅卷中',
  closed: '已截止',
  done: '评完',
  released: '已发布',
  declined: '不参加',
}

export const meanings: Record<CellState, Meaning> = {
  late: 'failed',
  doubts: 'waits',
  partly: 'going',
  empty: 'none',
  without: 'failed',
  ahead: 'none',
  uploaded: 'going',
  marking: 'going',
  closed: 'out',
  done: 'done',
  released: 'done',
  declined: 'out',
}

/** How much of it is there, where a state says that; `counting` is a paper of which it is not known what is finished. */
const countsOf = (state: CellState, cell: BoardCell, counting: boolean): string => {
  const come = `${cell.present}/${expectedIn(cell, state)}`
  if (state === 'late') return `逾期 ${come}`
  if (state === 'doubts') return `存疑 ${cell.doubts}`
  if (state === 'partly') return `已传 ${come}`
  if (state === 'marking') return counting ? '阅卷 统计中' : `阅卷 ${cell.finished}/${cell.present}`
  return state === 'closed' ? `已截止 ${come}` : stateNames[state]
}

export const cellSaid = (state: CellState, cell: BoardCell, { counting }: { counting: boolean }): Said => ({
  text: countsOf(state, cell, counting),
  meaning: meanings[state],
})

/** Courses within a phone's line: all of them by their number, of many the first. */
export const coursesSaid = (names: readonly string[], all: number): string => {
  if (names.length > 1 && names.length === all) return `全部${all}科`
  return names.length > 4 ? `${names.slice(0, 3).join('、')}等${names.length}科` : names.join('、')
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
    const n = lackingIn(c, state)
    return ['late', 'partly', 'empty', 'without'].includes(state) && n > 0
      ? [`${names.get(c.paperId) ?? ''}${n}份`]
      : []
  })
  if (lacking.length > 0) return `还有${lacking.join('、')}答题卡没有上传`
  return row.answer === 'none' ? '还没有回复是否参加' : ''
}

export type BoardSums = {
  come: number
  expected: number
  late: number
  /** Schools of which nothing has come since the day began, of any paper. */
  silent: number
  doubts: number
  done: number
}
export const sumsOf = (rows: readonly BoardRow[]): BoardSums => {
  const has = (...wanted: CellState[]) =>
    rows.filter((r) => Object.values(r.states).some((s) => wanted.includes(s))).length
  const sum = (of: typeof expectedIn) =>
    rows.reduce((n, r) => n + r.cells.reduce((m, c) => m + of(c, r.states[c.paperId]), 0), 0)
  const expected = sum(expectedIn)
  return {
    come: expected - sum(lackingIn),
    expected,
    late: has('late'),
    silent: rows.filter(
      (r) =>
        r.cells.length > 0 &&
        r.cells.every((c) => c.present + c.absent === 0 && ['empty', 'late', 'without'].includes(r.states[c.paperId]!)),
    ).length,
    doubts: has('doubts'),
    done: rows.filter((r) => ['done', 'released'].includes(r.worst)).length,
  }
}
