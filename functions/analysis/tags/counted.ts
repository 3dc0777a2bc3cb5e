/** A version as it is of the candidates with certain tags alone, for who sees all of it. */
import type { ReportParams } from '#shared/analysis/reports/report.params.ts'
import { choiceOf, isCounted } from '#shared/analysis/tags/choice.rules.ts'
import { countedOf } from '#shared/analysis/tags/counted.rules.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { tagRows } from '../sight.ts'
import type { Seen } from '../sight.ts'
import { indexOf, tagSetIn } from '../snapshot.ts'

/** Who sees some classes alone would learn from two choices what those earned whom he does not see. */
const tagSetsSeen = async ({ paper, version, head, sight }: Seen): Promise<string[][] | undefined> =>
  head.tags && sight.classIds === null ? (await indexOf(paper, version.v)).tagSets : undefined

/** By which tags the candidates may be chosen, with how many have each; none where nothing may be chosen. */
export const tagsOffered = async (seen: Seen): Promise<{ tag: string; students: number }[]> =>
  (await tagSetsSeen(seen)) ? (await tagRows(seen)).map((f) => ({ tag: f.groupName, students: f.registered })) : []

/** Itself where no tag is chosen, or none may be. */
export const countedSeen = async (seen: Seen, { tags = [] }: Pick<ReportParams, 'tags'>): Promise<Seen> => {
  const sets = tags.length > 0 ? await tagSetsSeen(seen) : undefined
  if (!sets) return seen
  const { paper, version, head, report } = seen
  const choice = choiceOf(tags)
  const wanted = sets.flatMap((own, i) => (isCounted(choice, own) ? [i] : []))
  const sums = await inTurns(wanted, 8, async (i) => [i, await tagSetIn(paper, version.v, i)] as const)
  const counted = countedOf(head, choice, new Map(sums))
  return { ...seen, report: { ...report, ...counted.report }, counted }
}
