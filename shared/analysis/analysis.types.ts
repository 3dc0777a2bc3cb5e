import * as z from 'zod'

/** Shares of the full mark behind the rates: 优秀率, 良好率, 及格率 (at or above) and 低分率 (below). */
export const RateThresholds = z
  .object({
    excellent: z.number().min(0).max(1).default(0.85),
    good: z.number().min(0).max(1).default(0.7),
    pass: z.number().min(0).max(1).default(0.6),
    low: z.number().min(0).max(1).default(0.4),
  })
  .refine((t) => t.excellent >= t.good && t.good >= t.pass && t.pass >= t.low, '各率的分数线应由高到低')

/** Weights of score rate and rates in the composite of 一分四率; a negative weight subtracts. */
export const CompositeWeights = z.object({
  mean: z.number(),
  excellent: z.number(),
  good: z.number(),
  pass: z.number(),
  low: z.number(),
})

export const Level = z.object({ name: z.string().min(1), from: z.number().min(0).max(1) })

const descending = (values: readonly number[]) => values.every((value, i) => !i || value < values[i - 1]!)
const ascending = (values: readonly number[]) => values.every((value, i) => !i || value > values[i - 1]!)

/** What a school may want otherwise on a single-subject report; the defaults are the house's definitions. */
export const ReportSettings = z.object({
  /** Which standard deviation is the printed one (and the one under Z and T): σ ÷ n, or s ÷ n−1. */
  deviation: z.enum(['population', 'sample']).default('population'),
  rates: RateThresholds.prefault({}),
  composite: CompositeWeights.nullable().default(null),
  /** Width of a score section in hundredths. */
  sectionWidth: z.int().positive().default(1000),
  /** Last rank of each rank section but the open last one. */
  rankSectionEnds: z.array(z.int().positive()).refine(ascending, '名次段应由小到大').default([10, 50, 100, 200, 500]),
  levels: z
    .array(Level)
    .min(1)
    .refine((levels) => descending(levels.map((level) => level.from)), '等级应由高到低')
    .refine((levels) => levels[levels.length - 1]?.from === 0, '最低等级应从 0 开始')
    .default([
      { name: 'A', from: 0.85 },
      { name: 'B', from: 0.7 },
      { name: 'C', from: 0.6 },
      { name: 'D', from: 0.4 },
      { name: 'E', from: 0 },
    ]),
  /** Share of the cohort in the upper and in the lower group of D. */
  groupShare: z.number().positive().max(0.5).default(0.27),
})

export type ReportSettings = z.infer<typeof ReportSettings>
export type ReportSettingsInput = z.input<typeof ReportSettings>

export const DifficultyBandName = z.enum(['容易', '较易', '中等', '较难', '难', '很难'])
export const DiscriminationBandName = z.enum(['很好', '良好', '尚可', '较差'])

const count = z.int().min(0)
/** null where the figure does not exist (no student present, no two differ). */
const figure = z.number().nullable()

export const RateFigure = z.object({ count, rate: figure })
export const RateFigures = z.object({ excellent: RateFigure, good: RateFigure, pass: RateFigure, low: RateFigure })

export const ScoreSection = z.object({
  from: z.number(),
  to: z.number(),
  /** The top section holds its upper edge too. */
  top: z.boolean(),
  count,
  rate: figure,
  cumulative: count,
})

export const RankSectionCount = z.object({ from: z.int(), to: z.int().nullable(), count })

