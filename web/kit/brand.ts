/** The brand of this page, by its host. */
import { brandOf } from '#shared/platform/brand.rules.ts'

export const brand = brandOf(location.host)

/** Ramp as CSS variables, for what is painted before Fluent is there. */
export const paintBrand = (): void => {
  for (const [step, colour] of Object.entries(brand.ramp))
    document.documentElement.style.setProperty(`--b${step}`, colour)
}
