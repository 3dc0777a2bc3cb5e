/** What reports are made from, read of one version and cut to what is seen. */
import type { ReportParams } from '#shared/analysis/reports/report.params.ts'
import type { GroupAxis, GroupRow, Policy, Report, ReportData } from '#shared/analysis/reports/report.ts'
import { amongWhom, correctionSaid } from '#shared/analysis/corrections.rules.ts'
import { inForceOf } from '#shared/analysis/changes/change.rules.ts'
import { setAxes, setsOfSchools } from '#shared/analysis/publication.rules.ts'
import { smallestGroup } from '#shared/analysis/result.rules.ts'
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import { mostNamed } from '#shared/kit/report/report.types.ts'
import { knowledgeOf } from '#functions/exam/paper.public.ts'
import { pointFigures } from '#functions/marking/rubric/points.public.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import {
  classRows,
  combinationRows,
  correctedIn,
  homeRows,
  inSchool,
  itemRows,
  schoolRows,
  setRows,
  tagRows,
} from './sight.ts'
import type { Seen } from './sight.ts'
import { sizes } from './sizes.ts'
import { countedSeen, tagsOffered } from './tags/counted.ts'
import { correctedLines, linesBetween, listLines, sortedLines } from './transcript.ts'

/** Nothing is kept from a reader of those whose transcript is seen too; of other schools only figures are seen. */
export const policyOf = ({ sight }: Pick<Seen, 'sight'>, { axis }: Pick<ReportData, 'axis'>): Policy => ({
  smallest: smallestGroup,
  named: axis === 'class' || axis === 'home' || sight.classIds === null,
})

/** Whose report it is; an area's exam has none. */
export const schoolNameOf = async ({ paper }: Seen): Promise<string | undefined> =>
  paper.owner.startsWith('s:') ? (await schoolOf(paper.owner.slice(2)))?.schoolName : undefined

/** Schools are compared unless classes are asked for, or one school alone. */
const axisOf = (axes: readonly GroupAxis[], { by, schoolId }: ReportParams): GroupAxis => {
  const wanted = by ?? (schoolId === undefined ? 'school' : 'class')
  return axes.includes(wanted) ? wanted : axes.includes('class') ? 'class' : axes[0]!
}

/** What may be compared: sets of schools by who sees them all, combinations and tags by who sees everything; of the whole alone. */
const axesOf = ({ schools, head, homes, classes, sight }: Seen, { schoolId }: ReportParams): GroupAxis[] => [
  ...(schools.length > 0 ? (['school'] as const) : []),
  // Who heads a class and teaches none of the course is shown his class.
  ...(homes && homes.length > 0 && classes.length === 0 ? [] : (['class'] as const)),
  ...(homes && homes.length > 0 ? (['home'] as const) : []),
  ...(sight.schoolIds === null && schoolId === undefined
    ? setAxes.filter((axis) => setsOfSchools(head.schools ?? [])[axis].length > 0)
    : []),
  ...(head.combinations && sight.classIds === null && schoolId === undefined ? (['combination'] as const) : []),
  ...(head.tags && sight.classIds === null && schoolId === undefined ? (['tag'] as const) : []),
]

/** Schools whose classes are seen. */
const schoolsOf = ({ head, classes }: Seen): ReportData['schools'] => {
  const places = new Set(classes.map((c) => c.school))
  return (head.schools ?? []).filter((_, i) => places.has(i))
}

/** So many corrections are told above a report. */
const mostTold = 3

/**
 * What the last corrections of a version were, as far as its readers were told of them, the newest first: who read the
 * first version is to learn of all that came since.
 */
const correctionOf = async (seen: Seen, isCounted: boolean): Promise<{ correction?: string }> => {
  const { report, sight, classes, homes = [] } = seen
  const all = correctedIn(seen).corrections
  const newest = all.at(-1)
  const news = all.filter((c) => c.why.length > 0 || c !== newest || (report.correctedNow ?? 0) > 0)
  const told = news.slice(-mostTold)
  // Who heads a class sees its lines as well, where the course is learned in others.
  const many = new Set([...classes, ...homes].map((c) => c.classId)).size
  const overs = told.map((c) => c.over)
  const ofOwn = isCounted && many > 0 && sight.classIds !== null ? await correctedLines(linesSeen(seen), overs) : null
  const said = told.map((c, i) => {
    if (ofOwn) return correctionSaid(c, { of: amongWhom(sight, many, seen.ownSchool), count: ofOwn[i]! })
    // Of all candidates only the newest are counted.
    return correctionSaid(
      c,
      isCounted && many > 0 && c === newest ? { of: '共', count: report.correctedNow ?? 0 } : undefined,
    )
  })
  const more = news.length > told.length ? [`等${news.length}次`] : []
  return said.length > 0 ? { correction: [...said.reverse(), ...more].join('；') } : {}
}

/**
 * How many present candidates the reader does not see. Where both teaching classes and an administrative one are seen, some
 * may be of both, and it is not known how many: where that could leave a few, it is said to be a few.
 */
