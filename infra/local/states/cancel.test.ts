import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from './cancel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a timer that fires early by the wall clock is set again until the time has come', () => {
  const wake = vi.fn()
  systemClock.after(1000, wake)
  // the wall clock lags behind the timers
  vi.setSystemTime(Date.now() - 1)
  vi.advanceTimersByTime(1000)
  expect(wake).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(wake).toHaveBeenCalledOnce()
})

test('a wait longer than a timer can hold', () => {
  const wake = vi.fn()
  systemClock.after(2 ** 31 + 5, wake)
  vi.advanceTimersByTime(2 ** 31 + 4)
  expect(wake).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(wake).toHaveBeenCalledOnce()
})

test('a wait given up does not wake', () => {
  const wake = vi.fn()
  systemClock.after(10, wake)()
  vi.advanceTimersByTime(20)
  expect(wake).not.toHaveBeenCalled()
})
