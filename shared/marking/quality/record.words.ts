/** What was given in a role, in words: the mark that stands, and those that another took the place of. */
import { showScore } from '#shared/kit/score.ts'
import type { MarkRole } from '../marking.types.ts'
import type { RecordedMark } from './record.calls.ts'

/** Points of a rubric by their names; of more than a cell holds, the first ones. */
type Points = readonly { id: string; name: string }[]
const mostNamed = 4
const pointsText = (chosen: string, points: Points): string => {
  const names = [...chosen].flatMap((id) => points.find((p) => p.id === id)?.name ?? [])
  if (names.length === 0) return chosen === '' ? '：未选评分点' : ''
  return `：${names.slice(0, mostNamed).join('、')}${names.length > mostNamed ? `等${names.length}点` : ''}`
}

const text = ({ value, markerName, past }: RecordedMark, points: Points): string => {
  const what =
    value.kind === 'score'
      ? `${showScore(value.score)}${value.points === undefined ? '' : pointsText(value.points, points)}`
      : value.kind === 'noAnswer'
        ? '未作答'
        : '问题卷'
  return `${what}（${markerName}${past ? '，已作废' : ''}）`
}
/** The one that stands first, then the last first. */
const inRole = (marks: readonly RecordedMark[], role: MarkRole): RecordedMark[] => {
  const own = marks.filter((m) => m.role === role).reverse()
  return [...own.filter((m) => !m.past), ...own.filter((m) => m.past)]
}

export const givenIn = (marks: readonly RecordedMark[], role: MarkRole, points: Points = []): string =>
  inRole(marks, role)
    .map((m) => text(m, points))
    .join('；') || '—'

export const standingIn = (marks: readonly RecordedMark[], role: MarkRole, points: Points = []): string => {
  const [first, ...former] = inRole(marks, role)
  if (!first) return '—'
  return former.length > 0 ? `${text(first, points)}，改过 ${former.length} 次` : text(first, points)
}

/** What is behind the mark on the cell: nothing where there is one mark alone. */
export const formerIn = (marks: readonly RecordedMark[], role: MarkRole, points: Points = []): string | undefined => {
  const [, ...former] = inRole(marks, role)
  return former.length > 0 ? `之前：${former.map((m) => text(m, points)).join('；')}` : undefined
}
