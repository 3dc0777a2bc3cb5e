import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultCourses,
  defaultEnrolmentYears,
  gradeNameOf,
  gradeTypeOf,
  gradeTypesOf,
  hasGraduated,
  isAway,
  termName,
  termOf,
  yearOf,
} from './school.rules.ts'

/** A moment of Asia/Shanghai, UTC ms. */
const at = (y: number, m: number, d: number, h = 0): number => Date.UTC(y, m - 1, d, h) - 8 * 3_600_000
const senior = { stage: 1, enrolmentYear: 2025 }

describe('the school year', () => {
  it.each([
    [at(2025, 8, 1), '高一', 10],
    [at(2026, 7, 31, 23), '高一', 10],
    [at(2026, 8, 1), '高二', 11],
    [at(2028, 7, 31, 23), '高三', 12],
    [at(2028, 8, 1), '2025级', null],
    [at(2025, 7, 31), '2025级', null],
  ])('at %d the class of 2025 is %s', (ms, name, type) => {
    expect(gradeNameOf(senior, ms)).toBe(name)
    expect(gradeTypeOf(senior, ms)).toBe(type)
  })
  it('turns when the school says', () => {
    expect(gradeNameOf(senior, at(2026, 8, 31), 9)).toBe('高一')
    expect(gradeNameOf(senior, at(2026, 9, 1), 9)).toBe('高二')
  })
  it('a grade has not left before it began', () => {
    expect(hasGraduated(senior, at(2025, 7, 1))).toBe(false)
    expect(hasGraduated(senior, at(2028, 8, 1))).toBe(true)
  })
  it('terms turn in August and in February', () => {
    expect(termOf(at(2026, 7, 31, 23))).toBe('2025-2')
    expect(termOf(at(2026, 8, 1))).toBe('2026-1')
    expect(termOf(at(2027, 1, 31, 23))).toBe('2026-1')
    expect(termOf(at(2027, 2, 1))).toBe('2026-2')
  })
  it('the grades of a stage are its years, at any time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at(2001, 1, 1), max: at(2090, 1, 1) }),
        fc.constantFrom(1, 2, 3, 4),
        (ms, stage) => {
          const years = defaultEnrolmentYears(stage, ms)
          expect(years.map((enrolmentYear) => yearOf({ enrolmentYear }, ms)).map(Number)).toEqual(
            years.map((_, i) => i + 1),
          )
          expect(years.map((enrolmentYear) => hasGraduated({ stage, enrolmentYear }, ms))).not.toContain(true)
        },
      ),
    )
  })
  it('courses: English is the third everywhere', () => {
    for (const stage of [1, 2, 3]) expect(defaultCourses(stage)[2]).toBe('英语')
    expect(defaultCourses(1)).toHaveLength(9)
  })
})

describe('grades, terms and leave', () => {
  it('a grade that was sent off has left, in any year', () => {
    const sent = { ...senior, graduatedAt: at(2026, 6, 10) }
    expect([gradeNameOf(sent, at(2026, 6, 9)), gradeTypeOf(sent, at(2026, 6, 9))]).toEqual(['高一', 10])
    expect([gradeNameOf(sent, at(2026, 6, 10)), gradeTypeOf(sent, at(2026, 6, 10))]).toEqual(['2025级', null])
  })
  it('grade types 1–16 are each one year of one stage', () => {
    const all = [1, 2, 3, 4].flatMap((stage) => gradeTypesOf(stage).map((g) => ({ ...g, stage })))
    expect(all.map((g) => g.gradeType).sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
    for (const stage of [1, 2, 3, 4])
      gradeTypesOf(stage).forEach(({ gradeType, name }, i) => {
        const grade = { stage, enrolmentYear: 2026 - i }
        expect([gradeTypeOf(grade, at(2026, 10, 1)), gradeNameOf(grade, at(2026, 10, 1))]).toEqual([gradeType, name])
      })
  })
  it('the second term begins when the school says, also in a year that turns in March', () => {
    expect([termOf(at(2027, 2, 20), 8, 3), termOf(at(2027, 3, 1), 8, 3)]).toEqual(['2026-1', '2026-2'])
    expect([termOf(at(2026, 8, 31), 3, 9), termOf(at(2026, 9, 1), 3, 9), termOf(at(2027, 2, 1), 3, 9)]).toEqual([
      '2026-1',
      '2026-2',
      '2026-2',
    ])
    expect(termName('2026-2')).toBe('2026—2027学年第二学期')
  })
  it('who is away is away from its day to the day before the end', () => {
    const leave = { kind: '请假' as const, from: 10, until: 20 }
    expect([9, 10, 19, 20].map((ms) => isAway({ leave }, ms))).toEqual([false, true, true, false])
    expect([isAway({ leave: { kind: '转出', from: 10 } }, 1e15), isAway({}, 1)]).toEqual([true, false])
  })
})
