/** Builds the SPA when its sources have changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((e) => e.name !== 'dist' && e.name !== 'e2e' && e.name !== 'node_modules')
    .flatMap((e) => (e.isDirectory() ? filesBelow(join(folder, e.name)) : [join(folder, e.name)]))
    .sort()

/** A digest of the sources under some folders of the checkout: names, sizes and contents. */
export const digestOf = (folders: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const path = join(root, folder)
    if (!existsSync(path)) continue
    for (const file of statSync(path).isDirectory() ? filesBelow(path) : [path])
      hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Answers the folder of the built SPA. @throws when the build fails. */
export const buildSpa = async (): Promise<string> => {
  const out = join(root, 'web', 'dist')
  const digest = digestOf(['web', 'shared', 'package-lock.json'])
  const mark = join(root, '.cache', 'spa')
  if (existsSync(join(out, 'index.html')) && existsSync(mark) && readFileSync(mark, 'utf8') === digest) return out
  const { build } = await import('vite')
  await build({ root: join(root, 'web'), configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error' })
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(mark, digest)
  return out
}
