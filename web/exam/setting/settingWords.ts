/** How setting tasks are said. */
import { settingStateNames } from '#shared/exam/setting/questionSetting.types.ts'
import type { SettingState } from '#shared/exam/setting/questionSetting.types.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

const meanings: Readonly<Record<SettingState, Meaning>> = {
  open: 'going',
  submitted: 'waits',
  returned: 'failed',
  accepted: 'done',
  cancelled: 'out',
}
export const settingSaid = (state: SettingState): { text: string; meaning: Meaning } => ({
  text: settingStateNames[state],
  meaning: meanings[state],
})
export const settingOptions = Object.entries(settingStateNames).map(([value, label]) => ({ value, label }))
