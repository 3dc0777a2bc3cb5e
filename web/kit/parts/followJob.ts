import { createContext, useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useLatest } from './useLatest.ts'

/** Shows a job that was started: the page does, so that it is found in its address again. */
export const FollowJob = createContext<(uuid: string) => void>(() => {})

const field = 'job'

/** The job that stands in the page's address. */
export const useFollowedJob = () => {
  const [query, setQuery] = useSearchParams()
  const latest = useLatest({ query, setQuery })
  // A job that starts when its page was left is found in the header.
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const follow = useCallback(
    (uuid: string | null): void => {
      if (!here.current) return
      const next = new URLSearchParams(latest.current.query)
      if (uuid) next.set(field, uuid)
      else next.delete(field)
      latest.current.setQuery(next, { replace: true })
    },
    [latest],
  )
  return { uuid: query.get(field), follow }
}
