import { userTypeLabel } from '#shared/identity/label.rules.ts'
import type { Labels } from '#shared/identity/label.rules.ts'
import { brand } from '#web/kit/brand.ts'

/** What a user type is called on this domain. */
export const typeLabel = (userType: number, dictionary?: Labels): string =>
  userTypeLabel(userType, brand.labels, dictionary)
