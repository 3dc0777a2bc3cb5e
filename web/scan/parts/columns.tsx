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

/** Pages are called by their numbers; they are no quantity. */
const pagesNamed = (pages: readonly number[]): string => (pages.length === 0 ? '' : `第${pages.join('、')}页`)

/** Which pages of a script are there, which are lacking, and how many questions wait; of who has none, nothing. */
export const scriptColumns = <
  R extends { pages: readonly number[]; missingPages: readonly number[]; doubtful: number },
>(): Column<R>[] => [
  { key: 'pages', name: '已有页', value: (r) => pagesNamed(r.pages) },
  { key: 'missingPages', name: '缺少页', value: (r) => pagesNamed(r.missingPages) },
  { key: 'doubtful', name: '存疑', unit: '题', value: (r) => (r.pages.length > 0 ? r.doubtful : ''), number: true },
]
