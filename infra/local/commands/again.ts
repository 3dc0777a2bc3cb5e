/**
 * A file that fails beside others and passes alone has met the load of the machine or another process. That is a fault to
 * find, and it is named at the end of the run; it does not refuse what else was done. What fails twice fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as z from 'zod'
import { root } from '../root.ts'

/** More than so many files at once are no chance. */
const most = 3

const Report = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) })

/** The files that vitest's JSON report calls failed, by their paths in the repository. */
export const failedIn = (report: unknown): string[] =>
  Report.parse(report)
    .testResults.filter((f) => f.status === 'failed')
    .map((f) => relative(root, f.name).replaceAll('\\', '/'))

/** Which files of a failed run are tried once more: none where its report names none, or too many. */
export const triedAgain = (report: string): string[] => {
  const failed = existsSync(report) ? failedIn(JSON.parse(readFileSync(report, 'utf8'))) : []
  return failed.length > most ? [] : failed
}

/** The command of a run for these files alone, one at a time; vitest takes a flag once only. */
export const aloneOf = (command: readonly string[], files: readonly string[]): string[] => [
  ...command.filter((word) => !word.startsWith('--maxWorkers')),
  '--maxWorkers=1',
  ...files,
]

export const sayAgain = (files: readonly string[]): void => {
  if (files.length === 0) return
  console.log('Red beside others and green alone. Each is a fault to find:')
  for (const file of files) console.log(`  ${file}`)
}
