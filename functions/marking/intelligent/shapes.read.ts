/** Crops of a question's answers as shapes. Only here are their pixels looked at. */
import type { StudentId } from '#shared/kit/ids.ts'
import type { Shape } from '#shared/marking/intelligent/feature.rules.ts'
import type { Grey } from '#shared/marking/intelligent/ink.rules.ts'
import { shapesOf } from '#shared/marking/intelligent/shapes.rules.ts'
import { getObject, ObjectMissing } from '#functions/kit/objects.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { images } from '../marking.store.ts'
import { picturesOf } from '../answerPictures.ts'

/** A larger crop is no blank's: its answers are looked at one by one. */
const mostPixels = 400_000
/** Objects that are fetched side by side. */
const together = 24

const decoded = async (key: string): Promise<Grey | null> => {
  try {
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(await getObject(key), { limitInputPixels: mostPixels })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.channels === 1 ? { width: info.width, height: info.height, data } : null
  } catch (error) {
    // What cannot be opened is for a person to look at; a store that does not answer is asked again by the job.
    if (error instanceof ObjectMissing || (error instanceof Error && /input|pixel|image/i.test(error.message)))
      return null
    throw error
  }
}

/** Null where nothing can be said: more than one picture, a crop that shows several questions, one that is not there. */
export const shapesOfStudents = async (
  paperId: string,
  questionId: string,
  students: readonly StudentId[],
): Promise<(Shape | null)[]> => {
  const rows = new Map(
    (await images.getMany(students.map((studentId) => ({ paperId, studentId })))).map((i) => [
      i.studentId as string,
      i,
    ]),
  )
  const crops = await inTurns(students, together, async (id) => {
    const of = rows.get(id)
    const { blocks } = of ? picturesOf(of, questionId) : { blocks: [] }
    const [only] = blocks
    if (blocks.length !== 1 || only!.questionIds.length !== 1 || only!.width * only!.height > mostPixels) return null
    return decoded(only!.key)
  })
  const there = crops.flatMap((c, i) => (c ? [{ c, i }] : []))
  const shapes = shapesOf(there.map(({ c }) => c))
  const out: (Shape | null)[] = students.map(() => null)
  there.forEach(({ i }, k) => (out[i] = shapes[k]!))
  return out
}
