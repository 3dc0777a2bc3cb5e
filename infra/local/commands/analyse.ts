/** `npm run -s analyse -- SCORES [options]`: the statistics of one paper, without a server. */
import { readFile } from 'node:fs/promises'
import type { GroupFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import { assignTable } from '#shared/analysis/stats/assigned.ts'
import type { AssignedScheme } from '#shared/analysis/stats/assigned.schemes.ts'
import { distributionOf } from '#shared/analysis/stats/describe.ts'
import { criticalBounds, lineRate, lineScore } from '#shared/analysis/stats/lines.ts'
import { analysePaper } from '#shared/analysis/stats/paper.ts'
import { BadOption, optionsOf } from './analyse.options.ts'
import type { Options } from './analyse.options.ts'
import { summaryOf } from './analyse.summary.ts'
import { asCommand } from './asCommand.ts'
import { BadTable, readTable } from './scores.csv.ts'
import type { Table } from './scores.csv.ts'
import { keysOf, scoresOf } from './scores.table.ts'
import type { Scores } from './scores.table.ts'

/** What the command touches outside itself, so that a test can stand in for it. */
export interface AnalyseIo {
  read: (path: string) => Promise<Uint8Array>
  out: (text: string) => void
  err: (text: string) => void
}

const points = <T extends number | null>(score: T): T => (score === null ? score : score / 100) as T

const groupInPoints = <G extends GroupFigures>(group: G): G => ({
  ...group,
  mean: points(group.mean),
  sigma: points(group.sigma),
  s: points(group.s),
  max: points(group.max),
  min: points(group.min),
  median: points(group.median),
  boxPlot: group.boxPlot && {
    min: points(group.boxPlot.min),
    q1: points(group.boxPlot.q1),
    median: points(group.boxPlot.median),
    q3: points(group.boxPlot.q3),
    max: points(group.boxPlot.max),
    lowerWhisker: points(group.boxPlot.lowerWhisker),
    upperWhisker: points(group.boxPlot.upperWhisker),
    outliers: group.boxPlot.outliers.map(({ value, count }) => ({ value: points(value), count })),
  },
  sections: group.sections.map((section) => ({ ...section, from: points(section.from), to: points(section.to) })),
})

/** The report as people read it: points instead of hundredths, ids and class names instead of rows and indices. */
const shown = (report: PaperReport, scores: Scores) => ({
  unit: 'points',
  fullMarksTakenFromHighestScore: scores.guessed,
  warnings: scores.warnings,
  settings: { ...report.settings, sectionWidth: points(report.settings.sectionWidth) },
  fullScore: points(report.fullScore),
  overall: groupInPoints(report.overall),
  reliability: { ...report.reliability, sem: points(report.reliability.sem) },
  items: report.items.map((item) => ({
    ...item,
    fullScore: points(item.fullScore),
    mean: points(item.mean),
    sigma: points(item.sigma),
    s: points(item.s),
  })),
  classes: report.classes.map((row) => ({
    className: scores.classes[row.classIndex]!,
    ...groupInPoints(row),
    meanDifference: points(row.meanDifference),
  })),
  standings: report.standings.map((row) => ({ ...row, score: points(row.score) })),
  candidates: report.candidates.map(({ row, classIndex, ...candidate }) => ({
    student: scores.students[row]!,
    ...(classIndex < 0 ? {} : { className: scores.classes[classIndex]! }),
    ...candidate,
    total: points(candidate.total),
  })),
  absent: report.absent.map((row) => scores.students[row]!),
})

const tableAt = async (path: string, io: AnalyseIo): Promise<Table> => {
  let bytes: Uint8Array
  try {
    bytes = await io.read(path)
  } catch (fault) {
    throw new BadTable(`${path}: cannot be read (${fault instanceof Error ? fault.message : String(fault)})`)
  }
  return readTable(path, bytes)
}

/** Totals at or above each line, in all and by class, and those just below it. */
const linesOf = (report: PaperReport, scores: Scores, { lines, critical }: Options) => {
  const totals = report.candidates.map((c) => c.total)
  const all = distributionOf(Int32Array.from(totals))
  return lines.map(({ text, line }) => {
    const score = lineScore(all, line)
    if (score === null) return { line: text, score, count: 0, rate: null, classes: [], critical: [] }
    const [low, high] = criticalBounds(score, critical, 'below')
    return {
      line: text,
      score: points(score),
      ...lineRate(all, score),
      classes: scores.classes.map((className, index) => {
        const own = report.candidates.filter((c) => c.classIndex === index).map((c) => c.total)
        return { className, ...lineRate(distributionOf(Int32Array.from(own)), score) }
      }),
      critical: report.candidates.filter((c) => c.total >= low && c.total <= high).map((c) => scores.students[c.row]!),
    }
  })
}

/** The conversion table of the totals under a scheme of assigned scores. */
const assignedOf = (report: PaperReport, scheme: AssignedScheme) => ({
  scheme: scheme.id,
  version: scheme.version,
  source: scheme.source,
  table: assignTable(distributionOf(Int32Array.from(report.candidates.map((c) => c.total))), scheme).map((row) => ({
    ...row,
    raw: points(row.raw),
    assigned: points(row.assigned),
  })),
})

/** The command: JSON (or a summary in words) to `out` and 0, or what is wrong and where to `err` and 2. */
export const run = async (argv: readonly string[], io: AnalyseIo): Promise<number> => {
  try {
    const wanted = optionsOf(argv)
    const keys = wanted.key === null ? null : keysOf(await tableAt(wanted.key, io))
    const scores = scoresOf(await tableAt(wanted.scores, io), keys, wanted.key ?? '', wanted.drop)
    const full = scores.data.items.reduce((sum, item) => sum + item.fullScore, 0)
    // Sections of ten points say nothing about a paper of five.
    const report = analysePaper(scores.data, { sectionWidth: full > 2000 ? 1000 : 100, ...wanted.settings })
    const { scheme } = wanted
    const answer = {
      ...shown(report, scores),
      ...(wanted.lines.length > 0 ? { lines: linesOf(report, scores, wanted) } : {}),
      ...(scheme ? { assigned: assignedOf(report, scheme) } : {}),
    }
    io.out(wanted.summary ? summaryOf(answer) : `${JSON.stringify(answer, null, 2)}\n`)
    return 0
  } catch (fault) {
    if (!(fault instanceof BadTable || fault instanceof BadOption)) throw fault
    io.err(`${fault.message}\n`)
    return 2
  }
}

await asCommand(import.meta.url, (argv, io) => run(argv, { ...io, read: (path) => readFile(path) }))
