import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { lacksOf, storeBinary } from '../../natives.mjs'
import { root } from '../../root.ts'

const { DatabaseSync: Database } = createRequire(import.meta.url)('node:sqlite') as {
  DatabaseSync: typeof DatabaseSync
}

/**
 * Finds the native binary of this platform: among the packages, or where the bootstrap has brought it.
 * @throws with words on what works without it.
 */
export function dynamoBinary(platform = `${process.platform}-${process.arch}`): string {
  const [os = '', arch = ''] = platform.split('-')
  const file = storeBinary(os)
  for (const folder of [join(root, 'node_modules'), join(root, '.node', 'native', 'node_modules')]) {
    const found = join(folder, '@dynoxide', platform, file)
    if (existsSync(found)) return found
  }
  const why = lacksOf(os, arch).find((line) => line.startsWith('No database'))
  throw new Error(
    why ?? `The database of ${platform} is not here: npm start brings it. Without a line to npm, run it once with one.`,
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A parent that was killed leaves its child behind, and two processes on one file must not be: the child is ended, once
 * its command line proves that it is ours. Throws when another living process of ours holds the file.
 */
async function endOrphan(pidFile: string, file: string): Promise<void> {
  let pid: number
  let parent: number
  let command: string
  try {
    ;[pid = 0, parent = 0] = readFileSync(pidFile, 'utf8').split(' ').map(Number)
    command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return
  }
  if (!command.split('\0').includes(file)) return
  if (parent !== process.pid && isAlive(parent)) {
    throw new Error(`The data in ${file} are in use by process ${parent}: end it, or use another data folder`)
  }
  process.kill(pid, 'SIGKILL')
  for (let tries = 0; tries < 200 && isAlive(pid); tries++) await sleep(10)
}

/** Resolves at the line that the binary prints once it listens; rejects with what it said when it ends first. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-2000)
      if (output.includes('listening on')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`DynamoDB's stand-in ended (${code ?? signal}): ${output.trim()}`)),
    )
  })
}

/** Its rows are behind one lock: of a few cores one thread does most with it, since more wait for one another. */
const threads = Math.max(1, Math.floor(availableParallelism() / 4))

/** Where its rows lie. */
export const dynamoFile = (dataDir: string): string => join(dataDir, 'dynamo.sqlite')

/** Without these two, every write with streams on reads the whole stream table. */
function indexStreams(file: string): void {
  const database = new Database(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    for (const column of ['table_name', 'shard_id']) {
      database.exec(
        `CREATE INDEX IF NOT EXISTS _local_stream_by_${column} ON _stream_records(${column}, CAST(sequence_number AS INTEGER))`,
      )
    }
  } finally {
    database.close()
  }
}

/**
 * Starts DynamoDB's stand-in over `dataDir/dynamo.sqlite` on loopback; the data survives a kill.
 * Throws on a platform without the binary, and when the process does not come up.
 */
export async function startDynamo(options: {
  dataDir: string
  port?: number
}): Promise<{ endpoint: string; port: number; pid: number; close(): Promise<void> }> {
  const binary = dynamoBinary()
  mkdirSync(options.dataDir, { recursive: true })
  const file = dynamoFile(options.dataDir)
  const pidFile = join(options.dataDir, 'dynamo.pid')
  await endOrphan(pidFile, file)
  const port = options.port || (await freePort())
  const child = spawn(binary, ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOKIO_WORKER_THREADS: String(threads) },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    await listening(child)
    indexStreams(file)
  } catch (error) {
    process.removeListener('exit', kill)
    kill()
    throw error
  }
  child.stdout.resume()
  child.stderr.resume()
  const pid = child.pid as number
  writeFileSync(pidFile, `${pid} ${process.pid}`)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    pid,
    async close() {
      process.removeListener('exit', kill)
      const patience = setTimeout(kill, 2000)
      child.kill('SIGTERM')
      await ended
      clearTimeout(patience)
      rmSync(pidFile, { force: true })
    },
  }
}
