/** Partners of two schools, and their people, for the tests of partner sign-in. */
import { expect } from 'vitest'
import * as calls from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { serve } from '#functions/kit/serve.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { openAccount } from '../identity.public.ts'
import { clientSecret, redirectOrigin } from './partner.fixtures.ts'

export const partnerWorld = async () => {
  actAs('identity-api')
  const { partnerHandlers } = await import('./partner.handlers.ts')
  const handler = serve('identity', partnerHandlers)
  const schoolOne = newId<SchoolId>('school')
  const schoolTwo = newId<SchoolId>('school')
  const platform = await testCaller({ userType: 1, tenant: 'p' })
  const idOf = (): string => `p${newId<string>('attempt').slice(-12)}`
  const save = (token: string, input: object) => send(handler, calls.savePartner, input as never, token)

  // Each from a network of its own: what one of them used up, also in a time to come, is no limit of another's.
  const group = (): string => Buffer.from(randomOf(2)).toString('hex')
  const somewhere = () => ({ ip: `2001:db8:${group()}:${group()}::1` })
  const begin = (partner: string, more: object = {}) =>
    send(handler, calls.beginPartner, { partner, origin: redirectOrigin, ...more } as never, undefined, somewhere())
  const finish = (partnerId: string, params: Record<string, string>, more: object = {}) =>
    send(handler, calls.partnerSignIn, { partnerId, params, ...more } as never, undefined, somewhere())

  return {
    handler,
    schoolOne,
    schoolTwo,
    platform,
    idOf,
    save,
    begin,
    finish,

    /** A partner of school one; answers its id. */
    partnerOf: async (settings: object, wish: object = {}): Promise<string> => {
      const partnerId = idOf()
      const answer = await save(platform.token, {
        partnerId,
        name: '一区教育平台',
        tenant: `s:${schoolOne}`,
        settings,
        origins: [redirectOrigin],
        secret: clientSecret,
        ...wish,
      })
      expect(answer).toMatchObject({ http: 200, status: 0 })
      return partnerId
    },

    /** A person with an account in a school: the caller that links, and the token it is taken by. */
    personIn: async (schoolId: SchoolId, userTypes: readonly number[] = [3]) => {
      const accountName = `t${newId<string>('attempt').slice(3)}`
      const tenant = `s:${schoolId}`
      const opened = await openAccount({
        accountName,
        userName: '李老师',
        passwordHash: '-',
        passwordStatus: 0,
        users: userTypes.map((userType) => ({ userType, stage: 1, tenant, schoolId })),
      })
      const { accountId, users } = opened!
      const of = { userType: userTypes[0]!, tenant, accountId, userId: users[0]!.userId }
      return { ...(await testCaller(of)), accountName, users }
    },

    /** What an unlinked sign-in brings, linked to a person: afterwards the partner's user gets in. */
    linkTo: async (answer: Awaited<ReturnType<typeof finish>>, token: string) => {
      expect(answer.status).toBe(p.partnerUnlinked.status)
      const { linkToken } = answer.data as unknown as { linkToken: string }
      return send(handler, calls.linkPartner, { linkToken }, token)
    },

    refused: (problem: { status: number }) => ({ http: 200, status: problem.status }),
  }
}
