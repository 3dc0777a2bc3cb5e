import { expect, it } from 'vitest'
import type { PaperId } from '#shared/kit/ids.ts'
import { releaseOf } from './states.ts'

const courses = (...released: boolean[]) => ({
  courses: released.map((r, i) => ({ paperId: `pa_${i}` as PaperId, courseName: `${i}`, released: r })),
})

it('an exam is told by its subjects, which are published one by one', () => {
  expect(releaseOf(courses(false, false)).text).toBe('未发布')
  expect(releaseOf(courses(true, false))).toEqual({ text: '已发布1/2科', meaning: 'going' })
  expect(releaseOf(courses(true, true))).toEqual({ text: '已发布', meaning: 'done' })
  expect(releaseOf(courses(true)).text).toBe('已发布')
})
