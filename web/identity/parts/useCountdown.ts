import { useEffect, useState } from 'react'
import { codeResendSeconds } from '#shared/identity/accounts/account.rules.ts'
import { now, tabStore } from '#web/kit/ports.ts'

/** Seconds that are left until `until`, none when it lies behind or further ahead than any countdown (a clock was set). */
export const secondsLeft = (until: number, at: number): number => {
  const left = Math.ceil((until - at) / 1000)
  return left > 0 && left <= codeResendSeconds ? left : 0
}

const read = (key: string): number => secondsLeft(Number(tabStore.get(key) ?? 0), now())

/** The wait until a code may be sent again; it goes on over a reload. */
export const useCountdown = (name: string): { left: number; begin: () => void } => {
  const key = `codeSent:${name}`
  const [left, setLeft] = useState(() => read(key))
  const waiting = left > 0
  useEffect(() => {
    setLeft(read(key))
    if (!waiting) return
    const timer = setInterval(() => setLeft(read(key)), 500)
    return () => clearInterval(timer)
  }, [key, waiting])
  return {
    left,
    begin: () => {
      tabStore.set(key, String(now() + codeResendSeconds * 1000))
      setLeft(codeResendSeconds)
    },
  }
}
