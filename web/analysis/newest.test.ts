import { describe, expect, it } from 'vitest'
import type { Cell, ReportTable } from '#shared/kit/report/report.types.ts'
import { latestOf, rateOf, weakestOf } from './newest.ts'

const table = (names: string[], rows: Cell[][]): ReportTable => ({
  columns: names.map((name) => ({ key: name === '全体' ? 'all' : name, name, type: 'percent' as const })),
  rows: rows.map((cells) => ({ cells })),
})
/** Questions by rows: the rate of all, then of each class. */
const contrast = (present: Record<string, number>, questions: Cell[][]) => ({
  sections: [
    {
      key: 'means',
      title: '',
      table: table(
        ['班级', '应考', '实考'],
        Object.entries(present).map(([c, n]) => [c, 40, n]),
      ),
    },
    {
      key: 'questions',
      title: '',
      table: table(
        ['题号', '满分', '全体', ...Object.keys(present)],
        questions.map((q, i) => [String(i + 1), 300, ...q]),
      ),
    },
  ],
})

describe('the own classes', () => {
  it('name the questions that they lost most on, each class by how many were there', () => {
    const of = contrast({ '1班': 10, '2班': 30 }, [
      [0.5, 0.9, 0.1],
      [0.5, 0.2, 0.6],
      [0.5, 0.5, 0.5],
      [0.5, 1, 1],
    ])
    // (0.9×10 + 0.1×30)/40 = 0.3; (0.2×10 + 0.6×30)/40 = 0.5; 0.5; no student lost a point on the fourth.
    expect(weakestOf(of).map((q) => [q.number, q.own])).toEqual([
      ['1', 0.3],
      ['2', 0.5],
      ['3', 0.5],
    ])
    expect(weakestOf(of, 1)).toEqual([{ number: '1', own: 0.3, all: 0.5 }])
  })
  it('say nothing of what is withheld or was not asked', () => {
    const of = contrast({ '1班': 10, '2班': 3 }, [
      [0.5, 0.8, false],
      [null, null, false],
      [false, 0.4, false],
    ])
    expect(weakestOf(of)).toEqual([
      { number: '3', own: 0.4, all: null },
      { number: '1', own: 0.8, all: 0.5 },
    ])
    expect(weakestOf({ sections: [] })).toEqual([])
  })
})

it.each<[Cell | undefined, number | null]>([
  [0.69, 0.69],
  [false, null],
  [null, null],
  [undefined, null],
])('a score rate of %o is %o', (value, rate) => {
  const facts = value === undefined ? [] : [{ name: '得分率', type: 'percent' as const, value }]
  expect(rateOf({ facts }, false)).toBe(rate)
  expect(rateOf(undefined, false)).toBeNull()
})

it('of a joint exam the rate of the own school is told, and never that of all schools in its place', () => {
  const whole = { name: '得分率', type: 'percent' as const, value: 0.569 }
  const own = { name: '本校得分率', type: 'percent' as const, value: 0.64 }
  expect(rateOf({ facts: [own, { ...whole, name: '全体得分率' }] }, true)).toBe(0.64)
  expect(rateOf({ facts: [whole] }, true)).toBeNull()
})

describe('the newest papers of a school', () => {
  const exam = (n: number, gradeName: string, ...courses: string[]) => ({
    examId: `ex${n}`,
    examName: `第${n}次`,
    examDate: n,
    gradeName,
    schoolCount: 1,
    classCount: 4,
    courses: courses.map((courseName) => ({ paperId: `${n}${courseName}`, courseName })),
  })
  it('are one for each subject of a grade, beside the one before', () => {
    const { courses, grades } = latestOf([
      exam(1, '高一', '语文', '数学'),
      exam(3, '高一', '语文'),
      exam(2, '高二', '语文'),
      exam(0, '高一', '语文'),
    ])
    expect(courses).toEqual(['语文', '数学'])
    expect(
      grades.map((g) => [g.gradeName, [...g.of].map(([c, p]) => [c, p.paperId, p.before?.paperId ?? null])]),
    ).toEqual([
      [
        '高一',
        [
          ['语文', '3语文', '1语文'],
          ['数学', '1数学', null],
        ],
      ],
      ['高二', [['语文', '2语文', null]]],
    ])
  })
  it('are no more than may be asked for, and those asked for still know the one before', () => {
    const { grades } = latestOf([exam(3, '高一', '语文'), exam(2, '高二', '语文'), exam(1, '高一', '语文')], 1)
    expect(grades).toHaveLength(1)
    expect(grades[0]!.of.get('语文')).toMatchObject({ paperId: '3语文', before: { paperId: '1语文', joint: false } })
  })
  it('are held against no exam of some classes alone, and know which were of several schools', () => {
    const [now, some, joint] = [exam(3, '高一', '语文'), exam(2, '高一', '语文'), exam(1, '高一', '语文')]
    const of = (...exams: (typeof now)[]) => latestOf(exams).grades[0]!.of.get('语文')
    expect(of(now, { ...some, classCount: 1 }, joint)!.before!.paperId).toBe('1语文')
    // A quiz of the school's own is not held against a paper of six schools, but against the one before of its kind.
    const six = { ...some, schoolCount: 6, classCount: 20 }
    expect(of(now, six)!.before).toBeNull()
    expect(of(now, six, joint)!.before).toMatchObject({ paperId: '1语文', joint: false, examName: '第1次' })
    expect(of({ ...now, schoolCount: 6 }, some, { ...joint, schoolCount: 5 })!.before).toMatchObject({ joint: true })
    expect(of({ ...now, schoolCount: 6 })).toMatchObject({ joint: true, before: null })
  })
})
