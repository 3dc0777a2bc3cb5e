/** What a pre-filled copy says otherwise than a blank one: who finds the number filled in is not told to fill it in. Pure. */
import type { Draw, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { wrapText } from '../layout/textWidth.ts'

type Text = Extract<Draw, { kind: 'text' }>
const isText = (d: Draw | undefined): d is Text => d?.kind === 'text'

/** What a copy bears: name, class and number, or room and seat too. */
export type Bears = 'named' | 'seated'
export const bornBy = (student: { room?: string; seat?: string }): Bears =>
  student.room !== undefined && student.seat !== undefined ? 'seated' : 'named'

/** The page with its first notice said for a copy whose name and number are printed already: in the lines that it has. */
export const prefilled = (page: PageGeometry, bears: Bears = 'named'): PageGeometry => {
  const from = page.draws.findIndex((d) => isText(d) && d.text.startsWith('1．答题前'))
  if (from < 0) return page
  const size = page.draws.slice(from).findIndex((d) => !isText(d) || d.text.startsWith('2．'))
  const lines = page.draws.slice(from, from + size).filter(isText)
  const said = lines.map((l) => l.text).join('')
  const name = /准确填涂(准考证号|考号)。$/.exec(said)?.[1]
  if (!name) return page
  const [first] = lines as [Text]
  const words =
    bears === 'seated'
      ? `1．答题前，考生须核对印好的${name}、姓名、考场和座号。`
      : `1．答题前，考生须核对印好的${name}和姓名，并将考场号和座位号填写清楚。`
  const wrapped = wrapText(words, first.rect.w, first.size)
  // The shorter sentence has no line more; on a card of another time none is laid over what stands below.
  if (wrapped.length > lines.length) return page
  const own = lines.slice(0, wrapped.length).map((l, i): Draw => ({ ...l, text: wrapped[i]! }))
  return { ...page, draws: [...page.draws.slice(0, from), ...own, ...page.draws.slice(from + size)] }
}

/** The page as a copy prints it: from 1.5.4 on the layout says what a copy leaves off, and says in its place. */
export const copyOf = (page: PageGeometry, bears: Bears): PageGeometry => {
  const said = prefilled(page, bears)
  return { ...said, draws: [...said.draws.filter((d) => d.blank !== true), ...(page.copies?.[bears] ?? [])] }
}
