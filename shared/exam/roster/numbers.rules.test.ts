import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClassId, StudentId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import { NumberWish, planNumbers, shuffled } from './numbers.rules.ts'

const candidate = (n: number, more: Partial<Candidate> = {}): Candidate => ({
  schema: 1,
  examId: 'ex' as never,
  schoolId: 'sc' as never,
  studentId: `st${n}` as StudentId,
  studentName: `学生${n}`,
  pinyin: `xs${String(n).padStart(4, '0')}`,
  studentNumber: String(20260000 + n),
  classId: `c${n % 3}` as ClassId,
  className: `${(n % 3) + 1}班`,
  ...more,
})
const many = (n: number) => Array.from({ length: n }, (_, i) => candidate(i + 1))
const wish = (of: object) => NumberWish.parse(of)
const plan = (of: object, roster: Candidate[], seed = 7) => planNumbers(wish(of), roster, { seed })

describe('numbers of candidates', () => {
  it('stand in turn behind a prefix, and the roster’s is kept beside them', () => {
    const { next, problems } = plan({ kind: 'rule', prefix: '26', order: 'class' }, [
      candidate(3),
      candidate(1),
      candidate(2),
    ])
    expect(problems).toEqual([])
    expect(next.map((c) => [c.className, c.studentNumber, c.ownNumber])).toEqual([
      ['1班', '26001', '20260003'],
      ['2班', '26002', '20260001'],
      ['3班', '26003', '20260002'],
    ])
    const back = planNumbers(wish({ kind: 'roster' }), next, { seed: 1 }).next
    expect(back.map((c) => [c.studentNumber, c.ownNumber])).toEqual(next.map((c) => [c.ownNumber, undefined]))
  })

  it('of a former exam stay; who had none keeps the own, unless another has it', () => {
    const roster = [candidate(1), candidate(2)]
    const from = (kept: [string, string][]) =>
      planNumbers(wish({ kind: 'kept', from: `ex_${'0'.repeat(26)}` }), roster, { seed: 1, kept: new Map(kept) })
    expect(from([['st1', '7001']]).next.map((c) => c.studentNumber)).toEqual(['7001', '20260002'])
    expect(from([['st1', '20260002']]).problems).toEqual(['考号20260002同时给了学生1和学生2'])
  })

  it('come of a sheet, which names every candidate once and no other', () => {
    const sheet = (rows: string[][]) =>
      [['学号', '考号', '考场', '座位号'], ...rows].map((cells, i) => ({ row: i + 1, cells }))
    const from = (rows: string[][]) =>
      planNumbers(wish({ kind: 'file', key: 'k', fileName: 'f' }), [candidate(1), candidate(2)], {
        seed: 1,
        sheet: sheet(rows),
      })
    const good = from([
      ['20260002', '1002', '01', '02'],
      ['20260001', '1001', '01', '01'],
    ])
    expect(good.problems).toEqual([])
    expect(good.next.map((c) => [c.studentNumber, c.room, c.seat])).toEqual([
      ['1002', '01', '02'],
      ['1001', '01', '01'],
    ])
    expect(
      from([
        ['20260001', '1001'],
        ['20260001', '1002'],
        ['9', '1003'],
      ]).problems,
    ).toEqual([
      '第3行：学号20260001在第2行已经有了',
      '第4行：学号9不是本场考试的考生',
      '1名考生不在表中：学生2（20260002）',
    ])
    expect(
      from([
        ['20260001', '1001', '1', '1'],
        ['20260002', '1001', '1', '1'],
      ]).problems,
    ).toEqual(['考号1001同时给了学生1和学生2', '1考场1号同时给了学生1和学生2'])
    expect(
      from([
        ['20260001', '12'],
        ['20260002', 'A001'],
      ]).problems,
    ).toHaveLength(2)
    expect(planNumbers(wish({ kind: 'file', key: 'k', fileName: 'f' }), [], { seed: 1 }).problems).toEqual([
      '前十行没有“学号”“考号”两列',
    ])
  })

  it('are every candidate’s own, by each rule and however many', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer(),
        fc.constantFrom('rule', 'random'),
        (n, seed, kind) => {
          const { next, problems } = plan({ kind, prefix: '9', order: 'name' }, many(n), seed)
          expect(problems).toEqual([])
          expect(new Set(next.map((c) => c.studentNumber)).size).toBe(n)
          expect(next.map((c) => c.studentId).sort()).toEqual(
            many(n)
              .map((c) => c.studentId)
              .sort(),
          )
        },
      ),
    ))
})

describe('rooms and seats', () => {
  it('fill room after room by number', () => {
    const { next } = plan({ kind: 'seats', order: 'number', perRoom: 2, firstRoom: 9 }, many(3))
    expect(next.map((c) => [c.studentNumber, c.room, c.seat])).toEqual([
      ['20260001', '09', '01'],
      ['20260002', '09', '02'],
      ['20260003', '10', '01'],
    ])
  })

  it('hold as many as a room may, no candidate twice, and by class one class alone', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('number', 'random', 'class'),
        fc.integer(),
        (n, perRoom, order, seed) => {
          const { next, problems } = plan({ kind: 'seats', order, perRoom }, many(n), seed)
          expect(problems).toEqual([])
          expect(next).toHaveLength(n)
          for (const [, own] of Map.groupBy(next, (c) => c.room)) {
            expect(own.length).toBeLessThanOrEqual(perRoom)
            if (order === 'class') expect(new Set(own.map((c) => c.classId)).size).toBe(1)
          }
          expect(plan({ kind: 'noSeats' }, next).next.every((c) => c.room === undefined && c.seat === undefined)).toBe(
            true,
          )
        },
      ),
    ))

  it('by chance are the same for the same seed, and another for another', () => {
    const list = Array.from({ length: 40 }, (_, i) => i)
    expect(shuffled(list, 5)).toEqual(shuffled(list, 5))
    expect(shuffled(list, 5)).not.toEqual(shuffled(list, 6))
  })
})
