/** Which questions the desk shows at once: those of a group, where each of their answers is handed out with the others'. Pure. */
import type { QuestionId } from '#shared/kit/ids.ts'
import type { Arrangement } from '../marking.types.ts'
import { qualityOf } from '../quality/seed.rules.ts'
import { blockOf } from './group.rules.ts'

type Arranged = Pick<Arrangement, 'questions' | 'blocks' | 'like'>

/**
 * The questions of a group in the order of the paper; none where they are marked one after the other: groups of like
 * answers have a desk of their own, seeds lie among the answers of one question and would be known by that, and points of
 * a rubric (`byPoints`) want keys of their own.
 */
export const togetherOf = (
  of: Arranged,
  questionId: QuestionId,
  paper: { joint: boolean; order: readonly QuestionId[]; byPoints: readonly QuestionId[] },
): readonly QuestionId[] => {
  const block = blockOf(of, questionId)
  const alone = block.some((id) => {
    const { seeds } = qualityOf(of, id, paper.joint)
    return of.like?.includes(id) || paper.byPoints.includes(id) || (seeds && seeds.expert + seeds.own > 0)
  })
  const shown = paper.order.filter((id) => block.includes(id))
  return alone || shown.length < 2 ? [] : shown
}
