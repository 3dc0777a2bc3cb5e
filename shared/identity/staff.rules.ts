/** Special staff at the start-up (spec 1 §1, guard steps 1 and 4). */
type Staff = {
  readonly userType: number
  readonly dutyType?: number | undefined
  readonly trainerFlag?: boolean | undefined
  readonly typistCertified?: boolean | undefined
}

/** A part-time teacher works with duty type 1 alone; a part-time viewer always. Null for all others. */
export const partTimeOf = (of: Staff): { dutyType?: number; active: boolean } | null => {
  if (of.userType !== 21 && of.userType !== 26) return null
  const active = of.userType === 26 || of.dutyType === 1
  return of.dutyType === undefined ? { active } : { dutyType: of.dutyType, active }
}

/** How a channel's person (type 22) manages schools: 0 until it is set. Null for all other types. */
export const referrerManageTypeOf = (of: {
  userType: number
  referrerManageType?: number | undefined
}): number | null => (of.userType === 22 ? (of.referrerManageType ?? 0) : null)

/** A data-entry user trains others only where the flag is set. */
export const isTrainer = (of: Staff): boolean => of.userType === 6 && of.trainerFlag === true
export const isCertified = (of: Staff): boolean => of.userType === 6 && of.typistCertified === true
