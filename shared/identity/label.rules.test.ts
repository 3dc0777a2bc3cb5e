import { expect, it } from 'vitest'
import { identityLabel, offeredIdentities, userTypeLabel } from './label.rules.ts'

it('calls a type by the brand’s word, the dictionary’s, the specification’s', () => {
  expect(userTypeLabel(1)).toBe('管理员')
  expect(userTypeLabel(1, {}, { 1: '顾问' })).toBe('顾问')
  expect(userTypeLabel(1, { 1: '单校考试区县管理员' }, { 1: '顾问' })).toBe('单校考试区县管理员')
  expect(userTypeLabel(99)).toBe('类型99')
})

it.each([
  [{ userType: 3, userName: '王芳', gradeName: '高一', courseName: '语文' }, '教师', '王芳 · 高一 · 语文 · 教师'],
  [{ userType: 3, userName: '王芳', nickname: '王老师', alias: '竞赛' }, '教师', '王老师 · 竞赛 · 教师'],
  [{ userType: 3, userName: '王芳', courseName: '语文', alias: '竞赛' }, '教师', '王芳 · 语文 · 教师'],
  [{ userType: 2, userName: '李明' }, '学校管理员', '李明 · 学校管理员'],
])('%j is called %s: %s', (entry, label, text) => expect(identityLabel(entry, label)).toBe(text))

it('offers only teachers of the homework platform in homework mode or a custom module', () => {
  const list = [
    { userType: 3, userName: 'a', hzyFlag: true },
    { userType: 3, userName: 'b', hzyFlag: false },
    { userType: 2, userName: 'c', hzyFlag: true },
  ]
  expect(offeredIdentities(list, {})).toHaveLength(3)
  expect(offeredIdentities(list, { homeworkMode: true }).map((u) => u.userName)).toEqual(['a'])
  expect(offeredIdentities(list, { customModule: 5 }).map((u) => u.userName)).toEqual(['a'])
})
