/** What a scan of a blank card must measure, and what to do where it does not. Shown to people and judged by the same table. */
import type { Judgement, Measure, MeasureName, PreflightPage } from './preflight.types.ts'

type Rule = {
  name: string
  /** From…to, both allowed: as it should be, and what still works. */
  good: readonly [number, number]
  fair: readonly [number, number]
  show: (value: number) => string
  /** What the good range reads as. */
  bound: string
  /** What is wrong and what to do about it, in one breath. */
  advise: (value: number) => string
}

const all = Number.POSITIVE_INFINITY
const percent = (value: number, digits = 0): string => `${(value * 100).toFixed(digits)}%`
const mm = (value: number): string => `${value.toFixed(2)}毫米`

export const preflightRules: Readonly<Record<MeasureName, Rule>> = {
  qr: {
    name: '二维码',
    good: [2, 2],
    fair: [1, 1],
    show: (v) => (v === 2 ? '一读即出' : v === 1 ? '仔细辨认后读出' : '读不出'),
    bound: '一读即出',
    advise: (v) =>
      v === 1
        ? '二维码勉强可读：请擦净扫描仪玻璃，并提高扫描分辨率。'
        : '二维码读不出：请确认打印清晰、没有被裁掉或弄脏，并用200dpi以上重新扫描。',
  },
  anchors: {
    name: '定位点',
    good: [0, 0],
    fair: [1, 1],
    show: (v) => (v === 0 ? '齐全' : `缺${v}个`),
    bound: '齐全',
    advise: () => '有定位点没有扫到：请检查纸边是否被裁掉、折角，进纸是否歪斜，以及打印是否选择了“实际大小”。',
  },
  resolution: {
    name: '分辨率',
    good: [150, all],
    fair: [100, all],
    show: (v) => `${Math.round(v)}dpi`,
    bound: '不低于150dpi',
    advise: (v) => `扫描分辨率只有${Math.round(v)}dpi：请把扫描仪设为200dpi（灰度）。`,
  },
  scale: {
    name: '缩放比例',
    good: [0.97, 1.03],
    fair: [0.895, 1.05],
    show: (v) => percent(v, 1),
    bound: '97%～103%',
    advise: (v) =>
      `印出来是原大的${percent(v)}：打印时请选择“实际大小”（不要“适合纸张”），复印机请设为100%，再重印一张检查。`,
  },
  stretch: {
    name: '横竖比例差',
    good: [0, 0.007],
    fair: [0, 0.015],
    show: (v) => percent(v, 1),
    bound: '不超过0.7%',
    advise: () => '纸面在一个方向上被拉长：多半是进纸打滑，请清洁扫描仪或复印机的搓纸轮，并校准进纸速度。',
  },
  margins: {
    name: '四周留边',
    good: [2, all],
    fair: [0.5, all],
    show: (v) => `${v.toFixed(1)}毫米`,
    bound: '定位点外不少于2毫米',
    advise: () => '定位点离图像边缘太近，稍有偏移就会被裁掉：请把扫描范围设为整张纸（或略大），并把进纸导板对正。',
  },
  skew: {
    name: '歪斜',
    good: [0, 3],
    fair: [0, 12],
    show: (v) => `${v.toFixed(1)}°`,
    bound: '不超过3°',
    advise: () => '纸进得太歪：请对齐进纸导板，一次少放一些纸。',
  },
  bend: {
    name: '变形',
    good: [0, 0.015],
    fair: [0, 0.06],
    show: (v) => percent(v, 1),
    bound: '不超过1.5%',
    advise: () => '纸面不平或有透视变形：请压平纸张，用扫描仪扫描，不要用手机拍照。',
  },
  sharpness: {
    name: '清晰度',
    good: [0, 0.45],
    fair: [0, 1],
    show: (v) => `边缘宽${mm(v)}`,
    bound: '边缘宽不超过0.45毫米',
    advise: () => '图像模糊：请擦净扫描仪玻璃，关闭“平滑”或高压缩选项，并用200dpi以上扫描。',
  },
  contrast: {
    name: '黑白反差',
    good: [110, all],
    fair: [60, all],
    show: (v) => `${Math.round(v)}级`,
    bound: '不低于110级',
    advise: () => '黑白反差太小：请换墨粉或调高打印浓度，并恢复扫描仪的默认亮度和对比度。',
  },
  greys: {
    name: '灰阶',
    good: [6, 6],
    fair: [4, 6],
    show: (v) => `${v}／6级可分`,
    bound: '6级都能分开',
    advise: (v) =>
      v <= 2
        ? '扫描成了黑白两色，淡的填涂会丢失：请把扫描模式改为“灰度”（256级）。'
        : '深浅层次有丢失：请把扫描模式设为“灰度”，关闭“自动增强”“去背景”“文字优化”。',
  },
  light: {
    name: '淡灰保留',
    good: [0.06, all],
    fair: [0.03, all],
    show: (v) => percent(Math.max(0, v)),
    bound: '不低于6%（印的是12%）',
    advise: () => '淡灰几乎看不见，铅笔淡涂会丢失：请调低扫描亮度，关闭“去背景”，或调高打印、复印浓度。',
  },
  dark: {
    name: '深灰区分',
    good: [0, 0.82],
    fair: [0, 0.92],
    show: (v) => percent(v),
    bound: '不高于82%（印的是55%）',
    advise: () => '深灰糊成了黑色：请调低打印、复印浓度，或调高扫描亮度。',
  },
  dirt: {
    name: '污迹',
    good: [0, 12],
    fair: [0, 600],
    show: (v) => (v === 0 ? '没有' : `${Math.round(v)}平方毫米`),
    bound: '空白处不超过12平方毫米',
    advise: () => '空白处有污迹、条纹或背面透印：请清洁扫描仪玻璃和滚轴；若是透印，请换厚一些的纸。',
  },
  marks: {
    name: '误读的填涂',
    good: [0, 0],
    fair: [0, 2],
    show: (v) => (v === 0 ? '没有' : `${v}处`),
    bound: '没有',
    advise: () => '空白卡上读到了填涂：请确认扫描的是没有写过的卡；如果是，说明有污迹或印得太深，请清洁后重印重扫。',
  },
}

