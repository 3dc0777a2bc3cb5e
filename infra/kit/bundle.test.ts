import * as crypto from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'
import { buildSettings, splitSettings } from './bundle.ts'

const published = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

/** A module with what older releases of Node have: the namespace without the two functions. */
const olderCrypto = (): string =>
  [
    "const own = await import('node:crypto');",
    ...Object.keys(crypto)
      .filter((name) => !['default', 'argon2', 'argon2Sync'].includes(name))
      .map((name) => `export const ${name} = own['${name}'];`),
  ].join('\n')

it('passwords are hashed by the deployed bundle on a runtime whose crypto has no argon2', () => {
  const out = mkdtempSync(join(tmpdir(), 'qinghe-bundle-'))
  const entry = join(import.meta.dirname, '../../functions/identity/signIn/password.ts')
  buildSync({ ...buildSettings, ...splitSettings, minify: true, outdir: out, entryPoints: [entry] })
  const files = readdirSync(out).filter((f) => f.endsWith('.mjs'))
  const sizes = Object.fromEntries(files.map((f) => [f, readFileSync(join(out, f)).length]))
  // The fallback is a file of its own, without the package's other algorithms.
  expect(files.length).toBeGreaterThan(1)
  expect(sizes['index.mjs']).toBeLessThan(5_000)
  expect(Math.max(...Object.values(sizes))).toBeLessThan(60_000)
  writeFileSync(join(out, 'older.mjs'), olderCrypto())
  for (const file of files) {
    const code = readFileSync(join(out, file), 'utf8')
    writeFileSync(join(out, file), code.replaceAll(/(["'])node:crypto\1/g, '"./older.mjs"'))
  }
  writeFileSync(
    join(out, 'try.mjs'),
    `const { passwordMatches } = await import('./index.mjs')
     const of = (password) => passwordMatches(password, '${published}')
     console.log(await of('password'), await of('passwort'))`,
  )
  const run = (): string => execFileSync(process.execPath, [join(out, 'try.mjs')], { encoding: 'utf8', stdio: 'pipe' })
  expect(run().trim()).toBe('true false')
})
