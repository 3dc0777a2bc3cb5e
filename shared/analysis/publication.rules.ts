/** From scores to a snapshot, and from a snapshot to what people read. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import type { ClassFigures, PaperReport } from './analysis.types.ts'
import type { OwnCorrections } from './corrections.rules.ts'
import type {
  CandidateState,
  ChangeRow,
  ResultItem,
  SnapshotColumns,
  SnapshotData,
  SnapshotHead,
  SortedRange,
  StudentResult,
  TranscriptRow,
} from './publication.types.ts'
import type { Distribution } from './stats/describe.ts'
import { rankList } from './stats/paper.ts'
import { fullScoreOf } from './stats/shard.ts'
import type { ClassTotals, PaperItem, PaperRows } from './stats/shard.ts'

/** Below this many present candidates a figure of the group could tell of one person: it is not shown to students. */
export const smallestGroup = 5

/** A paper's classes: where its course walks teaching classes beside the administrative ones, which `homes` are by themselves. */
export type GroupsOfPaper = {
  paperId: string
  classes: readonly { classId: string }[]
  homes?: readonly { classId: string }[] | undefined
}

const indexesOf = (homes: readonly { classId: string }[], roster: readonly Candidate[]): number[] => {
  const places = new Map(homes.map((h, i) => [h.classId, i]))
  return roster.map((c) => places.get(c.classId) ?? -1)
}

/** Candidates in the order of the roster with their scores; who has no script is missing. */
export const snapshotColumns = (
  roster: readonly Candidate[],
  { paperId, classes, homes }: GroupsOfPaper,
  scores: PaperScores,
): SnapshotColumns => {
  const place = new Map(scores.studentIds.map((id, i) => [id as string, i]))
  const classIndex = new Map(classes.map((c, i) => [c.classId, i]))
  const at = (c: Candidate): number | undefined => place.get(c.studentId)
  const here = (c: Candidate): number | undefined => {
    const i = at(c)
    return i !== undefined && scores.states[i] === 'present' ? i : undefined
  }
  return {
    studentId: roster.map((c) => c.studentId),
    studentName: roster.map((c) => c.studentName),
    studentNumber: roster.map((c) => c.studentNumber),
    // The class of the paper: the one in which its course is learned, where that is another.
    classOf: roster.map((c) => classIndex.get(c.teaching?.[paperId] ?? c.classId) ?? classIndex.get(c.classId) ?? -1),
    ...(homes ? { homeOf: indexesOf(homes, roster) } : {}),
    state: roster.map((c) => {
      const i = at(c)
      return i === undefined ? 'missing' : scores.states[i]!
    }),
    scores: roster.map((c) => (here(c) === undefined ? [] : [...scores.scores[here(c)!]!])),
    chosen: roster.map((c) => (here(c) === undefined ? [] : [...scores.chosen[here(c)!]!])),
  }
}

type Computed = Pick<PaperScores, 'questionIds' | 'studentIds' | 'states' | 'scores'>

/** Students whose two independent scores differ in any question, or whom only one computation knows (I11). */
export const differingStudents = (a: Computed, b: Computed): string[] => {
  const questions = new Map(b.questionIds.map((id, i) => [id as string, i]))
  const rows = new Map(b.studentIds.map((id, i) => [id as string, i]))
  const columns = a.questionIds.map((id) => questions.get(id))
  const differs = (row: number): boolean => {
    const other = rows.get(a.studentIds[row]!)
    if (other === undefined || a.states[row] !== b.states[other]) return true
    if (a.states[row] !== 'present') return false
    return columns.some((column, i) => column === undefined || a.scores[row]![i] !== b.scores[other]![column])
  }
  const known = new Set<string>(a.studentIds)
  return [
    ...a.studentIds.filter((_, row) => differs(row)),
    ...b.studentIds.filter((id, row) => !known.has(id) && b.states[row] === 'present'),
  ]
}

const letterBit = (letter: string, unitType: number): number =>
  unitType === 3 ? (letter === 'T' ? 1 : 2) : 2 ** (letter.charCodeAt(0) - 65)

const optionsOf = (q: PaperQuestion): number | undefined =>
  isObjective(q) ? (q.unitType === 3 ? 2 : (q.optionCount ?? 4)) : undefined

/** Choices as bits; a letter beyond the options (a key was changed to fewer) is not counted. */
const maskOf = (chosen: string, q: PaperQuestion): number => {
  const limit = 2 ** (optionsOf(q) ?? 0)
  return [...chosen].reduce((mask, letter) => {
    const bit = letterBit(letter, q.unitType)
    return bit < limit ? mask | bit : mask
  }, 0)
}

