import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { savePartner, disablePartner } from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { isLoopback, isOwnMachine } from '#shared/identity/partners/partner.rules.ts'
import { callbackPath, isSymmetric, outsideUrls, outsideHosts, doors } from '#shared/identity/partners/partner.types.ts'
import type { PartnerSettings } from '#shared/identity/partners/partner.types.ts'
import type { OutputOf, InputOf } from '#shared/kit/call.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import { memo } from '#functions/kit/memo.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse, Barred } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { spend } from '../seals.ts'
import { sessionNow, openUsers } from '../signIn/begin.ts'
import { loopbackAllowed } from './outside.ts'
import { openLinking } from './partner.signIn.ts'
import { partners, sealSecret, links, linksOf } from './partner.store.ts'
import type { StoredPartner, PartnerLink } from './partner.store.ts'
import { reachesBeyond, inTenant } from './partner.tenant.ts'

/** Asked by every sign-in page. */
export const allPartners = memo(30, () => partners.queryIndex('gsi1', 'partners'))

type Row = OutputOf<typeof savePartner>

export const rowOf = ({ secretSealed, ...partner }: StoredPartner): Row => ({
  ...partner,
  hasSecret: secretSealed !== undefined,
  callback: callbackPath(partner),
})

/** The platform's staff reach every partner, all others those of their own school or area. */
export const reaches = (caller: Caller, tenant: string): boolean => caller.tenant === 'p' || caller.tenant === tenant

/** Names under /auth that are no partner's. */
const takenIds: readonly string[] = ['redirect', 'link']

const secretWanted = (settings: PartnerSettings): number => {
  switch (settings.kind) {
    case 'oidc':
      return settings.clientAuth === 'none' ? 0 : 8
    case 'ticket':
      return settings.algorithms.some(isSymmetric) ? 32 : 0
    case 'code':
      return 8
  }
}

/** What a schema cannot know: where this server runs, what was there before, who asks. */
const settingsBar = (input: InputOf<typeof savePartner>, before: StoredPartner | null): string | null => {
  const { settings, secret } = input
  if (!loopbackAllowed()) {
    if (outsideUrls(settings).some(isLoopback)) return '合作方地址应以 https:// 开头'
    if (input.origins.some(isOwnMachine)) return '网站地址应以 https:// 开头'
  }
  const wanted = secretWanted(settings)
  if (secret !== undefined && secret.length < wanted) return `密钥至少${wanted}位`
  if (wanted === 0 || secret !== undefined) return null
  if (!before?.secretSealed) return '请填写密钥'
  // An editor of a partner must not learn its secret by having it sent elsewhere.
  const moved =
    before.settings.kind !== settings.kind ||
    outsideHosts(settings).some((h) => !outsideHosts(before.settings).includes(h))
  return moved ? '修改了合作方地址，请重新填写密钥' : null
}

export const save = async (input: InputOf<typeof savePartner>, caller: Caller): Promise<Row> => {
  const { secret, version, tenant: wanted, ...fields } = input
  const { partnerId } = fields
  const before = await partners.get({ partnerId })
  if (takenIds.includes(partnerId)) return refuse(p.partnerIdTaken, { partnerId })
  if (before && (version === undefined || !reaches(caller, before.tenant)))
    return refuse(p.partnerIdTaken, { partnerId })
  const tenant = wanted ?? before?.tenant ?? caller.tenant
  if (!reaches(caller, tenant)) throw new Barred(403)
  if (caller.tenant !== 'p') {
    // The doors and the sign-in page are the same for all tenants.
    if (fields.door !== undefined || (doors as readonly string[]).includes(partnerId))
      return refuse(p.partnerPlatformOnly, { detail: '公共登录入口' })
    if (fields.shown && !before?.shown) return refuse(p.partnerPlatformOnly, { detail: '登录页上的显示' })
  }
  if (fields.provision && tenant === 'p')
    return refuse(p.partnerSettingsRefused, { detail: '自动开通只能用于一所学校或一个区域' })
  const bar = settingsBar(input, before)
  if (bar !== null) return refuse(p.partnerSettingsRefused, { detail: bar })
  const secretSealed = secret === undefined ? before?.secretSealed : await sealSecret(partnerId, secret)
  const row: StoredPartner = {
    ...fields,
    schema: 1,
    tenant,
    disabled: before?.disabled ?? false,
    createdAt: before?.createdAt ?? now(),
    version: before ? version! : 1,
    ...(secretSealed === undefined ? {} : { secretSealed }),
  }
  const record = auditRecord(caller, 'partner.save', partnerId, { before, after: row })
  const done = await audited([before ? partners.saving(row) : partners.creating(row)], record)
  allPartners.forget()
  if (!done) return before ? refuseStale(partners, { partnerId }) : refuse(p.partnerIdTaken, { partnerId })
  return rowOf(before ? { ...row, version: row.version + 1 } : row)
}

export const disable = async (input: InputOf<typeof disablePartner>, caller: Caller): Promise<Row> => {
  const { partnerId, disabled, version } = input
  const before = await partners.get({ partnerId })
  if (!before || !reaches(caller, before.tenant)) return refuse(p.partnerUnknown)
  const row: StoredPartner = { ...before, disabled, version }
  const record = auditRecord(caller, disabled ? 'partner.disable' : 'partner.enable', partnerId, { before, after: row })
  const done = await audited([partners.saving(row)], record)
  allPartners.forget()
  if (!done) return refuseStale(partners, { partnerId })
  return rowOf({ ...row, version: version + 1 })
}

export const link = async (linkToken: string, caller: Caller): Promise<{ partnerName: string }> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const linking = await openLinking(linkToken)
  if (!linking || linking.until <= now()) return refuse(p.partnerLinkGone)
  const { partnerId, person } = linking
  const partner = await partners.get({ partnerId })
  if (!partner || partner.disabled) return refuse(p.partnerUnknown)
  const [session, all] = await Promise.all([sessionNow(caller), openUsers(caller.accountId)])
  if (!session) throw new Barred(401)
  if (await reachesBeyond(session, all)) return refuse(p.partnerOnlyThere)
  const inReach = await inTenant(partner.tenant, all)
  if (inReach.length === 0) return refuse(p.partnerOtherTenant, { name: partner.name })
  const [known, others] = await Promise.all([links.get({ partnerId, person }), linksOf(caller.accountId, partnerId)])
  if (known)
    return known.accountId === caller.accountId ? { partnerName: partner.name } : refuse(p.partnerLinkedElsewhere)
  if (others.length > 0) return refuse(p.partnerAlreadyLinked, { name: partner.name })
  if (!(await spend(`partnerLink#${linking.id}`, linking.until))) return refuse(p.partnerLinkGone)
  const row: PartnerLink = {
    schema: 1,
    partnerId,
    person,
    accountId: caller.accountId,
    userId: inReach.some((u) => u.userId === caller.userId) ? caller.userId : inReach[0]!.userId,
    linkedAt: now(),
    version: 1,
  }
  const done = await audited([links.creating(row)], auditRecord(caller, 'partner.link', partnerId, { after: row }))
  return done ? { partnerName: partner.name } : refuse(p.partnerLinkedElsewhere)
}

export const unlink = async (partnerId: string, caller: Caller): Promise<Record<string, never>> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const [own] = await linksOf(caller.accountId, partnerId)
  if (!own) return refuse(p.partnerNotLinked)
  const record = auditRecord(caller, 'partner.unlink', partnerId, { before: own })
  return (await audited([links.removing(own)], record)) ? {} : refuse(p.partnerNotLinked)
}
