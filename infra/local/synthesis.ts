import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Template } from './template.ts'

export const projectRoot = join(import.meta.dirname, '../..')

/** What a synthesis depends on: the stacks, and everything shared, of which calls and jobs are a part. */
const digestOf = (context: Record<string, unknown>): string => {
  const hash = createHash('sha256').update(JSON.stringify(context)).update(process.version)
  const files = globSync(
    [
      'cdk.json',
      'package-lock.json',
      'infra/*.ts',
      'infra/{kit,stacks}/*.ts',
      'shared/**/*.{calls,jobs,types,problems,rules}.ts',
      'shared/kit/*.ts',
    ],
    { cwd: projectRoot },
  )
  for (const file of files.sort()) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(projectRoot, file)))
  }
  return hash.digest('hex').slice(0, 20)
}

const run = (args: string[], env: Record<string, string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const hear = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-6000))
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the synthesis failed:\n${said}`))))
  })

/** Takes away what was not made anew for a day; younger ones may be in use by other processes. */
const forget = (cache: string): void => {
  for (const entry of readdirSync(cache)) {
    const path = join(cache, entry)
    if (performance.timeOrigin - statSync(path).mtimeMs > 86_400_000) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * The app's templates without bundled code, from a child process (CDK takes hundreds of MB), or from the cache when
 * nothing that they are made from has changed.
 */
export const synthesise = async (options: { demo: boolean }): Promise<Template[]> => {
  const context = {
    'aws:cdk:bundling-stacks': [],
    ...(options.demo ? { demo: '1' } : {}),
  }
  const cache = join(projectRoot, '.cache', 'synthesis')
  const out = join(cache, digestOf(context))
  if (!existsSync(out)) {
    mkdirSync(cache, { recursive: true })
    const half = `${out}.${process.pid}`
    await run([join('infra', 'app.ts')], {
      CDK_OUTDIR: half,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_DISABLE_STACK_TRACE: '1',
      CDK_VALIDATION: 'false',
    })
    try {
      renameSync(half, out)
    } catch (error) {
      // Another process was faster with the same templates.
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(out)) throw error
    }
    forget(cache)
  }
  return readdirSync(out)
    .filter((file) => file.endsWith('.template.json'))
    .sort()
    .map((file) => ({
      stack: file.replace('.template.json', ''),
      ...(JSON.parse(readFileSync(join(out, file), 'utf8')) as Omit<Template, 'stack'>),
    }))
}
