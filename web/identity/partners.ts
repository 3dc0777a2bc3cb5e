/** The partners that one may come from, as the third-party page offers them. The rooms of `/auth/*` add theirs here. */
export type PartnerWay = { name: string; to: string }

export const partnerWays: readonly PartnerWay[] = []
