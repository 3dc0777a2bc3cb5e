import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ableIn,
  boundOf,
  markersOfClass,
  mayMarkClass,
  shortClasses,
  shortSaid,
  shortSchools,
  withPool,
} from './class.rules.ts'

const line = (classId: string, courseId?: string, isHead = false) =>
  ({ classId, ...(courseId ? { courseId } : {}), isHead }) as never
const teachers = [
  { userId: 'a', teaches: [line('c1', 'm'), line('c2', 'e')] },
  { userId: 'b', teaches: [line('c2', 'm')] },
  { userId: 'h', teaches: [line('c1', undefined, true), line('c3', 'm')] },
] as never as { userId: never; teaches: never[] }[]
const of = (rule: 'own' | 'never' | undefined, classes: object[] = []) => ({ classRule: rule, classes }) as never
const facts = (markers: string[]) => ({
  classes: ['c1', 'c2', 'c3', 'c4'].map((classId) => ({ classId, className: classId, candidates: 1 })) as never,
  teachers,
  courseId: 'm',
  markersOf: () => markers as never[],
})
const able = (rule: 'own' | 'never' | undefined, markers: string[], classes: object[] = []) =>
  ['c1', 'c2', 'c3', 'c4'].map((c) => ableIn(of(rule, classes), 'q', c, facts(markers)).join(''))

describe('a marker by class', () => {
  it('is handed the classes taught in the course, or those that were named, or none of them, also as a head', () => {
    const all = ['a', 'b', 'h']
    expect(able('own', all)).toEqual(['a', 'b', 'h', ''])
    expect(able('never', all)).toEqual(['b', 'ah', 'ab', 'abh'])
    expect(able(undefined, all)).toEqual(['abh', 'abh', 'abh', 'abh'])
    // Who is named takes the class from who teaches it; of a question only its own markers mark.
    expect(able('own', all, [{ classId: 'c2', markers: ['a'] }])).toEqual(['a', 'a', 'h', ''])
    expect(able('own', ['b'], [{ classId: 'c2', markers: ['a'] }])).toEqual(['', '', '', ''])
    expect(markersOfClass(of('own', [{ classId: 'c4', markers: ['a', 'b'] }]), 'c4', teachers, 'm')).toEqual(['a', 'b'])
  })

  it('of an answer without a class is handed none by class; an arbitrator is bound by the own classes alone', () => {
    const [a] = teachers
    const bound = (rule: 'own' | 'never', role: 'first' | 'final') => boundOf(of(rule), a as never, 'm', role)
    expect(bound('own', 'final')).toBeNull()
    expect(mayMarkClass(bound('never', 'final'), 'c1')).toBe(false)
    expect(mayMarkClass(bound('own', 'first'), undefined)).toBe(false)
    expect(mayMarkClass(bound('never', 'first'), undefined)).toBe(true)
    expect(mayMarkClass(null, undefined)).toBe(true)
  })

  it('marks each class by one of the two rules and not by the other, as long as none is named', () => {
    const teaches = fc.array(fc.constantFrom('c1', 'c2', 'c3'), { maxLength: 3 })
    fc.assert(
      fc.property(teaches, fc.constantFrom('c1', 'c2', 'c3'), (own, classId) => {
        const marker = { userId: 'x', teaches: own.map((c) => line(c, 'm')) as never[] }
        const may = (rule: 'own' | 'never') => mayMarkClass(boundOf(of(rule), marker, 'm', 'first'), classId)
        expect(may('own')).toBe(own.includes(classId as never))
        expect(may('never')).toBe(!may('own'))
      }),
    )
  })

  it('names the classes that have too few, by what an answer of the worst question wants', () => {
    const q = (questionId: string, number: string, markers: number) =>
      ({ questionId, number, unitType: 5, fullScore: 1000, markers, tolerance: 100 }) as never
    const short = shortClasses(of('own'), [q('q', '15', 1), q('r', '16', 2)], facts(['a', 'b', 'h']))
    expect(short.map((s) => `${s.className}${s.text}`)).toEqual([
      'c1第16题一份要2人评，只有1位老师可以评',
      'c2第16题一份要2人评，只有1位老师可以评',
      'c3第16题一份要2人评，只有1位老师可以评',
      'c4没有老师可以评',
    ])
    expect(shortSaid(short)).toMatch(/；c3.*等4个班$/)
    expect(shortClasses(of(undefined), [q('q', '15', 1)], facts([]))).toEqual([])
  })

  it('of a class that names none again is who teaches it', () => {
    const once = withPool(of('own'), 'c1' as never, ['b', 'b'] as never[])
    expect(once).toEqual([{ classId: 'c1', markers: ['b'] }])
    expect(withPool(of('own', once), 'c1' as never, [])).toEqual([])
  })
})

it('where each school marks its own, names those that have too few, and no other', () => {
  const q = (questionId: string, number: string, markers: number) =>
    ({ questionId, number, unitType: 5, fullScore: 1000, markers, tolerance: 100 }) as never
  const schools = [1, 2, 3].map((n) => ({ schoolId: `s${n}`, schoolName: `第${n}中学` }))
  const short = shortSchools([q('q', '15', 1), q('r', '16', 2)], {
    schools,
    // Of no school that sits: it helps none.
    markersOf: () => ['a1', 'b1', 'a2', 'x9', 'a1'] as never[],
    schoolOf: (userId) => `s${userId.slice(1)}`,
  })
  expect(short.map((s) => `${s.className}${s.text}`)).toEqual([
    '第2中学第16题一份要2人评，只有1位老师可以评',
    '第3中学没有老师可以评',
  ])
  expect(shortSaid([...short, ...short], '所学校')).toMatch(/等4所学校$/)
})
