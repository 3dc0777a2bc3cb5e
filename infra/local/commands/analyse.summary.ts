/** A page in words of what the analyse command found, for people who read no JSON. */

type Figure = number | null
type Group = {
  registered: number
  present: number
  absent: number
  mean: Figure
  sigma: Figure
  s: Figure
  scoreRate: Figure
}
type Shown = {
  warnings: readonly string[]
  settings: { deviation: 'population' | 'sample' }
  fullScore: number
  overall: Group & {
    max: Figure
    min: Figure
    median: Figure
    difficultyBand: string | null
    discriminationBand: string | null
    rates: Record<'excellent' | 'good' | 'pass' | 'low', { count: number; rate: Figure }>
  }
  reliability: { alpha: Figure; sem: Figure }
  items: readonly { number: string; difficulty: Figure; discrimination: Figure; discriminationBand: string | null }[]
  classes: readonly (Group & { className: string })[]
  lines?: readonly { line: string; score: Figure; count: number; rate: Figure; critical: readonly string[] }[]
  assigned?: {
    scheme: string
    source: string
    table: readonly { raw: number; count: number; grade: string; assigned: number }[]
  }
}

const number = (value: Figure, digits = 2): string =>
  value === null ? '-' : value.toFixed(digits).replace(/^-(0(\.0+)?)$/, '$1')
const percent = (value: Figure): string => (value === null ? '-' : `${number(value * 100, 1)}%`)

/** Few: the items that tell least about who can do more. */
const mostListed = 8

export const summaryOf = (shown: Shown): string => {
  const { overall, reliability } = shown
  const deviation = shown.settings.deviation === 'sample' ? ['s', overall.s] : ['σ', overall.sigma]
  const weak = shown.items.filter((i) => i.discrimination !== null && i.discrimination < 0.2)
  const hard = [...shown.items].filter((i) => i.difficulty !== null).sort((a, b) => a.difficulty! - b.difficulty!)
  const lines = [
    `${overall.present} of ${overall.registered} students, ${overall.absent} absent; ${shown.items.length} items, full mark ${shown.fullScore}.`,
    `Mean ${number(overall.mean)} (${percent(overall.scoreRate)} of the full mark), ${deviation[0]} ${number(deviation[1] as Figure)}, median ${number(overall.median)}, from ${number(overall.min)} to ${number(overall.max)}.`,
    `Excellent ${percent(overall.rates.excellent.rate)}, good ${percent(overall.rates.good.rate)}, pass ${percent(overall.rates.pass.rate)}, low ${percent(overall.rates.low.rate)}.`,
    `Difficulty ${overall.difficultyBand ?? '-'}, discrimination ${overall.discriminationBand ?? '-'}; α ${number(reliability.alpha, 3)}, standard error of measurement ${number(reliability.sem)}.`,
    `Hardest: ${
      hard
        .slice(0, 3)
        .map((i) => `${i.number} (${percent(i.difficulty)})`)
        .join(', ') || '-'
    }.`,
    weak.length === 0
      ? 'Every item tells strong from weak students (D ≥ 0.20).'
      : `D below 0.20: ${weak
          .slice(0, mostListed)
          .map((i) => `${i.number} (${number(i.discrimination)})`)
          .join(', ')}${weak.length > mostListed ? ` and ${weak.length - mostListed} more` : ''}.`,
    ...shown.classes.map(
      (c) => `${c.className}: ${c.present} students, mean ${number(c.mean)} (${percent(c.scoreRate)}).`,
    ),
    ...(shown.lines ?? []).map(
      (l) =>
        `Line ${l.line} (${number(l.score)} points): ${l.count} students, ${percent(l.rate)}; ${l.critical.length} just below it.`,
    ),
    ...(shown.assigned
      ? [
          `Assigned by ${shown.assigned.scheme} (${shown.assigned.source}):`,
          ...shown.assigned.table.map(
            (r) =>
              `  ${number(r.raw)} → ${number(r.assigned, 0)}${r.grade ? ` (${r.grade})` : ''}, ${r.count} students`,
          ),
        ]
      : []),
    ...shown.warnings.map((w) => `Warning: ${w}`),
  ]
  return `${lines.join('\n')}\n`
}
