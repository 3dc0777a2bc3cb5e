import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClassId, StudentId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import { mostTags, mostTagsOfCandidate, planTags, tagCounts } from './tag.rules.ts'
import type { CandidateWish } from './candidateWish.rules.ts'

const candidate = (n: number, more: Partial<Candidate> = {}): Candidate => ({
  schema: 1,
  examId: 'ex' as never,
  schoolId: 'sc' as never,
  studentId: `st${n}` as StudentId,
  studentName: `学生${n}`,
  pinyin: 'xs',
  studentNumber: String(1000 + n),
  classId: `c${n % 2}` as ClassId,
  className: `${n % 2}班`,
  ...more,
})
const roster = [
  candidate(1),
  candidate(2, { tags: ['甲'] }),
  candidate(3, { ownNumber: '1001', studentNumber: '7003' }),
]
const give = (wish: CandidateWish, tag = '甲') => planTags({ tag, wish, adds: true }, roster)
const listed = (...lines: string[]) => give({ kind: 'numbers', text: lines.join('\n') })

describe('tags of candidates', () => {
  it('change those alone who do not have it yet', () => {
    const { put, meant, problems } = give({ kind: 'all' })
    expect([put.map((c) => c.studentId), meant, problems]).toEqual([['st1', 'st3'], 3, []])
    expect(give({ kind: 'classes', classIds: ['c1' as ClassId] }).put.map((c) => c.studentId)).toEqual(['st1', 'st3'])
    expect(give({ kind: 'students', studentIds: ['st2' as StudentId] }).put).toEqual([])
  })

  it('are given by a list in which every candidate stands once and no other', () => {
    // 1001 is the first one's number in the exam, and the third's on the roster: the exam's is meant.
    expect(listed('考号', ' １００１ ', '', '7003').put.map((c) => c.studentId)).toEqual(['st1', 'st3'])
    expect(listed('1001', '9999', '1001').problems).toEqual([
      '第2行：9999不是本场考试的考生',
      '第3行：1001与第1行是同一名考生',
    ])
    expect(listed('1001', '9999').put).toEqual([])
    expect(listed('考号').problems).toEqual(['没有考号或学号'])
    const many = Array.from({ length: 30 }, (_, i) => `9${i}`)
    expect(listed(...many).problems).toHaveLength(21)
    expect(listed(...many).problems.at(-1)).toBe('另有10处')
    expect(listed(...Array.from({ length: 5001 }, (_, i) => String(i))).problems).toEqual(['一次最多5000行，请分几次'])
  })

  it('are bounded, of a candidate and of an exam', () => {
    const full = candidate(1, { tags: Array.from({ length: mostTagsOfCandidate }, (_, i) => `满${i}`) })
    const wish: CandidateWish = { kind: 'all' }
    expect(planTags({ tag: '新', wish, adds: true }, [full]).problems).toEqual(['学生1已有5个标签，不能再加'])
    expect(planTags({ tag: '满1', wish, adds: true }, [full]).problems).toEqual([])
    const all = Array.from({ length: mostTags }, (_, i) => candidate(i, { tags: [`类${i}`] }))
    expect(planTags({ tag: '新', wish, adds: true }, all).problems).toEqual(['一场考试最多20个标签'])
    expect(planTags({ tag: '类1', wish, adds: true }, all).put).toHaveLength(mostTags - 1)
  })

  it('taken again are as they were, and their counts are those who have them', () => {
    const some = fc.array(fc.subarray(['甲', '乙', '丙']), { maxLength: 12 })
    fc.assert(
      fc.property(some, fc.constantFrom('甲', '丁'), (tags, tag) => {
        const before = tags.map((own, n) => candidate(n, own.length > 0 ? { tags: own } : {}))
        const given = planTags({ tag, wish: { kind: 'all' }, adds: true }, before).put
        const taken = planTags({ tag, wish: { kind: 'all' }, adds: false }, given).put
        expect(taken).toEqual(before.filter((c) => given.some((g) => g.studentId === c.studentId)))
        for (const { tag: t, students } of tagCounts(before))
          expect(students).toBe(before.filter((c) => c.tags?.includes(t)).length)
      }),
    )
  })
})
