/**
 * One export in a process of its own, so that its time and its largest memory are its alone. Arguments: what, where the
 * input lies (a folder, or a number of rows), the file to write. Prints JSON.
 */
import { createWriteStream, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sha256 } from '#functions/kit/objects.ts'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ExportMade = { ms: number; peakMb: number }

const [, , what, input, out, columns = '0'] = process.argv as [string, string, string, string, string, string?]

/** A workbook's rows: names and scores, as a transcript has them. */
function* transcriptRows(count: number, width: number): Generator<(string | number)[]> {
  for (let i = 0; i < count; i++)
    yield [
      String(20260000 + i),
      `考生${i}`,
      `高一（${i % 20}）班`,
      ...Array.from({ length: width - 3 }, (_, c) => ((i * 7 + c * 13) % 41) / 4),
    ]
}

const works: Record<string, () => Promise<void>> = {
  /** The reference: the same reads and the same writes, and nothing between them. */
  concatenate: async () => {
    const names = (await readFile(join(input, 'names'), 'utf8')).split('\n')
    const chunks = function* () {
      let waiting: Buffer[] = []
      let size = 0
      for (const name of names) {
        const bytes = readFileSync(join(input, name))
        waiting.push(bytes)
        size += bytes.length
        if (size < 1_048_576) continue
        yield Buffer.concat(waiting)
        waiting = []
        size = 0
      }
      yield Buffer.concat(waiting)
    }
    await pipeline(Readable.from(chunks(), { objectMode: false, highWaterMark: 1_048_576 }), createWriteStream(out))
  },
  zip: async () => {
    const { endScans, packScans } = await import('#functions/analysis/export/scans.zip.ts')
    const names = (await readFile(join(input, 'names'), 'utf8')).split('\n')
    const entries = names.map((key, i) => ({
      name: `高一（${i % 20}）班/${20260000 + i}-考生${i}-第1页.jpg`,
      key,
      studentNumber: String(20260000 + i),
      studentName: `考生${i}`,
      className: `高一（${i % 20}）班`,
      page: 1,
    }))
    const date = new Date(1_794_240_000_000)
    // As cat reads: the pool of threads that serves asynchronous reads takes longer than the reads themselves.
    const read = async (key: string): Promise<Buffer> => readFileSync(join(input, key))
    const source = async function* () {
      const packed = yield* packScans(entries, { date, begun: 0, read, digest: sha256 })
      yield* endScans(date, [packed])
    }
    await pipeline(Readable.from(source(), { objectMode: false, highWaterMark: 1_048_576 }), createWriteStream(out))
  },
  xlsx: async () => {
    const { streamBook } = await import('#functions/kit/workbook.stream.ts')
    const width = Number(columns)
    const column = <T>(of: (i: number) => T): T[] => Array.from({ length: width }, (_, i) => of(i))
    const sheet = {
      name: '成绩单',
      head: column((i) => `列${i + 1}`),
      rows: transcriptRows(Number(input), width),
      widths: column(() => 10),
      formats: column((i) => (i === 0 ? '@' : undefined)),
      frozen: { rows: 1, columns: 2 },
    }
    const book = streamBook([sheet], { title: '成绩单', made: new Date(1_794_240_000_000) })
    await pipeline(Readable.from(book, { objectMode: false }), createWriteStream(out))
  },
  hucre: async () => {
    const { writeXlsxStream } = await import('hucre/xlsx')
    const rows = transcriptRows(Number(input), Number(columns))
    await pipeline(Readable.fromWeb(writeXlsxStream(rows, { name: '成绩单' }) as never), createWriteStream(out))
  },
}

/** Largest resident memory, MB. What `getrusage` says is the parent's too: a child begins with its peak. */
const peakMb = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1000

const began = performance.now()
await works[what]!()
const made: ExportMade = { ms: performance.now() - began, peakMb: peakMb() }
console.log(JSON.stringify(made))
