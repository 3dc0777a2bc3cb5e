import {
  beginPartner,
  dingtalkSignIn,
  disablePartner,
  jwtSignIn,
  linkPartner,
  linkedPartners,
  partnerList,
  partnerSignIn,
  savePartner,
  shownPartners,
  ssoSignIn,
  tencentSignIn,
  testPartner,
  unlinkPartner,
} from '#shared/identity/partners/partner.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { usedFrom } from '#shared/identity/partners/partner.rules.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { limitKey, takeShared } from '../signIn/limits.ts'
import { begin, finish, tried } from './partner.signIn.ts'
import { linksOf, partners } from './partner.store.ts'
import { allPartners, link, unlink, rowOf, save, disable, reaches } from './partner.commands.ts'

const doorHandlers = (
  [
    [ssoSignIn, 'sso'],
    [jwtSignIn, 'jwt'],
    [tencentSignIn, 'tencent'],
    [dingtalkSignIn, 'dingtalk'],
  ] as const
).map(([call, door]) => implement(call, ({ input, ip, agent }) => finish({ input, door, ip, agent })))

export const partnerHandlers = [
  ...doorHandlers,
  implement(partnerSignIn, ({ input, ip, agent }) => finish({ input, door: input.partnerId, ip, agent })),

  implement(shownPartners, async ({ input }) =>
    (await allPartners())
      .filter((row) => row.shown && !row.disabled && usedFrom(row.origins, input.origin))
      .filter((row) => row.settings.kind !== 'ticket' || row.settings.loginUrl !== undefined)
      .map(({ partnerId, name }) => ({ partnerId, name })),
  ),

  implement(beginPartner, ({ input, ip }) => begin(input, ip)),
  implement(linkPartner, ({ input, caller }) => link(input.linkToken, caller)),
  implement(unlinkPartner, ({ input, caller }) => unlink(input.partnerId, caller)),

  implement(linkedPartners, async ({ caller }) => {
    const own = await linksOf(caller.accountId)
    const names = new Map((await partners.getMany(own)).map((row) => [row.partnerId, row.name]))
    return own.map(({ partnerId, linkedAt }) => ({ partnerId, linkedAt, name: names.get(partnerId) ?? partnerId }))
  }),

  implement(partnerList, async ({ input, caller }) => {
    const all =
      caller.tenant === 'p'
        ? await partners.queryIndex('gsi1', 'partners')
        : await partners.queryIndex('gsi2', `partners#${caller.tenant}`)
    return all.filter((row) => input.disabled === undefined || row.disabled === (input.disabled === 1)).map(rowOf)
  }),

  implement(savePartner, ({ input, caller }) => save(input, caller)),
  implement(disablePartner, ({ input, caller }) => disable(input, caller)),

  implement(testPartner, async ({ input, caller }) => {
    const partner = await partners.get(input)
    if (!partner || !reaches(caller, partner.tenant)) return refuse(p.partnerUnknown)
    if ((await takeShared(limitKey('partnerTest', caller.userId), otherLimits.partnerTest)) > 0)
      return refuse(identityProblems.tooOften)
    return { findings: await tried(partner) }
  }),
]
