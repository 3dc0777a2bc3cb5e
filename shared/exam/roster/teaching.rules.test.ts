import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { teachesThere, withPlace } from './teaching.rules.ts'

const classIds = fc.constantFrom('cl_1', 'cl_2')
const courseIds = fc.option(fc.constantFrom('co_1', 'co_2'), { nil: undefined })
const line = fc.record({ classId: classIds, courseId: courseIds, isHead: fc.boolean() })
const lines = fc.array(line, { maxLength: 5 }).map((all) => all as never as Parameters<typeof withPlace>[0])
const places = fc.record({ classId: classIds, courseId: courseIds })
const all = ['cl_1', 'cl_2'].flatMap((classId) =>
  [undefined, 'co_1', 'co_2'].map((courseId) => ({ classId, courseId })),
)

describe('a place of teaching', () => {
  it('is given and taken without a word about any other', () => {
    fc.assert(
      fc.property(lines, places, fc.boolean(), (teaches, place, has) => {
        const after = withPlace(teaches, place, has)
        for (const p of all) {
          const own = p.classId === place.classId && p.courseId === place.courseId
          expect([p, teachesThere(after, p)]).toEqual([p, own ? has : teachesThere(teaches, p)])
        }
        expect(withPlace(after, place, has)).toEqual(after)
      }),
    )
  })
})
