/**
 * To whom of an exam's candidates a paper's results are released: to all of them, unless some are withheld. A word on the
 * candidate, as a tag is: what is published, and all figures, are of all of them. Pure.
 */
import * as z from 'zod'
import { candidatesMeant } from '../roster/candidateWish.rules.ts'
import type { CandidateWish } from '../roster/candidateWish.rules.ts'
import type { Candidate, Paper } from '../exam.types.ts'
import { takesPaper } from './total.rules.ts'

/** `only`: to these and no others; `add`: to these too; `remove`: not to these. To all again is `add` of all. */
export const ReleaseAct = z.enum(['only', 'add', 'remove'])
export type ReleaseAct = z.infer<typeof ReleaseAct>

/** A total tells what its papers earned: who is not shown one of these is not shown the total. */
export const isWithheld = (
  { withheld = [] }: Pick<Candidate, 'withheld'>,
  { paperId, total = [] }: Pick<Paper, 'paperId' | 'total'>,
): boolean => withheld.some((id) => id === paperId || total.some((part) => part.paperId === id))

/** Since when a student was shown a result first, where it was withheld once; a total when the last of its papers was. */
export const shownFirst = (
  { shownSince = {} }: Pick<Candidate, 'shownSince'>,
  { paperId, total = [] }: Pick<Paper, 'paperId' | 'total'>,
): number => Math.max(0, ...[paperId, ...total.map((part) => part.paperId)].map((id) => shownSince[id] ?? 0))

/**
 * The candidates who change, and to how many of those who take the paper it is released then; with any problem none does.
 * Said of the whole roster: who did not choose the course and handed in a sheet all the same has a result of it too.
 * `only`: who comes to the roster later is not one of those to whom alone it is released.
 * `publishedNow`: the time, where its results are published: only then is anything shown, or was before it was withheld.
 */
export const planRelease = (
  { paperId, act, wish }: { paperId: Paper['paperId']; act: ReleaseAct; wish: CandidateWish },
  roster: readonly Candidate[],
  { wasOnly = false, publishedNow }: { wasOnly?: boolean; publishedNow?: number } = {},
): { put: Candidate[]; released: number; only: boolean; problems: string[] } => {
  const { meant, problems } = candidatesMeant(wish, roster)
  if (problems.length > 0) return { put: [], released: 0, only: wasOnly, problems }
  const ids = new Set<string>(meant.map((c) => c.studentId))
  const was = (c: Candidate): boolean => !(c.withheld ?? []).includes(paperId)
  const is = (c: Candidate): boolean => (ids.has(c.studentId) ? act !== 'remove' : act === 'only' ? false : was(c))
  const put = roster
    .filter((c) => is(c) !== was(c))
    .map((c): Candidate => {
      const { withheld = [], ...rest } = c
      const next = is(c) ? withheld.filter((id) => id !== paperId) : [...withheld, paperId]
      const known = rest.shownSince?.[paperId]
      const since = known ?? (publishedNow === undefined ? undefined : is(c) ? publishedNow : 0)
      return {
        ...rest,
        ...(next.length > 0 ? { withheld: next } : {}),
        ...(since === undefined ? {} : { shownSince: { ...rest.shownSince, [paperId]: since } }),
      }
    })
  return {
    put,
    released: roster.filter((c) => is(c) && takesPaper(c, paperId)).length,
    only: (act === 'only' || wasOnly) && !roster.every(is),
    problems: [],
  }
}

/** A list to be cut down: all who take the paper, and whether it is released to each now. */
export const releaseSheet = (takers: readonly Candidate[], paper: Pick<Paper, 'paperId' | 'total'>): string[][] => [
  ['考号', '姓名', '班级', '现在'],
  ...[...takers]
    .sort((a, b) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }))
    .map((c) => [c.studentNumber, c.studentName, c.className, isWithheld(c, paper) ? '不发布' : '发布']),
]
