import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { BuildOptions } from 'esbuild'

/** Packages that bring native code, WebAssembly or data files beside their scripts: they stay whole. */
export const wholePackages: readonly string[] = [
  'sharp',
  '@hyzyla/pdfium',
  'zxing-wasm',
  'subset-font',
  'pdfkit',
  '@sparticuz/chromium',
  'playwright',
  'playwright-core',
  'mathjax',
  '@expo-google-fonts/noto-sans-sc',
  '@expo-google-fonts/noto-serif-sc',
]

/** How every function is built, in the cloud and here. */
export const buildSettings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcemap: 'linked',
  // Packages in CommonJS that were bundled still say `require` and `__dirname`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; import { fileURLToPath as __toPath } from 'node:url'; const require = __createRequire(import.meta.url); const __filename = __toPath(import.meta.url); const __dirname = __toPath(new URL('.', import.meta.url));",
  },
  external: [...wholePackages, ...wholePackages.map((p) => `${p}/*`)],
  logLevel: 'silent',
} satisfies BuildOptions

/** What a call imports only when it needs it is a file of its own, and is not loaded before. */
export const splitSettings = {
  splitting: true,
  entryNames: 'index',
  chunkNames: 'chunk-[hash]',
  outExtension: { '.js': '.mjs' },
} satisfies BuildOptions

const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** A package and everything that it needs at run time, as found from the project's node_modules. */
const closureOf = (names: readonly string[], root: string): Set<string> => {
  const packages = new Set<string>()
  const visit = (name: string): void => {
    const file = join(root, 'node_modules', name, 'package.json')
    if (packages.has(name) || !existsSync(file)) return
    packages.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, string>
    >
    for (const next of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) visit(next)
  }
  for (const name of names) visit(name)
  return packages
}

/**
 * Builds one function into a directory of its own (`index.mjs`, its source map, the whole packages it uses) and answers
 * the directory. Packages that a layer brings are left out. Only deployments come here; the local cloud builds all at once.
 */
export const bundleEntry = (root: string, entry: string, inLayers: readonly string[]): string => {
  const out = mkdtempSync(join(tmpdir(), 'qinghe-function-'))
  const built = buildSync({
    ...buildSettings,
    absWorkingDir: root,
    entryPoints: [entry],
    ...splitSettings,
    outdir: out,
    minify: true,
    metafile: true,
  })
  const used = Object.values(built.metafile.outputs)
    .flatMap((o) => o.imports)
    .filter((i) => i.external && !i.path.startsWith('node:') && !builtinModules.includes(i.path))
    .map((i) => packageOf(i.path))
  const layered = closureOf(inLayers, root)
  for (const name of closureOf(used, root)) {
    if (layered.has(name)) continue
    cpSync(join(root, 'node_modules', name), join(out, 'node_modules', name), { recursive: true, dereference: true })
  }
  return out
}
