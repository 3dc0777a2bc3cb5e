/** What git says of this checkout, for the long run's plan. */
import { execFileSync } from 'node:child_process'
import { root } from '../root.ts'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export const headOf = (): string => git('rev-parse', 'HEAD')

/** The files that the last four hours of commits before HEAD changed; those of HEAD alone where history ends there. */
export const changedLately = (): string[] => {
  const since = Number(git('log', '-1', '--format=%ct')) - 4 * 3600
  const names = git('log', `--since=${since}`, '--name-only', '--format=')
  return [...new Set(names.split('\n').filter(Boolean))]
}
