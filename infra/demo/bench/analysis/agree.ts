/** Whether our report and DuckDB's answers are the same to 1e-9. */
import type { GroupFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import type { Answers } from './duck.ts'

type Row = (name: string) => unknown

/** How many figures were compared, and which differ. */
export const compare = (report: PaperReport, answers: Answers): { compared: number; different: string[] } => {
  let compared = 0
  const different: string[] = []
  const same = (what: string, ours: number | null, theirs: unknown): void => {
    compared++
    const other = Number(theirs)
    const near = ours !== null && Math.abs(ours - other) <= 1e-9 * Math.max(1, Math.abs(ours))
    if (!near && different.length < 20) different.push(`${what}: ${ours}, DuckDB ${other}`)
  }
  const at =
    (table: Record<string, unknown[]>, row: number): Row =>
    (name) => {
      if (!table[name]) throw new Error(`DuckDB answered no ${name}`)
      return table[name][row]
    }
  const group = (what: string, g: GroupFigures, row: Row): void => {
    same(`${what} n`, g.present, row('n'))
    same(`${what} mean`, g.mean, row('mean'))
    same(`${what} σ`, g.sigma, row('sigma'))
    if (g.present > 1) same(`${what} s`, g.s, row('s'))
    same(`${what} min`, g.min, row('least'))
    same(`${what} max`, g.max, row('most'))
    const quartiles = row('quartiles') as number[]
    ;[g.boxPlot!.q1, g.boxPlot!.median, g.boxPlot!.q3].forEach((q, i) => same(`${what} quartile ${i}`, q, quartiles[i]))
    for (const rate of ['excellent', 'good', 'pass', 'low'] as const)
      same(`${what} ${rate}`, g.rates[rate].count, row(rate))
  }
  const { overall, reliability } = report
  group('all', overall, at(answers.overall, 0))
  same('split half', reliability.splitHalf, at(answers.overall, 0)('halves'))
  same('Guttman', reliability.guttman, at(answers.overall, 0)('guttman'))
  const items = at(answers.items, 0)
  const options = at(answers.options, 0)
  const groups = at(answers.groups, 0)
  same('α', reliability.alpha, items('alpha'))
  same('D', overall.discrimination, groups('paper'))
  report.items.forEach((item, i) => {
    same(`${i} mean`, item.mean, items(`mean${i}`))
    same(`${i} σ`, item.sigma, items(`sigma${i}`))
    same(`${i} s`, item.s, items(`s${i}`))
    same(`${i} point-biserial`, item.pointBiserial, items(`pb${i}`))
    same(`${i} item-rest`, item.itemRest, items(`rest${i}`))
    same(`${i} α without`, item.alphaIfDeleted, items(`without${i}`))
    same(`${i} zeros`, item.zero.count, items(`zero${i}`))
    same(`${i} fulls`, item.full.count, items(`full${i}`))
    same(`${i} D`, item.discrimination, groups(`d${i}`))
    item.options.forEach((o, at) => same(`${i} ${o.option}`, o.count, options(`o${i}_${o.option ? at : 'none'}`)))
  })
  report.standings.forEach((s, i) => {
    const row = at(answers.standings, i)
    for (const [field, name] of [
      ['score', 'total'],
      ['count', 'n'],
      ['cumulative', 'cumulative'],
      ['rank', 'place'],
      ['percentileRank', 'pr'],
      ['z', 'z'],
    ] as const)
      same(`standing ${i} ${field}`, s[field], row(name))
  })
  const bands = new Map<string, number>()
  answers.bands['n']!.forEach((n, i) => {
    const band = at(answers.bands, i)
    const [what, name] = (['section', 'level', 'places'] as const)
      .map((w): [string, unknown] => [w, band(w)])
      .find(([, value]) => value !== null)!
    bands.set(`${String(band('class') ?? 'all')} ${what} ${String(name)}`, Number(n))
  })
  const banded = (of: number | 'all', g: GroupFigures): void => {
    const top = g.sections[0]!
    const last = bands.get(`${of} section ${Math.floor(report.fullScore / 1000)}`) ?? 0
    for (const s of g.sections) {
      // A student with the full mark stands in the top section.
      const more = s === top && s.to % 1000 === 0 ? last : 0
      same(`${of} section ${s.from}`, s.count, (bands.get(`${of} section ${s.from / 1000}`) ?? 0) + more)
    }
    for (const l of g.levels) same(`${of} level ${l.name}`, l.count, bands.get(`${of} level ${l.name}`) ?? 0)
  }
  banded('all', overall)
  same('classes', report.classes.length, answers.classes['class']!.length)
  report.classes.forEach((c, i) => {
    const row = at(answers.classes, i)
    same(`class ${i}`, c.classIndex, row('class'))
    group(`class ${i}`, c, row)
    c.itemScoreRates.forEach((rate, item) => same(`class ${i} item ${item}`, rate, row(`rate${item}`)))
    banded(c.classIndex, c)
    for (const s of c.rankSections)
      same(`class ${i} places ${s.to}`, s.count, bands.get(`${c.classIndex} places ${s.to ?? 0}`) ?? 0)
  })
  return { compared, different }
}
