/** The words and numbers of a report, the same on the screen, in print and in exports. */
import { judgedWords } from '#shared/kit/judged.ts'
import { apart, decimal, showScore, trueMinus } from '#shared/kit/score.ts'
import type { GroupFigures, ReportSettings } from './analysis.types.ts'

export const none = '—'

/** A mean in hundredths as points with two decimals: where figures are shown is the one place that rounds. */
export const points = (score: number | null | undefined, digits = 2): string =>
  score === null || score === undefined ? none : trueMinus(decimal(score / 100, digits))

/** How far two means are apart as they are written, in hundredths. */
export const meansApart = (mean: number, other: number): number => 100 * apart(mean / 100, other / 100, 2)

/** How far two shares are apart as they are written, in points of a hundred. */
export const percentsApart = (share: number, other: number): number => apart(share * 100, other * 100, 1)

/** A share as a percentage with one decimal. */
export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? none : `${trueMinus(decimal(share * 100, 1))}%`

/** A coefficient with two decimals (P and D) or as asked. */
export const coefficient = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined ? none : trueMinus(decimal(value, digits))

/** A section of scores: "60–70"; the upper edge belongs to the next one, but for the top. */
export const sectionName = (s: { from: number; to: number }): string => `${showScore(s.from)}–${showScore(s.to)}`

/** An option, or letters chosen, as the card prints them: of a question that is judged true and false are words. */
export const optionName = (letters: string, judged: boolean): string =>
  letters === '' ? '未答' : judged ? judgedWords(letters) : letters

export const rankSectionName = (s: { from: number; to: number | null }): string =>
  s.to === null ? `${s.from}名以后` : `${s.from}–${s.to}名`

export const deviationOf = (g: Pick<GroupFigures, 'sigma' | 's'>, kind: ReportSettings['deviation']): number | null =>
  kind === 'population' ? g.sigma : g.s

export const deviationName = (kind: ReportSettings['deviation']): string =>
  kind === 'population' ? '标准差 σ（÷n）' : '标准差 s（÷n−1）'

/** The whole less what a reader sees would be those few. */
export const wholeHidden = '您看不到的学生人数过少，为保护他们的隐私，不显示全体的统计结果。'

/** The answer of a summary in one sentence. */
export const summarySentence = (
  overall: GroupFigures & {
    difficultyBand?: string | null
    exempt?: number | undefined
    unmarked?: number | undefined
  },
  fullScore: number,
): string => {
  if (overall.present === 0) return '没有到考的学生，暂无统计结果。'
  if (overall.mean === null) return wholeHidden
  const parts = [
    `${overall.present}人参加考试（缺考或无答卷${overall.absent}人${overall.exempt ? `，另有免考${overall.exempt}人` : ''}${overall.unmarked ? `，另有未评完${overall.unmarked}人` : ''}），满分${showScore(fullScore)}分，平均${points(overall.mean)}分，得分率${percent(overall.scoreRate)}`,
    `及格率${percent(overall.rates.pass.rate)}，优秀率${percent(overall.rates.excellent.rate)}`,
  ]
  if (overall.difficultyBand) parts.push(`试卷难度${overall.difficultyBand}`)
  return `${parts.join('；')}。`
}

/** The reader's school in a joint exam, before the whole is told. */
export const ownName = '本校'
export const ownRateName = `${ownName}得分率`
export const ownSchoolSentence = (own: GroupFigures): string =>
  own.present === 0
    ? '本校没有到考的学生。'
    : own.mean === null
      ? '本校到考的学生过少，不显示统计结果。'
      : `本校${own.present}人参加考试，平均${points(own.mean)}分，得分率${percent(own.scoreRate)}。`

/** The reader's classes, or an area's schools, before the whole is told, the first few of them. */
export const mostOwn = 3
export const ownGroupsSentence = (own: readonly (GroupFigures & { groupName: string })[], unit: string): string =>
  own.length === 0
    ? ''
    : `${own
        .slice(0, mostOwn)
        .map((g) =>
          g.mean === null
            ? `${g.groupName}到考的学生过少，不显示统计结果`
            : `${g.groupName}${g.present}人参加考试，平均${points(g.mean)}分，得分率${percent(g.scoreRate)}`,
        )
        .join('；')}${own.length > mostOwn ? `等${own.length}${unit}` : ''}。`

const share = (n: number): string => `${Number(decimal(n * 100, 1))}%`

/** What to teach again: questions that many lost points on, the worst first; nothing where all went well. */
export const toTeachAgain = <T extends { number: string; difficulty: number | null }>(items: readonly T[]): T[] =>
  items
    .filter((i) => i.difficulty !== null && i.difficulty < 0.555)
    .sort((a, b) => a.difficulty! - b.difficulty!)
    .slice(0, 3)

/** The same in a sentence. */
export const teachAgainSentence = (items: readonly { number: string; difficulty: number | null }[]): string => {
  const weak = toTeachAgain(items)
  return weak.length === 0
    ? '各题得分率都在 55.5% 以上，没有需要全班重讲的题。'
    : `最需要再讲：第${weak.map((i) => i.number).join('、')}题，得分率${weak.map((i) => percent(i.difficulty)).join('、')}。`
}

