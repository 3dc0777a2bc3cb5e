/** What both test commands share: the environment of a run, and where it spent its time. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../root.ts'

/** Tools act differently where CI is set (a typed lint reads files from the disk), so every run sets it. */
export const asCi = { CI: 'true', TZ: 'UTC', NO_COLOR: '1' }

type Report = { testResults: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[] }

/** Prints the slowest files of vitest's JSON report. */
export const printTimes = (report: string, most = 12): void => {
  if (!existsSync(report)) return
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const rows = testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      seconds: Math.round((endTime - startTime) / 100) / 10,
      tests: assertionResults.length,
    }))
    .sort((a, b) => b.seconds - a.seconds)
  if (rows.length > 0) console.table(rows.slice(0, most))
}
