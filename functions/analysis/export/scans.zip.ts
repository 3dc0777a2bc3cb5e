import { zipWriter } from '#functions/kit/zip.ts'
import { csvLine } from './manifest.ts'

export type ScanEntry = {
  /** `班级/学号-姓名-第n页.jpg` */
  name: string
  key: string
  studentNumber: string
  studentName: string
  className: string
  page: number
}

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
 * A zip of scans, stored without compression, with a manifest of every entry's size and sha256. Some pictures are in
 * memory at a time; the same pictures give the same bytes. A picture that cannot be read ends the stream with its error,
 * so that no half export is ever completed (I20).
 */
export async function* scansZip(
  entries: readonly ScanEntry[],
  of: { date: Date; read: (key: string) => Promise<Buffer>; digest: (bytes: Buffer) => string },
): AsyncGenerator<Uint8Array> {
  const zip = zipWriter(of.date.getTime())
  const manifest = [Buffer.from('\ufeff')]
  let lines: string[] = []
  const note = (cells: (string | number)[]): void => {
    lines.push(`${csvLine(cells)}\r\n`)
    if (lines.length < linesTogether) return
    manifest.push(Buffer.from(lines.join('')))
    lines = []
  }
  note(['文件', '学号', '姓名', '班级', '页', '字节', 'sha256'])
  for await (const [e, bytes] of inOrder(entries, (entry) => of.read(entry.key))) {
    note([e.name, e.studentNumber, e.studentName, e.className, e.page, bytes.length, of.digest(bytes)])
    yield* zip.add(e.name, bytes)
  }
  yield* zip.add('manifest.csv', Buffer.concat([...manifest, Buffer.from(lines.join(''))]))
  yield* zip.end()
}
