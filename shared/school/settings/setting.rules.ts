/** What is wrong with a settings page as a whole, and what the pages say about others' inputs. */
import type { SettingPage, SettingValues } from '../roster/setting.types.ts'

type Judge<P extends SettingPage> = (values: SettingValues<P>) => { field: string; text: string } | null
const judges: { [P in SettingPage]?: Judge<P> } = {
  reportSetting: ({ excellent, good, pass, low }) =>
    excellent >= good && good >= pass && pass >= low ? null : { field: 'good', text: '各率的分数线应由高到低' },
  defaultMaterial: ({ materials }) =>
    new Set(materials.map((m) => m.courseId)).size === materials.length
      ? null
      : { field: 'materials', text: '同一课程只能选择一种教材' },
}

export const wrongInSetting = <P extends SettingPage>(page: P, values: SettingValues<P>) =>
  (judges[page] as Judge<P> | undefined)?.(values) ?? null

type Named = { courseId: string; courseName: string }

/** Why this choice of courses does not fit the school's rule; null when it does. Choosing nothing always does. */
export const wrongInChoice = (
  { mode, electiveCourseIds }: SettingValues<'seniorSetting'>,
  chosen: readonly Named[],
): string | null => {
  if (chosen.length === 0) return null
  const other = chosen.find((c) => electiveCourseIds.length > 0 && !electiveCourseIds.some((id) => id === c.courseId))
  if (other) return `“${other.courseName}”不在学校开放的选考课程中`
  if (mode === 'free') return null
  if (chosen.length !== 3) return `${mode}模式须选择3门课程`
  const first = chosen.filter((c) => c.courseName === '物理' || c.courseName === '历史').length
  return mode === '3+1+2' && first !== 1 ? '3+1+2模式须在物理和历史中选择且只选择一门' : null
}
