/** What the analyse command may be asked for. */
import { parseArgs } from 'node:util'
import type { ReportSettingsInput } from '#shared/analysis/analysis.types.ts'
import { ASSIGNED_SCHEMES } from '#shared/analysis/stats/assigned.schemes.ts'
import type { AssignedScheme } from '#shared/analysis/stats/assigned.schemes.ts'
import type { Line } from '#shared/analysis/stats/lines.ts'

const usage = `usage: npm run -s analyse -- SCORES [--key KEY] [options]
  SCORES   a table (.csv, tabs, semicolons, .xlsx). Header: student id, then the items (a column 班级 or class may stand
           among them; 姓名, 总分 and the like are left out); a cell is points, or option letters where KEY has a key; an
           absent student has 缺考 or nothing in every item; a row whose id is 满分 or full gives the full marks, else the
           highest score of a column is taken for its full mark
  --key KEY          header item,key[,full[,partial]]; an empty key says that the cells are points; full is 1 when left out
                     for a key; partial are the points for some of the right options and no wrong one
  --drop COLUMN      leaves a column out; may be given again
  --line L           a line as points (90) or as a share of the cohort (15%); may be given again
  --critical D       students less than D points below a line are listed with it (5)
  --assign SCHEME    assigned scores of the totals: ${ASSIGNED_SCHEMES.map((s) => s.id).join(', ')}
  --excellent, --good, --pass, --low P   thresholds of the rates as shares of the full mark (85%, 70%, 60%, 40%)
  --section W        width of a score section in points (10; 1 for papers of up to 20)
  --sample           the standard deviation printed is s (n - 1)
  --summary          a page in words instead of JSON`

/** A command line that says nothing that can be done; the message says why, or how the command is used. */
export class BadOption extends Error {}

export type Options = {
  scores: string
  key: string | null
  drop: ReadonlySet<string>
  lines: { text: string; line: Line }[]
  /** Hundredths. */
  critical: number
  scheme: AssignedScheme | null
  settings: ReportSettingsInput
  summary: boolean
}

const share = (text: string): number | null => {
  const found = /^(\d+(?:\.\d+)?)%$/.exec(text)
  const value = found ? Number(found[1]) / 100 : Number(text)
  return text !== '' && value >= 0 && value <= 1 ? value : null
}
const hundredths = (text: string): number | null =>
  /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null

const wanted = <T>(value: T | null, option: string, text: string, what: string): T => {
  if (value === null) throw new BadOption(`--${option} ${text}: ${what}`)
  return value
}

const lineOf = (text: string): Line | null => {
  if (text.endsWith('%')) {
    const part = share(text)
    return part ? { share: part } : null
  }
  const score = hundredths(text)
  return score === null ? null : { score }
}

const parsed = (argv: readonly string[]) => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const options = {
    ...{ key: text, drop: many, line: many, critical: text, assign: text, section: text },
    ...{ excellent: text, good: text, pass: text, low: text, sample: flag, summary: flag },
  }
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options })
  } catch {
    throw new BadOption(usage)
  }
}

const rateNames = ['excellent', 'good', 'pass', 'low'] as const

/** @throws BadOption */
export const optionsOf = (argv: readonly string[]): Options => {
  const { values, positionals } = parsed(argv)
  if (positionals.length !== 1) throw new BadOption(usage)
  const rates = Object.fromEntries(
    rateNames.flatMap((name) => {
      const text = values[name]
      return text === undefined ? [] : [[name, wanted(share(text), name, text, 'a share is 0% to 100%')]]
    }),
  )
  const { section, assign, critical = '5' } = values
  return {
    scores: positionals[0]!,
    key: values.key ?? null,
    drop: new Set(values.drop),
    lines: values.line.map((text) => ({
      text,
      line: wanted(lineOf(text), 'line', text, 'a line is points (90) or a share (15%)'),
    })),
    critical: wanted(hundredths(critical), 'critical', critical, 'a distance is points'),
    scheme:
      assign === undefined
        ? null
        : wanted(ASSIGNED_SCHEMES.find((s) => s.id === assign) ?? null, 'assign', assign, 'there is no such scheme'),
    settings: {
      ...(Object.keys(rates).length > 0 ? { rates } : {}),
      ...(values.sample ? { deviation: 'sample' as const } : {}),
      ...(section === undefined
        ? {}
        : { sectionWidth: wanted(hundredths(section) || null, 'section', section, 'a width is more than 0 points') }),
    },
    summary: values.summary,
  }
}
