/** What the browser is sent before a screen: the frame, the sign-in, the signed-in shell, each with all that it imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A chunk and all that it imports at once. */
export const closure = (assets: string, from: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(assets, name))) return
    found.add(name)
    const text = readFileSync(join(assets, name), 'utf8')
    for (const m of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) visit(m[1]!)
  }
  from.forEach(visit)
  return found
}

/** The parts of a built site, as files' names; `weigh` gives kilobytes by brotli. */
export const partsOf = (dist: string) => {
  const assets = join(dist, 'assets')
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const entry = [...html.matchAll(/<script[^>]*src="[^"]*\/([\w.-]+\.js)"/g)].map((m) => m[1]!)
  const names = readdirSync(assets)
  const chunk = (start: string): string[] => names.filter((n) => n.startsWith(`${start}-`) && n.endsWith('.js'))
  return {
    assets,
    names,
    chunk,
    weigh: (files: Iterable<string>): number =>
      [...files].reduce((n, f) => n + brotliCompressSync(readFileSync(join(assets, f))).length, 0) / 1000,
    frame: closure(assets, entry),
    signIn: closure(assets, [...entry, ...chunk('SignInScreen'), ...chunk('SignInBox')]),
    shell: closure(assets, [...entry, ...chunk('Start'), ...chunk('router'), ...chunk('Shell')]),
  }
}
