import { useSearchParams } from 'react-router'

/** Changes some of the address's fields and leaves the rest; nothing takes a field out. */
export const usePatch = () => {
  const [query, setQuery] = useSearchParams()
  return (fields: Record<string, string | undefined>, replace = true): void => {
    const next = new URLSearchParams(query)
    for (const [k, v] of Object.entries(fields))
      if (v) next.set(k, v)
      else next.delete(k)
    setQuery(next, { replace })
  }
}
