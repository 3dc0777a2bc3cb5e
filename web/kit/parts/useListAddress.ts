import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { putWithin, within } from '../filters.ts'

/** The address as one list sees it: all of it, or the fields under its name where a screen has several lists. */
export const useListAddress = (name?: string) => {
  const [query, setQuery] = useSearchParams()
  const own = useMemo(() => (name ? within(query, name) : query), [query, name])
  const setOwn = (next: URLSearchParams, options?: { replace?: boolean }): void =>
    setQuery(name ? putWithin(query, name, next) : next, options)
  return [own, setOwn] as const
}
