/** What becomes of an exam's roster when it is changed after the exam was made: the next roster, and how it differs. Pure. */
import * as z from 'zod'
import { ClassId, StudentId } from '#shared/kit/ids.ts'
import type { Candidate } from '../exam.types.ts'
import { mostTagsOfCandidate } from './tag.rules.ts'

/**
 * `today`: as the school's classes stand now. The others add or take out students or whole classes, and leave the rest as
 * it was copied.
 */
export const RosterWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('today') }),
  z.object({ kind: z.literal('add'), studentIds: z.array(StudentId).min(1, '请选择学生').max(200) }),
  z.object({ kind: z.literal('remove'), studentIds: z.array(StudentId).min(1, '请选择考生').max(200) }),
  z.object({ kind: z.literal('addClasses'), classIds: z.array(ClassId).min(1, '请选择班级').max(200) }),
  z.object({ kind: z.literal('removeClasses'), classIds: z.array(ClassId).min(1, '请选择班级').max(200) }),
])
export type RosterWish = z.infer<typeof RosterWish>

/** One candidate whom a change concerns. */
export const RosterChange = z.object({
  kind: z.enum(['added', 'gone', 'kept', 'moved', 'renamed', 'numbered', 'chosen']),
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  /** Before: the class, the name or the number. */
  was: z.string().optional(),
  /** Sheets of theirs are there already. */
  scanned: z.boolean().optional(),
})
export type RosterChange = z.infer<typeof RosterChange>

/**
 * The roster then. `copied`: as the school's roster stands now, of all classes that the wish concerns.
 */
export const nextRoster = (
  wish: RosterWish,
  before: readonly Candidate[],
  copied: readonly Candidate[],
): Candidate[] => {
  const there = new Set<string>(before.map((c) => c.studentId))
  switch (wish.kind) {
    case 'today':
      return [...copied]
    case 'remove':
      return before.filter((c) => !wish.studentIds.includes(c.studentId))
    case 'removeClasses':
      return before.filter((c) => !wish.classIds.includes(c.classId))
    case 'add':
      return [...before, ...copied.filter((c) => !there.has(c.studentId) && wish.studentIds.includes(c.studentId))]
    case 'addClasses':
      return [...before, ...copied.filter((c) => !there.has(c.studentId) && wish.classIds.includes(c.classId))]
  }
}

/** Who has sheets stays a candidate, also when the roster has lost them. */
export const keepingSheets = (
  next: readonly Candidate[],
  before: readonly Candidate[],
  withSheets: ReadonlySet<string>,
): Candidate[] => {
  const there = new Set<string>(next.map((c) => c.studentId))
  return [...next, ...before.filter((c) => withSheets.has(c.studentId) && !there.has(c.studentId))]
}

/** Who was a candidate before, and is not as before: of them it is asked who has sheets. */
export const touchedIn = (before: readonly Candidate[], next: readonly Candidate[]): StudentId[] => {
  const was = new Set<string>(before.map((c) => c.studentId))
  const ids = rosterChanges(before, next).map((c) => c.studentId)
  return [...new Set(ids.filter((id) => was.has(id)))]
}

/** How two rosters differ, a line a candidate and kind; `kept` are those whom their sheets have kept. */
export const rosterChanges = (
  before: readonly Candidate[],
  next: readonly Candidate[],
  { kept = new Set(), scanned = kept }: { kept?: ReadonlySet<string>; scanned?: ReadonlySet<string> } = {},
): RosterChange[] => {
  const was = new Map(before.map((c) => [c.studentId as string, c]))
  const is = new Set<string>(next.map((c) => c.studentId))
  const of = ({ studentId, studentName, studentNumber, className }: Candidate) => ({
    studentId,
    studentName,
    studentNumber,
    className,
    ...(scanned.has(studentId) ? { scanned: true } : {}),
  })
  const chosen = (c: Candidate): string => JSON.stringify([c.chosen ?? [], c.without ?? []])
  return [
    ...next.flatMap((c): RosterChange[] => {
      const old = was.get(c.studentId)
      if (!old) return [{ kind: 'added', ...of(c) }]
      if (kept.has(c.studentId)) return [{ kind: 'kept', ...of(c) }]
      return [
        ...(old.classId === c.classId && old.className === c.className
          ? []
          : [{ kind: 'moved' as const, ...of(c), was: old.className }]),
        ...(old.studentName === c.studentName ? [] : [{ kind: 'renamed' as const, ...of(c), was: old.studentName }]),
        ...(old.studentNumber === c.studentNumber
          ? []
          : [{ kind: 'numbered' as const, ...of(c), was: old.studentNumber }]),
        ...(chosen(old) === chosen(c) ? [] : [{ kind: 'chosen' as const, ...of(c) }]),
      ]
    }),
    ...before.filter((c) => !is.has(c.studentId)).map((c): RosterChange => ({ kind: 'gone', ...of(c) })),
  ]
}

