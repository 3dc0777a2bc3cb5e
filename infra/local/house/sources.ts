/** The files of the house, as the checks on it read them: what git knows, and what is new and not ignored. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

export type Source = { path: string; text: string }

const binary = /\.(png|jpg|jpeg|tif|tiff|pdf|zip|ttf|otf|woff2?|wasm|ico|xlsx|bmp)$/

/** Every text file of the checkout, by its path from the root. */
export const houseFiles = (): Source[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !binary.test(path) && existsSync(join(root, path)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isCode = (path: string): boolean => /\.(ts|tsx|js|mjs)$/.test(path) && !path.endsWith('.d.ts')
export const isTest = (path: string): boolean =>
  /[./](test|fixtures?|rig|child|testing|conformance)\.tsx?$|\.setup\.ts$/.test(path) ||
  /^(web\/e2e|infra\/local\/matrix)\//.test(path)
