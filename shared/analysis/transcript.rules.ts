/** The lines of a transcript: who stands in it, what of it a caller may see, and in which order it is read. Pure. */
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { PaperReport } from './analysis.types.ts'
import type { OwnCorrections } from './corrections.rules.ts'
import type { CandidateState, SnapshotData, SortedRange, TranscriptRow } from './publication.types.ts'
import type { Distribution } from './stats/describe.ts'
import { rankList } from './stats/paper.ts'
import type { ClassTotals } from './stats/shard.ts'
import { rowsOf } from './snapshot.rules.ts'
import { unansweredIn } from './result.rules.ts'

/**
 * The places without a score of their own: not chosen, or on a page that was not handed in. Where a group of optional
 * questions lies on such a page and none of it is known to be chosen, all of it is lacked.
 */
const placesIn = (
  questions: SnapshotData['questions'],
  chosen: readonly string[],
): Pick<TranscriptRow, 'notTaken' | 'undone' | 'lacked'> => {
  const groups = unansweredIn(questions, chosen) ?? []
  const numbersOf = (lacks: boolean) => new Set(groups.flatMap((g) => (Boolean(g.lacked) === lacks ? g.numbers : [])))
  const [unknown, none] = [numbersOf(true), numbersOf(false)]
  const isLacked = (i: number): boolean =>
    chosen[i] === pageMissing || (questions[i]!.optional !== undefined && unknown.has(questions[i]!.number))
  const left = chosen.flatMap((c, i) => (c === notAnswered && !isLacked(i) ? [i] : []))
  const undone = left.filter((i) => none.has(questions[i]!.number))
  const notTaken = left.filter((i) => !none.has(questions[i]!.number))
  const lacked = chosen.flatMap((_, i) => (isLacked(i) ? [i] : []))
  return {
    ...(notTaken.length > 0 ? { notTaken } : {}),
    ...(undone.length > 0 ? { undone } : {}),
    ...(lacked.length > 0 ? { lacked } : {}),
  }
}

/** What stands in the place of a question's score, in words; null where a score stands. */
export const noScoreWord = (
  row: Pick<TranscriptRow, 'notTaken' | 'undone' | 'lacked'>,
  place: number,
): string | null => {
  if (row.notTaken?.includes(place)) return '未选'
  if (row.undone?.includes(place)) return '未作答'
  return row.lacked?.includes(place) ? '缺页' : null
}

const homeIn = ({ homes, homeOf }: SnapshotData, row: number): Pick<TranscriptRow, 'homeId' | 'homeName'> => {
  const home = homes?.[homeOf?.[row] ?? -1]
  return home ? { homeId: home.classId, homeName: home.className } : {}
}

/** The lines of a shard, each with its place in the whole cohort; `classes` are the totals of whole classes. */
export const transcriptRows = (
  data: SnapshotData,
  report: Pick<PaperReport, 'standings'>,
  classes: readonly ClassTotals[],
  corrected: OwnCorrections = {},
  setOf?: (row: number) => number,
): TranscriptRow[] => {
  const figures = new Map(rankList(rowsOf(data), report, { classes }).map((c) => [c.row, c]))
  return data.studentId.map((studentId, row): TranscriptRow => {
    const figure = figures.get(row)
    const own = data.classes[data.classOf[row]!]
    return {
      studentId,
      studentName: data.studentName[row]!,
      studentNumber: data.studentNumber[row]!,
      classId: own?.classId ?? ('' as TranscriptRow['classId']),
      className: own?.className ?? '',
      ...homeIn(data, row),
      state: data.state[row]!,
      total: figure?.total ?? null,
      rank: figure?.rank ?? null,
      classRank: figure?.classRank ?? null,
      percentileRank: figure?.percentileRank ?? null,
      t: figure?.t ?? null,
      scores: data.scores[row]!,
      ...placesIn(data.questions, data.chosen[row]!),
      ...(setOf ? { tagSet: setOf(row) } : {}),
      ...(corrected[studentId] ? { corrected: [...corrected[studentId]] } : {}),
    }
  })
}

