/**
 * A report of a paper: one value from which its route, its tab, its exports, its row of the permission matrix and every
 * form follow. `build` is pure and gives raw numbers; words come last (`shared/kit/report`).
 */
import type { QuestionGroups } from '#shared/exam/questionGroup.types.ts'
import type { PointFigures } from '#shared/marking/rubric/rubric.types.ts'
import { evenTable } from '#shared/kit/report/cell.words.ts'
import type { ReportParam, ReportRow, ReportSource, ReportValue } from '#shared/kit/report/report.types.ts'
import type { ClassFigures, GroupFigures, ItemFigures, PaperReport } from '../analysis.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { TranscriptRow } from '../publication.types.ts'
import type { CorrectedBy } from '../corrections.rules.ts'
import { tagOptions } from '../tags/choice.rules.ts'
import { faceOf } from './faces.ts'
import type { ReportFace, ReportId } from './faces.ts'
import type { groupAxes, ReportParams } from './report.params.ts'

export type Hidden = { hidden?: boolean }
/** What figures are cut by. */
export type GroupAxis = (typeof groupAxes)[number]
/** Group by group: a class, a school of a joint exam, an area or a group of schools, or those who chose the same courses. */
export type GroupRow = ClassFigures & Hidden & { groupId: string; groupName: string }
/** How the groups of an axis are called. */
export const axisWords = {
  school: { name: '学校', each: '各校', which: '哪所学校', several: '哪些学校', unit: '所学校' },
  class: { name: '班级', each: '各班', which: '哪个班', several: '哪些班', unit: '个班级' },
  area: { name: '区域', each: '各区域', which: '哪个区域', several: '哪些区域', unit: '个区域' },
  group: { name: '学校分组', each: '各组学校', which: '哪一组学校', several: '哪几组学校', unit: '组学校' },
  home: { name: '行政班', each: '各行政班', which: '哪个行政班', several: '哪些行政班', unit: '个行政班' },
  combination: { name: '选科组合', each: '各选科组合', which: '哪个组合', several: '哪些组合', unit: '个组合' },
  tag: { name: '考生标签', each: '各标签', which: '哪个标签', several: '哪些标签', unit: '个标签' },
} as const satisfies Record<GroupAxis, object>
export type AxisWords = (typeof axisWords)[GroupAxis]
/** How the items of a subject are called: questions of a paper, papers of a total. */
export const itemWords = {
  paper: { unit: '题', head: '题号', count: '题数', named: (number: string): string => `第${number}题` },
  total: { unit: '科', head: '科目', count: '科数', named: (courseName: string): string => courseName },
} as const
export type Item = ItemFigures & { answer: string }

/** What reports are made from: one version of a paper, cut to what the reader may see. */
export type ReportData = {
  source: ReportSource
  /** A paper, or a total, whose items are papers. */
  subject: keyof typeof itemWords
  overall: PaperReport['overall'] & Hidden
  items: readonly Item[]
  questions: readonly PaperQuestion[]
  reliability: PaperReport['reliability']
  standings: PaperReport['standings']
  settings: PaperReport['settings']
  /** Those that are seen; their figures only where the report asks for them. */
  seen: readonly { classId: string; className: string }[]
  /** Where the course walks, the administrative classes that are seen: `seen` are its teaching classes then. */
  homes?: readonly { classId: string; className: string }[]
  /** Schools by which the reader may narrow the report down: those whose classes are seen; none in an exam of one. */
  schools: readonly { schoolId: string; schoolName: string }[]
  /** Of several schools, the reader's own, where its figures are seen. */
  ownSchool?: string
  /** Of another's exam the reader sees results alone: the sheets are its organiser's. */
  guest?: boolean
  /** By which tags the candidates who are counted may be chosen, with how many have each. */
  tags?: readonly { tag: string; students: number }[]
  /** What `groups` are, and what else they could be. */
  axis: GroupAxis
  axes: readonly GroupAxis[]
  groups: readonly GroupRow[]
  /** Of questions that have a rubric how often its points were earned, where the report asks; of marks as they are now. */
  points?: readonly PointFigures[]
  /** By question the points of knowledge (章/知识点) that it asks, as they are related now, where the report asks. */
  knowledge?: Readonly<Record<string, readonly string[]>>
  /** By question, and with it, the ability that it asks and its volume. */
  questionGroups?: Readonly<Record<string, QuestionGroups>>
  /** How many present candidates the figures of the whole count besides those whom the reader sees. */
  unseen: number
  /** The rank among all may be seen. */
  totalRank: boolean
  /** Students, where the report asks for them. */
  lines: readonly TranscriptRow[]
  /** Of how many candidates readers were once told otherwise, and what that was. */
  corrected?: CorrectedBy & { students: number }
  /** How many there are, of whom `lines` may be a page. */
  students: { total: number; pageNumber: number; present: number; mean: number | null }
}

export type Policy = {
  /** The figures of a group of fewer could tell of one person. */
  smallest: number
  /** The reader may see each student of the groups by name: nothing of these groups is a secret then. */
  named: boolean
}

