/** 标签 of an exam's candidates: words by which a manager sets some of them apart, beside the school's own tags. Pure. */
import { candidatesMeant } from './candidateWish.rules.ts'
import type { CandidateWish } from './candidateWish.rules.ts'
import type { Candidate } from '../exam.types.ts'
import { line } from '#shared/kit/text.ts'

export const mostTagsOfCandidate = 5
/** So many different ones has an exam. */
export const mostTags = 20
/** Who has none, among those who have one. */
export const noTag = '无标签'
export const mostTagLength = 12
export const TagName = line('标签', mostTagLength, '请填写标签')
/** The candidates who change, with their tags then; with any problem none does. */
export const planTags = (
  { tag, wish, adds }: { tag: string; wish: CandidateWish; adds: boolean },
  roster: readonly Candidate[],
): { put: Candidate[]; meant: number; problems: string[] } => {
  const { meant, problems: unknown } = candidatesMeant(wish, roster)
  if (unknown.length > 0) return { put: [], meant: 0, problems: unknown }
  const changing = meant.filter((c) => (c.tags ?? []).includes(tag) !== adds)
  const put = changing.map(({ tags = [], ...c }): Candidate => {
    const next = adds ? [...tags, tag] : tags.filter((t) => t !== tag)
    return next.length > 0 ? { ...c, tags: next } : c
  })
  const full = put.filter((c) => (c.tags?.length ?? 0) > mostTagsOfCandidate)
  const names = full.slice(0, 3).map((c) => c.studentName)
  const tags = new Set(roster.flatMap((c) => c.tags ?? []))
  const problems = [
    ...(full.length > 0
      ? [`${names.join('、')}${full.length > 3 ? `等${full.length}人` : ''}已有${mostTagsOfCandidate}个标签，不能再加`]
      : []),
    ...(adds && !tags.has(tag) && tags.size >= mostTags ? [`一场考试最多${mostTags}个标签`] : []),
  ]
  return problems.length > 0 ? { put: [], meant: meant.length, problems } : { put, meant: meant.length, problems }
}

/** How many candidates have each tag, the most first. */
export const tagCounts = (roster: readonly Pick<Candidate, 'tags'>[]): { tag: string; students: number }[] => {
  const counts = Map.groupBy(
    roster.flatMap((c) => c.tags ?? []),
    (t) => t,
  )
  return [...counts]
    .map(([tag, all]) => ({ tag, students: all.length }))
    .sort((a, b) => b.students - a.students || a.tag.localeCompare(b.tag, 'zh-Hans-CN'))
}
