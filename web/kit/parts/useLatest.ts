import { useRef } from 'react'

/**
 * The newest of a value that is made at each render and means the same, such as a list's columns: read where it is
 * needed, and no reason to compute or to subscribe again.
 */
export const useLatest = <T>(value: T): { readonly current: T } => {
  const latest = useRef(value)
  latest.current = value
  return latest
}
