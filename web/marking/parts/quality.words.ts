/** What is said of a marker's figures. */
import type { MarkerQuality } from '#shared/marking/quality/quality.calls.ts'
import { outside } from '#shared/marking/quality/drift.rules.ts'
import type { Drift } from '#shared/marking/quality/drift.rules.ts'
import { leastMarks, leastShare, marginOf } from '#shared/marking/quality/quality.rules.ts'
import { decimal } from '#shared/kit/score.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

/** Hundredths as points with two decimals; a means, not a mark. */
export const meanText = (hundredths: number | null): string =>
  hundredths === null ? '—' : decimal(hundredths / 100, 2)

export const shareText = (share: number | null | undefined): string =>
  share === null || share === undefined ? '—' : `${decimal(share * 100, 1)}%`

/** −0.52 ± 0.16: more or less than the others give, and what the verdict allows by chance. */
export const severityText = ({ severity }: Pick<MarkerQuality, 'severity'>): string => {
  if (!severity) return '—'
  const value = decimal(Math.abs(severity.value) / 100, 2)
  const sign = Number(value) === 0 ? '' : severity.value < 0 ? '−' : '+'
  return `${sign}${value} ± ${decimal(marginOf(severity) / 100, 2)}`
}

/** Below this chance two distributions are told to differ. */
const leastChance = 0.001

/** What stands out, the most telling first; none where too little is marked, or by one alone (`alone`). */
export const findingsOf = (
  m: Pick<MarkerQuality, 'verdict' | 'severity' | 'apart' | 'width' | 'chance' | 'marked' | 'problems' | 'settled'>,
  alone = false,
): { meaning: Meaning; text: string } => {
  const found = [
    ...(m.verdict === 'strict' ? ['偏严'] : m.verdict === 'lenient' ? ['偏松'] : []),
    ...(m.width?.safe ? ['给分集中'] : []),
    ...(m.chance !== null && m.chance < leastChance ? ['分布不同'] : []),
  ]
  if (found.length > 0) return { meaning: 'waits', text: found.join('、') }
  if (m.settled > 0 && m.marked - m.problems === m.settled) return { meaning: 'none', text: '只做仲裁' }
  if (m.verdict === null && alone) return { meaning: 'none', text: '只有一位教师评' }
  if (m.verdict === null)
    return { meaning: 'none', text: m.apart && m.marked >= leastMarks ? '各评各班，人少难比' : '份数还少' }
  // It is there, and so small that nothing is made of it.
  const isSmall = m.severity !== null && Math.abs(m.severity.value) > marginOf(m.severity)
  return { meaning: 'done', text: isSmall ? `差异不到满分的${leastShare * 100}%` : '看不出差异' }
}

export const basisText = ({ severity }: Pick<MarkerQuality, 'severity'>): string =>
  !severity
    ? '—'
    : severity.from === 'pairs'
      ? `双评 ${severity.answers} 份`
      : `相近考生 ${severity.answers} 份${severity.from === 'classes' ? '，计入班差' : ''}`

/** What the control chart of a marker's severity says. */
export const driftWords = (drift: Drift): string => {
  const basis = drift.from === 'pairs' ? '与同一份答卷的另一评相比' : '与其他教师的平均分相比'
  const off = outside(drift)
  const limit = `控制限 ±${decimal(drift.limit / 100, 2)} 分`
  if (drift.points.length < 2) return `${basis}；评满 40 份后，这里看每 20 份的宽严有没有变。`
  return off.length === 0
    ? `每 20 份一点，${basis}，都在${limit}以内。`
    : `每 20 份一点，${basis}；第 ${off.join('、')} 点超出${limit}。`
}
