/** How the states of change sets read on screens. Pure. */
import type { ChangeLine, ChangeState } from '#shared/analysis/change.calls.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

export const changeStates: Readonly<Record<ChangeState, { text: string; meaning: Meaning }>> = {
  replaying: { text: '正在预览', meaning: 'going' },
  ready: { text: '等待签字', meaning: 'waits' },
  going: { text: '正在生效', meaning: 'going' },
  failed: { text: '没有完成', meaning: 'failed' },
  stale: { text: '已过时', meaning: 'out' },
  inForce: { text: '已生效', meaning: 'done' },
  off: { text: '已撤销', meaning: 'out' },
}

/** What a set does, in one line. */
export const changeText = ({ says, undoes }: Pick<ChangeLine, 'says' | 'undoes'>): string =>
  `${undoes ? '撤销：' : ''}${says.join('；')}`
