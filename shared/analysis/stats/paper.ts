import { ReportSettings } from '../analysis.types.ts'
import type {
  CandidateFigures,
  ClassFigures,
  GroupFigures,
  ItemFigures,
  PaperReport,
  ReliabilityFigures,
  ReportSettingsInput,
} from '../analysis.types.ts'
import { boxPlotOf, deviationOf, meanOf, momentsOf } from './describe.ts'
import type { Distribution } from './describe.ts'
import {
  correlationsOf,
  difficultyBand,
  discriminationBand,
  discriminationOf,
  itemSumsOf,
  paperDiscrimination,
  tableOfTakers,
} from './items.ts'
import { compositeOf, rateLines, ratesOf } from './rates.ts'
import { standingFinder, standingsOf } from './ranks.ts'
import type { Standing } from './ranks.ts'
import { alphaOf, alphasIfDeleted, kr21Of, semOf, splitHalfOf } from './reliability.ts'
import type { Together } from './reliability.ts'
import { edgesOf, levelLines, levelsOf, rankSections, scoreSections } from './sections.ts'
import { fullScoreOf, groupsOf, halvesOf, optionalOf, totalsOf } from './shard.ts'
import type { ClassTally, ClassTotals, PaperItem, PaperRows, PaperTally } from './shard.ts'
import { tallyOf } from './tally.ts'

/** What every group of a paper is measured by, worked out once. */
const rulerOf = (full: number, settings: ReportSettings) => ({
  full,
  lines: rateLines(full, settings.rates),
  levels: levelLines(full, settings.levels),
  edges: edgesOf(full, settings.sectionWidth),
  composite: settings.composite,
})
type Ruler = ReturnType<typeof rulerOf>

const groupFigures = (d: Distribution, registered: number, ruler: Ruler): GroupFigures => {
  const { full, composite } = ruler
  const moments = momentsOf(d)
  const mean = meanOf(moments)
  const box = boxPlotOf(d)
  const rates = ratesOf(d, ruler.lines)
  return {
    registered,
    present: d.n,
    absent: registered - d.n,
    mean,
    sigma: deviationOf(moments, 'population'),
    s: deviationOf(moments, 'sample'),
    max: box?.max ?? null,
    min: box?.min ?? null,
    median: box?.median ?? null,
    scoreRate: d.n ? moments.sum / (d.n * full) : null,
    rates,
    composite: composite && compositeOf(mean, full, rates, composite),
    boxPlot: box,
    sections: scoreSections(d, ruler.edges),
    levels: levelsOf(d, ruler.levels),
  }
}

/** Groups of optional items as parts of the paper; none in a tally from before they were counted. */
const groupsIn = (items: readonly PaperItem[], { groupSquares }: PaperTally): Together[] =>
  groupSquares ? groupsOf(items).map((columns, i) => ({ columns, squares: groupSquares[i]! })) : []

/** What an item adds to the paper's full mark: of a group only so many count, so each of its items has its share. */
const weightOf = (items: readonly PaperItem[], { fullScore, optional }: PaperItem): number => {
  if (!optional) return fullScore
  const all = items.filter((i) => i.optional?.group === optional.group).length
  return (fullScore * Math.min(optional.count, all)) / all
}

/** Who handed in the page of an item, by distinct total; undefined where all did. */
const thoseWithPage = ({ table, lacked }: PaperTally, column: number): number[] | undefined => {
  const missing = lacked?.[column] && new Map(lacked[column])
  return missing && table.counts.map((count, slot) => count - (missing.get(table.values[slot]!) ?? 0))
}

const itemFigures = (items: readonly PaperItem[], tally: PaperTally, settings: ReportSettings): ItemFigures[] => {
  const without = alphasIfDeleted(tally.table, groupsIn(items, tally))
  const optional = optionalOf(items)
  return items.map((item, column) => {
    // Of an optional item only those count who chose it; of any, whose page is there.
    const taken = tally.taken?.[optional.indexOf(column)] ?? thoseWithPage(tally, column)
    const table = taken ? tableOfTakers(tally.table, column, taken) : tally.table
    const at = taken ? 0 : column
    const share = (count: number) => ({ count, rate: table.n ? count / table.n : null })
    const { sum, squares } = itemSumsOf(table, at)
    const moments = { n: table.n, sum, squares }
    const difficulty = table.n ? sum / (table.n * item.fullScore) : null
    const discrimination = table.n ? discriminationOf(table, at, item.fullScore, settings.groupShare) : null
    const chosen = tally.options[column]!
    return {
      questionId: item.questionId,
      number: item.number,
      fullScore: item.fullScore,
      objective: item.objective,
      answered: table.n,
      weight: weightOf(items, item),
      mean: meanOf(moments),
      sigma: deviationOf(moments, 'population'),
      s: deviationOf(moments, 'sample'),
      difficulty,
      difficultyBand: difficultyBand(difficulty),
      discrimination,
      discriminationBand: discriminationBand(discrimination),
      ...correlationsOf(table, at),
      alphaIfDeleted: without[column]!,
      zero: share(tally.zeros[column]!),
      full: share(tally.fulls[column]!),
      options: chosen.map((count, option) => ({
        option: option === chosen.length - 1 ? '' : item.judged ? 'TF'[option]! : String.fromCharCode(65 + option),
        ...share(count),
      })),
    }
  })
}

