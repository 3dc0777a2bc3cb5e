import { describe, expect, it } from 'vitest'
import { isCertified, isTrainer, partTimeOf } from './staff.rules.ts'

describe('special staff', () => {
  it.each([
    [
      { userType: 21, dutyType: 1 },
      { dutyType: 1, active: true },
    ],
    [
      { userType: 21, dutyType: 2 },
      { dutyType: 2, active: false },
    ],
    [{ userType: 21 }, { active: false }],
    [{ userType: 26 }, { active: true }],
    [{ userType: 3, dutyType: 1 }, null],
  ])('part-time details of %j are %j', (of, details) => expect(partTimeOf(of)).toEqual(details))
  it('trains and is certified only as type 6, and only with the flag', () => {
    expect([6, 24, 3].map((userType) => isTrainer({ userType, trainerFlag: true }))).toEqual([true, false, false])
    expect(isTrainer({ userType: 6 })).toBe(false)
    expect([6, 24].map((userType) => isCertified({ userType, typistCertified: true }))).toEqual([true, false])
    expect(isCertified({ userType: 6, typistCertified: false })).toBe(false)
  })
})
