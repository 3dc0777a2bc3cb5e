/** Which user types an account’s screens are for: read by the frame before any form, so without schemas. */

/** Who may have children linked: all user types but these (spec 1 §2). */
export const childlessTypes: readonly number[] = [4, 18, 19, 24, 26, 27, 28]
export const sensitiveTypes: readonly number[] = [-1, 1, 2, 13, 15, 18, 19, 24, 26]
/** Who helps those who cannot sign in: within the own school, area or platform. */
export const supporters: readonly number[] = [1, 2, 13, 15, 18, 19]
