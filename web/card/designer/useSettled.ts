import { useEffect, useState } from 'react'

/** A value once it has stood still for so long: what need not follow every step of a drag. */
export const useSettled = <T>(value: T, ms: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms, settled])
  return settled
}
