/** What git says of this checkout, for the long run's plan. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export const headOf = (): string => git('rev-parse', 'HEAD')

/** Every file of the checkout that git knows, or that is new and not ignored. */
export const filesNow = (): string[] =>
  git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))

/** Files that are changed or new, and not committed. */
const changedNow = (): string[] => [
  ...git('diff', '--name-only', 'HEAD').split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
]

/** The files of HEAD's commit, and those that are not committed; a first commit, or one of a clone cut short, says nothing. */
export const changedLast = (): string[] => {
  const [, parent] = git('rev-list', '--parents', '-n', '1', 'HEAD').split(' ')
  const names = parent === undefined ? [] : git('show', '--name-only', '--format=', 'HEAD').split('\n')
  return [...new Set([...changedNow(), ...names])].filter(Boolean)
}

/** What is not committed, and the last four hours of commits before HEAD; those of HEAD alone where history ends there. */
export const changedLately = (): string[] => {
  const since = Number(git('log', '-1', '--format=%ct')) - 4 * 3600
  const names = git('log', `--since=${since}`, '--name-only', '--format=').split('\n')
  return [...new Set([...changedNow(), ...names])].filter(Boolean)
}
