/** Partners and the links of their people. A partner's secret is sealed for its row and opened only to be used. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Partner, PartnerId } from '#shared/identity/partners/partner.types.ts'
import { AccountId, UserId } from '#shared/kit/ids.ts'
import { openField, sealField } from '#functions/kit/fields.ts'
import { stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

export const StoredPartner = Partner.extend({ secretSealed: z.string().optional() })
export type StoredPartner = z.infer<typeof StoredPartner>

export const partners = rows({
  table: 'TABLE_IDENTITY',
  schema: StoredPartner,
  hangsOn: stays('a partner is closed and never removed'),
  personal: 'nothing',
  key: (of: { partnerId: string }) => ({ pk: `partner#${of.partnerId}`, sk: 'partner' }),
  index: (p) => ({
    gsi1pk: 'partners',
    gsi1sk: p.partnerId,
    gsi2pk: `partners#${p.tenant}`,
    gsi2sk: p.partnerId,
  }),
})

const secretPlace = (partnerId: string): string => `partner#${partnerId}#secret`
export const sealSecret = (partnerId: string, secret: string): Promise<string> =>
  sealField(secretPlace(partnerId), secret)
export const secretOf = (partner: StoredPartner): Promise<string> =>
  partner.secretSealed ? openField(secretPlace(partner.partnerId), partner.secretSealed) : Promise.resolve('')

/** A partner's user, by issuer and subject and nothing else, and the account that is the same person here. */
const PartnerLink = z.object({
  schema: z.literal(1),
  partnerId: PartnerId,
  /** A digest of issuer and subject: what the partner calls its people is not kept. */
  person: z.string(),
  accountId: AccountId,
  /** The identity that the account was in when it was linked. */
  userId: UserId,
  linkedAt: z.int(),
  version: z.int(),
})
export type PartnerLink = z.infer<typeof PartnerLink>

export const personOf = (of: { issuer: string; subject: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([of.issuer, of.subject]))
    .digest('base64url')

export const links = rows({
  table: 'TABLE_IDENTITY',
  schema: PartnerLink,
  hangsOn: under('account', ({ accountId }) => ({ index: 'gsi1', pk: `account#${accountId}`, prefix: 'partnerLink#' })),
  personal: 'nothing',
  key: (of: { partnerId: string; person: string }) => ({ pk: `partnerLink#${of.partnerId}#${of.person}`, sk: 'link' }),
  index: (l) => ({ gsi1pk: `account#${l.accountId}`, gsi1sk: `partnerLink#${l.partnerId}` }),
})

/** The account's links, to one partner or to all. */
export const linksOf = (accountId: string, partnerId?: string): Promise<PartnerLink[]> =>
  links
    .queryIndex('gsi1', `account#${accountId}`, { prefix: `partnerLink#${partnerId ?? ''}` })
    .then((all) => (partnerId === undefined ? all : all.filter((l) => l.partnerId === partnerId)))
