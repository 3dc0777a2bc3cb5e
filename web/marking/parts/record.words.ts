/** What was given in a role, in words: the mark that stands, and those that another took the place of. */
import { showScore } from '#shared/kit/score.ts'
import type { RecordedMark } from '#shared/marking/quality/record.calls.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'

const text = ({ value, markerName, past }: RecordedMark): string => {
  const what = value.kind === 'score' ? showScore(value.score) : value.kind === 'noAnswer' ? '未作答' : '问题卷'
  return `${what}（${markerName}${past ? '，已作废' : ''}）`
}
/** The one that stands first, then the last first. */
const inRole = (marks: readonly RecordedMark[], role: MarkRole): RecordedMark[] => {
  const own = marks.filter((m) => m.role === role).reverse()
  return [...own.filter((m) => !m.past), ...own.filter((m) => m.past)]
}

export const givenIn = (marks: readonly RecordedMark[], role: MarkRole): string =>
  inRole(marks, role).map(text).join('；') || '—'

export const standingIn = (marks: readonly RecordedMark[], role: MarkRole): string => {
  const [first, ...former] = inRole(marks, role)
  if (!first) return '—'
  return former.length > 0 ? `${text(first)}，改过 ${former.length} 次` : text(first)
}

/** What is behind the mark on the cell: nothing where there is one mark alone. */
export const formerIn = (marks: readonly RecordedMark[], role: MarkRole): string | undefined => {
  const [, ...former] = inRole(marks, role)
  return former.length > 0 ? `之前：${former.map(text).join('；')}` : undefined
}
