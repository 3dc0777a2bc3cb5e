/** 标签 of an exam's candidates: words by which a manager sets some of them apart, beside the school's own tags. Pure. */
import * as z from 'zod'
import { ClassId, StudentId } from '#shared/kit/ids.ts'
import { cleanText } from '#shared/kit/text.ts'
import type { Candidate } from './exam.types.ts'

export const mostTagsOfCandidate = 5
/** So many different ones has an exam. */
export const mostTags = 20
export const TagName = z.string().trim().min(1, '请填写标签').max(12, '标签最多12个字')
/** So many lines of a list are read. */
const mostLines = 5000

/** Whom a tag is given to, or taken from. */
export const TagWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('students'), studentIds: z.array(StudentId).min(1, '请选择考生').max(200) }),
  z.object({ kind: z.literal('classes'), classIds: z.array(ClassId).min(1, '请选择班级').max(200) }),
  /** A column of 考号 or 学号, as it was copied of a sheet: each once, none of a stranger. */
  z.object({ kind: z.literal('numbers'), text: z.string().trim().min(1, '请粘贴考号或学号').max(100_000) }),
  z.object({ kind: z.literal('all') }),
])
export type TagWish = z.infer<typeof TagWish>

const shown = 20

const numbered = (text: string, roster: readonly Candidate[]): { ids: Set<string>; problems: string[] } => {
  const lines = text.split(/\r?\n/).map((line, i) => ({ row: i + 1, number: cleanText(line).replace(/^'/, '') }))
  const wanted = lines.filter(({ number }) => number !== '' && number !== '考号' && number !== '学号')
  if (wanted.length > mostLines) return { ids: new Set(), problems: [`一次最多${mostLines}行，请分几次`] }
  // A number of the exam stands over the same number of the roster, which may be another student's.
  const people = new Map([
    ...roster.map((c) => [c.ownNumber ?? c.studentNumber, c.studentId] as const),
    ...roster.map((c) => [c.studentNumber, c.studentId] as const),
  ])
  const rows = new Map<string, number>()
  const problems: string[] = []
  for (const { row, number } of wanted) {
    const id = people.get(number)
    const before = id === undefined ? undefined : rows.get(id)
    if (id === undefined) problems.push(`第${row}行：${number.slice(0, 30)}不是本场考试的考生`)
    else if (before !== undefined) problems.push(`第${row}行：${number}与第${before}行是同一名考生`)
    else rows.set(id, row)
  }
  if (wanted.length === 0) problems.push('没有考号或学号')
  const more = problems.length - shown
  return { ids: new Set(rows.keys()), problems: [...problems.slice(0, shown), ...(more > 0 ? [`另有${more}处`] : [])] }
}

/** The candidates who change, with their tags then; with any problem none does. */
export const planTags = (
  { tag, wish, adds }: { tag: string; wish: TagWish; adds: boolean },
  roster: readonly Candidate[],
): { put: Candidate[]; meant: number; problems: string[] } => {
  const listed = wish.kind === 'numbers' ? numbered(wish.text, roster) : null
  if (listed && listed.problems.length > 0) return { put: [], meant: 0, problems: listed.problems }
  const among: Readonly<Record<TagWish['kind'], (c: Candidate) => boolean>> = {
    students: (c) => wish.kind === 'students' && wish.studentIds.includes(c.studentId),
    classes: (c) => wish.kind === 'classes' && wish.classIds.includes(c.classId),
    numbers: (c) => listed!.ids.has(c.studentId),
    all: () => true,
  }
  const meant = roster.filter(among[wish.kind])
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
