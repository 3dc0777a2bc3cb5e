/**
 * How a paper was marked, as a report value: what it says, its tables, with raw numbers in the cells. From counters alone, so
 * that it is the same work at any number of answers.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { Cell, ReportColumn, ReportSection, ReportSource, ReportValue } from '#shared/kit/report/report.types.ts'
import { decimal } from '#shared/kit/score.ts'
import { stepOf } from '../marking.rules.ts'
import { bandOf, bands } from './quality.rules.ts'
import { msEach, noWork, plus } from './pace.rules.ts'
import type { Worked } from './pace.rules.ts'
import { pointWords } from '../rubric/rubric.types.ts'
import type { PointFigures } from '../rubric/rubric.types.ts'
import type { Given } from './quality.rules.ts'
import type { Compared } from './sample.rules.ts'
import type { MarkerQuality, QuestionQuality } from './quality.calls.ts'

/**
 * κ with linear weights (Cohen 1968) over all pairs of markers: how far apart marks lie, beside how far apart they would by
 * chance. By chance follows from the marks' own distribution, whose bands are spread evenly over their scores; with eleven
 * scores or fewer that is exact.
 */
export const pairsKappa = (q: Pick<PaperQuestion, 'fullScore' | 'markStep'>, all: Given): number | null => {
  const { n, far } = all.pairs
  const marks = all.bands.reduce((sum, x) => sum + x, 0)
  if (n === 0 || marks === 0) return null
  const step = stepOf(q)
  const scores = Array.from({ length: Math.floor(q.fullScore / step) + 1 }, (_, i) => i * step)
  const size = Array.from({ length: bands }, (_, b) => scores.filter((s) => bandOf(s, q.fullScore) === b).length)
  const share = scores.map((s) => {
    const band = bandOf(s, q.fullScore)
    return all.bands[band]! / marks / size[band]!
  })
  let chance = 0
  for (const [i, a] of scores.entries())
    for (const [j, b] of scores.entries()) chance += share[i]! * share[j]! * Math.abs(a - b)
  return chance === 0 ? null : 1 - far / n / chance
}

export type MarkingFigures = {
  source: ReportSource
  questions: readonly (QuestionQuality & { kappa: number | null; total: number; done: number })[]
  markers: readonly (MarkerQuality & { schoolName?: string | undefined; classNames?: string | undefined })[]
  /** How long each marker took between marks, by user; who is not there took no time that is known. */
  worked: ReadonlyMap<string, Worked>
  /** What samples of each marker's marks came to, by question. */
  samples?: readonly { number: string; teacherName: string; sampled: number; compared: Compared | null }[]
  /** How often points of rubrics were earned. */
  points?: readonly PointFigures[]
  /** Groups by the name they are called by. */
  blocks: readonly { groupName: string; questionIds: readonly string[] }[]
  /** Since when it is marked, and whether it is still. */
  openedAt: number | null
  closed: boolean
  at: number
}

type Col<R> = Omit<ReportColumn, 'key'> & { value: (row: R) => Cell }
const table = <R>(rows: readonly R[], columns: readonly Col<R>[]): ReportSection['table'] => ({
  columns: columns.map(({ value: _value, ...c }, i) => ({ key: `c${i}`, ...c })),
  rows: rows.map((row) => ({ cells: columns.map((c) => c.value(row)) })),
})
const count = <R>(name: string, value: Col<R>['value'], more: Partial<Col<R>> = {}): Col<R> => ({
  name,
  type: 'count',
  value,
  ...more,
})
const share = <R>(name: string, value: Col<R>['value']): Col<R> => ({ name, type: 'percent', digits: 1, value })
const points = <R>(name: string, value: Col<R>['value']): Col<R> => ({
  name,
  type: 'score',
  unit: '分',
  digits: 2,
  value,
})
const coefficient = <R>(name: string, value: Col<R>['value']): Col<R> => ({
  name,
  type: 'coefficient',
  digits: 3,
  value,
})

const seconds = <R>(name: string, ms: (row: R) => number | null): Col<R> => ({
  name,
  type: 'coefficient',
  digits: 1,
  unit: '秒',
  value: (row) => {
    const n = ms(row)
    return n === null ? null : n / 1000
  },
})
const hours = <R>(name: string, ms: (row: R) => number | null): Col<R> => ({
  name,
  type: 'coefficient',
  digits: 1,
  unit: '小时',
  value: (row) => {
    const n = ms(row)
    return n === null ? null : n / 3_600_000
  },
})

type Work = { name: string; markers: number; marked: number; problems: number; each: number | null }
const works = (rows: readonly { name: string; m: MarkerQuality }[], worked?: MarkingFigures['worked']): Work[] => {
  const by = Map.groupBy(rows, (r) => r.name)
  return [...by]
    .map(([name, of]) => ({
      name,
      markers: new Set(of.map((r) => r.m.userId)).size,
      marked: of.reduce((n, r) => n + r.m.marked, 0),
      problems: of.reduce((n, r) => n + r.m.problems, 0),
      each: msEach(
        [...new Set(of.map((r) => r.m.userId))].reduce<Worked>(
          (sum, id) => plus(sum, worked?.get(id) ?? noWork),
          noWork,
        ),
      ),
    }))
    .sort((a, b) => b.marked - a.marked || (a.name < b.name ? -1 : 1))
}

