/** Printed cards bear names: the files that were made for printing go, the card stays. */
import { keysUnder, removeObjects } from '#functions/kit/erase.ts'

export const erasePrints = async (card: { cardId: string; owner: string }): Promise<void> => {
  const keys = await keysUnder(card.owner, 'card', card.cardId)
  await removeObjects(keys.filter((k) => k.includes('/print/')))
}
