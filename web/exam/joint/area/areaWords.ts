/** What is said to an area of a joint exam that another organises. */
import { examStatus } from '#shared/exam/exam.types.ts'
import type { AreaPart } from '#shared/exam/joint/area.calls.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { statusOf } from '../../states.ts'

export const schoolsNamed = ({ names, schools }: Pick<AreaPart, 'names' | 'schools'>): string =>
  names.length < schools ? `${names.join('、')}等${schools}所` : names.join('、')

/** Released, and shown to none of the area's schools, it is said so. */
export const standSaid = (p: Pick<AreaPart, 'status' | 'readable'>): { text: string; meaning: Meaning } =>
  p.status === examStatus.released && !p.readable ? { text: '已发布，不对本区显示', meaning: 'out' } : statusOf(p)
