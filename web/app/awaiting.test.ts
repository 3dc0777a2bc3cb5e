import { expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import { visible } from '#web/kit/route.types.ts'
import { awaitingOf } from './awaiting.ts'
import { routes } from './routes.ts'

/** Types that the table names. */
const awaitingTypes = userTypes.filter((t) => awaitingOf(t, '').title !== awaitingOf(1, '').title)

/** Screens of the menu beside the home. */
const roomsOf = (userType: number): string[] =>
  routes
    .filter((r) => r.menu && !r.hide && r.menu.segment !== 'center' && visible(r, { userType, stage: 1 }))
    .map((r) => r.path)

it('a type without a room is told what will be there, what to do in it and whom to ask', () => {
  expect(awaitingTypes.toSorted((a, b) => a - b)).toEqual([6, 7, 16, 17, 21, 22, 23, 24, 26, 27, 28])
  const texts = awaitingTypes.map((t) => awaitingOf(t, '400-1'))
  expect(new Set(texts.map((t) => t.title)).size).toBe(texts.length)
  for (const { text } of texts) expect(text).toMatch(/^开放后可以在这里.+。任务安排请问.+，开放时间请拨打400\u20111；/u)
  // A type with no room and no words, or with both, is a mistake of this table.
  for (const type of userTypes) if (roomsOf(type).length === 0) expect(awaitingTypes, String(type)).toContain(type)
  for (const type of awaitingTypes) expect([type, roomsOf(type)]).toEqual([type, []])
})
