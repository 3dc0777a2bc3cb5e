import type { GroupRow } from '#shared/marking/groups/group.calls.ts'
import { hoursText } from '#shared/marking/groups/group.rules.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

export const arrangedStates = {
  draft: { text: '未开启', meaning: 'none' },
  open: { text: '阅卷中', meaning: 'going' },
  closing: { text: '正在结束', meaning: 'going' },
  closed: { text: '已结束', meaning: 'done' },
} as const

/** Of a joint exam only who manages it is told who marks. */
export const peopleHidden = (data: { joint: boolean; mayManage: boolean }): boolean => data.joint && !data.mayManage

/** 张老师、李老师等6人; none named is all of the course. `hidden`: only how many is said. */
export const markersText = (
  g: Pick<GroupRow, 'markers' | 'markerCount'>,
  nameOf: (id: string) => string,
  hidden = false,
): string => {
  if (hidden) return `${g.markerCount}人`
  if (g.markers.length === 0) return `本科全体（${g.markerCount}人）`
  const names = g.markers.slice(0, 3).map(nameOf).join('、')
  return g.markers.length > 3 ? `${names}等${g.markers.length}人` : names
}

export const leadersText = (g: Pick<GroupRow, 'leaders'>): string =>
  g.leaders.length === 0 ? '负责人或考试管理者' : g.leaders.map((l) => l.teacherName).join('、')

export const workText = (g: Pick<GroupRow, 'minutes' | 'marks'>): string =>
  g.marks === 0 ? '—' : hoursText(g.minutes * 60)

/** What a list says of a group: the worst of its warnings. */
export const standOf = ({ warnings }: Pick<GroupRow, 'warnings'>): { text: string; meaning: Meaning } => {
  const bars = warnings.filter((w) => w.bars).length
  if (bars > 0) return { text: '不能开启', meaning: 'failed' }
  return warnings.length > 0
    ? { text: `${warnings.length}条提醒`, meaning: 'waits' }
    : { text: '可以', meaning: 'done' }
}
