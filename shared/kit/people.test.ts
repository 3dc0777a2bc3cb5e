import { expect, it } from 'vitest'
import { headedClasses, taughtClasses } from './people.ts'

it('a head teacher has the class and no course by that; who is named no course teaches all of them', () => {
  const teaches = [
    { classId: 'head', isHead: true },
    { classId: 'both', courseId: 'maths', isHead: true },
    { classId: 'all', isHead: false },
    { classId: 'maths', courseId: 'maths', isHead: false },
    { classId: 'art', courseId: 'art', isHead: false },
  ]
  expect(headedClasses(teaches)).toEqual(['head', 'both'])
  expect(taughtClasses(teaches, 'maths')).toEqual(['both', 'all', 'maths'])
  expect(taughtClasses(teaches, 'music')).toEqual(['all'])
})
