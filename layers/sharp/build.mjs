// Puts sharp for Lambda into a layer's directory: node layers/sharp/build.mjs DIRECTORY [arm64|x86_64] [LOCKFILE]
//
// What is plain JavaScript is copied from node_modules. The two native packages are those of Lambda's machine, not of
// this one: npm fetches them by the lock file's versions, and the lock file's digests say that they are the right ones.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [target, architecture = 'arm64', lockFile = join(root, 'package-lock.json')] = process.argv.slice(2)
const cpu = { arm64: 'arm64', x86_64: 'x64' }[architecture]
if (!target || !cpu) {
  console.error('node layers/sharp/build.mjs DIRECTORY [arm64|x86_64] [LOCKFILE]')
  process.exit(2)
}
const out = join(target, 'nodejs', 'node_modules')
const lock = JSON.parse(readFileSync(lockFile, 'utf8')).packages
const cache = join(root, '.cache', 'layers')

/** A native package as the lock file has it, fetched once. */
const fetched = async (name) => {
  const { version, integrity } = lock[`node_modules/${name}`] ?? {}
  if (!version || !integrity) throw new Error(`${lockFile} knows no ${name}`)
  const [algorithm, digest] = integrity.split('-')
  const kept = join(cache, Buffer.from(digest, 'base64').toString('hex').slice(0, 32))
  if (existsSync(kept)) return join(kept, 'package')
  await mkdir(cache, { recursive: true })
  const half = await mkdtemp(join(cache, 'half-'))
  try {
    const args = ['pack', `${name}@${version}`, '--json', '--silent', '--pack-destination', half]
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const told = execFileSync(npm, args, { cwd: half, encoding: 'utf8', shell: process.platform === 'win32' })
    const [packed] = Object.values(JSON.parse(told))
    const file = join(half, packed.filename.replace(/^@/, '').replace('/', '-'))
    const found = createHash(algorithm)
      .update(await readFile(file))
      .digest('base64')
    if (found !== digest) throw new Error(`${name}@${version} is not what ${lockFile} says: ${algorithm}-${found}`)
    execFileSync('tar', ['-xzf', file, '-C', half])
    await rm(file)
    await rename(half, kept).catch((error) => {
      // Another process was faster with the same package.
      if (!existsSync(kept)) throw error
    })
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return join(kept, 'package')
}

const copied = new Set()
/** A package and its dependencies that run on any machine. */
const take = async (name) => {
  if (copied.has(name)) return
  copied.add(name)
  const from = join(root, 'node_modules', name)
  await cp(from, join(out, name), { recursive: true })
  const { dependencies = {} } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  for (const next of Object.keys(dependencies)) await take(next)
}

try {
  for (const name of [`@img/sharp-linux-${cpu}`, `@img/sharp-libvips-linux-${cpu}`])
    await cp(await fetched(name), join(out, name), { recursive: true })
  await take('sharp')
} catch (error) {
  console.error(`The layer sharp was not built: ${error.message}`)
  process.exit(1)
}