const reliabilityFigures = (items: readonly PaperItem[], tally: PaperTally): ReliabilityFigures => {
  const { table } = tally
  const alpha = alphaOf(table, groupsIn(items, tally))
  const halves = splitHalfOf(table, halvesOf(items))
  const full = items[0]!.fullScore
  const dichotomous = tally.dichotomous.every(Boolean) && items.every((item) => item.fullScore === full)
  return {
    alpha,
    kr20: dichotomous ? alpha : null,
    kr21: dichotomous ? kr21Of(table, full) : null,
    splitHalf: halves.r,
    spearmanBrown: halves.spearmanBrown,
    guttman: halves.guttman,
    sem: semOf(table, alpha),
  }
}

const classFigures = (
  items: readonly PaperItem[],
  tally: PaperTally,
  standings: readonly Standing[],
  overallMean: number | null,
  ruler: Ruler,
  rankSectionEnds: readonly number[],
): ClassFigures[] => {
  const rankAt = new Int32Array(ruler.full + 1)
  for (const { score, rank } of standings) rankAt[score] = rank
  const optional = optionalOf(items)
  const answered = (part: ClassTally): number[] =>
    items.map((_, column) => part.taken?.[optional.indexOf(column)] ?? part.n - (part.lacked?.[column] ?? 0))
  const rows = tally.classes.map((part) => {
    const group = groupFigures(part, part.registered, ruler)
    return {
      ...group,
      classIndex: part.classIndex,
      meanRank: null,
      meanDifference: group.mean === null || overallMean === null ? null : group.mean - overallMean,
      rankSections: rankSections(part, rankAt, rankSectionEnds),
      ...(tally.taken || tally.lacked ? { itemAnswered: answered(part) } : {}),
      itemScoreRates: items.map((item, column) => {
        const n = answered(part)[column]!
        return n ? part.itemSums[column]! / (n * item.fullScore) : null
      }),
    }
  })
  const means = rows.flatMap((row) => (row.mean === null ? [] : [row.mean])).sort((a, b) => b - a)
  const rankOf = new Map<number, number>()
  means.forEach((mean, i) => rankOf.has(mean) || rankOf.set(mean, i + 1))
  return rows.map((row) => ({ ...row, meanRank: row.mean === null ? null : rankOf.get(row.mean)! }))
}

/** The figures of other groups than classes, such as schools, beside those of the report of the same tally. */
export const groupReport = (
  items: readonly PaperItem[],
  tally: PaperTally,
  report: Pick<PaperReport, 'settings' | 'fullScore' | 'standings' | 'overall'>,
  groups: readonly ClassTally[],
): ClassFigures[] => {
  const { settings, fullScore, standings, overall } = report
  const ruler = rulerOf(fullScore, settings)
  const of = { ...tally, classes: [...groups] }
  return classFigures(items, of, standings, overall.mean, ruler, settings.rankSectionEnds)
}

/**
 * The report of a paper from its tally: one shard's or many merged. `candidates` and `absent` stay empty, since a tally
 * knows no rows; `rankList` gives them for the rows of a shard against the standings of all.
 */
export const reportOf = (
  items: readonly PaperItem[],
  tally: PaperTally,
  input: ReportSettingsInput = {},
): PaperReport => {
  const settings = ReportSettings.parse(input)
  const full = fullScoreOf(items)
  const standings = standingsOf(tally.table, settings.deviation)
  const ruler = rulerOf(full, settings)
  const group = groupFigures(tally.table, tally.registered, ruler)
  const discrimination = paperDiscrimination(tally.table, full, settings.groupShare)
  return {
    settings,
    fullScore: full,
    overall: {
      ...group,
      ...(tally.exempt ? { exempt: tally.exempt } : {}),
      ...(tally.unmarked ? { unmarked: tally.unmarked } : {}),
      difficultyBand: difficultyBand(group.scoreRate),
      discrimination,
      discriminationBand: discriminationBand(discrimination),
    },
    classes: classFigures(items, tally, standings, group.mean, ruler, settings.rankSectionEnds),
    items: itemFigures(items, tally, settings),
    reliability: reliabilityFigures(items, tally),
    standings,
    candidates: [],
    absent: [],
  }
}

/** The present rows by rank (ties by row), each with its standing in the whole cohort and its rank in its class. */
export const rankList = (
  data: PaperRows,
  report: Pick<PaperReport, 'standings'>,
  tally: { classes: readonly ClassTotals[] },
): CandidateFigures[] => {
  const totals = totalsOf(data)
  const find = standingFinder(report.standings)
  const inClass = new Map(tally.classes.map((part) => [part.classIndex, standingFinder(standingsOf(part))]))
  const rows: CandidateFigures[] = []
  totals.forEach((total, row) => {
    if (!data.present[row]) return
    const { rank, percentileRank, z, t, normalT } = find(total)!
    const classIndex = data.classOf[row]!
    const classRank = inClass.get(classIndex)?.(total)?.rank ?? null
    rows.push({ row, classIndex, total, rank, classRank, percentileRank, z, t, normalT })
  })
  return rows.sort((a, b) => a.rank - b.rank || a.row - b.row)
}

/**
 * Everything that a single-subject report shows, from rows. Scores in and out are hundredths; figures that do not exist
 * are null. Throws RangeError for arrays that do not fit or scores outside 0…full, ZodError for bad settings.
 */
export const analysePaper = (data: PaperRows, settings: ReportSettingsInput = {}): PaperReport => {
  const tally = tallyOf(data)
  const report = reportOf(data.items, tally, settings)
  const absent: number[] = []
  data.present.forEach((here, row) => here || absent.push(row))
  return { ...report, candidates: rankList(data, report, tally), absent }
}
