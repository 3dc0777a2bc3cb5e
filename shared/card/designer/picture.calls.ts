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
      /** Beside the title: it is offered to the owner's other cards under this name. */
      crest: CardPicture.shape.name.optional(),
    }),
  output: () => Shown,
  timeoutMs: 60_000,
  problems: [
    cardProblemList.notFound,
    cardProblemList.foreignUpload,
    cardProblemList.badPicture,
    cardProblemList.locked,
  ],
  refreshes: ['cardPictures', 'crests'],
})

const Offered = Shown.extend({ name: CardPicture.shape.name })

export const offeredCrests = call('GET /api/card/design/crests', {
  summary: "Crests of the owner's other cards, for this one, the newest first",
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => z.array(Offered),
  feeds: ['crests'],
})

const OneCrest = z.object({ cardId: CardId, sha256: CardPicture.shape.sha256 })

export const takeCrest = call('POST /api/card/design/crest/take', {
  summary: "Keep one of the owner's crests with a card",
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => OneCrest,
  output: () => Offered,
  problems: [cardProblemList.notFound, cardProblemList.badPicture, cardProblemList.locked],
  refreshes: ['cardPictures'],
})

export const dropCrest = call('POST /api/card/design/crest/drop', {
  summary: 'Offer a crest no more; cards that have it keep it',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () => OneCrest,
  output: () => z.object({ dropped: z.boolean() }),
  problems: [cardProblemList.notFound],
  refreshes: ['crests'],
})

export const cardPictures = call('GET /api/card/design/pictures', {
  summary: 'The pictures that a card keeps, with an address for each',
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () => z.array(Shown),
  feeds: ['cardPictures'],
})
