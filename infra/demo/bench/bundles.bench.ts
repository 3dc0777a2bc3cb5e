/** What a function weighs and how long it takes to load; what the browser is sent. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { Metafile } from 'esbuild'
import { domains, entryOf, functionKinds } from '#infra/domains.ts'
import { buildSettings, splitSettings } from '#infra/kit/bundle.ts'
import { root } from '#infra/local/root.ts'
import { buildSpa } from '#infra/local/spa.ts'
import { closure, partsOf } from './site/siteParts.ts'
import { median } from './bench.types.ts'
import type { Bench, Figure } from './bench.types.ts'

/** What every function of ours stands on: 80 ms were set as the goal where these alone take 54. */
const libraries = [
  'zod',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/lib-dynamodb',
  '@middy/core',
  'jose',
  '@aws-lambda-powertools/logger',
  '@aws-lambda-powertools/metrics',
]

/** Medians of loading each module in a process of its own, by turns. */
const loadTimes = async (...files: [string, string]): Promise<[number, number]> => {
  const once = (file: string): number => {
    const script = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t)`
    const env = { ...process.env, AWS_REGION: 'cn-local-1' }
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })
    return Number(done.stdout.trim().split('\n').at(-1))
  }
  const turns = Array.from({ length: 3 }, () => files.map(once))
  return [median(turns.map((t) => t[0]!)), median(turns.map((t) => t[1]!))]
}

const functions: Bench = {
  name: 'functions',
  run: async () => {
    const out = mkdtempSync(join(tmpdir(), 'qinghe-bench-'))
    symlinkSync(join(root, 'node_modules'), join(out, 'node_modules'), 'dir')
    const figures: Figure[] = []
    try {
      const base = join(out, 'base.mjs')
      const contents = libraries.map((l, i) => `import * as l${i} from '${l}'; globalThis.l${i} = l${i}`).join('\n')
      await build({
        ...buildSettings,
        absWorkingDir: root,
        stdin: { contents, resolveDir: root },
        outfile: base,
        minify: true,
        sourcemap: false,
      })
      for (const d of domains)
        for (const kind of functionKinds(d)) {
          const entry = entryOf(d.room, kind)
          if (!existsSync(join(root, entry))) continue
          const outdir = join(out, `${d.room}-${kind}`)
          const outfile = join(outdir, 'index.mjs')
          const { metafile } = await build({
            ...buildSettings,
            absWorkingDir: root,
            entryPoints: [entry],
            ...splitSettings,
            outdir,
            minify: true,
            sourcemap: false,
            metafile: true,
          })
          const kilobytes = loadedAtStart(metafile) / 1000
          figures.push({
            name: `bundle of ${d.room}-${kind}`,
            unit: 'KB',
            ours: kilobytes,
            ...(kind === 'api' ? { goal: { kind: 'bound', value: 900 } as const } : {}),
          })
          if (kind !== 'api') continue
          const [own, alone] = await loadTimes(outfile, base)
          figures.push({
            name: `module load of ${d.room}-api`,
            unit: 'ms',
            ours: own,
            reference: alone,
            referenceName: 'its libraries alone',
            goal: { kind: 'ratio', value: 1.5 },
          })
        }
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
    return figures
  },
}

const web: Bench = {
  name: 'web',
  run: async () => {
    const dist = await buildSpa()
    const { assets, names, chunk, weigh, frame, signIn, shell } = partsOf(dist)
    const screens = names
      .filter((n) => /Screen-/.test(n) && n.endsWith('.js'))
      .map((n) => ({ n, kb: weigh([...closure(assets, [n])].filter((f) => !shell.has(f))) }))
      .sort((a, b) => b.kb - a.kb)
    return [
      {
        name: 'sign-in: the frame before the form',
        unit: 'KB br',
        ours: weigh(frame),
        goal: { kind: 'bound', value: 100 },
        note: [...frame].map((f) => basename(f)).join(' '),
      },
      { name: 'sign-in: all of its script', unit: 'KB br', ours: weigh(signIn), goal: { kind: 'bound', value: 300 } },
      {
        name: 'signed-in shell',
        unit: 'KB br',
        ours: weigh(shell),
        goal: { kind: 'bound', value: 220 },
        note: chunk('SignInBox').some((f) => shell.has(f))
          ? 'with the Authenticator in it'
          : 'without the Authenticator',
      },
      ...screens.slice(0, 3).map(({ n, kb }): Figure => ({
        name: `screen ${n.replace(/-[^-]*$/, '')} beyond the shell`,
        unit: 'KB br',
        ours: kb,
      })),
    ]
  },
}

/** Bytes of the entry and of everything that it imports at once; what calls load later is not counted. */
const loadedAtStart = ({ outputs }: Metafile): number => {
  const seen = new Set<string>()
  const visit = (path: string): number => {
    const output = outputs[path]
    if (!output || seen.has(path)) return 0
    seen.add(path)
    return output.imports
      .filter((i) => i.kind === 'import-statement')
      .reduce((bytes, i) => bytes + visit(i.path), output.bytes)
  }
  return visit(Object.keys(outputs).find((path) => path.endsWith('index.mjs'))!)
}

export const bundleBenches: readonly Bench[] = [functions, web]
