import {
  addCardPicture,
  cardPictures,
  dropCrest,
  offeredCrests,
  takeCrest,
} from '#shared/card/designer/picture.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { addPicture, crestsFor, dropOffered, shownPictures, takeOffered } from './picture.commands.ts'

export const pictureHandlers = [
  implement(addCardPicture, ({ input, caller }) => addPicture(input, caller)),
  implement(offeredCrests, ({ input, caller }) => crestsFor(input, caller)),
  implement(takeCrest, ({ input, caller }) => takeOffered(input, caller)),
  implement(dropCrest, ({ input, caller }) => dropOffered(input, caller)),
  implement(cardPictures, ({ input }) => shownPictures(input.cardId)),
]
