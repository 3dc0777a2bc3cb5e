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
  const digest = digestOf(['web', 'shared', 'package-lock.json', 'infra/local/spa.ts'])
  const mark = join(root, '.cache', 'spa')
  if (existsSync(join(out, 'index.html')) && existsSync(mark) && readFileSync(mark, 'utf8') === digest) return out
  const { build } = await import('vite')
  // Under a test runner NODE_ENV is `test`, and React would be built with all of its warnings: twice the size.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ root: join(root, 'web'), configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error' })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(mark, digest)
  return out
}