const within = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to

/** A value by the table. What could not be measured is unknown and holds nothing up. */
export const judgeMeasure = (name: MeasureName, value: number | null): Judgement => {
  if (value === null || Number.isNaN(value)) return 'unknown'
  const rule = preflightRules[name]
  return within(value, rule.good) ? 'good' : within(value, rule.fair) ? 'warn' : 'bad'
}

const order: readonly Judgement[] = ['unknown', 'good', 'warn', 'bad']
/** The worst of several; of none, or of nothing known, unknown. */
export const worstOf = (all: readonly Judgement[]): Judgement =>
  all.reduce<Judgement>((worst, j) => (order.indexOf(j) > order.indexOf(worst) ? j : worst), 'unknown')

/** The whole: the worst page; a page of the card that is not there is a warning. */
export const judgeAll = (pages: readonly Pick<PreflightPage, 'judged'>[], missingPages: readonly number[]): Judgement =>
  worstOf([...pages.map((p) => p.judged), ...(missingPages.length > 0 ? (['warn'] as const) : [])])

export const verdicts: Readonly<Record<Judgement, { title: string; text: string }>> = {
  good: { title: '可以用于考试', text: '扫描仪、纸张和复印都合适。考试时请用同样的设置。' },
  warn: { title: '可以用，但有需要注意的地方', text: '能够识别，但余量不大。建议先按下面的提示调整，再检查一次。' },
  bad: { title: '不能用于考试', text: '请按下面的提示处理后，重新打印、扫描一张空白卡再检查。' },
  unknown: { title: '没有得出结论', text: '这张图上没有可以测量的内容，请换一张清楚的扫描件。' },
}

/** What to do, the gravest first, each once. */
export const adviceOf = (pages: readonly PreflightPage[]): { judged: Judgement; text: string }[] => {
  const judgements = new Map<string, Judgement>()
  const tell = (text: string, judged: Judgement): void => {
    judgements.set(text, worstOf([judged, judgements.get(text) ?? 'unknown']))
  }
  for (const p of pages) {
    if (p.refusal) tell(p.refusal, 'bad')
    for (const m of p.measures as readonly Measure[])
      if (m.value !== null && (m.judged === 'bad' || m.judged === 'warn'))
        tell(preflightRules[m.name].advise(m.value), m.judged)
  }
  return [...judgements]
    .map(([text, judged]) => ({ judged, text }))
    .sort((a, b) => order.indexOf(b.judged) - order.indexOf(a.judged))
}