/** Less is a start and no pace. */
const leastDone = 20
const leastMs = 10 * 60_000

/**
 * When all will be marked, if it goes on as it has since it opened: ms from now; null where that is not known yet, or
 * nothing is left.
 */
export const msLeft = ({ questions, openedAt, closed, at }: MarkingFigures): number | null => {
  const done = questions.reduce((n, q) => n + q.done, 0)
  const left = questions.reduce((n, q) => n + q.total - q.done, 0)
  if (closed || openedAt === null || left <= 0 || done < leastDone || at - openedAt < leastMs) return null
  return (left / done) * (at - openedAt)
}

/** 40分钟, 3.5小时, 2.1天. */
export const spanText = (ms: number): string =>
  ms < 90 * 60_000
    ? `${Math.max(1, Math.round(ms / 60_000))}分钟`
    : ms < 36 * 3_600_000
      ? `${decimal(ms / 3_600_000, 1)}小时`
      : `${decimal(ms / 86_400_000, 1)}天`

const sentenceOf = (of: MarkingFigures): string => {
  const done = of.questions.reduce((n, q) => n + q.done, 0)
  const total = of.questions.reduce((n, q) => n + q.total, 0)
  const harsh = of.markers.filter((m) => m.verdict === 'strict' || m.verdict === 'lenient')
  const names = [...new Set(harsh.map((m) => m.teacherName))]
  const left = msLeft(of)
  return [
    total === 0
      ? '还没有要评的答卷。'
      : done === total
        ? `${total}份作答全部评完。`
        : `${total}份作答评完了${done}份${left === null ? '' : `，照开启以来的速度约还要${spanText(left)}`}。`,
    names.length > 0
      ? `宽严与他人明显不同的有${names.slice(0, 5).join('、')}${names.length > 5 ? `等${names.length}人` : ''}。`
      : of.markers.some((m) => m.verdict !== null)
        ? '没有看出宽严明显不同的老师。'
        : '评分还少，宽严还看不出。',
  ].join('')
}

const agreementSection = ({ questions }: MarkingFigures): ReportSection => ({
  key: 'agreement',
  title: '各题一致性',
  open: true,
  table: table(questions, [
    { name: '题号', type: 'text', frozen: true, value: (q) => q.number },
    count('教师', (q) => q.markers, { unit: '人' }),
    count('评分', (q) => q.marked, { unit: '次', sum: true }),
    count('双评', (q) => (q.agreement ? Math.round(q.agreement.pairs) : 0), { unit: '份', sum: true }),
    share('完全一致', (q) => q.agreement?.exact ?? null),
    share('分差以内', (q) => q.agreement?.within ?? null),
    points('平均相差', (q) => q.agreement?.apart ?? null),
    coefficient('加权κ', (q) => q.kappa),
    coefficient('ICC', (q) => q.agreement?.icc ?? null),
    points('平均分', (q) => q.mean),
    points('标准差 s', (q) => q.sd),
  ]),
  definition:
    '双评的答卷中，两次评分完全一致、相差在分差以内的比例，和相差的平均。加权κ按相差的远近加权（线性），扣除了碰巧一致：0为与碰巧无异，1为完全一致。ICC(1,1)是两次评分共有的差异所占的比例。',
})

const severitySection = ({ markers }: MarkingFigures): ReportSection => ({
  key: 'severity',
  title: '各老师宽严',
  open: true,
  table: table(markers, [
    { name: '老师', type: 'person', frozen: true, value: (m) => m.teacherName },
    { name: '题号', type: 'text', value: (m) => m.number },
    ...(markers.some((m) => m.classNames !== undefined)
      ? [{ name: '所评班级', type: 'text' as const, value: (m: (typeof markers)[number]) => m.classNames ?? null }]
      : []),
    count('评分', (m) => m.marked, { unit: '份', sum: true }),
    { name: '比他人', type: 'change', unit: '分', digits: 2, value: (m) => m.severity?.value ?? null },
    points('标准误', (m) => m.severity?.error ?? null),
    count('依据', (m) => m.severity?.answers ?? null, { unit: '份' }),
    {
      name: '判断',
      type: 'text',
      value: (m) => (m.verdict === null ? null : { strict: '偏严', lenient: '偏松', even: '看不出差异' }[m.verdict]),
    },
    share('给分宽度', (m) => m.width?.ratio ?? null),
    points('平均分', (m) => m.mean),
  ]),
  definition: [
    '同一批答案上比其他老师多给（正）或少给（负）的分数：双评的题比同一份的另一评（各位老师一并估计，以居中的为准），单评的题比客观题水平相近的考生。超过3.3个标准误、且超过满分的2%才说偏严或偏松。',
    ...(markers.some((m) => m.apart)
      ? [
          '各评各班（校）时，班与班教得不同也在这个差里，分不开：标准误因此计入了各位老师之间的离散（随机效应，t分布），同一题评的人不足5位不作判断。',
        ]
      : []),
  ].join(''),
})

