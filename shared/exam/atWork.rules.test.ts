import { describe, expect, it } from 'vitest'
import { showTime } from '#shared/kit/time.ts'
import { isRunning, isSilent, isSilentSchool, lateAfter, schoolStand } from './atWork.rules.ts'

const day = 86_400_000
const now = 100 * day
const exam = (status: number, furthest: number, daysAgo: number) => ({
  status,
  furthest,
  examDate: now - daysAgo * day,
})

describe('exams of all schools', () => {
  it.each([
    ['made, its day to come', exam(1, 1, -3), false, false],
    ['the card is there, sat today', exam(1, 2, 0), false, false],
    ['sat yesterday, nothing scanned', exam(1, 2, 1), false, false],
    ['sat three days ago, nothing scanned', exam(1, 2, 3), false, true],
    ['sat three days ago, not even a key', exam(1, 1, 3), false, true],
    ['sheets are coming in', exam(1, 3, 3), true, false],
    ['marked, not published', exam(2, 6, 9), true, false],
    ['published', exam(3, 6, 9), false, false],
  ])('%s', (_, e, running, silent) => {
    expect([isRunning(e), isSilent(e, now)]).toEqual([running, silent])
  })
})

it('cards come until the end of the second day after the exam’s, at any hour of its beginning', () => {
  const midnight = Date.UTC(2026, 10, 25, 16)
  for (const hour of [0, 8, 16, 23.99])
    expect(showTime(lateAfter(midnight + hour * 3_600_000))).toBe('2026-11-28 23:59')
})

describe('schools of a joint exam', () => {
  const stand = (...steps: [step: number, at?: number][]) =>
    schoolStand(steps.map(([step, at]) => ({ step, ...(at === undefined ? {} : { at }) })))
  it('are as far as their papers, and moved when the last of them did', () => {
    expect(stand([1], [2, 5], [3, 9], [6, 7], [7])).toEqual({ papers: 5, begun: 3, marked: 2, over: 2, lastAt: 9 })
    expect(stand([1], [1])).toEqual({ papers: 2, begun: 0, marked: 0, over: 0 })
  })
  it('have come and are marked by their own answers, however far the papers are in others', () => {
    const steps = [
      { step: 7, at: 9, came: false },
      { step: 5, at: 4, came: true },
      { step: 6, at: 3, came: true },
    ]
    expect(schoolStand(steps)).toEqual({ papers: 3, begun: 2, marked: 1, over: 2, lastAt: 4 })
    expect(isSilentSchool(schoolStand([steps[0]!]), now - 3 * day, now)).toBe(true)
  })
  it('are silent without a sheet two days after the day, and not before', () => {
    expect(isSilentSchool(stand([2], [2]), now - 3 * day, now)).toBe(true)
    expect(isSilentSchool(stand([2], [2]), now - day, now)).toBe(false)
    expect(isSilentSchool(stand([2], [3]), now - 3 * day, now)).toBe(false)
    expect(isSilentSchool(stand(), now - 3 * day, now)).toBe(false)
  })
})
