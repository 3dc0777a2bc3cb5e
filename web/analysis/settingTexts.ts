/** Lists of a setting as one writes them in a field, and back. Each parser answers a message for what it cannot read. */
import type { ReportSettings } from '#shared/analysis/analysis.types.ts'
import { showScore } from '#shared/kit/score.ts'

type Levels = ReportSettings['levels']
const parts = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[,、;\n]+/)
    .map((p) => p.trim())
    .filter(Boolean)

export const showRankEnds = (ends: readonly number[]): string => ends.join('、')
/** 10、50、100: the last rank of each section, from small to large. */
export const readRankEnds = (text: string): number[] | string => {
  const ends = parts(text).map(Number)
  if (ends.length === 0) return '请输入名次段，如 10、50、100'
  if (ends.length > 20) return '名次段不能超过20个'
  if (ends.some((n) => !Number.isInteger(n) || n <= 0)) return '名次应为正整数，用顿号隔开'
  return ends.every((n, i) => i === 0 || n > ends[i - 1]!) ? ends : '名次段应由小到大'
}

/** A share of tenths of a percent: 20.6 is 0.206, not 0.20600000000000002. */
export const shareOf = (percentage: string): number => Math.round(Number(percentage) * 10) / 1000
const percent = (share: number): string => String(Math.round(share * 1000) / 10)
export const showLevels = (levels: Levels): string => levels.map((l) => `${l.name} ${percent(l.from)}`).join('、')
/** A 85、B 70、C 60、D 0: where each level begins, in % of the full mark, from high to low; the last begins at 0. */
export const readLevels = (text: string): Levels | string => {
  const levels: Levels = []
  for (const part of parts(text)) {
    const found = /^(\S+?)\s+(\d+(?:\.\d)?)\s*%?$/.exec(part)
    if (!found) return `看不懂“${part.length > 20 ? `${part.slice(0, 20)}…` : part}”，请写成 A 85、B 70 的样子`
    levels.push({ name: found[1]!, from: shareOf(found[2]!) })
  }
  if (levels.length === 0) return '请输入等级，如 A 85、B 70、C 60、D 0'
  if (levels.length > 20) return '等级不能超过20个'
  if (new Set(levels.map((l) => l.name)).size < levels.length) return '等级名称不能重复'
  if (levels.some((l) => l.from > 1)) return '等级的起点不能超过100%'
  if (!levels.every((l, i) => i === 0 || l.from < levels[i - 1]!.from)) return '等级的起点应由高到低'
  return levels.at(-1)!.from === 0 ? levels : '最后一个等级应从0开始'
}

export const rateKeys = ['excellent', 'good', 'pass', 'low'] as const

/** The settings of a subject as they stand in fields. */
export const shownSettings = (c: {
  report: Pick<ReportSettings, 'rates' | 'sectionWidth' | 'rankSectionEnds' | 'levels'>
  studentRank: boolean
  teacherTotalRank: boolean
}) => ({
  studentRank: c.studentRank,
  teacherTotalRank: c.teacherTotalRank,
  ...(Object.fromEntries(rateKeys.map((k) => [k, percent(c.report.rates[k])])) as Record<
    (typeof rateKeys)[number],
    string
  >),
  sectionWidth: showScore(c.report.sectionWidth),
  rankEnds: showRankEnds(c.report.rankSectionEnds),
  levels: showLevels(c.report.levels),
})

/** A subject in a list where totals stand among papers: one that is called so says it by its name. */
export const subjectName = ({ courseName, total }: { courseName: string; total?: boolean | undefined }): string =>
  total && !courseName.includes('总分') ? `${courseName}（总分）` : courseName