const noStudent = { count: 0, rate: null }
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
  rates: { excellent: noStudent, good: noStudent, pass: noStudent, low: noStudent },
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
  zero: noStudent,
  full: noStudent,
  options: [],
})
const silent = (c: GroupRow): GroupRow => ({
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
  const left = new Set(named ? [] : data.groups.filter((c) => small(c.present)).map((c) => c.groupId))
  const told = data.groups.filter((c) => c.present > 0 && !left.has(c.groupId))
  if (left.size === 1 && told.length > 0) left.add(told.reduce((a, b) => (b.present < a.present ? b : a)).groupId)
  const hidden = small(data.unseen) || (!named && small(overall.present))
  const groups = data.groups.map((c) =>
    left.has(c.groupId) ? silent(c) : hidden ? { ...c, meanRank: null, meanDifference: null } : c,
  )
  if (!hidden) return { ...data, groups }
  return {
    ...data,
    groups,
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
  /** What it answers; of groups, by the words of their axis. */
  question: string | ((words: AxisWords) => string)
  /** What it is cut by. */
  groups: readonly ('group' | 'class' | 'student')[]
  params: readonly ReportParam[]
  /** What it needs beyond the figures of the whole. */
  /** `corrected`: of how many of whom its reader sees the last correction changed something. */
  /** `points`: how often the points of rubrics were earned. `knowledge`: which points of knowledge a question asks, and its groups. */
  needs: {
    groups?: true
    corrected?: true
    points?: true
    knowledge?: true
    lines?: (data: ReportData, params: ReportParams) => LinesWanted
  }
  /** A student as a row, for lists too long for memory. */
  row?: (data: ReportData) => (line: TranscriptRow) => ReportRow
  build: (data: ReportData, params: ReportParams) => ReportBody
}
export type Report<Id extends ReportId = ReportId> = { id: Id } & ReportFace &
  Omit<ReportSpec, 'row' | 'question'> & {
    question: string
    value: (data: ReportData, policy: Policy, params: ReportParams) => ReportValue
    row?: (data: ReportData, policy: Policy) => (line: TranscriptRow) => ReportRow
  }

/** What of the data may be chosen, for the params that offer it. */
const optionsOf = (data: ReportData): Record<string, { value: string; label: string }[]> => ({
  classId: [
    ...data.seen,
    // A teaching class may be all that is left of an administrative one: named once.
    ...(data.homes ?? []).filter((h) => !data.seen.some((c) => c.classId === h.classId)),
  ].map((c) => ({ value: c.classId, label: c.className })),
  schoolId: data.schools.map((s) => ({ value: s.schoolId, label: s.schoolName })),
  tags: tagOptions(data.tags ?? []),
  by: data.axes.length > 1 ? data.axes.map((axis) => ({ value: axis, label: axisWords[axis].name })) : [],
})

/** A row says no more than the page of its list would, and stands under the same heads. */
const rowOf =
  (row: NonNullable<ReportSpec['row']>) =>
  (data: ReportData, policy: Policy): ((line: TranscriptRow) => ReportRow) => {
    const told = protect(data, policy)
    const write = row(told)
    return told.overall.hidden ? (line) => write(unranked(line)) : write
  }

/** What every report offers: whom it counts. */
const countedParam: ReportParam = { field: 'tags', label: '标签', mode: 'checkbox', ifOffered: true }
/** What every report offers that is cut by groups, or that lists students: which groups, and of which school. */
const groupParams: readonly (ReportParam & { of: readonly ReportSpec['groups'][number][] })[] = [
  { field: 'by', label: '对比', mode: 'radio', ifOffered: true, of: ['group'] },
  { field: 'schoolId', label: '学校', mode: 'dropdown', ifOffered: true, of: ['group', 'student'] },
]
const paramsOf = ({ groups, params }: Pick<ReportSpec, 'groups' | 'params'>): ReportParam[] => [
  ...groupParams.flatMap(({ of, ...param }) => (of.some((g) => groups.includes(g)) ? [param] : [])),
  ...params,
  countedParam,
]

/** Groups of which a school or a candidate may be of several. */
const overlapping: ReadonlySet<GroupAxis> = new Set(['group', 'tag'])
const same = (body: ReportBody): ReportBody => body
/** Points stand under points. Of a list that comes a page at a time another page may need more decimals. */
const evened = (body: ReportBody): ReportBody => ({
  ...body,
  sections: body.sections.map((s) => (s.table.page ? s : { ...s, table: evenTable(s.table) })),
})
/** Groups are not added up where one that is of two would count twice. */
const unsummed = (body: ReportBody): ReportBody => ({
  ...body,
  sections: body.sections.map((s) =>
    s.table.rows.some((r) => r.whole)
      ? { ...s, table: { ...s.table, columns: s.table.columns.map(({ sum: _sum, ...column }) => column) } }
      : s,
  ),
})

export const report = <const Id extends ReportId>(id: Id, { row, ...spec }: ReportSpec): Report<Id> => {
  const face = faceOf(id)
  const params = paramsOf(spec)
  const { question } = spec
  const asked = (axis: GroupAxis): string => (typeof question === 'string' ? question : question(axisWords[axis]))
  return {
    id,
    ...face,
    ...spec,
    question: asked('class'),
    params,
    ...(row ? { row: rowOf(row) } : {}),
    value: (data, policy, set) => {
      const all = optionsOf(data)
      const offered = params.flatMap(({ field }) => (all[field] && all[field].length > 0 ? [[field, all[field]]] : []))
      return {
        id,
        title: face.by?.[data.axis] || (data.subject === 'total' && face.ofTotals) || face.title,
        question: asked(data.axis).replaceAll('哪些题', `哪些${itemWords[data.subject].unit}`),
        source: data.source,
        ...(offered.length > 0 ? { options: Object.fromEntries(offered) as typeof all } : {}),
        ...(overlapping.has(data.axis) ? unsummed : same)(evened(spec.build(protect(data, policy), set))),
      }
    },
  }
}
