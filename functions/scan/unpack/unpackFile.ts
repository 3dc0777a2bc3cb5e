/**
 * Opens one uploaded file and writes a row for every page in it. Running it again writes the same rows; a large file goes
 * on where it was marked.
 */
import { createHash } from 'node:crypto'
import type { Batch, ScanFile, ScanPage } from '#shared/scan/sheet.types.ts'
import { suffixOf } from '#shared/platform/platform.rules.ts'
import { getObject, ObjectMissing, openObject, putObject, sha256 } from '#functions/kit/objects.ts'
import { GoesOn } from '#functions/kit/work.ts'
import { pageNo, pages, scanIdOf, scanKey, unpackedTo } from '../scan.store.ts'
import { kindOf } from '../omr/openPages.ts'
import { FileProblem } from './fileProblem.ts'
import { isOtherArchive, isZip, pagePictures } from './pagePictures.ts'
import { uploadSize } from './uploadSize.ts'
import { scansInZip, zipLimits } from './scansInZip.ts'

const mostBytes = 300_000_000

const isZipName = (name: string): boolean => /\.zip$/i.test(name)

const shaOf = async (key: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of await openObject(key)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/** After so many pages it is marked how far they are: a file of fewer is read again faster than that is worth. */
const pagesMarked = 25

/**
 * Writes the pages of one file of a batch; answers how many this run wrote.
 * @throws GoesOn when it `isLate`: what is done is marked, and the next run goes on behind it.
 */
export const unpackFile = async (batch: Batch, file: ScanFile, isLate = () => false): Promise<number> => {
  const at = { batchId: batch.batchId, file: file.file }
  const begun = await unpackedTo.get(at)
  let count = 0
  /** Says that all before this page of this member is in its place. */
  const mark = async (member: number, page: number): Promise<void> => {
    const late = isLate()
    if (late || count % pagesMarked === 0) await unpackedTo.put({ schema: 1, ...at, member, page })
    if (late) throw new GoesOn(`${file.name}: ${count} pages more`)
  }
  const row = (member: number, index: number, name: string): ScanPage => {
    const no = pageNo(file.file, member, index)
    return {
      schema: 1,
      batchId: batch.batchId,
      no,
      scanId: scanIdOf(batch.batchId, no),
      paperId: batch.paperId,
      owner: batch.owner,
      source: { file: file.file, name, page: index + 1 },
      sha256: '',
      width: 0,
      height: 0,
      state: 'open',
      waits: false,
      doubts: [],
      settled: {},
      journal: [],
      version: 1,
    }
  }
  const refused = async (member: number, index: number, name: string, problem: Error): Promise<void> => {
    const detail = `${name}：${problem.message}`
    await pages.create({ ...row(member, index, name), waits: true, doubts: [{ kind: 'unreadable', detail }] })
    count++
  }
  /** `inPlace`: the bytes of the file itself, which lie under its key. */
  const take = async (member: number, name: string, bytes: Uint8Array, inPlace?: Uint8Array): Promise<void> => {
    const from = begun?.member === member ? begun.page : 0
    for await (const picture of pagePictures(bytes, name, from)) {
      if ('problem' in picture) {
        await refused(member, picture.index, name, picture.problem)
        await mark(member, picture.index + 1)
        continue
      }
      const page = row(member, picture.index, name)
      // A file that is one picture is read where it lies: its key was put once. Under another suffix it is copied.
      const whole = picture.bytes === inPlace && suffixOf(file.key).replace('jpeg', 'jpg') === picture.type
      const imageKey = whole ? file.key : scanKey(page, `page.${picture.type}`)
      if (!whole)
        await putObject(imageKey, picture.bytes, { type: picture.type === 'jpg' ? 'image/jpeg' : 'image/png' })
      await pages.create({
        ...page,
        imageKey,
        sha256: sha256(picture.bytes),
        width: picture.width,
        height: picture.height,
        ...(picture.dpi ? { dpi: picture.dpi } : {}),
      })
      count++
      await mark(member, picture.index + 1)
    }
  }
  const unzip = async (size: number): Promise<void> => {
    for await (const member of scansInZip(file.key, size)) {
      if (begun && member.index < begun.member) continue
      const name = `${file.name} › ${member.name}`
      if ('problem' in member) {
        await refused(member.index, 0, name, member.problem)
        continue
      }
      let bytes: Buffer
      try {
        bytes = await member.bytes()
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error
        await refused(member.index, 0, name, error)
        continue
      }
      if (isZip(bytes)) await refused(member.index, 0, name, new FileProblem('zipNested'))
      else await take(member.index, name, bytes)
    }
  }

  try {
    const size = await uploadSize(file.key)
    if (size === null) throw new FileProblem('notThere')
    // More came than was told: nothing of it is read.
    if (size > file.size) throw new FileProblem('checksum')
    // Only what calls itself a zip is looked at before it is read.
    const zipped = size > 0 && isZipName(file.name) && isZip(await firstBytes(file.key))
    if (size > (zipped ? zipLimits.total : mostBytes)) throw new FileProblem('fileTooLarge', mostBytes / 1e6)
    const bytes = zipped ? null : size === 0 ? new Uint8Array() : await getObject(file.key)
    // What arrived is what was sent (I9); an empty file is told as such.
    const arrived = file.sha256 && size > 0 && !begun ? (bytes ? sha256(bytes) : await shaOf(file.key)) : undefined
    if (arrived !== file.sha256 && arrived !== undefined) throw new FileProblem('checksum')
    if (!bytes) await unzip(size)
    else if (size > 0 && isZipName(file.name) && kindOf(bytes) === null && !isOtherArchive(bytes))
      throw new FileProblem('zipBroken')
    else await take(0, file.name, bytes, bytes)
  } catch (error) {
    if (error instanceof ObjectMissing) await refused(0, 0, file.name, new FileProblem('notThere'))
    else if (error instanceof FileProblem) await refused(0, 0, file.name, error)
    else throw error
  }
  return count
}

const firstBytes = async (key: string): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of await openObject(key, { from: 0, to: 7 })) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
