import type { ScriptImages } from '#shared/marking/marking.types.ts'
import { picturesOf } from '../answerPictures.ts'

const mostPictures = 4

/** The pictures of an answer, where they show it alone and some ink; a shared crop says nothing of which is meant. */
export const readablePictures = (of: ScriptImages | undefined, questionId: string) => {
  const { blocks } = of && !of.unseen?.includes(questionId) ? picturesOf(of, questionId) : { blocks: [] }
  const fit =
    blocks.length > 0 &&
    blocks.length <= mostPictures &&
    blocks.every((b) => b.questionIds.length === 1) &&
    blocks.some((b) => !b.likelyBlank)
  return fit ? blocks : null
}
