/**
 * `npm start`: the local cloud from the synthesis, the SPA, and once the demo's data.
 * `-- --fresh` begins with empty stores, `-- --no-demo` without the demo; PORT chooses the port.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPartners } from '#infra/demo/partnerPortal.ts'
import { seedDemo } from '#infra/demo/seed.ts'
import { startCloud } from '../Cloud.ts'
import { PortBusy } from '../gateway.ts'
import { root } from '../root.ts'
import { buildSpa } from '../spa.ts'

const flags = new Set(process.argv.slice(2))
const unknown = [...flags].filter((f) => !['--fresh', '--no-demo'].includes(f))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There are --fresh and --no-demo.`)
  process.exit(2)
}
const port = Number(process.env['PORT'] ?? 8000)
const dataDir = process.env['QINGHE_DATA'] ?? join(root, '.local')
const demo = !flags.has('--no-demo')
const seeded = join(dataDir, 'seeded')
const seeding = join(dataDir, 'seeding')
// A seed that was stopped has left half an exam: it begins anew, since nothing else of the demo is there yet.
const half = demo && existsSync(seeding) && !existsSync(seeded)
if (half) console.log('The last start was stopped while the demo was seeded: its data begin anew.')
if (half || flags.has('--fresh')) rmSync(dataDir, { recursive: true, force: true })

console.log('青禾: building the screens and starting the local cloud …')
const webDir = await buildSpa()
const s3Port = process.env['S3_PORT']
const cloud = await startCloud({ dataDir, port, demo, webDir, ...(s3Port ? { s3Port: Number(s3Port) } : {}) }).catch(
  (error: unknown) => {
    if (!(error instanceof PortBusy)) throw error
    console.error(error.message)
    return process.exit(1)
  },
)

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  console.log('\nStopping …')
  await cloud.close()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())

console.log(`\n  ${cloud.address}\n`)
if (demo && !existsSync(seeded)) {
  writeFileSync(seeding, '')
  console.log('Seeding the demo (the server answers already) …')
  const began = performance.now()
  const seed = await seedDemo(cloud, {
    seed: 1,
    say: (line) => console.log(`  ${line} (${Math.round((performance.now() - began) / 1000)} s)`),
  }).catch((error: unknown) => {
    // What is there can be used; the next `-- --fresh` begins anew.
    if (!stopping) console.error('The demo could not be seeded to its end:', error)
    return null
  })
  if (seed && !stopping) {
    const { accounts } = seed
    console.log(`Seeded in ${Math.round((performance.now() - began) / 1000)} s.`)
    writeFileSync(seeded, JSON.stringify(accounts))
    console.log('\nDemo accounts (all of them are on the sign-in page):')
    console.table(accounts.slice(0, 12))
  }
} else if (demo) console.log('The demo accounts are on the sign-in page. `npm start -- --fresh` begins anew.')
if (demo && existsSync(seeded) && !stopping) {
  const portal = await openPartners(cloud.address, port + 1)
  console.log(`Partners of the demo (single sign-on): ${portal.address}`)
}
