import { expect, it } from 'vitest'
import { groupsTyped } from './schoolGroups.ts'

it.each([
  ['', []],
  [' 、 ，', []],
  ['示范校', ['示范校']],
  ['示范校、 城区，示范校', ['示范校', '城区']],
  ['a,b；c;d', ['a', 'b', 'c', 'd']],
])('of what is typed, %j, each name is a group once', (typed, groups) => {
  expect(groupsTyped(typed)).toEqual(groups)
})