export const stateNames: Readonly<Record<CandidateState, string>> = {
  present: '到考',
  absent: '缺考',
  missing: '无答卷',
  void: '作废',
  exempt: '免考',
  unmarked: '未评完',
}

/** What a caller may see of a transcript: all of it, or the classes given, with or without the rank among all. */
export type Sight = {
  classIds: readonly string[] | null
  /** Where the course walks, the administrative ones among them that are seen whole; all of them, unless said. */
  homeIds?: readonly string[] | null
  totalRank: boolean
  /** Of an exam of several schools, those whose figures are seen as a whole: null is all of them. */
  schoolIds: readonly string[] | null
}

/** The administrative classes that are seen whole; null is all of them. */
export const homesSeen = ({
  classIds,
  homeIds = classIds,
}: Pick<Sight, 'classIds' | 'homeIds'>): ReadonlySet<string> | null =>
  classIds === null || homeIds === null ? null : new Set(homeIds)

export const seenRows = (
  rows: readonly TranscriptRow[],
  sight: Pick<Sight, 'classIds' | 'homeIds' | 'totalRank'>,
): TranscriptRow[] => {
  const classes = sight.classIds && new Set(sight.classIds)
  const homes = homesSeen(sight)
  return rows
    .filter((r) => !classes || classes.has(r.classId) || (r.homeId !== undefined && homes?.has(r.homeId) !== false))
    .map((r) => (sight.totalRank ? r : { ...r, rank: null, percentileRank: null, t: null }))
}

/** Rows by a column ('-total' descending); who was not there comes last either way; ties by number. */
export const sortRows = (rows: readonly TranscriptRow[], sort = '-total'): TranscriptRow[] => {
  const down = sort.startsWith('-')
  const key = sort.replace(/^-/, '')
  const question = /^q(\d+)$/.exec(key)?.[1]
  const value = (r: TranscriptRow): string | number | null => {
    if (question !== undefined)
      return noScoreWord(r, Number(question)) === null ? (r.scores[Number(question)] ?? null) : null
    switch (key) {
      case 'studentNumber':
        return r.studentNumber
      case 'studentName':
        return r.studentName
      case 'className':
        return r.className
      case 'homeName':
        return r.homeName ?? r.className
      case 'rank':
        return r.rank
      case 'classRank':
        return r.classRank
      default:
        return r.total
    }
  }
  const byNumber = (a: TranscriptRow, b: TranscriptRow): number =>
    a.studentNumber.length - b.studentNumber.length || (a.studentNumber < b.studentNumber ? -1 : 1)
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? byNumber(a, b) : x === null ? 1 : -1
    if (x === y) return byNumber(a, b)
    return (x < y ? -1 : 1) * (down ? -1 : 1)
  })
}

/**
 * Cuts the transcript into stretches of about `size` lines, best first; a total is in one stretch only. Who has no total
 * comes last, in the order of the shards.
 */
export const rangesOf = (
  table: Pick<Distribution, 'values' | 'counts'>,
  parts: readonly { part: number; students: number; present: number }[],
  size: number,
): SortedRange[] => {
  const last = parts.length - 1
  const ranges: SortedRange[] = []
  let open: SortedRange | null = null
  const push = (next: Omit<SortedRange, 'range'>): SortedRange => {
    const range = { range: ranges.length, ...next }
    ranges.push(range)
    return range
  }
  for (let i = table.values.length - 1; i >= 0; i--) {
    const [total, count] = [table.values[i]!, table.counts[i]!]
    if (open && open.students + count <= size) {
      open.students += count
      open.bottom = total
    } else open = push({ students: count, top: total, bottom: total, fromPart: 0, toPart: last })
  }
  open = null
  for (const { part, students, present } of parts) {
    const without = students - present
    if (without === 0) continue
    if (open && open.students + without <= size) {
      open.students += without
      open.toPart = part
    } else open = push({ students: without, top: null, bottom: null, fromPart: part, toPart: part })
  }
  return ranges
}
