/** What every kind of partner does: it may send people to the partner's page, and it proves who came back. */
import type { PartnerSettings } from '#shared/identity/partners/partner.types.ts'
import type { StoredPartner } from './partner.store.ts'

/** Who came, as the partner says and we have checked. */
export type Proof = {
  issuer: string
  subject: string
  name?: string
  /** What may serve only once, and until when it would be accepted otherwise. */
  once?: { id: string; until: number }
}

/** Answers what it found in words; throws as a sign-in would. */
export type Trial<S extends PartnerSettings> = { name: string; run(of: Asked<S>): Promise<string> }

export type Begun = {
  url: string
  /** Kept sealed until the person is back. */
  verifier?: string
  nonce?: string
}

export type Asked<S extends PartnerSettings = PartnerSettings> = {
  partner: StoredPartner
  settings: S
  secret: string
  /** Our own address that the partner sends people back to. */
  redirectUri: string
}

export type Back = {
  params: Readonly<Record<string, string>>
  state: string
  verifier?: string | undefined
  nonce?: string | undefined
}

/**
 * Why a visitor who comes back from a partner is not signed in. `expired` and `malformed` are the visitor's, the rest
 * the partner's.
 */
export class Unproved extends Error {
  override name = 'Unproved'
  readonly why: 'denied' | 'malformed' | 'expired' | 'untrusted'
  constructor(why: Unproved['why'], detail: string) {
    super(detail)
    this.why = why
  }
}

/** The one interface of partners; its three implementations are `oidc`, `ticket` and `code`. */
export type Way<S extends PartnerSettings = PartnerSettings> = {
  /** Whether one comes back only with the state that one was sent away with. */
  readonly stateful: boolean
  /** Where one is sent; null for a partner that can only be come from. */
  begin(of: Asked<S>, state: string): Promise<Begun | null>
  /** @throws Unproved, or OutsideFailure when the partner did not answer as it should. */
  prove(of: Asked<S>, back: Back): Promise<Proof>
  /** The steps of a sign-in that can be tried without a person: each runs, and says what it found. */
  readonly trials: readonly Trial<S>[]
}
