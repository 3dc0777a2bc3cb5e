import { useEffect, useState } from 'react'

/** `elsewhere`: another tab of this browser has it. */
export type Stands = 'asking' | 'here' | 'elsewhere'

/**
 * Whether this tab is the one that has `name`: of two desks of one question the later would write over marks that it has not
 * seen. Left or closed by the other tab it comes here by itself; `take` has it here at once. Without locks (a page that is
 * not secure) every tab has it.
 */
export const useSoleTab = (name: string | undefined): { stands: Stands; take: () => void } => {
  const [stands, setStands] = useState<Stands>('asking')
  const [taken, setTaken] = useState<{ name: string | undefined; times: number }>({ name: undefined, times: 0 })
  const steal = taken.name !== undefined && taken.name === name
  useEffect(() => {
    setStands('asking')
    if (name === undefined) return
    const locks = navigator.locks as LockManager | undefined
    if (!locks) return setStands('here')
    const left = new AbortController()
    const { signal } = left
    const hold = async (): Promise<void> => {
      if (signal.aborted) return
      setStands('here')
      await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
    }
    const stand = async (): Promise<void> => {
      const first = steal ? { steal } : { ifAvailable: true }
      // It rejects where another tab takes it from here.
      await locks.request(name, first, (lock) => (lock ? hold() : undefined)).catch(() => undefined)
      while (!signal.aborted) {
        setStands('elsewhere')
        await locks.request(name, { signal }, hold).catch(() => undefined)
      }
    }
    void stand()
    return () => left.abort()
  }, [name, steal, taken.times])
  return { stands, take: () => setTaken({ name, times: taken.times + 1 }) }
}
