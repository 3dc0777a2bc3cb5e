/** How people are found by what is typed, and their first passwords. */
import { soundsLike } from '#shared/school/people/sound.rules.ts'
import { isDemo } from '#functions/kit/messenger.ts'
import { randomOf } from '#functions/kit/ports.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { School } from '#shared/school/roster/school.types.ts'
import type { NewUser } from '#functions/identity/identity.public.ts'

/** Whether what was typed (Chinese, pinyin, initials, digits) finds this person. */
export const matches = (typed: string, person: { pinyin: string; names: readonly string[] }): boolean => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  return (
    text === '' ||
    person.names.some((n) => n.toLowerCase().includes(text)) ||
    (/^[a-z]+$/.test(text) && soundsLike(text, person.pinyin))
  )
}

/**
 * Whether a password that another person gave must be changed at the first sign-in: always, but in the demo, whose
 * passwords are public.
 */
export const firstStatus = (mustChange: boolean): number => (mustChange || !isDemo() ? 1 : 0)

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** The letters of random bytes, each as likely: the few highest bytes are passed over. */
export const lettersOf = (bytes: Uint8Array): string =>
  [...bytes]
    .filter((b) => b < 248)
    .slice(0, 10)
    .map((b) => letters[b % letters.length]!)
    .join('')
/** Ten characters that are told apart on paper. */
export const firstPassword = (): string => lettersOf(randomOf(64))

/** An identity in a school. */
export const identityOf = (school: School, userType: number, rest: Partial<NewUser> = {}): NewUser => ({
  userType,
  tenant: schoolTenant(school.schoolId),
  schoolId: school.schoolId,
  schoolName: school.schoolName,
  areaId: school.areaId,
  stage: school.stage,
  ...rest,
})
