/** How often points of a paper's rubrics were earned, for reports. */
import type { Paper } from '#shared/exam/exam.types.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { PointFigures } from '#shared/marking/rubric/rubric.types.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { groupOf, scriptCounts } from '../counts.ts'
import { answersCounted, pointRows } from './points.counts.ts'
import { rubricsOf } from './rubric.store.ts'

const none: ReadonlyMap<string, number> = new Map()

/**
 * The points of a paper's rubrics, those that are offered no more where some answer has them; beside all answers' counts
 * those of schools or of one school's classes by their ids. Of marks as they are now; null while they were not counted, or
 * where no question has a rubric.
 */
export const pointFigures = async (
  paper: Paper,
  by: 'whole' | 'schools' | { schoolId: string },
): Promise<PointFigures[] | null> => {
  const rubrics = new Map((await rubricsOf(paper.paperId)).map((r) => [r.questionId, r]))
  const own = subjectiveOf(paper.questions).filter((q) => rubrics.has(q.questionId))
  const group = groupOf(paper)
  if (own.length === 0 || (await scriptCounts.wholeSince(group)) === null) return null
  const figures = await inTurns(own, 5, async ({ questionId, number }) => {
    const prefix =
      by === 'whole'
        ? null
        : by === 'schools'
          ? pointRows.schools(questionId)
          : pointRows.classes(questionId, by.schoolId)
    const [[whole], rows] = await Promise.all([
      scriptCounts.readSomeApart(group, [pointRows.whole(questionId)]),
      prefix === null ? [] : scriptCounts.listApart(group, prefix),
    ])
    const all = whole?.counts ?? none
    const { kind, points } = rubrics.get(questionId)!
    const offeredOrHad = points.filter((p) => !p.retired || (all.get(p.id) ?? 0) > 0)
    return offeredOrHad.map((point): PointFigures => {
      const countOf = (counts: ReadonlyMap<string, number>) => ({
        answers: counts.get(answersCounted) ?? 0,
        have: counts.get(point.id) ?? 0,
      })
      const groups = rows.map(({ name, counts }) => [name.slice(prefix!.length), countOf(counts)] as const)
      return { ...point, questionId, number, kind, all: countOf(all), groups: Object.fromEntries(groups) }
    })
  })
  return figures.flat()
}
