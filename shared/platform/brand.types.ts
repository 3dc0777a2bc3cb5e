/** A branded deployment: everything that differs by domain, as data. */

/** Sixteen steps from nearly black to nearly white, as Fluent's ramps go. */
export type Ramp = Readonly<
  Record<10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 110 | 120 | 130 | 140 | 150 | 160, string>
>

/** What stands in the way of the sign-in form for who arrives without a token (spec 1 §4). */
export type Entry =
  /** The main and test domains: the product's own entry. */
  | { readonly kind: 'own' }
  /** A partner's sign-in page of ours. */
  | { readonly kind: 'thirdParty' }
  /** A site outside, unless the query says adviser. */
  | { readonly kind: 'external'; readonly url: string }

/** Where a sign-out ends when nothing nearer decides. */
export type SignOutEnd =
  | { readonly kind: 'index' }
  /** The external sign-out of a school-system domain. */
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'mainSite'; readonly url: string }

export type Mark = 'sprout' | 'peak' | 'lamp' | 'wave' | 'book'

export type Brand = {
  readonly key: string
  /** Host names without port; `*.name` takes every host below a name. The first brand takes what no other names. */
  readonly hosts: readonly string[]
  /** The mobile site's host: phones that come from a partner are sent there. */
  readonly mobileHost?: string
  /** Beside the mark. */
  readonly name: string
  /** After the route's name in the page's title. */
  readonly title: string
  readonly mark: Mark
  readonly ramp: Ramp
  /** One line on the entry. */
  readonly line: string
  readonly entry: Entry
  /** User types that are called otherwise here. */
  readonly labels: Readonly<Record<number, string>>
  /** Where user types land here, before the product's own table. */
  readonly landings: Readonly<Record<number, string>>
  /** Where the settings' back button leads, by user type. */
  readonly settingsBack: Readonly<Record<number, string>>
  readonly signOut: SignOutEnd
  /** Its own sign-in page after an expired session. */
  readonly sessionOver?: string
  /** The main site's feedback page takes the place of ours. */
  readonly feedback?: string
  /** Ways out of the header; `{primeID}` is filled from the session. */
  readonly jumps: readonly Jump[]
  /** 返回智慧校园平台 of the settings. */
  readonly campus?: string
  /** Customer service. */
  readonly phone: string
  /** What this deployment decides before area, school and session. */
  readonly flags: Readonly<Partial<Record<string, boolean>>>
}

export type Jump = {
  readonly name: string
  /** An address, or one by user type with `other`. */
  readonly to: string | { readonly byType: Readonly<Record<number, string>>; readonly other: string }
}
