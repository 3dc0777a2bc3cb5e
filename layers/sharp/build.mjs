// Copies sharp with what it needs into a layer's directory: node layers/sharp/build.mjs DIRECTORY
import { cp, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const target = process.argv[2]
if (!target) {
  console.error('node layers/sharp/build.mjs DIRECTORY')
  process.exit(2)
}
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const out = join(target, 'nodejs', 'node_modules')
const copied = new Set()

/** A package and everything that it depends on, as far as it is installed here (other platforms' binaries are not). */
const take = async (name) => {
  if (copied.has(name) || !existsSync(join(modules, name))) return
  copied.add(name)
  await cp(join(modules, name), join(out, name), { recursive: true })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(join(modules, name, 'package.json'), 'utf8'),
  )
  for (const next of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) await take(next)
}
await take('sharp')
if (!copied.has('@img/sharp-linux-x64')) {
  console.error('The layer must be built on Linux x64: sharp brings the binary of the machine that installs it.')
  process.exit(1)
}
