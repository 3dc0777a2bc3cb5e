/** Groups held against the marks that were given: of the sheets that are done. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { mostApart } from '#shared/marking/intelligent/intelligent.calls.ts'
import type * as calls from '#shared/marking/intelligent/intelligent.calls.ts'
import { resultOf } from '#shared/marking/intelligent/result.rules.ts'
import { otherRoles, standing, subjectiveOf, worth } from '#shared/marking/marking.rules.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { answersOf } from '../desk/claim.commands.ts'
import { managed } from '../desk/desk.ts'
import { bundles, images, shards } from '../marking.store.ts'
import { picturesOf, signed } from '../answerPictures.ts'

/** Rows that are read of each shard, and sheets of a question that are looked into: ids are digests, so these are by chance. */
const mostRows = 120
const mostSheets = 30

const sheetOf = async (b: Bundle) => ({
  bundle: b,
  studentIds: b.studentIds,
  sets: b.sets,
  given: (await answersOf(b)).flatMap((item) => {
    const mark = standing(item[b.role], item.imageVersion)
    if (!mark || mark.epoch !== b.epoch) return []
    const [other] = otherRoles(b.role).flatMap((role) => {
      const own = role === 'final' ? undefined : standing(item[role], item.imageVersion)
      const score = own && own.by !== mark.by ? worth(own.value) : null
      return score === null ? [] : [score]
    })
    return [{ id: item.studentId, value: mark.value, at: mark.at, ...(other === undefined ? {} : { other }) }]
  }),
})

export const resultsRead = async (
  { paperId }: InputOf<typeof calls.listResult>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.listResult>> => {
  const { paper } = await managed(paperId, caller)
  const rows = await inTurns(
    Array.from({ length: shards }, (_, i) => i),
    4,
    (i) => bundles.query(`bundles#${paperId}#${i}`, { limit: mostRows }),
  )
  const done = rows.flat().filter((b) => b.state === 'done' && b.role !== 'final')
  let sampled = rows.some((r) => r.length === mostRows)
  const questions: AnswerOf<typeof calls.listResult>['questions'] = []
  const apart: AnswerOf<typeof calls.listResult>['apart'] = []
  for (const q of subjectiveOf(paper.questions)) {
    const own = done.filter((b) => b.questionId === q.questionId)
    if (!own.some((b) => b.sets)) continue
    const grouped = own.filter((b) => b.sets)
    sampled ||= grouped.length > mostSheets
    const looked = [...grouped.slice(0, mostSheets), ...own.filter((b) => !b.sets).slice(0, mostSheets)]
    const { apart: others, ...told } = resultOf(await inTurns(looked, 6, sheetOf))
    questions.push({ questionId: q.questionId, number: q.number, ...told })
    const shown = others.slice(0, mostApart - apart.length)
    const pictures = new Map(
      (await images.getMany(shown.map(({ id }) => ({ paperId, studentId: id })))).map((i) => [i.studentId, i]),
    )
    for (const { id, given, most } of shown) {
      const of = pictures.get(id)
      apart.push({
        key: `${q.questionId}|${id}`,
        questionId: q.questionId,
        number: q.number,
        given,
        most,
        images: of ? await signed(picturesOf(of, q.questionId).shown) : [],
      })
    }
  }
  return { courseName: paper.courseName, sampled, questions, apart }
}
