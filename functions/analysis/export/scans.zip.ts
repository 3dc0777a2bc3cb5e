import { ZipArchive } from 'archiver'
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

/**
 * A zip of scans, stored without compression, with a manifest of every entry's size and sha256. One picture in memory
 * at a time; the same pictures give the same bytes. A picture that cannot be read ends the stream with its error, so
 * that no half export is ever completed (I20).
 */
export async function* scansZip(
  entries: readonly ScanEntry[],
  of: { date: Date; read: (key: string) => Promise<Buffer>; digest: (bytes: Buffer) => string },
): AsyncGenerator<Uint8Array> {
  const archive = new ZipArchive({ store: true })
  const fill = async (): Promise<void> => {
    const lines = [csvLine(['文件', '学号', '姓名', '班级', '页', '字节', 'sha256'])]
    const add = async (name: string, bytes: Buffer): Promise<void> => {
      const taken = new Promise<void>((resolve, reject) => {
        archive.once('entry', () => resolve())
        archive.once('error', reject)
      })
      archive.append(bytes, { name, date: of.date })
      await taken
    }
    for (const e of entries) {
      const bytes = await of.read(e.key)
      const cells = [e.name, e.studentNumber, e.studentName, e.className, e.page, bytes.length, of.digest(bytes)]
      lines.push(csvLine(cells))
      await add(e.name, bytes)
    }
    await add('manifest.csv', Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`))
    await archive.finalize()
  }
  const filled = fill()
  filled.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))))
  for await (const chunk of archive) yield chunk as Uint8Array
  await filled
}