export const BoxPlotFigures = z.object({
  min: z.number(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  max: z.number(),
  lowerWhisker: z.number(),
  upperWhisker: z.number(),
  outliers: z.array(z.object({ value: z.number(), count })),
})

/** Who sat the paper, and how high and how wide they score. Scores in hundredths, never rounded. */
export const GroupFigures = z.object({
  registered: count,
  present: count,
  absent: count,
  mean: figure,
  /** ÷ n */
  sigma: figure,
  /** ÷ n−1 */
  s: figure,
  max: figure,
  min: figure,
  median: figure,
  /** 得分率: mean / full mark. */
  scoreRate: figure,
  rates: RateFigures,
  composite: figure,
  boxPlot: BoxPlotFigures.nullable(),
  sections: z.array(ScoreSection),
  levels: z.array(z.object({ name: z.string(), from: z.number(), count, rate: figure })),
})

export const ClassFigures = GroupFigures.extend({
  classIndex: z.int(),
  /** Competition rank of the class's mean; null without a present student. */
  meanRank: z.int().nullable(),
  /** Class mean minus the mean of all, hundredths. */
  meanDifference: figure,
  /** How many of the class stand in each section of the overall rank. */
  rankSections: z.array(RankSectionCount),
  /** 得分率 of each item in the class, in the order of the items. */
  itemScoreRates: z.array(figure),
  /** How many of the class each item counts for. */
  itemAnswered: z.array(count).optional(),
})

export const ItemFigures = z.object({
  questionId: z.string(),
  number: z.string(),
  fullScore: z.number(),
  objective: z.boolean(),
  /** How many it counts for: of an optional item those who chose it; absent in versions from before that: all present. */
  answered: count.optional(),
  /** What it adds to the paper's full mark, in hundredths: of an optional item its share of what its group is worth. */
  weight: z.number().optional(),
  mean: figure,
  sigma: figure,
  s: figure,
  /** 难度 P = mean / full mark. */
  difficulty: figure,
  difficultyBand: DifficultyBandName.nullable(),
  /** 区分度 D by upper and lower groups. */
  discrimination: figure,
  discriminationBand: DiscriminationBandName.nullable(),
  pointBiserial: figure,
  itemRest: figure,
  /** α of the paper without this item. */
  alphaIfDeleted: figure,
  zero: RateFigure,
  full: RateFigure,
  /** By option letter, '' for a blank; several letters of one answer count each, so shares may pass 1. */
  options: z.array(z.object({ option: z.string(), count, rate: figure })),
})

export const ReliabilityFigures = z.object({
  alpha: figure,
  /** α, when every item is scored 0 or full and all are worth the same. */
  kr20: figure,
  kr21: figure,
  splitHalf: figure,
  spearmanBrown: figure,
  guttman: figure,
  /** Standard error of measurement, hundredths. */
  sem: figure,
})

/** One line of the 一分一段表. */
export const StandingFigures = z.object({
  score: z.number(),
  count,
  cumulative: count,
  rank: z.int(),
  percentileRank: z.number(),
  z: figure,
  t: figure,
  normalT: z.number(),
})

export const CandidateFigures = z.object({
  /** Row of the input. */
  row: z.int(),
  classIndex: z.int(),
  total: z.number(),
  rank: z.int(),
  /** Rank within the class; null without a class. */
  classRank: z.int().nullable(),
  percentileRank: z.number(),
  z: figure,
  t: figure,
  normalT: z.number(),
})

/** Everything that a report on one subject of one exam shows. */
export const PaperReport = z.object({
  settings: ReportSettings,
  fullScore: z.number(),
  overall: GroupFigures.extend({
    /** Excused from the paper, beside those who are registered. */
    exempt: count.optional(),
    /** Not marked to the end, beside them too. */
    unmarked: count.optional(),
    difficultyBand: DifficultyBandName.nullable(),
    discrimination: figure,
    discriminationBand: DiscriminationBandName.nullable(),
  }),
  classes: z.array(ClassFigures),
  items: z.array(ItemFigures),
  reliability: ReliabilityFigures,
  standings: z.array(StandingFigures),
  /** By rank, ties by row; empty in a report made from merged tallies, which know no rows. */
  candidates: z.array(CandidateFigures),
  /** Rows of the absent. */
  absent: z.array(z.int()),
  /** Of an exam of several schools those that sat it without one answer, by name. */
  without: z.array(z.string()).optional(),
  /** Of how many readers were once told otherwise, and of how many by this version. */
  corrected: z.int().optional(),
  correctedNow: z.int().optional(),
  /** Of the latter those who had a score before. */
  retoldNow: z.int().optional(),
})

export type GroupFigures = z.infer<typeof GroupFigures>
export type ClassFigures = z.infer<typeof ClassFigures>
export type ItemFigures = z.infer<typeof ItemFigures>
export type ReliabilityFigures = z.infer<typeof ReliabilityFigures>
export type CandidateFigures = z.infer<typeof CandidateFigures>
export type PaperReport = z.infer<typeof PaperReport>
