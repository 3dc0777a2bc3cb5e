/** A partner as its form has it: one level of texts, turned into the call's input and back. Pure. */
import * as z from 'zod'
import { savePartner } from '#shared/identity/partners/partner.calls.ts'
import type { PartnerRow } from '#shared/identity/partners/partner.calls.ts'
import type { PartnerSettings } from '#shared/identity/partners/partner.types.ts'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { presets } from './partner.presets.ts'

export const formKinds = {
  oidc: 'OpenID Connect',
  ticket: '签名票据',
  dingtalk: '钉钉',
  tencent: '微信',
  code: '其他授权码',
} as const
export type FormKind = keyof typeof formKinds
export const isFormKind = (text: string | null): text is FormKind => text !== null && Object.hasOwn(formKinds, text)
export const formKindOf = (settings: PartnerSettings): FormKind => (settings.kind === 'code' ? 'code' : settings.kind)
export const kindNames: Readonly<Record<PartnerSettings['kind'], string>> = {
  oidc: 'OpenID Connect',
  ticket: '签名票据',
  code: '授权码',
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const lines = (value: unknown): string[] =>
  text(value)
    .split(/[\s,，]+/)
    .filter(Boolean)
/** Left out where nothing was typed: the schema's own word for it stands. */
const given = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, v]) => v !== '' && v !== undefined)) as Partial<T>

/** What stands in the form of a row, or of a new partner of a kind. */
export const draftOf = (row: PartnerRow | null, kind: FormKind, origin: string): Values => {
  const settings = row?.settings
  const common = {
    partnerId: row?.partnerId ?? '',
    name: row?.name ?? '',
    tenant: row?.tenant ?? '',
    origins: (row?.origins ?? [origin]).join('\n'),
    returnHosts: (row?.returnHosts ?? []).join('\n'),
    shown: row?.shown ?? false,
    provisionType: row?.provision ? String(row.provision.userType) : '',
    provisionStage: String(row?.provision?.stage ?? 1),
    secret: '',
  }
  if (settings?.kind === 'oidc') return { ...common, ...settings, hosts: settings.hosts.join('\n') }
  if (settings?.kind === 'ticket') return { ...common, ...settings }
  if (settings?.kind === 'code') return { ...common, settingsText: JSON.stringify(settings, null, 2) }
  switch (kind) {
    case 'oidc':
      return { ...common, clientAuth: 'basic', scope: 'openid', algorithm: 'RS256' }
    case 'ticket':
      return { ...common, algorithms: ['RS256'], parameter: 'token', subjectAt: '/sub' }
    default:
      return { ...common, settingsText: JSON.stringify(presets[kind], null, 2) }
  }
}

const settingsOf = (kind: FormKind, v: Values): unknown => {
  switch (kind) {
    case 'oidc':
      return {
        kind: 'oidc',
        ...given({ issuer: text(v['issuer']), clientId: text(v['clientId']), clientAuth: v['clientAuth'] }),
        ...given({ scope: text(v['scope']), algorithm: v['algorithm'] }),
        hosts: lines(v['hosts']),
      }
    case 'ticket':
      return {
        kind: 'ticket',
        algorithms: v['algorithms'],
        ...given({ issuer: text(v['issuer']), audience: text(v['audience']), jwksUrl: text(v['jwksUrl']) }),
        ...given({ publicKey: text(v['publicKey']), parameter: text(v['parameter']) }),
        ...given({ subjectAt: text(v['subjectAt']), nameAt: text(v['nameAt']), loginUrl: text(v['loginUrl']) }),
      }
    default:
      return { ...(JSON.parse(text(v['settingsText'])) as object), kind: 'code' }
  }
}

/** What is sent. @throws SyntaxError when the settings of a code exchange are no JSON. */
export const sentOf = (kind: FormKind, v: Values, before: PartnerRow | null): unknown => ({
  partnerId: before?.partnerId ?? text(v['partnerId']),
  name: text(v['name']),
  settings: settingsOf(kind, v),
  origins: lines(v['origins']),
  returnHosts: lines(v['returnHosts']),
  shown: v['shown'] === true,
  ...given({ tenant: text(v['tenant']), secret: text(v['secret']) }),
  ...(text(v['provisionType']) === ''
    ? {}
    : { provision: { userType: Number(v['provisionType']), stage: Number(text(v['provisionStage']) || 0) } }),
  ...(before?.door ? { door: before.door } : {}),
  ...(before ? { version: before.version } : {}),
})

/** The field under which a message of the call's schema stands. */
const fieldOf = (path: readonly PropertyKey[], kind: FormKind): string => {
  const [first, second] = path.map(String)
  if (first === 'settings') return kind === 'oidc' || kind === 'ticket' ? (second ?? 'issuer') : 'settingsText'
  return first === 'provision' ? 'provisionType' : (first ?? '')
}

/** Judges the form by the call's own schema; its output is what is sent. */
export const partnerSchema = (kind: FormKind, before: PartnerRow | null) =>
  z.looseObject({}).transform((values, context) => {
    const refuse = (message: string, field: string): never => {
      context.issues.push({ code: 'custom', message, path: [field], input: values[field] })
      return z.NEVER
    }
    let sent: unknown
    try {
      sent = sentOf(kind, values, before)
    } catch {
      return refuse('不是有效的 JSON', 'settingsText')
    }
    const judged = savePartner.input().safeParse(sent)
    if (judged.success) return judged.data
    for (const { message, path } of judged.error.issues) refuse(message, fieldOf(path, kind))
    return z.NEVER
  })
