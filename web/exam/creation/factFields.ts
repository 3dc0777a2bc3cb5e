/** The fields of an exam's facts, the same wherever an exam or its template is written. Pure. */
import type { Field } from '#web/kit/screens/screen.types.ts'
import { examTypeName } from '../states.ts'

export const typeField = (types: readonly number[]): Field => ({
  name: 'examType',
  label: '考试类型',
  kind: 'select',
  number: true,
  required: true,
  options: types.map((t) => ({ value: String(t), label: examTypeName(t) })),
})

/** Name, type and day. A name that is too long is said to be so by the call, and never cut as it is pasted. */
export const factFields = (types: readonly number[], placeholder?: string): Field[] => [
  {
    name: 'examName',
    label: '考试名称',
    kind: 'text',
    required: true,
    wide: true,
    ...(placeholder === undefined ? {} : { placeholder }),
  },
  typeField(types),
  { name: 'examDate', label: '考试日期', kind: 'date', required: true },
]
