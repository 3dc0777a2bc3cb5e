/** Printed cards bear names: the files that were made of them go, the card stays. */
import { keysUnder, removeObjects } from '#functions/kit/erase.ts'
import type { Holding } from '#functions/kit/holding.ts'

/** What lies under an exam: prints, rendered cards (with scores too), lists of seats. Older prints lay under their card. */
const folders = ['print', 'render', 'seats']

export const cardHolding: Holding = {
  room: 'card',
  erasePaper: async ({ examId, cardId, owner }) => {
    const found = await Promise.all(folders.map((folder) => keysUnder(owner, 'card', examId, folder)))
    const older = cardId === undefined ? [] : await keysUnder(owner, 'card', cardId)
    await removeObjects([...found.flat(), ...older.filter((k) => k.includes('/print/'))])
  },
}
