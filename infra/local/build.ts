import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { BuildFailure } from 'esbuild'
import { buildSettings } from '../kit/bundle.ts'
import { projectRoot } from './synthesis.ts'

/** A built entry: the URL of its module, or why there is none. */
export type BuiltEntry = { url: string } | { problem: string }

/** Where the clients of the stores are made: built beside the functions, it is the module that all of them share. */
export const clientsEntry = 'functions/kit/clients.ts'

const outputOf = (out: string, entry: string): string => join(out, entry.replace(/\.ts$/, '.mjs'))

const buildAll = async (out: string, entries: readonly string[]): Promise<void> => {
  await build({
    ...buildSettings,
    absWorkingDir: projectRoot,
    entryPoints: [...entries],
    outdir: out,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared/[hash]',
    splitting: true,
  })
}

/**
 * Builds all entries in one go. When that fails each is built alone, so that one room's mistake is that room's only:
 * its function then fails at its first call with the compiler's words, as a broken deployment would.
 */
export const buildEntries = async (out: string, entries: readonly string[]): Promise<Map<string, BuiltEntry>> => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  // Packages that stay whole are found from the project, wherever the build lies.
  symlinkSync(join(projectRoot, 'node_modules'), join(out, 'node_modules'), 'dir')
  const built = new Map<string, BuiltEntry>()
  const present = entries.filter((entry) => existsSync(join(projectRoot, entry)))
  for (const entry of entries) if (!present.includes(entry)) built.set(entry, { problem: `there is no ${entry}` })
  const take = (entry: string): void => void built.set(entry, { url: pathToFileURL(outputOf(out, entry)).href })
  try {
    await buildAll(out, present)
    present.forEach(take)
  } catch {
    for (const entry of present) {
      try {
        await buildAll(out, [entry])
        take(entry)
      } catch (error) {
        const [first] = (error as Partial<BuildFailure>).errors ?? []
        const at = first?.location ? `${first.location.file}:${first.location.line}: ` : ''
        built.set(entry, { problem: `${at}${first?.text ?? String(error)}` })
      }
    }
  }
  return built
}
