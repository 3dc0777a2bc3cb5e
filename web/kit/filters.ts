/** The rules of the specification's filter widget (spec 1 §9) and of a list's address. Pure. */
import type { Filter } from './screens/screen.types.ts'

export type ListState = {
  filters: Record<string, string[]>
  pageNumber: number
  pageSize: number
  /** '-key' is descending. */
  sort: string | undefined
}
type Shape = Pick<Filter, 'field' | 'mode' | 'start' | 'options' | 'always'>

const values = (filter: Shape): string[] => (filter.options ?? []).filter((o) => !o.barred).map((o) => o.value)

/** What is chosen when the address says nothing. */
export const startOf = (filter: Shape): string[] =>
  filter.start ? [...filter.start] : filter.mode === 'checkboxAll' ? values(filter) : []

/** Whether a filter is set to other than it starts with: of one that is always chosen it never is. */
export const isSet = (filter: Shape, chosen: readonly string[]): boolean =>
  !filter.always && chosen.join() !== startOf(filter).join()

/** Nothing is narrowed down any more; what is always chosen stays. */
export const cleared = (state: ListState, filters: readonly Shape[]): ListState => {
  const start = readList(new URLSearchParams(), filters)
  const kept = filters.flatMap((f) => (f.always ? [[f.field, state.filters[f.field] ?? []] as const] : []))
  return { ...start, filters: { ...start.filters, ...Object.fromEntries(kept) } }
}

/** One option is clicked. */
export const toggled = (filter: Shape, chosen: readonly string[], value: string): string[] => {
  if (filter.mode === 'radio' || filter.mode === 'dropdown' || filter.mode === 'search') return value ? [value] : []
  const next = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]
  // At least one stays chosen where there is a select-all.
  if (filter.mode === 'checkboxAll' && next.length === 0) return [...chosen]
  return inOrder(filter, next)
}

/** Select-all picks all; unchecking it leaves only the first. */
export const toggledAll = (filter: Shape, chosen: readonly string[]): string[] => {
  const all = values(filter)
  return chosen.length < all.length ? all : all.slice(0, 1)
}

const inOrder = (filter: Shape, chosen: readonly string[]): string[] => {
  const order = (filter.options ?? []).map((o) => o.value)
  return [...chosen].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((v, i) => v === b[i])

export const positive = (text: string | null, otherwise: number, max: number): number => {
  const n = Number(text)
  return text !== null && Number.isInteger(n) && n >= 1 && n <= max ? n : otherwise
}

/** The address as the state of a list. */
export const readList = (query: URLSearchParams, filters: readonly Shape[] = []): ListState => ({
  filters: Object.fromEntries(
    filters.map((f) => {
      const text = query.get(f.field)
      return [f.field, text === null ? startOf(f) : text === '' ? [] : f.mode === 'search' ? [text] : text.split(',')]
    }),
  ),
  pageNumber: positive(query.get('pageNumber'), 1, 1_000_000),
  pageSize: positive(query.get('pageSize'), 20, 1000),
  sort: query.get('sort') ?? undefined,
})

/** The state of a list as an address; what stands at its default is left out, what is not the list's is kept. */
export const writeList = (
  query: URLSearchParams,
  state: ListState,
  filters: readonly Shape[] = [],
): URLSearchParams => {
  const next = new URLSearchParams(query)
  const put = (key: string, value: string | undefined): void => {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  for (const f of filters) {
    const chosen = state.filters[f.field] ?? []
    put(f.field, same(chosen, startOf(f)) ? undefined : chosen.join(','))
  }
  put('pageNumber', state.pageNumber === 1 ? undefined : String(state.pageNumber))
  put('pageSize', state.pageSize === 20 ? undefined : String(state.pageSize))
  put('sort', state.sort)
  return next
}

/** What a list call is sent: one value or undefined of radio, dropdown and search, a list of the checkboxes. */
export const sentOf = (state: ListState, filters: readonly Shape[] = []): Record<string, unknown> => {
  const sent: Record<string, unknown> = { pageNumber: state.pageNumber, pageSize: state.pageSize }
  if (state.sort) sent['sort'] = state.sort
  for (const f of filters) {
    const chosen = state.filters[f.field] ?? []
    if (chosen.length) sent[f.field] = f.mode === 'checkbox' || f.mode === 'checkboxAll' ? chosen : chosen[0]
  }
  return sent
}

/** Ascending, descending, unsorted. */
export const nextSort = (sort: string | undefined, key: string): string | undefined =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key

/** The fields of an address that stand under a name: `batches.only` is `only` of the list that is called batches. */
export const within = (query: URLSearchParams, name: string): URLSearchParams =>
  new URLSearchParams(
    [...query].flatMap(([field, value]) =>
      field.startsWith(`${name}.`) ? [[field.slice(name.length + 1), value]] : [],
    ),
  )
/** The same put back; what is not under the name is kept. */
export const putWithin = (query: URLSearchParams, name: string, own: URLSearchParams): URLSearchParams =>
  new URLSearchParams([
    ...[...query].filter(([field]) => !field.startsWith(`${name}.`)),
    ...[...own].map(([field, value]) => [`${name}.${field}`, value]),
  ])
