/** Pictures of a card: a crest beside the title, figures in the questions' frames. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CardId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { cardProblemList } from '../card.problems.ts'
import { CardPicture } from '../card.types.ts'

const Shown = CardPicture.pick({ sha256: true, width: true, height: true }).extend({
  /** Opens it for a while. */
  url: z.string(),
})

export const addCardPicture = call('POST /api/card/design/picture', {
  summary: 'Keep an uploaded picture with a card, by its content; a design then says where it stands',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({
      cardId: CardId,
      /** Granted by the upload's own call. */
      key: z.string().min(1).max(400),
    }),
  output: () => Shown,
  timeoutMs: 60_000,
  problems: [
    cardProblemList.notFound,
    cardProblemList.foreignUpload,
    cardProblemList.badPicture,
    cardProblemList.locked,
  ],
  refreshes: ['cardPictures'],
})

export const cardPictures = call('GET /api/card/design/pictures', {
  summary: 'The pictures that a card keeps, with an address for each',
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => z.array(Shown),
  feeds: ['cardPictures'],
})