/** Of a total: the papers that cost most. */
export const weakSubjectsSentence = (items: readonly { number: string; difficulty: number | null }[]): string => {
  const weak = toTeachAgain(items)
  return weak.length === 0
    ? '各科得分率都在 55.5% 以上。'
    : `得分率偏低的科目：${weak.map((i) => `${i.number}（${percent(i.difficulty)}）`).join('、')}。`
}

/** Questions, or papers, that part the strong from the weak too little. */
export const discriminationSentence = (
  items: readonly { number: string; discriminationBand: string | null }[],
  isTotal: boolean,
): string => {
  const poor = items.filter((i) => i.discriminationBand === '较差').map((i) => i.number)
  const [some, more] = [poor.slice(0, 8).join('、'), poor.length > 8 ? '等' : '']
  return poor.length === 0
    ? `${items.length}${isTotal ? '科' : '道题'}的区分度都在 0.20 以上。`
    : isTotal
      ? `${some}${more}区分度低于 0.20，与总分的高低关系不大。`
      : `第${some}题${more}区分度低于 0.20，请检查题目与答案。`
}

/** How far the groups' means are apart; of a single group, from the whole. */
export const meansSentence = (
  groups: readonly { groupName: string; mean: number | null }[],
  overall: number | null,
  name: string,
): string => {
  const ranked = groups.filter((c) => c.mean !== null).sort((a, b) => b.mean! - a.mean!)
  const [best, last] = [ranked[0], ranked.at(-1)]
  if (!best || !last) return `所选${name}没有可以对比的成绩。`
  if (ranked.length > 1)
    return `${best.groupName}平均分最高（${points(best.mean)}分），${last.groupName}最低（${points(last.mean)}分），相差${points(meansApart(best.mean!, last.mean!))}分。`
  if (overall === null) return `${best.groupName}平均${points(best.mean)}分。`
  const difference = meansApart(best.mean!, overall)
  const beside = points(Math.abs(difference))
  return `${best.groupName}平均${points(best.mean)}分，${Number(beside) === 0 ? '与全体持平' : `比全体${difference < 0 ? '低' : '高'}${beside}分`}。`
}

/** How each figure is computed, one click away (shared/analysis/stats/measures.md). */
export const definitions = {
  scoreRate: '得分率（难度 P）= 平均分 ÷ 满分，只计到考的学生；真实的零分计入。',
  typeRate:
    '题型得分率 = 得到的分 ÷ 作答了的题的满分；折合平均分 = 题型得分率 × 题型满分，不是给分的平均，各题型相加也不等于全卷平均分。缺页和没有选做的题不计，与试卷分析、小题分析一致；总分和全卷得分率中它们按 0 分计。',
  rates: (r: ReportSettings['rates']): string =>
    `优秀率：得分不低于满分的${share(r.excellent)}；良好率：不低于${share(r.good)}；及格率：不低于${share(r.pass)}；低分率：低于${share(r.low)}。都以到考人数为分母。`,
  chosenSubjects: '选考科目的平均分、难度、区分度只计选考这一科的学生；缺考其中任何一科的学生没有总分，不计入。',
  subjectTotal: '点二列相关：本科得分与总分的相关系数；科总相关去掉了本科。',
  optional:
    '选做题的平均分、难度、区分度、满分率和零分率只计选做了这道题的学生，缺这一页的学生也不计；信度把一组选做题当作一道题。',
  sections: '每个分数段含下限、不含上限，最高一段含满分；各段人数之和等于到考人数。',
  levels: '按得分占满分的比例划分，每级含起点；各级人数之和等于到考人数。',
  options: '各选项人数 ÷ 到考人数（缺这一页的不计）；多选题一人可选多项，合计可能超过 100%。',
  boxPlot: '箱体为下四分位数、中位数、上四分位数（线性插值），须线到 1.5 倍四分位距以内的最远分数，之外为离群值。',
  rank: '竞赛排名：同分同名次，其后名次顺延（1、2、2、4）。',
  difficulty:
    '难度 P = 平均分 ÷ 满分。容易 ≥0.855，较易 ≥0.705，中等 ≥0.555，较难 ≥0.405，难 ≥0.255，其余很难（按未四舍五入的值判断）。',
  discrimination:
    '区分度 D = 高分组（前27%）得分率 − 低分组（后27%）得分率，临界同分按比例计入。≥0.40 很好，≥0.30 良好，≥0.20 尚可，其余较差。',
  pointBiserial: '点二列相关：本题得分与总分的相关系数；题总相关去掉了本题。',
  reliability:
    '信度 Cronbach α = k/(k−1)·(1 − 各题方差之和 ÷ 总分方差)；测量标准误 = 标准差 s（÷n−1）× √(1−α)，表示一次测量的分数误差。',
  meanDifference: '与全体平均分之差，正数表示高于全体。',
} as const
