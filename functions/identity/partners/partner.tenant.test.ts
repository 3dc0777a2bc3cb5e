import { SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { changePassword } from '#shared/identity/accounts/account.calls.ts'
import { refreshToken, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import * as calls from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { loginTicket, ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, UserId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { send, testCaller } from '#functions/kit/testing.ts'
import { openAccount } from '../identity.public.ts'
import { users } from '../identity.store.ts'
import {
  answering,
  audience,
  claimsOf,
  clientId,
  clientSecret,
  issuer,
  outsideServer,
  redirectOrigin,
} from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const { handler, platform, save, partnerOf, begin, finish, linkTo, refused, idOf, schoolOne, schoolTwo } =
  await partnerWorld()
const { address, routes, close } = await outsideServer()
afterAll(close)

describe('the doors', () => {
  it('are each for their own partners; the state says which', async () => {
    const id = idOf()
    const settings = {
      kind: 'code',
      issuer: 'x',
      clientId,
      authorize: { url: `${address}/a`, fields: { state: '{state}', back: '{redirectUri}' } },
      token: { url: `${address}/t`, method: 'POST' },
      subjectAt: '/id',
    }
    const wish = { tenant: schoolTenant(schoolOne), origins: [redirectOrigin], secret: clientSecret }
    const saved = await save(platform.token, { partnerId: id, name: '钉钉', door: 'dingtalk', settings, ...wish })
    expect(saved.data.callback).toBe('/auth/dingtalk')
    routes['/t'] = answering({ id: 7 })
    const begun = await begin(id)
    expect(begun.data.url).toContain(encodeURIComponent(`${redirectOrigin}/auth/dingtalk`))
    const params = { state: new URL(begun.data.url).searchParams.get('state')!, code: 'c' }
    const { kept } = begun.data
    expect(await finish(id, params, { kept })).toMatchObject(refused(p.partnerUnknown))
    expect(await send(handler, calls.tencentSignIn, { params, kept })).toMatchObject(refused(p.partnerUnknown))
    expect(await send(handler, calls.dingtalkSignIn, { params, kept })).toMatchObject(refused(p.partnerUnlinked))
    expect(await send(handler, calls.ssoSignIn, { params: {} })).toMatchObject(refused(p.partnerUnknown))
  })
})

describe('provision', () => {
  it('opens an account in its own tenant and nowhere else, once', async () => {
    const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'], nameAt: '/name' }
    const id = await partnerOf(settings, { provision: { userType: 3, stage: 1 } })
    const arrive = async (sub: string) =>
      finish(id, {
        token: await new SignJWT(claimsOf({ sub, name: '新老师' }))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(clientSecret)),
      })
    const [first, again] = [await arrive('new-1'), await arrive('new-1')]
    expect(first).toMatchObject({ status: 0, data: { user: { userType: 3, schoolId: schoolOne, userName: '新老师' } } })
    expect(again.data.user.accountId).toBe(first.data.user.accountId)
    expect((await arrive('new-2')).data.user.accountId).not.toBe(first.data.user.accountId)
    // An account that moved to another school is not let in from here.
    await users.update({ userId: first.data.user.userId }, { tenant: schoolTenant(schoolTwo), schoolId: schoolTwo })
    expect(await arrive('new-1')).toMatchObject(refused(p.partnerOtherTenant))
  })

  it('never makes an administrator, nor an account of the whole platform', async () => {
    const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'] }
    const wish = { partnerId: idOf(), name: '平台', settings, origins: [redirectOrigin], secret: clientSecret }
    const admin = await save(platform.token, { ...wish, tenant: schoolTenant(schoolOne), provision: { userType: 2 } })
    expect(admin).toMatchObject({ status: 20001, message: '不能自动开通这种身份' })
    expect(await save(platform.token, { ...wish, tenant: 'p', provision: { userType: 3 } })).toMatchObject({
      ...refused(p.partnerSettingsRefused),
      message: '自动开通只能用于一所学校或一个区域',
    })
  })
})

/** One school's platform opens no other school: neither by a switch, nor by a new way in. */
const staysWithin = async (
  { accessToken, refreshToken: token }: SignedIn,
  elsewhere: UserId,
  linkToken: string,
): Promise<void> => {
  const { handler: api } = await import('../identity.api.ts')
  expect((await send(api, switchIdentity, { userId: elsewhere }, accessToken)).status).toBe(
    identityProblems.noSuchUser.status,
  )
  const change = { oldPassword: 'not-known-1', newPassword: 'another-one-1' }
  expect(await send(api, changePassword, change, accessToken)).toMatchObject(refused(p.partnerOnlyThere))
  expect(await send(api, calls.linkPartner, { linkToken }, accessToken)).toMatchObject(refused(p.partnerOnlyThere))
  const renewed = await send(api, refreshToken, { refreshToken: token })
  expect(renewed.data.user.userList.map((u) => u.userId)).not.toContain(elsewhere)
  const ticket = await send(api, loginTicket, {}, renewed.data.accessToken)
  const carried = await send(api, ticketSignIn, { token: ticket.data.token })
  expect((await send(api, switchIdentity, { userId: elsewhere }, carried.data.accessToken)).status).toBe(
    identityProblems.noSuchUser.status,
  )
}

describe('the identities of an account', () => {
  it('are only those within the tenant', async () => {
    const areaId = newId<AreaId>('area')
    const opened = await openAccount({
      accountName: `t${newId<string>('attempt').slice(3)}`,
      userName: '两校教师',
      passwordHash: '-',
      passwordStatus: 0,
      users: [
        { userType: 3, stage: 1, tenant: schoolTenant(schoolTwo), schoolId: schoolTwo },
        { userType: 3, stage: 1, tenant: schoolTenant(schoolOne), schoolId: schoolOne, areaId },
      ],
    })
    const own = opened!.users
    const { token } = await testCaller({
      userType: 3,
      tenant: schoolTenant(schoolTwo),
      accountId: opened!.accountId,
      userId: own[0]!.userId,
    })
    for (const tenant of [schoolTenant(schoolOne), `a:${areaId}`]) {
      const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'] }
      const id = await partnerOf(settings, { tenant })
      const arrive = async (sub = 'teacher-7') =>
        finish(id, {
          token: await new SignJWT(claimsOf({ sub }))
            .setProtectedHeader({ alg: 'HS256' })
            .sign(new TextEncoder().encode(clientSecret)),
        })
      await linkTo(await arrive(), token)
      const answer = await arrive()
      expect(answer.data.user.userId).toBe(own[1]!.userId)
      expect(answer.data.user.userList.map((u) => u.userId)).toEqual([own[1]!.userId])
      const { linkToken } = (await arrive('another-person')).data as unknown as { linkToken: string }
      await staysWithin(answer.data, own[0]!.userId, linkToken)
    }
  })
})
