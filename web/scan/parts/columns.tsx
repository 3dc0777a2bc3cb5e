import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'

/** A column of a word of state. */
export const stateColumn = <R,>(of: (row: R) => { text: string; meaning: Meaning }): Column<R> => ({
  key: 'state',
  name: '状态',
  value: (r) => of(r).text,
  cell: (r) => <StateMark {...of(r)} />,
})

/** Which pages of a script are there, which are lacking, and how many questions wait; of who has none, nothing. */
export const scriptColumns = <
  R extends { pages: readonly number[]; missingPages: readonly number[]; doubtful: number },
>(): Column<R>[] => [
  { key: 'pages', name: '已有页', value: (r) => r.pages.join('、') },
  { key: 'missingPages', name: '缺少页', value: (r) => r.missingPages.join('、') },
  { key: 'doubtful', name: '存疑', unit: '题', value: (r) => (r.pages.length > 0 ? r.doubtful : ''), number: true },
]
