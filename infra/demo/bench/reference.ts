/**
 * A reference that cannot stand in package.json: its lock lacks the packages of other platforms, and `npm ci` would
 * fail. It is fetched on demand, as the bootstrap fetches Node, into a folder that git does not see.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#infra/local/root.ts'

const folder = join(root, '.cache', 'reference')

/** The module, or null where the package cannot be had; why is said on stderr. */
export const fetchReference = async <T>(name: string, version: string): Promise<T | null> => {
  const manifest = join(folder, 'node_modules', name, 'package.json')
  const there = (): boolean =>
    existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === version
  if (!there()) {
    mkdirSync(folder, { recursive: true })
    const asked = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`]
    const done = spawnSync('npm', asked, {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (done.status !== 0 || !there()) {
      console.error(`${name} ${version} could not be fetched: this run goes on without it.`)
      return null
    }
  }
  const entry = createRequire(join(folder, 'package.json')).resolve(name)
  return (await import(pathToFileURL(entry).href)) as T
}
