import { expect, it } from 'vitest'
import { inSchool, schoolPaths } from './school.paths.ts'

it.each([
  ['students', {}, schoolPaths.students],
  ['students', { schoolId: 's 1' }, `${schoolPaths.students}?schoolId=s+1`],
  ['student', { studentId: 'a/b' }, '/v2/school/manage/student-manage/detail/a%2Fb'],
  [
    'student',
    { studentId: 'st', schoolId: 's', kind: 'x' },
    '/v2/school/manage/student-manage/detail/st?schoolId=s&kind=x',
  ],
  ['addParent', { studentId: 'st', schoolId: undefined }, '/v2/school/manage/student-manage/parents/add/st'],
] as const)('%s of %j', (path, of, address) => {
  expect(inSchool(path, of)).toBe(address)
})
