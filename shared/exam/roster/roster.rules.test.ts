import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClassId, PaperId, StudentId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import {
  doubledNumbers,
  keepingSheets,
  nextRoster,
  rosterChanges,
  touchedIn,
  whatRosterMoves,
  withWords,
} from './roster.rules.ts'

const candidate = (n: number, more: Partial<Candidate> = {}): Candidate => ({
  schema: 1,
  examId: 'ex' as never,
  schoolId: 'sc' as never,
  studentId: `st${n}` as StudentId,
  studentName: `学生${n}`,
  pinyin: '',
  studentNumber: `2026${n}`,
  classId: 'c1' as ClassId,
  className: '1班',
  ...more,
})
const kinds = (before: Candidate[], next: Candidate[]) => rosterChanges(before, next).map((c) => [c.kind, c.studentId])

describe('words that are said of a candidate', () => {
  const papers = ['p1', 'p2', 'p3'] as PaperId[]
  it('are said of the row as it stands: what others wrote of it stays', () => {
    const [one, two, three] = papers as [PaperId, PaperId, PaperId]
    const old = candidate(1, { withheld: [one], tags: ['甲'] })
    const row = { ...old, room: '03', withheld: [one, three], tags: ['甲', '乙'] }
    expect(withWords(row, old, { ...old, withheld: [two] })).toEqual({ ...row, withheld: [three, two] })
    const { withheld: _w, ...bare } = old
    expect(withWords(candidate(1, { room: '03', withheld: [one] }), old, bare)).toEqual(candidate(1, { room: '03' }))
    const full = { ...old, tags: ['1', '2', '3', '4', '5'] }
    expect(withWords(full, candidate(1), candidate(1, { tags: ['丙'] })).tags).toEqual(full.tags)
  })

  it('are, said again, the same', () => {
    const some = fc.subarray(papers)
    fc.assert(
      fc.property(some, some, some, (row, old, next) => {
        const [r, o, n] = [row, old, next].map((withheld) => candidate(1, { withheld })) as [
          Candidate,
          Candidate,
          Candidate,
        ]
        const once = withWords(r, o, n)
        expect(withWords(once, o, n)).toEqual(once)
        for (const id of papers)
          if (old.includes(id) !== next.includes(id))
            expect(once.withheld?.includes(id) ?? false).toBe(next.includes(id))
          else expect(once.withheld?.includes(id) ?? false).toBe(row.includes(id))
      }),
    )
  })
})

describe('a roster that is changed', () => {
  const before = [candidate(1), candidate(2), candidate(3, { classId: 'c2' as ClassId, className: '2班' })]

  it('names who came, went, moved, and whose name, number or courses are others', () => {
    const next = [
      candidate(1, { className: '3班', classId: 'c3' as ClassId, studentName: '新名' }),
      candidate(2, { studentNumber: '9', chosen: ['pa' as PaperId] }),
      candidate(4),
    ]
    expect(kinds(before, next)).toEqual([
      ['moved', 'st1'],
      ['renamed', 'st1'],
      ['numbered', 'st2'],
      ['chosen', 'st2'],
      ['added', 'st4'],
      ['gone', 'st3'],
    ])
  })

  it('adds and takes out those named and leaves all others as they were copied', () => {
    const copied = [candidate(1, { studentName: '改名' }), candidate(4), candidate(5)]
    expect(
      kinds(before, nextRoster({ kind: 'add', studentIds: ['st1', 'st4'] as StudentId[] }, before, copied)),
    ).toEqual([['added', 'st4']])
    expect(kinds(before, nextRoster({ kind: 'remove', studentIds: ['st2'] as StudentId[] }, before, []))).toEqual([
      ['gone', 'st2'],
    ])
    expect(kinds(before, nextRoster({ kind: 'removeClasses', classIds: ['c2'] as ClassId[] }, before, []))).toEqual([
      ['gone', 'st3'],
    ])
  })

  it('keeps who has sheets', () => {
    const next = keepingSheets([], before, new Set(['st2']))
    expect(next.map((c) => c.studentId)).toEqual(['st2'])
    const changes = rosterChanges(before, next, { kept: new Set(['st2']) })
    expect(changes.map((c) => [c.kind, c.studentId])).toEqual([
      ['kept', 'st2'],
      ['gone', 'st1'],
      ['gone', 'st3'],
    ])
    expect(whatRosterMoves(changes, { cards: 1 })).toEqual([
      '移出2人，他们不再出现在名单、成绩和报告中。',
      '1人已有答题卡，仍保留在名单中；要移出，请先删除其答题卡。',
    ])
  })

  it('tells who of those that change has sheets already, once', () => {
    const next = before.map((c) => (c.studentId === 'st1' ? { ...c, studentName: '改名', studentNumber: '9' } : c))
    const changes = rosterChanges(before, next, { scanned: new Set(['st1', 'st2']) })
    expect(changes.map((c) => [c.kind, c.scanned])).toEqual([
      ['renamed', true],
      ['numbered', true],
    ])
    expect(whatRosterMoves(changes, { cards: 0 }).at(-1)).toBe('其中1人已有答题卡，答题卡和得分仍归本人。')
    expect(touchedIn(before, next)).toEqual(['st1'])
    expect(touchedIn(before, [...before, candidate(9)])).toEqual([])
  })

  it('tells that printed cards have another number', () => {
    expect(whatRosterMoves(rosterChanges(before, [...before, candidate(9)]), { cards: 1 }).at(-1)).toContain('重新打印')
    expect(whatRosterMoves(rosterChanges(before, [...before, candidate(9)]), { cards: 0 })).toEqual(['新增1人。'])
  })

  it('to what it is already changes nothing, and to any other and back neither', () =>
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5, 6]), fc.subarray([1, 2, 3, 4, 5, 6]), (a, b) => {
        const [one, two] = [a.map((n) => candidate(n)), b.map((n) => candidate(n))]
        expect(rosterChanges(one, one)).toEqual([])
        const there = rosterChanges(one, two)
        expect(
          one.length + there.filter((c) => c.kind === 'added').length - there.filter((c) => c.kind === 'gone').length,
        ).toBe(two.length)
      }),
    ))
})

it('a number that two have is found', () => {
  expect(doubledNumbers([candidate(1), candidate(2), candidate(3, { studentNumber: '20261' })])).toEqual(['20261'])
})