/** The questions as the statistics read them. */
export const itemsOf = (questions: readonly PaperQuestion[]): PaperItem[] =>
  questions.map((q) => {
    const options = optionsOf(q)
    return {
      questionId: q.questionId,
      number: q.number,
      fullScore: q.fullScore,
      objective: isObjective(q),
      ...(options === undefined ? {} : { options }),
      ...(q.unitType === 3 ? { judged: true } : {}),
      ...(q.optional ? { optional: q.optional } : {}),
    }
  })

/** The snapshot as the statistics read it. */
export const rowsOf = (data: SnapshotData): PaperRows => {
  const k = data.questions.length
  const n = data.studentId.length
  const scores = new Int32Array(n * k)
  const chosen = new Int32Array(n * k)
  const present = new Uint8Array(n)
  const taken = new Uint8Array(n * k)
  data.state.forEach((state, row) => {
    if (state !== 'present') return
    present[row] = 1
    data.questions.forEach((q, i) => {
      scores[i * n + row] = data.scores[row]![i]!
      const letters = data.chosen[row]![i] ?? ''
      const answered = letters !== notAnswered && letters !== pageMissing
      taken[i * n + row] = answered ? 1 : 0
      if (isObjective(q)) chosen[i * n + row] = answered ? maskOf(letters, q) : 0
    })
  })
  return {
    items: itemsOf(data.questions),
    scores,
    chosen,
    taken,
    present,
    classOf: Int32Array.from(data.classOf),
  }
}

/**
 * The places without a score of their own: not chosen, or on a page that was not handed in. Where a group of optional
 * questions lies on such a page and none of it is known to be chosen, all of it is lacked.
 */
const placesIn = (
  questions: SnapshotData['questions'],
  chosen: readonly string[],
): Pick<TranscriptRow, 'notTaken' | 'lacked'> => {
  const unknown = new Set((unansweredIn(questions, chosen) ?? []).flatMap((g) => (g.lacked ? g.numbers : [])))
  const isLacked = (i: number): boolean =>
    chosen[i] === pageMissing || (questions[i]!.optional !== undefined && unknown.has(questions[i]!.number))
  const notTaken = chosen.flatMap((c, i) => (c === notAnswered && !isLacked(i) ? [i] : []))
  const lacked = chosen.flatMap((_, i) => (isLacked(i) ? [i] : []))
  return { ...(notTaken.length > 0 ? { notTaken } : {}), ...(lacked.length > 0 ? { lacked } : {}) }
}

/** What stands in the place of a question's score, in words; null where a score stands. */
export const noScoreWord = (row: Pick<TranscriptRow, 'notTaken' | 'lacked'>, place: number): string | null =>
  row.notTaken?.includes(place) ? '未选' : row.lacked?.includes(place) ? '缺页' : null

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
      ...(corrected[studentId] ? { corrected: [...corrected[studentId]] } : {}),
    }
  })
}

/** At most this many questions are named in "went well" and in "do next". */
const named = 5

/**
 * What a student did better than most, and what to work on first: losses on questions that most could do, dearest
 * first (points lost × the share that the others got), and full marks on questions where most lost some, hardest first.
 */
