/** The sensitive-information switch of a user (spec 1 §5), as the rooms that show personal fields ask for it. */
import { sensitives } from '../identity.store.ts'
import { passwordMatches } from '../signIn/password.ts'

export type SensitiveAnswer = 'off' | 'needed' | 'wrong' | 'right'

/** Whether the switch is on. */
export const isGuarded = async (userId: string): Promise<boolean> => (await sensitives.get({ userId }))?.status === 1

/** How a password stands to the switch: 'off' where none is asked for. */
export const judgeSensitive = async (userId: string, password: string | undefined): Promise<SensitiveAnswer> => {
  const row = await sensitives.get({ userId })
  if (row?.status !== 1 || !row.passwordHash) return 'off'
  if (!password) return 'needed'
  return (await passwordMatches(password, row.passwordHash)) ? 'right' : 'wrong'
}
