/**
 * Where second marks help most. A mark is the answer's true score, its marker's severity and chance; a total near a line
 * may stand on its wrong side. Points lost there are, to the first order, half of how close the total is to a line (the
 * density of the true total on it) times its squared error; second marks are spent where they take away most of that.
 */

export type MarkedOnce = {
  /** The same question's in every script. */
  question: number
  /** What its marker gives beside the others, hundredths; 0 where it is not known. */
  severity: number
}
export type Total = {
  /** Hundredths, as it stands. */
  total: number
  /** Its answers that one marker has marked. */
  once: readonly MarkedOnce[]
}
export type SecondModel = {
  scripts: readonly Total[]
  /** By question: the variance of one mark about the true score, its marker's severity apart. */
  variances: readonly number[]
  /** Totals on which something turns: passed or not, this grade or that one. */
  lines: readonly number[]
}
export type Pick = { script: number; question: number }
export type SecondPlan = {
  picks: Pick[]
  /** Root mean squared error of totals, weighed by how close they are to a line, hundredths: now, with these, by chance. */
  error: { now: number; planned: number; random: number }
}

const density = (distance: number, variance: number): number =>
  Math.exp((-distance * distance) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance)

/** A script as the model sees it. */
const seen = ({ total, once }: Total, { variances, lines }: SecondModel) => {
  const bias = once.reduce((sum, m) => sum + m.severity, 0)
  const variance = once.reduce((sum, m) => sum + variances[m.question]!, 0)
  const weight = variance === 0 ? 0 : lines.reduce((sum, line) => sum + density(line - (total - bias), variance), 0)
  return { bias, variance, weight }
}

/** By how much the mean of two falls short of one mark's squared error, where the rest of the total is off by `bias`. */
const gainOf = (bias: number, severity: number, variance: number): number =>
  bias ** 2 - (bias - severity / 2) ** 2 + variance / 2

/**
 * The second marks that a budget buys. Of a script the one that gains most comes first; what the next one gains follows
 * from it, since severities of both signs may take each other away.
 */
export const spendSecondMarks = (model: SecondModel, budget: number): SecondPlan => {
  const { scripts, variances } = model
  const known = scripts.map((s) => seen(s, model))
  const steps: (Pick & { gain: number })[] = []
  let [weights, now, random] = [0, 0, 0]
  const answers = scripts.reduce((n, s) => n + s.once.length, 0)
  const share = answers === 0 ? 0 : Math.min(1, budget / answers)
  scripts.forEach(({ once }, script) => {
    const { bias, variance, weight } = known[script]!
    weights += weight
    now += weight * (bias ** 2 + variance)
    // By chance each answer has its second mark as often as the budget reaches.
    const off = bias - (share * bias) / 2
    const scatter = once.reduce((sum, m) => sum + (share * (1 - share) * m.severity ** 2) / 4, 0)
    random += weight * (off ** 2 + scatter + variance * (1 - share / 2))
    let [rest, at] = [[...once], bias]
    while (rest.length > 0) {
      const gains = rest.map((m) => gainOf(at, m.severity, variances[m.question]!))
      const best = gains.indexOf(Math.max(...gains))
      const mark = rest[best]!
      steps.push({ script, question: mark.question, gain: weight * gains[best]! })
      at -= mark.severity / 2
      rest = rest.toSpliced(best, 1)
    }
  })
  const order = steps.toSorted((a, b) => b.gain - a.gain).slice(0, Math.max(0, Math.floor(budget)))
  const chosen = order.filter((s) => s.gain > 0)
  const planned = now - chosen.reduce((sum, s) => sum + s.gain, 0)
  const root = (sum: number): number => (weights === 0 ? 0 : Math.sqrt(Math.max(0, sum) / weights))
  return {
    picks: chosen.map(({ script, question }) => ({ script, question })),
    error: { now: root(now), planned: root(planned), random: root(random) },
  }
}
