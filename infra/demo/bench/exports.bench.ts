/** What is handed out in bulk: a zip of every scan, a transcript as a workbook. Each in a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPromise } from 'yauzl'
import { diceOf } from '../paper/seed.ts'
import type { ExportMade } from './exports/exports.child.ts'
import { median } from './bench.types.ts'
import type { Bench, Figure } from './bench.types.ts'

const makeOne = async (...args: string[]): Promise<ExportMade> => {
  const script = new URL('./exports/exports.child.ts', import.meta.url)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script.pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return JSON.parse(said) as ExportMade
}

const files = 100_000
const turns = 2

/** Pictures of 4 to 12 KB in folders of a thousand: half an hour's scans of a province, made small. */
const writePictures = (folder: string): number => {
  const dice = diceOf('pictures')
  const noise = Buffer.from(Array.from({ length: 12_000 }, () => dice.int(256)))
  const names: string[] = []
  let bytes = 0
  for (let i = 0; i < files; i++) {
    const under = String(Math.floor(i / 1000))
    if (i % 1000 === 0) mkdirSync(join(folder, under))
    const picture = noise.subarray(0, 4000 + dice.int(8000))
    const name = join(under, `${i}.jpg`)
    writeFileSync(join(folder, name), picture)
    names.push(name)
    bytes += picture.length
  }
  writeFileSync(join(folder, 'names'), names.join('\n'))
  return bytes
}

/** What opens it: yauzl by every entry of the directory, and unzip and Python, where they are, by every CRC. */
const opens = async (file: string): Promise<string[]> => {
  const zip = await openPromise(file)
  let entries = 0
  for await (const entry of zip.eachEntry()) if (entry.fileName !== '') entries++
  if (entries !== files + 1) throw new Error(`yauzl found ${entries} entries`)
  const readers: [string, string[]][] = [
    ['unzip', ['-tq', file]],
    ['python3', ['-m', 'zipfile', '-t', file]],
    ['7z', ['t', '-bd', file]],
  ]
  const found = readers.flatMap(([command, args]) => {
    const done = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 2 ** 28 })
    if (done.error) return []
    if (done.status !== 0) throw new Error(`${command}: ${done.stdout.slice(-200)}${done.stderr.slice(-200)}`)
    return [command]
  })
  return ['yauzl', ...found]
}

const zip: Bench = {
  name: 'zip',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qinghe-bench-zip-'))
    try {
      const pictures = join(folder, 'pictures')
      mkdirSync(pictures)
      const bytes = writePictures(pictures)
      const [zipped, joined] = [join(folder, 'out.zip'), join(folder, 'joined')]
      const concatenate = (): number => {
        const began = performance.now()
        const done = spawnSync('sh', ['-c', `tr '\\n' '\\0' < names | xargs -0 cat > '${joined}'`], { cwd: pictures })
        if (done.status !== 0 || statSync(joined).size !== bytes) throw new Error('cat did not concatenate')
        return performance.now() - began
      }
      const times = { ours: [] as number[], node: [] as number[], cat: [] as number[] }
      let peak = 0
      for (let turn = 0; turn <= turns; turn++) {
        const cat = concatenate()
        rmSync(joined)
        const plain = await makeOne('concatenate', pictures, joined)
        if (statSync(joined).size !== bytes) throw new Error('the reference did not concatenate')
        rmSync(joined)
        const ours = await makeOne('zip', pictures, zipped)
        if (turn === 0) continue
        times.cat.push(cat)
        times.node.push(plain.ms)
        times.ours.push(ours.ms)
        peak = Math.max(peak, ours.peakMb)
      }
      const readers = await opens(zipped)
      return [
        {
          name: `zip of ${files} files, ${(bytes / 1e6).toFixed(0)} MB`,
          unit: 'ms',
          ours: median(times.ours),
          reference: median(times.node),
          referenceName: 'the same files concatenated to the same disk by Node',
          goal: { kind: 'ratio', value: 1.3 },
          note: `with CRC and sha256 of every file, which concatenating has not; cat takes ${median(times.cat).toFixed(0)} ms; opened by ${readers.join(', ')}`,
        },
        { name: 'its memory', unit: 'MB', ours: peak, goal: { kind: 'bound', value: 256 }, note: 'the whole process' },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

const rows = 100_000

const xlsx: Bench = {
  name: 'xlsx',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qinghe-bench-xlsx-'))
    const out = join(folder, 'out.xlsx')
    try {
      const made = async (what: string, columns: number): Promise<ExportMade> =>
        makeOne(what, String(rows), out, String(columns))
      const rate: Record<'ours' | 'hucre', number[]> = { ours: [], hucre: [] }
      for (let turn = 0; turn < turns; turn++) {
        rate.hucre.push((await made('hucre', 20)).ms)
        rate.ours.push((await made('xlsx', 20)).ms)
      }
      const wide = await made('xlsx', 40)
      const size = existsSync(out) ? statSync(out).size / 1e6 : 0
      const figures: Figure[] = [
        {
          name: `.xlsx of ${rows} × 20`,
          unit: 'ms',
          ours: median(rate.ours),
          reference: median(rate.hucre),
          referenceName: "hucre's own stream",
          goal: { kind: 'ratio', value: 1 },
        },
        {
          name: `.xlsx of ${rows} × 40: memory`,
          unit: 'MB',
          ours: wide.peakMb,
          goal: { kind: 'bound', value: 300 },
          note: `the whole process; ${size.toFixed(1)} MB in ${(wide.ms / 1000).toFixed(1)} s`,
        },
      ]
      return figures
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

export const exportBenches: readonly Bench[] = [zip, xlsx]
