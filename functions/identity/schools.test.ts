import { beforeAll, describe, expect, it } from 'vitest'
import { openUser } from '#shared/identity/identity.calls.ts'
import { identityList } from '#shared/identity/accounts/account.calls.ts'
import { switchIdentity } from '#shared/identity/identity.calls.ts'
import { start } from '#shared/identity/signIn/session.calls.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { listRecords } from '#shared/school/record.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { fresh, signInAt } from './identity.testing.ts'
import { makeRoster } from './roster.testing.ts'
import type { Roster } from './roster.testing.ts'

actAs('identity-api')
const { handler } = await import('./identity.api.ts')

let world: Roster
beforeAll(async () => {
  world = await makeRoster()
})

/** SL0011: a type 10 user is multi-school. */
describe('a head of teaching', () => {
  const password = 'right-password-7'
  const opening = async (accountName: string, at: Roster['one'], of: { userName?: string; userType?: number } = {}) => {
    const operator = await testCaller({ userType: 1, tenant: 'p' })
    const school = { schoolId: at.schoolId, schoolName: '某校' }
    const wanted = { accountName, password, userName: '方主任', userType: 10, stage: 1, school, ...of }
    return send(handler, openUser, wanted, operator.token)
  }

  it('holds several schools under one account, each seen by itself', async () => {
    const name = fresh('t')
    expect((await opening(name, world.one)).status).toBe(0)
    const second = await opening(name, world.two)
    expect(second.status).toBe(0)
    const { accessToken } = (await signInAt(handler, name, password)).data
    const { data } = await send(handler, start, {}, accessToken)
    const here = data.user.schoolId!
    const held = data.relativeInfo!.schoolList.map((s) => s.schoolId)
    expect(held[0]).toBe(here)
    expect(held.toSorted()).toEqual([world.one.schoolId, world.two.schoolId].toSorted())
    // One session is in one school; the other is reached by changing to it.
    const other = held.find((id) => id !== here)!
    expect((await viaGateway(schoolDetail, { schoolId: here }, accessToken)).http).toBe(200)
    expect((await viaGateway(schoolDetail, { schoolId: other }, accessToken)).http).toBe(403)
    const own = (await send(handler, identityList, {}, accessToken)).data
    const next = own.find((i) => i.userId !== data.user.userId)!
    const switched = (await send(handler, switchIdentity, { userId: next.userId }, accessToken)).data
    expect((await viaGateway(schoolDetail, { schoolId: other }, switched.accessToken)).http).toBe(200)
    // Both schools have it on record that an account was opened there.
    for (const at of [world.one, world.two]) {
      const { list } = (await viaGateway(listRecords, { schoolId: at.schoolId }, at.admin)).data
      expect(list.filter((r) => r.words === '开通账号').map((r) => r.on)).toEqual(['方主任'])
    }
  })

  it('is the only one: another type, another person or a taken name gets no second school', async () => {
    const name = fresh('t')
    await opening(name, world.one)
    expect((await opening(name, world.two, { userName: '别主任' })).message).toContain(name)
    expect((await opening(name, world.two, { userType: 9 })).message).toContain(name)
    const principal = fresh('t')
    await opening(principal, world.one, { userType: 9 })
    expect((await opening(principal, world.two)).message).toContain(principal)
    // The same school again is the same identity.
    const again = await opening(name, world.one)
    expect(again.status).toBe(0)
    const { accessToken } = (await signInAt(handler, name, password)).data
    expect((await send(handler, identityList, {}, accessToken)).data).toHaveLength(1)
  })
})