const unseenOf = (present: number, [classes, homes]: readonly [readonly GroupRow[], readonly GroupRow[]]): number => {
  const [inClasses, inHomes] = [classes, homes].map((rows) => rows.reduce((n, c) => n + c.present, 0)) as [
    number,
    number,
  ]
  const [least, most] = [Math.max(0, present - inClasses - inHomes), present - Math.max(inClasses, inHomes)]
  return most > 0 && least < smallestGroup ? Math.max(1, least) : most
}

/** How often points of rubrics were earned: of schools, or of the classes of the one school that is looked at. */
const pointsOf = async (
  { paper, head, classes, homes = [] }: Seen,
  axis: GroupAxis,
): Promise<Pick<ReportData, 'points'>> => {
  if (head.of) return {}
  const schools = new Set([...classes, ...homes].map((c) => c.school))
  const [only] = schools
  const schoolId = paper.owner.startsWith('s:')
    ? paper.owner.slice(2)
    : schools.size === 1
      ? head.schools?.[only!]?.schoolId
      : undefined
  const isOfClasses = axis === 'class' || axis === 'home'
  const by = axis === 'school' ? 'schools' : isOfClasses && schoolId !== undefined ? { schoolId } : 'whole'
  const points = await pointFigures(paper, by)
  return points ? { points } : {}
}

const linesSeen = (seen: Seen) => ({ ...seen, v: seen.version.v })

export const dataOf = async (
  all: Seen,
  { needs }: Pick<Report, 'needs'>,
  params: ReportParams,
  schoolName?: string,
): Promise<ReportData> => {
  const seen = await countedSeen(all, params)
  const { head, report, version, sight, counted } = seen
  const { overall } = report
  const narrowed = params.schoolId === undefined ? seen : inSchool(seen, params.schoolId)
  const axes = axesOf(seen, params)
  const axis = axisOf(axes, params)
  // Of all classes nothing is left to protect; of some, their sizes tell how many others there are.
  const own = sight.classIds === null ? null : await Promise.all([classRows(seen), homeRows(seen)])
  const unseen = own ? unseenOf(overall.present, own) : 0
  const rows = {
    school: () => schoolRows(seen),
    class: () => classRows(narrowed),
    home: () => homeRows(narrowed),
    area: () => setRows(seen, 'area'),
    group: () => setRows(seen, 'group'),
    combination: () => combinationRows(seen),
    tag: () => tagRows(seen),
  }
  const [groups, points, knowledge, tags] = await Promise.all([
    needs.groups ? rows[axis]() : [],
    // How often points of rubrics were earned is counted of all.
    needs.points && !counted ? pointsOf(narrowed, axis) : {},
    needs.knowledge && !head.of ? knowledgeOf(head.paperId) : undefined,
    tagsOffered(all),
  ])
  const data: ReportData = {
    source: {
      ...(schoolName ? { schoolName } : {}),
      examId: head.examId,
      examName: head.examName,
      gradeName: head.gradeName,
      courseName: head.courseName,
      examDate: head.examDate,
      fullScore: report.fullScore,
      v: version.v,
      keyVersion: head.keyVersion,
      ...(head.changes ? { changes: inForceOf(head.changes).length } : {}),
      ...(await correctionOf(narrowed, (needs.corrected ?? false) && !counted)),
      ...(report.without
        ? {
            without: {
              schools: report.without.length,
              // As many as are said.
              names: sight.schoolIds === null ? report.without.slice(0, mostNamed) : [],
            },
          }
        : {}),
      ...(report.overall.unmarked ? { unmarked: report.overall.unmarked } : {}),
      ...(counted ? { counted: counted.of } : {}),
      published: version.published,
      madeAt: head.madeAt,
    },
    ...(report.corrected && correctedIn(seen).corrections.length > 0
      ? { corrected: { ...correctedIn(seen), ofTotal: head.of !== undefined, students: report.corrected } }
      : {}),
    ...points,
    ...(tags.length > 0 ? { tags } : {}),
    ...(knowledge ? { knowledge: knowledge.points, questionGroups: knowledge.groups } : {}),
    subject: head.of ? 'total' : 'paper',
    overall,
    items: itemRows(seen),
    questions: head.questions,
    reliability: report.reliability,
    standings: report.standings,
    settings: report.settings,
    seen: narrowed.classes,
    ...(narrowed.homes ? { homes: narrowed.homes } : {}),
    schools: schoolsOf(seen),
    ...(seen.ownSchool ? { ownSchool: seen.ownSchool } : {}),
    ...(seen.guest ? { guest: true } : {}),
    axis,
    axes,
    groups,
    unseen,
    totalRank: sight.totalRank,
    lines: [],
    students: { total: 0, pageNumber: 1, present: 0, mean: null },
  }
  const wanted = needs.lines?.(data, params)
  if (!wanted) return data
  if (wanted === 'page') {
    const { list: lines, ...students } = await listLines(linesSeen(narrowed), params, overall)
    return { ...data, lines, students }
  }
  const most = Math.min(wanted.most, sizes.lines)
  return { ...data, lines: await linesBetween(linesSeen(narrowed), wanted.low, wanted.high, most) }
}

/** All students that are seen, as they are asked for. */
export async function* everyLine(all: Seen, params: ReportParams): AsyncGenerator<TranscriptRow> {
  const seen = await countedSeen(all, params)
  yield* sortedLines(linesSeen(params.schoolId === undefined ? seen : inSchool(seen, params.schoolId)), params)
}
