import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeId } from '#shared/kit/ids.ts'
import type { ClassId, ExamId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import {
  numbersNamed,
  readBaseInfo,
  readSoundSchools,
  rosterNumber,
  rowsSaid,
  schoolsNamed,
  withBaseInfo,
} from './baseInfo.rules.ts'
import type { BaseInfoKnown } from './baseInfo.rules.ts'
import type { Candidate } from '../exam.types.ts'

const bytes = (n: number): Uint8Array =>
  new Uint8Array(10)
    .fill(0)
    .with(8, n >> 8)
    .with(9, n & 255)
const id = <T>(kind: 'school' | 'student' | 'exam' | 'class', n: number): T =>
  composeId(kind, 1_794_240_000_000, bytes(n)) as T
const school = (n: number, schoolName = `第${n}中学`) => ({ schoolId: id<SchoolId>('school', n), schoolName })
/** One candidate a school, of number 2026. */
const candidate = (n: number): Candidate => ({
  schema: 1,
  ...{ examId: id<ExamId>('exam', 1), studentId: id<StudentId>('student', n), schoolId: school(n).schoolId },
  ...{ studentName: `考生${n}`, pinyin: '', studentNumber: `${String(n).padStart(3, '0')}2026` },
  ...{ classId: id<ClassId>('class', n), className: '1班' },
})
const known = (schools: readonly { schoolId: SchoolId; schoolName: string }[]): BaseInfoKnown => ({
  schools,
  rosterOf: (schoolId) => {
    const n = schools.findIndex((s) => s.schoolId === schoolId) + 1
    return [{ candidate: candidate(n), own: '2026' }]
  },
  othersOf: () => [],
  holders: [],
})
const head = { row: 1, cells: ['学校', '姓名', '学号', '考号'] }
const line = (n: number, more: Partial<{ school: string; number: string }> = {}) => ({
  row: n + 1,
  cells: [more.school ?? `第${n}中学`, `考生${n}`, '2026', more.number ?? String(100_000 + n)],
})

describe('a file of all schools', () => {
  const schools = Array.from({ length: 400 }, (_, i) => school(i + 1))
  const lines = schools.map((_, i) => line(i + 1))

  it('is taken with four hundred, and not with one row of a four hundred and first', () => {
    const sound = readBaseInfo([head, ...lines], known(schools))
    expect([sound.faults, sound.changes.length, sound.schools]).toEqual([[], 400, 400])
    const wrong = readBaseInfo([head, ...lines, line(401)], known(schools))
    expect(wrong.changes).toEqual([])
    expect(wrong.faults).toEqual([{ row: 402, column: '学校', text: '“第401中学”没有参加本场考试' }])
  })
  it('names the schools whose rosters are read, and the numbers that are asked for, once each', () => {
    expect(schoolsNamed([head, ...lines, lines[0]!])).toHaveLength(400)
    expect(numbersNamed([head, ...lines, lines[0]!])).toHaveLength(400)
  })
  it('is of no school where two have that name', () => {
    const twins = [...schools.slice(0, 2), school(3, '第1中学')]
    const { faults } = readBaseInfo([head, line(1), line(2)], known(twins))
    expect(faults.map((f) => f.text)).toEqual(['有2所学校叫“第1中学”，请分别更新'])
  })
  it('gives no number to two, of one school or of several', () => {
    const { faults } = readBaseInfo([head, line(1), line(2, { number: '100001' })], known(schools))
    expect(faults).toEqual([{ row: 3, column: '考号', text: '考号100001在第2行已经给了别人' }])
  })
  it('nor one that a candidate keeps who is not in it; who is in it may change numbers with another', () => {
    const holder = { ...candidate(9), studentNumber: '100001' }
    const kept = readBaseInfo([head, line(1)], { ...known(schools), holders: [holder] })
    expect(kept.faults[0]!.text).toContain('考号100001是考生9')
    const swapped = readBaseInfo([head, line(1), line(9, { number: '200000' })], {
      ...known(schools),
      holders: [holder],
    })
    expect(swapped.faults).toEqual([])
  })
})

describe('a file taken school by school', () => {
  const schools = Array.from({ length: 401 }, (_, i) => school(i + 1))
  const lines = schools.map((_, i) => line(i + 1))
  const taken = (rows: ReturnType<typeof line>[], of = known(schools)) => readSoundSchools([head, ...rows], of)

  it('of four hundred and one schools is taken without the one that has a bad row', () => {
    const bad = lines.with(200, { row: 202, cells: ['第201中学', '别人', '2026', '100201'] })
    const { changes, faults, left, rows } = taken(bad)
    expect(changes.map((c) => c.schoolId)).toEqual(schools.toSpliced(200, 1).map((s) => s.schoolId))
    expect(faults).toEqual([{ row: 202, column: '姓名', text: '学号2026的考生是考生201，不是“别人”' }])
    expect([left, rows]).toEqual([['第201中学'], 401])
  })
  it('leaves out who does not sit, and a row of no school, and nothing with them', () => {
    const { changes, left } = taken([line(1), line(402), { row: 4, cells: ['', '考生3', '2026', '100003'] }])
    expect([changes.length, left]).toEqual([1, ['', '第402中学']])
  })
  it('without a fault is the whole; with one of the file itself nothing', () => {
    expect(taken(lines)).toEqual({ ...readBaseInfo([head, ...lines], known(schools)), left: [] })
    expect(readSoundSchools([line(1)], known(schools))).toMatchObject({ changes: [], faults: [{ row: 0 }] })
    expect(taken([])).toMatchObject({ changes: [], faults: [{ row: 0, text: '文件里没有考生' }] })
    expect(taken([line(402)])).toMatchObject({ changes: [], left: ['第402中学'] })
    // Of schools that are left out whole nothing is told as if it were taken.
    const bad = { row: 9, cells: ['第1中学', '没有的', '9999', '777777'] }
    const none = { schools: 0, renumbered: 0, joining: 0, lacking: 0, existing: 0, left: ['第1中学'] }
    expect(taken([line(1), bad])).toMatchObject(none)
  })
  it('gives no school a number that a candidate keeps whose school is left out', () => {
    // The first takes what the second has, which would change its own, but for its other row.
    const holder = { ...candidate(2), studentNumber: '100001' }
    const rows = [line(1), line(2), { row: 9, cells: ['第2中学', '没有的', '9999', '777777'] }, line(3)]
    const { changes, left, faults } = taken(rows, { ...known(schools), holders: [holder] })
    expect([changes.map((c) => c.schoolId), left]).toEqual([[school(3).schoolId], ['第2中学', '第1中学']])
    expect(faults.map((f) => f.row)).toEqual([2, 9])
  })
  it('takes a school whole or not at all, and what it takes has no fault', () => {
    const at = fc.record({ n: fc.integer({ min: 1, max: 6 }), to: fc.integer({ min: 1, max: 8 }), bad: fc.boolean() })
    fc.assert(
      fc.property(fc.array(at, { maxLength: 12 }), (some) => {
        const rows = some.map(({ n, to, bad }, i) => ({
          ...line(n, { number: String(100_000 + to) }),
          row: i + 2,
          ...(bad ? { cells: [`第${n}中学`, '别人', '2026', '1'] } : {}),
        }))
        const holders = [1, 2, 3].map((n) => ({ ...candidate(n), studentNumber: String(100_000 + n) }))
        const of = { ...known(schools), holders }
        const { changes, existing, faults, left } = taken(rows, of)
        const kept = rows.filter((r) => !left.includes(r.cells[0]!))
        if (kept.length === 0) expect(changes).toEqual([])
        else expect(readBaseInfo([head, ...kept], of)).toMatchObject({ faults: [], changes, existing })
        for (const f of faults) expect(kept.map((r) => r.row)).not.toContain(f.row)
      }),
    )
  })
})

it('rows are said as stretches, and a few of them', () => {
  expect([rowsSaid([5, 3, 4, 9]), rowsSaid([2])]).toEqual(['第3至5行、第9行', '第2行'])
  expect(rowsSaid(Array.from({ length: 40 }, (_, i) => 2 * i + 2))).toMatch(/^第2行、.*第20行等$/)
})

it('what was taken in says nothing new when it comes again, and the roster’s number is found behind any', () => {
  const number = fc.stringMatching(/^\d{4,18}$/)
  fc.assert(
    fc.property(number, number, (a, b) => {
      const first = candidate(7)
      const { schoolId, studentId } = first
      const once = withBaseInfo(first, { schoolId, studentId, studentNumber: a, room: '01', seat: '02' })
      const twice = withBaseInfo(withBaseInfo(once, { schoolId, studentId, studentNumber: b }), {
        ...{ schoolId, studentId, studentNumber: a, room: '01', seat: '02' },
      })
      expect(twice).toEqual(once)
      expect(rosterNumber(once, '007')).toBe('2026')
    }),
  )
})
