import { zipEnd, zipWriter } from '#functions/kit/zip.ts'
import { csvLine } from '#shared/kit/csv.ts'

export type ScanEntry = {
  /** `班级/考号-姓名-第n页.jpg` */
  name: string
  key: string
  studentNumber: string
  studentName: string
  className: string
  page: number
}

type Source = { date: Date; read: (key: string) => Promise<Buffer>; digest: (bytes: Buffer) => string }

/** What the end of a zip must know of members that lie before it: their records, and their lines of the manifest. */
export type Packed = { count: number; size: number; records: Buffer; lines: Buffer }

/** Pictures read ahead: the store answers each after some milliseconds, however fast the disk or the line is. */
const ahead = 16
/** Lines of the manifest that become bytes together: those of a hundred thousand pictures are no strings by then. */
const linesTogether = 1000

/** What `read` answers for each, in order, some of them asked for before their turn. */
async function* inOrder<T, R>(items: readonly T[], read: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const asked: Promise<R>[] = []
  const ask = (item: T): void => {
    const answer = read(item)
    // It is waited for in its turn; until then its failure is not unheard of.
    answer.catch(() => undefined)
    asked.push(answer)
  }
  for (const item of items.slice(0, ahead)) ask(item)
  for (const [i, item] of items.entries()) {
    const answer = await asked.shift()!
    if (i + ahead < items.length) ask(items[i + ahead]!)
    yield [item, answer]
  }
}

/**
 * The members of a zip from byte `begun` on, stored without compression; answers what its end must know of them. Some
 * pictures are in memory at a time. A picture that cannot be read ends the stream with its error, so that no half export
 * is ever completed (I20).
 */
export async function* packScans(
  entries: readonly ScanEntry[],
  of: Source & { begun: number },
): AsyncGenerator<Uint8Array, Packed> {
  const zip = zipWriter(of.date.getTime(), of.begun)
  const done: Buffer[] = []
  let lines: string[] = []
  for await (const [e, bytes] of inOrder(entries, (entry) => of.read(entry.key))) {
    const cells = [e.name, e.studentNumber, e.studentName, e.className, e.page, bytes.length, of.digest(bytes)]
    if (lines.push(csvLine(cells)) === linesTogether) {
      done.push(Buffer.from(lines.join('')))
      lines = []
    }
    yield* zip.add(e.name, bytes)
  }
  yield* zip.rest()
  return { ...zip.told(), lines: Buffer.concat([...done, Buffer.from(lines.join(''))]) }
}

/** The end of a zip of scans: the manifest of every entry's size and sha256, and the directory over all pieces in order. */
export function* endScans(date: Date, pieces: readonly Packed[]): Generator<Uint8Array> {
  const begun = pieces.reduce((sum, p) => sum + p.size, 0)
  const zip = zipWriter(date.getTime(), begun)
  const head = `\ufeff${csvLine(['文件', '考号', '姓名', '班级', '页', '字节', 'sha256'])}`
  yield* zip.add('manifest.csv', Buffer.concat([Buffer.from(head), ...pieces.map((p) => p.lines)]))
  yield* zip.rest()
  yield* zipEnd([...pieces, zip.told()])
}
