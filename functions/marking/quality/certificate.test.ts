import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wrapped } from '#functions/kit/report/table.parts.ts'
import { certificatePages, certificateText } from './certificate.pages.ts'
import type { Certificate } from './certificate.read.ts'

const of: Certificate = {
  teacherName: '黄怀瑾',
  schoolName: '青禾一中',
  examName: '高一期中考试',
  courseName: '数学',
  issuer: '青禾一中',
  isTeacher: true,
  days: { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 22) },
  numbers: ['13', '14'],
  marked: 320,
  hours: 2.53,
  at: Date.UTC(2026, 10, 23),
}

it('certifies who marked what of which exam, how much, and how long where that is known', () => {
  expect(certificateText(of)).toBe(
    '兹证明青禾一中黄怀瑾老师于2026年11月20日至2026年11月22日参加“高一期中考试”数学科目的网上阅卷工作，评阅第13、14题，共评阅答卷320份，累计用时约2.5小时。',
  )
  expect(
    certificateText({ ...of, hours: null, days: { from: of.days!.from, to: of.days!.from }, schoolName: '' }),
  ).toBe('兹证明黄怀瑾老师于2026年11月20日参加“高一期中考试”数学科目的网上阅卷工作，评阅第13、14题，共评阅答卷320份。')
  // Of days that are not known nothing is said, and who is no teacher is not called one.
  expect(certificateText({ ...of, days: null, isTeacher: false })).toMatch(/^兹证明青禾一中黄怀瑾参加“/)
  // What would read as no hours at all is left out.
  expect(certificateText({ ...of, hours: 0.02 })).toMatch(/共评阅答卷320份。$/)
})

it('has a page for each marker', () => {
  expect(certificatePages([of, { ...of, teacherName: '乙' }])).toHaveLength(2)
  expect(certificatePages([of])[0]!.some((s) => s.kind === 'text' && s.text === '青禾一中（盖章）')).toBe(true)
})

it('cuts no number at the end of a line', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.stringMatching(/^[一二三四]{0,40}$/),
      (marked, teacherName) => {
        const told = certificatePages([{ ...of, marked, teacherName }])[0]!
        const lines = told.flatMap((s) => (s.kind === 'text' ? [s.text] : []))
        for (const whole of [`${marked}`, '2026', '20', '22'])
          expect(lines.some((line) => line.includes(whole))).toBe(true)
        const text = lines.slice(1, -2).join('')
        expect(text).toContain(certificateText({ ...of, marked, teacherName }))
        for (const [i, line] of lines.entries()) expect(/\d$/.test(line) && /^\d/.test(lines[i + 1] ?? '')).toBe(false)
      },
    ),
  )
})

it('breaks a number that no line holds', () => {
  expect(wrapped('1'.repeat(50), 100, 10).join('')).toBe('1'.repeat(50))
  expect(wrapped('共1234份', 25, 10)).toEqual(['共', '1234', '份'])
})
