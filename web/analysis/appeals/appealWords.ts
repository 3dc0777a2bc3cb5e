/** How appeals read on screens. Pure. */
import type { AppealState } from '#shared/analysis/appeals/appeal.rules.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

export const appealStateWords: Readonly<Record<AppealState, { text: string; meaning: Meaning }>> = {
  open: { text: '待答复', meaning: 'waits' },
  kept: { text: '维持原分', meaning: 'done' },
  decided: { text: '待改分', meaning: 'waits' },
  changing: { text: '等待签字', meaning: 'going' },
  changed: { text: '已改分', meaning: 'done' },
  corrected: { text: '已更正', meaning: 'done' },
}
export const appellantNames = { student: '学生', parent: '家长' } as const
