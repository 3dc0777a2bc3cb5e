/**
 * Which raw scores at a band's edge still belong to the band that holds cumulative share C of n students:
 * 'above': fewer than C·n stand strictly above the score; 'atOrAbove': no more than C·n stand at or above it;
 * 'nearest': the cut that comes nearer to C·n, the generous one when both are as near.
 */
export type TieRule = 'above' | 'atOrAbove' | 'nearest'

export interface AssignedBand {
  grade: string
  /** Per cent of the cohort. */
  share: number
  /** Assigned points of the highest and of the lowest raw score in the band. */
  high: number
  low: number
}

interface SchemeHead {
  id: string
  version: string
  name: string
  /** Where the shares were read. A bureau checks its province's original before use. */
  source: string
}

export interface BandScheme extends SchemeHead {
  kind: 'bands'
  tieRule: TieRule
  /** What a band with one raw score alone gets, where the formula would divide by 0. */
  single: 'high' | 'middle'
  /** Best first; shares add up to 100. */
  bands: readonly AssignedBand[]
}

/** μ + σ·Φ⁻¹(percentile rank), held within low…high. */
export interface NormalScheme extends SchemeHead {
  kind: 'normal'
  mean: number
  deviation: number
  low: number
  high: number
}

export type AssignedScheme = BandScheme | NormalScheme

const TRANSCRIPT = '公开资料转录，使用前请与本省原文件核对'

const letters = (
  shares: readonly number[],
  ranges: readonly (readonly [number, number])[],
  names: readonly string[],
): AssignedBand[] => shares.map((share, i) => ({ grade: names[i]!, share, high: ranges[i]![0], low: ranges[i]![1] }))

/** Levels that are one fixed number of points each: first, first − 3, first − 6 … */
const levels = (shares: readonly number[], first: number): AssignedBand[] =>
  shares.map((share, i) => ({ grade: String(i + 1), share, high: first - 3 * i, low: first - 3 * i }))

const AE = ['A', 'B', 'C', 'D', 'E']

export const ASSIGNED_SCHEMES: readonly AssignedScheme[] = [
  {
    id: '3+1+2',
    version: '1',
    name: '3+1+2 通用五等级',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'middle',
    bands: letters(
      [15, 35, 35, 13, 2],
      [
        [100, 86],
        [85, 71],
        [70, 56],
        [55, 41],
        [40, 30],
      ],
      AE,
    ),
  },
  {
    id: 'guangdong',
    version: '1',
    name: '广东五等级',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'middle',
    bands: letters(
      [17, 33, 33, 15, 2],
      [
        [100, 83],
        [82, 71],
        [70, 59],
        [58, 41],
        [40, 30],
      ],
      AE,
    ),
  },
  {
    id: 'shandong',
    version: '1',
    name: '山东八等级',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'middle',
    bands: letters(
      [3, 7, 16, 24, 24, 16, 7, 3],
      [
        [100, 91],
        [90, 81],
        [80, 71],
        [70, 61],
        [60, 51],
        [50, 41],
        [40, 31],
        [30, 21],
      ],
      ['A', 'B+', 'B', 'C+', 'C', 'D+', 'D', 'E'],
    ),
  },
  {
    id: 'zhejiang-21',
    version: '2',
    name: '浙江（旧）21 级',
    source: TRANSCRIPT,
    kind: 'bands',
    // 按最接近的累计比例划定等级.
    tieRule: 'nearest',
    single: 'high',
    bands: levels([1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1], 100),
  },
  {
    id: 'zhejiang-20',
    version: '1',
    name: '浙江（新）20 区间',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'middle',
    bands: [3, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1].map((share, i) => ({
      grade: String(i + 1),
      share,
      high: i ? 99 - 3 * i : 100,
      low: 97 - 3 * i,
    })),
  },
  {
    id: 'beijing',
    version: '1',
    name: '北京 21 级',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'high',
    bands: levels([1, 2, 3, 4, 5, 7, 8, 9, 8, 8, 7, 6, 6, 6, 5, 4, 4, 3, 2, 1, 1], 100),
  },
  {
    id: 'shanghai',
    version: '1',
    name: '上海 11 级',
    source: TRANSCRIPT,
    kind: 'bands',
    tieRule: 'above',
    single: 'high',
    bands: levels([5, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5], 70),
  },
  {
    id: 'hainan-subject',
    version: '1',
    name: '海南单科标准分',
    source: TRANSCRIPT,
    kind: 'normal',
    mean: 180,
    deviation: 30,
    low: 60,
    high: 300,
  },
  {
    id: 'hainan-total',
    version: '1',
    name: '海南综合标准分',
    source: TRANSCRIPT,
    kind: 'normal',
    mean: 500,
    deviation: 100,
    low: 100,
    high: 900,
  },
]

/** Those that give grades by shares of a cohort, in whole numbers alone: what 赋分 is done by. */
export const assigningSchemes: readonly BandScheme[] = ASSIGNED_SCHEMES.filter((s) => s.kind === 'bands')
