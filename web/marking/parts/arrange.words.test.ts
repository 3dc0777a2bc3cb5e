import { expect, it } from 'vitest'
import { byDefaultText, chosenForAll, loadText, unnamedText, withSchools } from './arrange.words.ts'

const teachers = ['刘雅婷', '张伟', '李静', '王芳', '陈强'].map((teacherName) => ({ teacherName }))

it.each([
  [0, false, '本课程还没有任课教师'],
  [2, false, '本课程全部教师（刘雅婷、张伟）'],
  [5, false, '本课程全部教师（刘雅婷、张伟、李静、王芳等5人）'],
  // They teach the course; what is missing is their school's word, or the organiser's.
  [0, true, '各校还没有申报并通过的教师'],
  [2, true, '各校申报并通过的教师（刘雅婷、张伟）'],
])('names those who mark by default: %s, of a joint exam: %s', (n, joint, text) => {
  expect(byDefaultText(teachers.slice(0, n), joint)).toBe(text)
})

it.each([
  ['alone', 58, 1, 1, '每人约 58 份'],
  ['three of them', 58, 1, 3, '每人约 20 份'],
  ['marked twice', 58, 2, 3, '每人约 39 份'],
  ['before there are answers', 0, 1, 3, ''],
  ['without a marker', 58, 1, 0, ''],
] as const)('says how much each has to mark: %s', (_, answers, markings, people, text) => {
  expect(loadText(answers, markings, people)).toBe(text)
})

it.each([
  [
    'all alike, in any order',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    ['a', 'b'],
  ],
  ['one differs', [['a'], ['a', 'b']], []],
  ['one has none', [['a'], []], []],
  ['no questions', [], []],
] as const)('the row for all shows what is chosen for all: %s', (_, all, chosen) => {
  expect(chosenForAll(all)).toEqual(chosen)
})

it('tells teachers of one name apart by their schools', () => {
  const both = ['第二中学', '外国语学校'].map((schoolName) => ({ teacherName: '刘雅婷', schoolName }))
  expect(byDefaultText(withSchools(both), true)).toBe(
    '各校申报并通过的教师（刘雅婷（第二中学）、刘雅婷（外国语学校））',
  )
  expect(withSchools([{ teacherName: '刘雅婷' }])).toEqual([{ teacherName: '刘雅婷' }])
})

it('who marks unless it is said otherwise follows how answers are handed out', () => {
  expect(unnamedText({})).toBe('本课程全部教师一起评每道题')
  expect(unnamedText({ classRule: 'never' })).toBe('本课程全部教师一起评每道题')
  expect(unnamedText({ classRule: 'own' })).toBe('每个班的答卷由教这个班的教师评')
  expect(unnamedText({ ownSchools: true })).toBe('各校申报并通过的教师一起评本校的答卷')
})
