/** What both test commands share: the environment of a run, and where it spent its time. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../root.ts'

/** Tools act differently where CI is set (a typed lint reads files from the disk), so every run sets it. */
export const asCi = { CI: 'true', TZ: 'UTC', NO_COLOR: '1' }

const tenths = (ms: number): number => Math.round(ms / 100) / 10
/** The processor's time of all processes that this one has waited for, with theirs, ms; null where the system does not tell. */
const waitedFor = (): number | null => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // proc_pid_stat(5): cutime and cstime, in clock ticks of a hundredth of a second.
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return null
  }
}
let counted = waitedFor()
/** What the process that has just ended took of the processor, s; null where the system does not tell. */
export const processorOfLast = (): number | null => {
  const all = waitedFor()
  const own = all === null || counted === null ? null : tenths(all - counted)
  counted = all
  return own
}

type Report = { testResults: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[] }

/** Prints the slowest files of vitest's JSON report. */
export const printTimes = (report: string, most = 12): void => {
  if (!existsSync(report)) return
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const rows = testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      seconds: tenths(endTime - startTime),
      tests: assertionResults.length,
    }))
    .sort((a, b) => b.seconds - a.seconds)
  if (rows.length > 0) console.table(rows.slice(0, most))
}