export const adviceOf = (items: readonly ResultItem[]): Pick<StudentResult, 'wentWell' | 'doNext'> => {
  const rate = (i: ResultItem): number => i.scoreRate ?? 0
  // On a page that was not handed in nothing was done better or worse.
  const known = items.filter((i) => i.scoreRate !== null && !i.lacked)
  const first = (list: ResultItem[], worth: (i: ResultItem) => number): string[] =>
    list
      .map((i) => ({ number: i.number, worth: worth(i) }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, named)
      .map((i) => i.number)
  return {
    wentWell: first(
      known.filter((i) => i.score === i.fullScore && rate(i) < 0.7),
      (i) => 1 - rate(i),
    ),
    doNext: first(
      known.filter((i) => i.score < i.fullScore && rate(i) >= 0.5 && i.score / i.fullScore < rate(i)),
      (i) => (i.fullScore - i.score) * rate(i),
    ),
  }
}

/**
 * Groups of optional questions of which this row has answered none: their points are part of the full mark as well. Of a
 * group whose page was not handed in it is not known which question was meant.
 */
const unansweredIn = (questions: SnapshotData['questions'], chosen: readonly string[]): StudentResult['unanswered'] => {
  const groups = [...Map.groupBy(questions, (q) => q.optional?.group)].flatMap(([group, own]) => {
    const signs = own.map((q) => chosen[questions.indexOf(q)])
    if (group === undefined || signs.some((s) => s !== notAnswered && s !== pageMissing)) return []
    const lacked = signs.includes(pageMissing)
    return [{ numbers: own.map((q) => q.number), fullScore: fullScoreOf(own), ...(lacked ? { lacked } : {}) }]
  })
  return groups.length > 0 ? groups : undefined
}

/** One student's result of version v. */
export const resultOf = (
  data: SnapshotData,
  report: PaperReport,
  row: TranscriptRow,
  v: number,
  pages: StudentReading['pages'],
): StudentResult => {
  const i = data.studentId.indexOf(row.studentId)
  const here = row.state === 'present'
  const told = report.overall.present >= smallestGroup
  const unanswered = here ? unansweredIn(data.questions, data.chosen[i]!) : undefined
  const items = here
    ? data.questions
        .map((q, k): ResultItem => ({
          questionId: q.questionId,
          number: q.number,
          objective: isObjective(q),
          score: row.scores[k]!,
          fullScore: q.fullScore,
          ...(data.chosen[i]![k] === pageMissing ? { lacked: true } : {}),
          ...(q.optional ? { optional: true } : {}),
          ...(isObjective(q)
            ? {
                chosen: data.chosen[i]![k]?.replace(pageMissing, '') ?? '',
                answer: data.keys?.[q.questionId] ?? q.answer ?? '',
                ...(q.unitType === 3 ? { judged: true } : {}),
              }
            : {}),
          scoreRate: told ? (report.items[k]?.difficulty ?? null) : null,
        }))
        .filter(
          ({ number }, k) =>
            data.chosen[i]![k] !== notAnswered &&
            !(data.questions[k]!.optional && unanswered?.some((g) => g.numbers.includes(number))),
        )
    : []
  return {
    schema: 1,
    paperId: data.paperId,
    v,
    studentId: row.studentId,
    examName: data.examName,
    courseName: data.courseName,
    examDate: data.examDate,
    studentName: row.studentName,
    className: row.homeName ?? row.className,
    state: row.state,
    total: row.total,
    fullScore: report.fullScore,
    rank: data.studentRank ? row.rank : null,
    candidates: data.studentRank ? report.overall.present : null,
    items,
    ...(unanswered ? { unanswered } : {}),
    ...adviceOf(items),
    ...(row.corrected ? { corrected: row.corrected } : {}),
    // Of the pictures themselves the evidence tells.
    pages: pages.map(({ page, key, width, height }) => ({ page, key, width, height })),
  }
}

/** Each candidate's total, null for who has no script. */
export const totalsIn = (of: Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'>): Map<string, number | null> =>
  new Map(
    of.studentId.map((id, i) => [id, of.state[i] === 'present' ? of.scores[i]!.reduce((a, b) => a + b, 0) : null]),
  )

/** What a new version says of candidates against an older one (whole or in part), the unchanged among them. */
export const changesOf = (
  before: (SnapshotColumns & Pick<SnapshotHead, 'classes'>) | null,
  after: SnapshotColumns & Pick<SnapshotHead, 'classes'>,
): ChangeRow[] => {
  const [old, next] = [before ? totalsIn(before) : new Map<string, number | null>(), totalsIn(after)]
  const row = (of: SnapshotColumns & Pick<SnapshotHead, 'classes'>, i: number): ChangeRow => ({
    studentId: of.studentId[i]!,
    studentName: of.studentName[i]!,
    studentNumber: of.studentNumber[i]!,
    className: of.classes[of.classOf[i]!]?.className ?? '',
    state: of.state[i]!,
    before: old.get(of.studentId[i]!) ?? null,
    after: next.get(of.studentId[i]!) ?? null,
  })
  return [
    ...after.studentId.map((_, i) => row(after, i)),
    ...(before ? before.studentId.flatMap((id, i) => (next.has(id) ? [] : [row(before, i)])) : []),
  ]
}

export const stateNames: Readonly<Record<CandidateState, string>> = {
  present: '到考',
  absent: '缺考',
  missing: '无答卷',
  void: '作废',
}

/** What a caller may see of a transcript: all of it, or the classes given, with or without the rank among all. */
export type Sight = {
  classIds: readonly string[] | null
  totalRank: boolean
  /** Of an exam of several schools, those whose figures are seen as a whole: null is all of them. */
  schoolIds: readonly string[] | null
}

export const seenRows = (
  rows: readonly TranscriptRow[],
  sight: Pick<Sight, 'classIds' | 'totalRank'>,
): TranscriptRow[] => {
  const classes = sight.classIds && new Set(sight.classIds)
  return rows
    .filter((r) => !classes || classes.has(r.classId) || (r.homeId !== undefined && classes.has(r.homeId)))
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

/** Score rates by type of question, in the order of the types: Σ means / Σ full marks. */
export const questionTypeRates = (
  questions: readonly PaperQuestion[],
  report: {
    items: readonly Pick<PaperReport['items'][number], 'mean' | 'answered'>[]
    overall: Pick<PaperReport['overall'], 'present'>
    groups: readonly Pick<ClassFigures, 'classIndex' | 'present' | 'itemScoreRates' | 'itemAnswered'>[]
  },
) => {
  const types = [...new Set(questions.map((q) => q.unitType))].sort((a, b) => a - b)
  return types.map((unitType) => {
    const places = questions.flatMap((q, i) => (q.unitType === unitType ? [i] : []))
    const fullScore = fullScoreOf(places.map((i) => questions[i]!))
    const { present } = report.overall
    // What an optional question adds to the mean of all is what those who chose it got.
    const shareOf = (answered: number | undefined, all: number): number => (all ? (answered ?? all) / all : 0)
    const mean =
      present === 0
        ? null
        : places.reduce((n, i) => {
            const item = report.items[i]!
            return n + (item.mean ?? 0) * shareOf(item.answered, present)
          }, 0)
    const rateIn = (c: (typeof report.groups)[number]): number | null =>
      c.present === 0
        ? null
        : places.reduce(
            (n, i) =>
              n + (c.itemScoreRates[i] ?? 0) * questions[i]!.fullScore * shareOf(c.itemAnswered?.[i], c.present),
            0,
          ) / fullScore
    return {
      unitType,
      count: places.length,
      fullScore,
      mean,
      scoreRate: mean === null ? null : mean / fullScore,
      /** By the group's index. */
      rates: new Map(report.groups.map((g) => [g.classIndex, rateIn(g)])),
    }
  })
}

type Stretch = { readonly from: string; readonly before: string }

/**
 * Slices that lie into one another, with stretches of ids in which to look for what is of no roster. The stretches meet,
 * hold every id, and hold none twice, so that the looking does not grow with the number of schools. Slices of few students
 * have one stretch together, which its first one looks at: a look costs the same however few it finds.
 */
export const watchedBy = <S extends Stretch & { readonly students: number }>(
  slices: readonly S[],
  most: number,
): (S & { watch: Stretch })[] => {
  const order = [...slices.keys()].sort((a, b) => {
    const [one, two] = [slices[a]!.from, slices[b]!.from]
    return one < two ? -1 : one > two ? 1 : a - b
  })
  const looking: number[] = []
  let students = Infinity
  for (const slice of order) {
    students += slices[slice]!.students
    if (students <= most) continue
    looking.push(slice)
    students = slices[slice]!.students
  }
  const watches = new Map(
    looking.map((slice, i) => [
      slice,
      {
        from: i === 0 ? '' : slices[slice]!.from,
        before: i + 1 < looking.length ? slices[looking[i + 1]!]!.from : '~',
      },
    ]),
  )
  return slices.map((slice, i) => ({ ...slice, watch: watches.get(i) ?? { from: '', before: '' } }))
}

/** Sets of schools that figures are compared by; a school lies in one area, and in any number of groups. */
export const setAxes = ['area', 'group'] as const
export type SetAxis = (typeof setAxes)[number]
type PlacedSchool = { readonly area?: string | undefined; readonly groups?: readonly string[] | undefined }

/** The names of a school's sets. */
export const setsOf = ({ area, groups = [] }: PlacedSchool): Readonly<Record<SetAxis, readonly string[]>> => ({
  area: area === undefined ? [] : [area],
  group: groups,
})

/** All sets by name, in the order of their first schools. One area alone is the whole, and nothing to compare. */
export const setsOfSchools = (schools: readonly PlacedSchool[]): Readonly<Record<SetAxis, readonly string[]>> => {
  const named = (axis: SetAxis): string[] => [...new Set(schools.flatMap((s) => setsOf(s)[axis]))]
  const areas = named('area')
  return { area: areas.length > 1 ? areas : [], group: named('group') }
}
