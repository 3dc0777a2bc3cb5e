import { expect, it } from 'vitest'
import type { PaperId } from '#shared/kit/ids.ts'
import { releaseOf, standOf } from './states.ts'

const courses = (...released: boolean[]) => ({
  courses: released.map((r, i) => ({ paperId: `pa_${i}` as PaperId, courseName: `${i}`, released: r })),
})

it('an exam is told by its subjects, which are published one by one', () => {
  expect(releaseOf(courses(false, false)).text).toBe('未发布')
  expect(releaseOf(courses(true, false))).toEqual({ text: '已发布1/2科', meaning: 'going' })
  expect(releaseOf(courses(true, true))).toEqual({ text: '已发布', meaning: 'done' })
  expect(releaseOf(courses(true)).text).toBe('已发布')
  // What readers were told otherwise before, is said where they look for it.
  const [first, ...others] = courses(true, true, false).courses
  const at = Date.UTC(2026, 10, 26, 4)
  expect(releaseOf({ courses: [{ ...first!, correctedAt: at }] }).text).toBe('已发布，11-26有更正')
  expect(releaseOf({ courses: [{ ...first!, correctedAt: at }, ...others] }).text).toBe('已发布2/3科，11-26有更正')
})

it('a school of a joint exam is told by its papers, the silent one first of all', () => {
  const of = (begun: number, marked: number, silent = false, over = marked) =>
    standOf({ papers: 9, begun, marked, over, silent })
  expect(of(0, 0, true)).toEqual({ text: '还没有交卷', meaning: 'waits' })
  expect(of(0, 0, true, 9)).toEqual({ text: '没有答卷', meaning: 'failed' })
  expect([of(0, 0), of(4, 0), of(9, 2), of(9, 9)].map((s) => s.text)).toEqual([
    '未开始',
    '已扫描4/9科',
    '评完2/9科',
    '评完',
  ])
  // Who has declined is not waited for; who has handed in all the same is as far as that.
  const no = { papers: 9, marked: 0, over: 0, silent: true, answer: 'declined' }
  expect(standOf({ ...no, begun: 0 })).toEqual({ text: '不参加', meaning: 'out' })
  expect(standOf({ ...no, begun: 2, silent: false }).text).toBe('已扫描2/9科')
})
