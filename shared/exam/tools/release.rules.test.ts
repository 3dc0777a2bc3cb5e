import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClassId, ExamId, PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import type { CandidateWish } from '../roster/candidateWish.rules.ts'
import type { Candidate } from '../exam.types.ts'
import { isWithheld, planRelease, shownFirst } from './release.rules.ts'

const paperId = 'pa_1' as PaperId
const other = 'pa_2' as PaperId
const candidate = (i: number, more: Partial<Candidate> = {}): Candidate => ({
  schema: 1,
  examId: 'ex_1' as ExamId,
  schoolId: 'sc_1' as SchoolId,
  studentId: `st_${i}` as StudentId,
  studentName: `学生${i}`,
  pinyin: 'xs',
  studentNumber: String(1000 + i),
  classId: `cl_${i % 2}` as ClassId,
  className: `${i % 2}班`,
  ...more,
})
const roster = Array.from({ length: 6 }, (_, i) => candidate(i))
const numbers = (text: string): CandidateWish => ({ kind: 'numbers', text })
/** The roster after an act, and to whom the paper is released then. */
const after = (before: readonly Candidate[], act: 'only' | 'add' | 'remove', wish: CandidateWish) => {
  const plan = planRelease({ paperId, act, wish }, before)
  const put = new Map(plan.put.map((c) => [c.studentId, c]))
  const next = before.map((c) => put.get(c.studentId) ?? c)
  return { ...plan, next, to: next.filter((c) => !isWithheld(c, { paperId })).map((c) => c.studentNumber) }
}

describe('to whom a paper is released', () => {
  it('is all of them; or a list, a class, one more, one less; and all again', () => {
    const some = after(roster, 'only', numbers('1001\n1003'))
    expect([some.to, some.released, some.put.length]).toEqual([['1001', '1003'], 2, 4])
    const more = after(some.next, 'add', { kind: 'students', studentIds: ['st_0' as StudentId] })
    expect(more.to).toEqual(['1000', '1001', '1003'])
    const less = after(more.next, 'remove', { kind: 'classes', classIds: ['cl_1' as ClassId] })
    expect(less.to).toEqual(['1000'])
    const all = after(less.next, 'add', { kind: 'all' })
    // Nothing is left behind on a candidate.
    expect(all.next).toEqual(roster)
  })

  it('reads the first column of a pasted table, under its head', () => {
    expect(after(roster, 'only', numbers('考号\t姓名\n1002\t学生2\n1004,学生4')).to).toEqual(['1002', '1004'])
  })

  it.each([
    ['a stranger', '1001\n9999', '第2行：9999不是本场考试的考生'],
    ['one twice', '1001\n1001', '第2行：1001与第1行是同一名考生'],
    ['no number', '考号', '没有考号或学号'],
  ])('changes none where the list names %s', (_, text, problem) => {
    expect(planRelease({ paperId, act: 'only', wish: numbers(text) }, roster)).toEqual({
      put: [],
      released: 0,
      only: false,
      problems: [problem],
    })
  })

  it('withholds from the whole roster, and counts those who take the paper', () => {
    const chose = roster.map((c, i) => (i > 3 ? { ...c, without: [paperId] } : c))
    const some = after(chose, 'only', numbers('1001'))
    expect([some.to, some.released, some.only]).toEqual([['1001'], 1, true])
    const all = after(some.next, 'add', { kind: 'all' })
    expect([all.next, all.released]).toEqual([chose, 4])
  })

  it('is for those named alone from "only" on, until it is withheld from none', () => {
    const only = (before: readonly Candidate[], act: 'only' | 'add' | 'remove', wish: CandidateWish, was: boolean) =>
      planRelease({ paperId, act, wish }, before, { wasOnly: was }).only
    expect(only(roster, 'only', { kind: 'all' }, false)).toBe(false)
    expect(only(roster, 'remove', numbers('1001'), false)).toBe(false)
    const some = after(roster, 'only', numbers('1001'))
    expect(some.only).toBe(true)
    expect(only(some.next, 'add', numbers('1002'), true)).toBe(true)
    expect(only(some.next, 'add', { kind: 'all' }, true)).toBe(false)
  })

  it('keeps since when a student was shown it first, once it is published', () => {
    const [one] = roster
    const said = (c: Candidate, act: 'add' | 'remove', publishedNow?: number) =>
      planRelease({ paperId, act, wish: { kind: 'all' } }, [c], publishedNow === undefined ? {} : { publishedNow })
        .put[0]!
    const first = (c: Candidate) => shownFirst(c, { paperId })
    // Withheld before there was anything to see, and shown later.
    const hidden = said(one!, 'remove')
    const shown = said(hidden, 'add', 50)
    expect([first(one!), first(hidden), first(shown)]).toEqual([0, 0, 50])
    // Again: it was seen already.
    expect(first(said(said(shown, 'remove', 60), 'add', 70))).toBe(50)
    // Seen from the beginning, withheld for a while.
    expect(first(said(said(one!, 'remove', 60), 'add', 70))).toBe(0)
    const total = [paperId, other].map((id) => ({ paperId: id, courseName: '', questionId: 'qu' as never }))
    expect(shownFirst(shown, { paperId: 'pa_3' as PaperId, total })).toBe(50)
  })

  it('says nothing of other papers, and a total goes with each of its papers', () => {
    const one = candidate(1, { withheld: [other] })
    expect([isWithheld(one, { paperId }), isWithheld(one, { paperId: other })]).toEqual([false, true])
    const total = [paperId, other].map((id) => ({ paperId: id, courseName: '', questionId: 'qu' as never }))
    expect(isWithheld(one, { paperId: 'pa_3' as PaperId, total })).toBe(true)
    const back = after([one], 'remove', { kind: 'all' })
    expect(back.next[0]!.withheld).toEqual([other, paperId])
  })

  it('is after any acts what the last word of each candidate says', () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom('only', 'add', 'remove'), fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 })),
    )
    fc.assert(
      fc.property(acts, (said) => {
        let now: readonly Candidate[] = roster
        let model = new Set(roster.map((c) => c.studentNumber))
        for (const [act, places] of said) {
          const ids = places.map((i) => roster[i]!)
          const { next, released } = after(now, act, { kind: 'students', studentIds: ids.map((c) => c.studentId) })
          const named = ids.map((c) => c.studentNumber)
          model =
            act === 'only'
              ? new Set(named)
              : act === 'add'
                ? new Set([...model, ...named])
                : new Set([...model].filter((n) => !named.includes(n)))
          now = next
          expect(released).toBe(model.size)
        }
        expect(now.filter((c) => !isWithheld(c, { paperId })).map((c) => c.studentNumber)).toEqual([...model].sort())
      }),
    )
  })
})
