import { addCardPicture, cardPictures } from '#shared/card/designer/picture.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { addPicture, shownPictures } from './picture.commands.ts'

export const pictureHandlers = [
  implement(addCardPicture, ({ input, caller }) => addPicture(input, caller)),
  implement(cardPictures, ({ input }) => shownPictures(input.cardId)),
]