const sampleSection = ({ samples = [] }: MarkingFigures): ReportSection[] => {
  if (samples.length === 0) return []
  return [
    {
      key: 'samples',
      title: '抽查复核',
      table: table(samples, [
        { name: '老师', type: 'person', frozen: true, value: (s) => s.teacherName },
        { name: '题号', type: 'text', value: (s) => s.number },
        count('抽查', (s) => s.sampled, { unit: '份', sum: true }),
        share('完全一致', (s) => s.compared?.exact ?? null),
        share('分差以内', (s) => s.compared?.within ?? null),
        { name: '比复核', type: 'change', unit: '分', digits: 2, value: (s) => s.compared?.off ?? null },
        points('±', (s) => s.compared?.margin ?? null),
      ]),
      definition:
        '负责人抽查过的评分中，与复核的分数完全一致、相差在分差以内的比例；比复核是老师的给分减复核的分数的平均（正为偏松），±是它的95%区间的一半（t分布）。',
    },
  ]
}

const workSection = (key: string, title: string, head: string, rows: readonly Work[], timed = false): ReportSection => {
  const all = rows.reduce((n, r) => n + r.marked, 0)
  return {
    key,
    title,
    table: table(rows, [
      { name: head, type: 'text', frozen: true, value: (r) => r.name },
      count('教师', (r) => r.markers, { unit: '人' }),
      count('评分', (r) => r.marked, { unit: '份', sum: true }),
      share('占全部', (r) => (all === 0 ? null : r.marked / all)),
      count('问题卷', (r) => r.problems, { unit: '份', sum: true }),
      ...(timed
        ? [
            seconds<Work>('每份用时', (r) => r.each),
            hours<Work>('累计用时', (r) => (r.each === null ? null : r.each * r.marked)),
          ]
        : []),
    ]),
    ...(timed
      ? {
          definition:
            '用时从相邻两次评分之间算起，停了10分钟以上的不算；累计是每份用时乘评分数。评完的一包答卷才计入。',
        }
      : {}),
  }
}

const pointSection = ({ points: all = [] }: MarkingFigures): ReportSection[] => {
  const rows = all.filter((p) => p.all.answers > 0)
  if (rows.length === 0) return []
  return [
    {
      key: 'points',
      title: '各题得分点',
      table: table(rows, [
        { name: '题号', type: 'text', frozen: true, value: (p) => p.number },
        { name: '得分点', type: 'text', frozen: true, value: (p) => `${p.name}${p.retired ? '（已停用）' : ''}` },
        { name: '方式', type: 'text', value: (p) => pointWords[p.kind] },
        { name: '分值', type: 'score', unit: '分', value: (p) => p.score },
        count('选点给分', (p) => p.all.answers, { unit: '份' }),
        count('有此点', (p) => p.all.have, { unit: '份' }),
        share('占比', (p) => p.all.have / p.all.answers),
      ]),
      definition: '已有得分、且由选点得出的作答中，有这一点的比例；扣分的点是被扣的比例。两评选点不同的作答不在其中。',
    },
  ]
}

/** The report of a paper's marking. */
export const markingReportOf = (of: MarkingFigures): ReportValue => {
  const { questions, markers, blocks } = of
  const done = questions.reduce((n, q) => n + q.done, 0)
  const total = questions.reduce((n, q) => n + q.total, 0)
  const blockOf = (id: string): string => blocks.find((b) => b.questionIds.includes(id))?.groupName ?? ''
  const schools = markers.filter((m) => m.schoolName !== undefined)
  const left = msLeft(of)
  return {
    id: 'marking',
    title: '阅卷质量报告',
    question: '评得有多一致，谁偏严偏松，各评了多少？',
    source: of.source,
    sentence: sentenceOf(of),
    number: { name: '已评完', type: 'percent', digits: 1, value: total === 0 ? null : done / total },
    facts: [
      { name: '作答', type: 'count', value: total },
      { name: '阅卷教师', type: 'count', value: new Set(markers.map((m) => m.userId)).size },
      { name: '评分', type: 'count', value: markers.reduce((n, m) => n + m.marked, 0) },
      ...(left === null
        ? []
        : [{ name: '预计评完', type: 'date' as const, value: of.at + left, hint: '照开启以来的平均速度' }]),
    ],
    sections: [
      agreementSection(of),
      severitySection(of),
      ...sampleSection(of),
      ...pointSection(of),
      workSection(
        'workload',
        '各老师工作量',
        '老师',
        works(
          markers.map((m) => ({ name: m.teacherName, m })),
          of.worked,
        ),
        true,
      ),
      workSection('blocks', '各组工作量', '阅卷组', works(markers.map((m) => ({ name: blockOf(m.questionId), m })))),
      ...(schools.length > 0
        ? [workSection('schools', '各校工作量', '学校', works(schools.map((m) => ({ name: m.schoolName!, m }))))]
        : []),
    ],
  }
}
