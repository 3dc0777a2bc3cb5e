/**
 * A report of a paper: one value from which its route, its tab, its exports, its row of the permission matrix and every
 * form follow. `build` is pure and gives raw numbers; words come last (`shared/kit/report`).
 */
import type { ReportParam, ReportRow, ReportSource, ReportValue } from '#shared/kit/report/report.types.ts'
import type { ClassFigures, GroupFigures, ItemFigures, PaperReport } from '../analysis.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { TranscriptRow } from '../publication.types.ts'
import { faceOf } from './faces.ts'
import type { ReportFace, ReportId } from './faces.ts'
import type { ReportParams } from './report.params.ts'

export type Hidden = { hidden?: boolean }
export type ClassGroup = ClassFigures & Hidden & { classId: string; className: string }
export type Item = ItemFigures & { answer: string }

/** What reports are made from: one version of a paper, cut to what the reader may see. */
export type ReportData = {
  source: ReportSource
  overall: PaperReport['overall'] & Hidden
  items: readonly Item[]
  questions: readonly PaperQuestion[]
  reliability: PaperReport['reliability']
  standings: PaperReport['standings']
  settings: PaperReport['settings']
  /** Those that are seen; their figures only where the report asks for them. */
  seen: readonly { classId: string; className: string }[]
  classes: readonly ClassGroup[]
  /** How many present candidates the figures of the whole count besides those of the classes seen. */
  unseen: number
  /** The rank among all may be seen. */
  totalRank: boolean
  /** Students, where the report asks for them. */
  lines: readonly TranscriptRow[]
  /** How many there are, of whom `lines` may be a page. */
  students: { total: number; pageNumber: number; present: number; mean: number | null }
}

export type Policy = {
  /** The figures of a group of fewer could tell of one person. */
  smallest: number
  /** The reader may see each student of the groups by name: nothing of these groups is a secret then. */
  named: boolean
}

const nobody = { count: 0, rate: null }
const blank: Partial<GroupFigures> = {
  mean: null,
  sigma: null,
  s: null,
  max: null,
  min: null,
  median: null,
  scoreRate: null,
  composite: null,
  boxPlot: null,
  sections: [],
  levels: [],
  rates: { excellent: nobody, good: nobody, pass: nobody, low: nobody },
}
const silentItem = (i: Item): Item => ({
  ...i,
  mean: null,
  sigma: null,
  s: null,
  difficulty: null,
  difficultyBand: null,
  discrimination: null,
  discriminationBand: null,
  pointBiserial: null,
  itemRest: null,
  alphaIfDeleted: null,
  zero: nobody,
  full: nobody,
  options: [],
})
const silent = (c: ClassGroup): ClassGroup => ({
  ...c,
  ...blank,
  hidden: true,
  meanRank: null,
  meanDifference: null,
  rankSections: [],
  itemScoreRates: [],
  itemAnswered: [],
})

const unranked = (line: TranscriptRow): TranscriptRow => ({ ...line, rank: null, percentileRank: null, t: null })

/**
 * Takes out what could tell of one person, before any report is built: groups that are too small; one more where the
 * only one left out would follow from the whole; the whole where it would give away the few whom the reader does not see.
 */
export const protect = (data: ReportData, { smallest, named }: Policy): ReportData => {
  const small = (n: number): boolean => n > 0 && n < smallest
  const { overall } = data
  const left = new Set(named ? [] : data.classes.filter((c) => small(c.present)).map((c) => c.classId))
  const told = data.classes.filter((c) => c.present > 0 && !left.has(c.classId))
  if (left.size === 1 && told.length > 0) left.add(told.reduce((a, b) => (b.present < a.present ? b : a)).classId)
  const hidden = small(data.unseen) || (!named && small(overall.present))
  const classes = data.classes.map((c) =>
    left.has(c.classId) ? silent(c) : hidden ? { ...c, meanRank: null, meanDifference: null } : c,
  )
  if (!hidden) return { ...data, classes }
  return {
    ...data,
    classes,
    overall: {
      ...overall,
      ...blank,
      hidden: true,
      difficultyBand: null,
      discrimination: null,
      discriminationBand: null,
    },
    items: data.items.map(silentItem),
    standings: [],
    reliability: {
      alpha: null,
      kr20: null,
      kr21: null,
      splitHalf: null,
      spearmanBrown: null,
      guttman: null,
      sem: null,
    },
    lines: data.lines.map(unranked),
    totalRank: false,
  }
}

export type ReportBody = Omit<ReportValue, 'id' | 'title' | 'question' | 'source'>

/** Which students a report wants: a page as its reader sorts and filters it, or the best between two totals. */
export type LinesWanted = 'page' | { low: number; high: number; most: number }

export type ReportSpec = {
  /** What it answers. */
  question: string
  /** What it is cut by. */
  groups: readonly ('class' | 'student')[]
  params: readonly ReportParam[]
  /** What it needs beyond the figures of the whole. */
  needs: { classes?: true; lines?: (data: ReportData, params: ReportParams) => LinesWanted }
  /** A student as a row, for lists too long for memory. */
  row?: (data: ReportData) => (line: TranscriptRow) => ReportRow
  build: (data: ReportData, params: ReportParams) => ReportBody
}
export type Report<Id extends ReportId = ReportId> = { id: Id } & ReportFace &
  Omit<ReportSpec, 'row'> & {
    value: (data: ReportData, policy: Policy, params: ReportParams) => ReportValue
    row?: (data: ReportData, policy: Policy) => (line: TranscriptRow) => ReportRow
  }

const optionOf = ({ classId, className }: ReportData['seen'][number]) => ({ value: classId, label: className })

/** A row says no more than the page of its list would, and stands under the same heads. */
const rowOf =
  (row: NonNullable<ReportSpec['row']>) =>
  (data: ReportData, policy: Policy): ((line: TranscriptRow) => ReportRow) => {
    const told = protect(data, policy)
    const write = row(told)
    return told.overall.hidden ? (line) => write(unranked(line)) : write
  }

export const report = <const Id extends ReportId>(id: Id, { row, ...spec }: ReportSpec): Report<Id> => ({
  id,
  ...faceOf(id),
  ...spec,
  ...(row ? { row: rowOf(row) } : {}),
  value: (data, policy, params) => ({
    id,
    title: faceOf(id).title,
    question: spec.question,
    source: data.source,
    ...(spec.params.some((p) => p.field === 'classId') ? { options: { classId: data.seen.map(optionOf) } } : {}),
    ...spec.build(protect(data, policy), params),
  }),
})
