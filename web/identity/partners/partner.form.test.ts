import { describe, expect, it } from 'vitest'
import { savePartner } from '#shared/identity/partners/partner.calls.ts'
import type { PartnerRow } from '#shared/identity/partners/partner.calls.ts'
import { Partner } from '#shared/identity/partners/partner.types.ts'
import { draftOf, formKindOf, formKinds, isFormKind, partnerSchema } from './partner.form.ts'
import type { FormKind } from './partner.form.ts'

const origin = 'https://exam.example.cn'
const kinds = Object.keys(formKinds) as FormKind[]
const messagesOf = (kind: FormKind, values: object) => {
  const judged = partnerSchema(kind, null).safeParse(values)
  return judged.success ? {} : Object.fromEntries(judged.error.issues.map((i) => [i.path.join('.'), i.message]))
}
const filled: Record<FormKind, object> = {
  oidc: { issuer: 'https://id.example.cn', clientId: 'qinghe' },
  ticket: { issuer: 'https://portal.example.cn', audience: 'qinghe', jwksUrl: 'https://portal.example.cn/jwks' },
  dingtalk: {},
  tencent: {},
  code: {},
}

describe("a partner's form", () => {
  it.each(kinds)('of %s begins with what is right but for the names, and comes back as it was', (kind) => {
    const values = {
      ...draftOf(null, kind, origin),
      ...filled[kind],
      partnerId: 'area-one',
      name: '一区',
      secret: 's'.repeat(40),
    }
    const input = partnerSchema(kind, null).parse(values)
    expect(savePartner.input().safeParse(input).success).toBe(true)
    expect(input.origins).toEqual([origin])
    const { secret: _secret, tenant: _own, ...fields } = input
    const stored = Partner.parse({ ...fields, schema: 1, tenant: 'p', createdAt: 1, version: 3 })
    const row = { ...stored, hasSecret: true, callback: '/auth/area-one' } as PartnerRow
    const again = partnerSchema(formKindOf(row.settings), row).parse(draftOf(row, formKindOf(row.settings), ''))
    expect(again).toEqual({ ...fields, tenant: 'p', version: 3 })
    // A secret that was not typed is not sent: the stored one stays.
    expect('secret' in again).toBe(false)
  })

  it('puts every message under its field', () => {
    const oidc = draftOf(null, 'oidc', 'nonsense')
    expect(
      messagesOf('oidc', { ...oidc, partnerId: 'X', issuer: 'http://id.example.cn', provisionType: '2' }),
    ).toMatchObject({
      partnerId: '合作方标识应为2到30位小写字母、数字或 -',
      name: '合作方名称不能为空',
      issuer: '地址应以 https:// 开头，并且是域名',
      origins: '网站地址应形如 https://exam.example.cn',
      provisionType: '不能自动开通这种身份',
    })
    const ticket = { ...draftOf(null, 'ticket', origin), ...filled.ticket, partnerId: 'a1', name: '甲' }
    expect(messagesOf('ticket', { ...ticket, algorithms: ['HS256', 'RS256'] })).toEqual({
      algorithms: '对称与非对称签名算法不能同时使用',
    })
    expect(messagesOf('ticket', { ...ticket, secret: 'short' })).toEqual({ secret: '密钥至少8位' })
    const code = { ...draftOf(null, 'code', origin), partnerId: 'a1', name: '甲' }
    expect(messagesOf('code', { ...code, settingsText: '{' })).toEqual({ settingsText: '不是有效的 JSON' })
    expect(messagesOf('code', { ...code, settingsText: '{}' })).toHaveProperty('settingsText')
  })

  it('knows its kinds from an address', () => {
    expect(kinds.every(isFormKind)).toBe(true)
    expect([null, '', 'toString', 'saml'].some(isFormKind)).toBe(false)
  })
})
