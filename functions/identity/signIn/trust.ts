/**
 * What speaks for a sign-in before its password is looked at: a device on which an account of the school has signed in
 * before (a signed cookie that names an account and proves nothing else), or a network from which several people of the
 * school have. Budgets of strangers do not shut those out (`limit.rules.ts`).
 */
import { timingSafeEqual } from 'node:crypto'
import { deviceDays, placeDays, placeFrom, schoolOfName } from '#shared/identity/signIn/limit.rules.ts'
import type { Trust } from '#shared/identity/signIn/limit.rules.ts'
import { networkOf } from '#shared/identity/signIn/address.rules.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { limitKey, limits } from './limits.ts'
import type { LimitRow } from './limits.ts'

const dayMs = 86_400_000
export const deviceCookie = 'qinghe-device'

/** Whose device it is: an account, and the letters of its school's names. */
export type Device = { accountId: string; school: string }

const markOf = (body: string): Promise<string> => blindIndex('device', body)

export const deviceToken = async (accountId: string, accountName: string): Promise<string> => {
  const body = [now().toString(36), accountId, schoolOfName(accountName) ?? ''].join('.')
  return `${body}.${await markOf(body)}`
}

/** The device that a cookie names; null for none, one that was made up, and one of long ago. */
export const deviceIn = async (token: string | undefined): Promise<Device | null> => {
  const m = /^([0-9a-z]{6,12})\.(ac_[0-9a-z]{26})\.([a-z]{0,20})\.([\w-]{32})$/.exec(token ?? '')
  if (!m) return null
  const [, at = '', accountId = '', school = '', mark = ''] = m
  const wanted = await markOf(`${at}.${accountId}.${school}`)
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(wanted))) return null
  const madeAt = parseInt(at, 36)
  return madeAt <= now() + 60_000 && madeAt + deviceDays * dayMs > now() ? { accountId, school } : null
}

/** A school's place is a limit's row: who has signed in from there, each until when it counts. */
export const placeKey = (school: string, ip: string): string => limitKey('place', `${school}\n${networkOf(ip)}`)

const livePeople = (row: LimitRow | undefined, at: number): [string, number][] =>
  Object.entries(row?.full ?? {}).filter(([, until]) => until > at)

export const trustOf = (of: {
  device: Device | null
  /** The account that the name is of, if any. */
  accountId: string | undefined
  school: string | null
  place: LimitRow | undefined
}): Trust => {
  const { device, accountId, school, place } = of
  if (device && (device.accountId === accountId || (school !== null && device.school === school))) return 'device'
  return livePeople(place, now()).length >= placeFrom ? 'place' : 'none'
}

/** Notes that this person of the school signed in here. A place that is known well is written once a month. */
export const notePlace = async (key: string, row: LimitRow | undefined, accountId: string): Promise<void> => {
  const at = now()
  const lifeMs = placeDays * dayMs
  const people = livePeople(row, at)
  const person = limitKey('person', accountId)
  const lasting = people.filter(([, until]) => until > at + lifeMs / 2)
  if (lasting.length >= placeFrom || lasting.some(([who]) => who === person)) return
  const others = people.filter(([who]) => who !== person).sort((a, b) => b[1] - a[1])
  const full = Object.fromEntries([[person, at + lifeMs], ...others.slice(0, placeFrom - 1)])
  // A concurrent write may win: this note is then made at the next sign-in.
  if (row) await limits.save({ ...row, full })
  else await limits.create({ schema: 1, key, fullAt: 0, full, version: 1 })
}