/** Numbers that two candidates would have. */
export const doubledNumbers = (roster: readonly Pick<Candidate, 'studentNumber'>[]): string[] => {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { studentNumber } of roster) (seen.has(studentNumber) ? twice : seen).add(studentNumber)
  return [...twice].sort()
}

const words: Readonly<Record<RosterChange['kind'], (n: number) => string>> = {
  added: (n) => `新增${n}人。`,
  gone: (n) => `移出${n}人，他们不再出现在名单、成绩和报告中。`,
  kept: (n) => `${n}人已有答题卡，仍保留在名单中；要移出，请先删除其答题卡。`,
  moved: (n) => `${n}人的班级改变，之后的成绩和报告按新的班级统计。`,
  renamed: (n) => `${n}人的姓名改变。`,
  numbered: (n) => `${n}人的考号改变。`,
  chosen: (n) => `${n}人的选课改变，参加的科目随之改变。`,
}

/** What a change does, a sentence each. `cards`: so many cards of the exam's papers are published. */
export const whatRosterMoves = (changes: readonly RosterChange[], { cards }: { cards: number }): string[] => {
  const counts = Map.groupBy(changes, (c) => c.kind)
  const lines = (Object.keys(words) as RosterChange['kind'][]).flatMap((kind) => {
    const n = counts.get(kind)?.length ?? 0
    return n > 0 ? [words[kind](n)] : []
  })
  const scanned = new Set(changes.filter((c) => c.scanned && c.kind !== 'kept').map((c) => c.studentId)).size
  const reprint = cards > 0 && changes.some((c) => c.kind === 'added' || c.kind === 'numbered')
  return [
    ...lines,
    ...(scanned > 0 ? [`其中${scanned}人已有答题卡，答题卡和得分仍归本人。`] : []),
    ...(reprint ? ['已打印的个人答题卡上是原来的考号：请为这些考生重新打印，或发空白答题卡。'] : []),
  ]
}

/** The words that `next` adds to `old` and takes from it, said of the row as it stands. A word too many is not added. */
const withChange = <T extends string>(
  row: readonly T[] = [],
  old: readonly T[] = [],
  next: readonly T[] = [],
  most: number,
) => {
  const kept = row.filter((x) => !old.includes(x) || next.includes(x))
  return [...kept, ...next.filter((x) => !old.includes(x) && !row.includes(x))].slice(0, Math.max(most, kept.length))
}

/** A candidate as the row stands, with the tags and the releases that were said of it as it was read. */
export const withWords = (row: Candidate, old: Candidate, next: Candidate): Candidate => {
  const { tags: _tags, withheld: _withheld, shownSince: _since, ...rest } = row
  const tags = withChange(row.tags, old.tags, next.tags, mostTagsOfCandidate)
  const withheld = withChange(row.withheld, old.withheld, next.withheld, Infinity)
  const shownSince = { ...next.shownSince, ...row.shownSince }
  return {
    ...rest,
    ...(tags.length > 0 ? { tags } : {}),
    ...(withheld.length > 0 ? { withheld } : {}),
    ...(Object.keys(shownSince).length > 0 ? { shownSince } : {}),
  }
}
