import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { actAs } from '#functions/kit/testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { layDown, paint, sheetOf, sit } from '../scan.fixtures.ts'
import { laidFiles, recognise, slip } from '../scan.steps.fixtures.ts'
import type { Sent, Sitting } from '../scan.fixtures.ts'
import { ledgerOf } from '../scan.public.ts'
import { filesOfBatch, pages, pagesOfBatch, scanIdOf } from '../scan.store.ts'
import { giveUpUnread } from '../read/closeBatch.ts'
import { readAgain } from '../read/readAgain.ts'
import { unpackFile } from '../unpack/unpackFile.ts'
import { isJunk } from '../unpack/scansInZip.ts'
import { zipOf } from '#functions/kit/zip.fixtures.ts'

beforeAll(() => actAs('scan-work'))

const read = async (of: Sitting, sent: readonly Sent[]): Promise<ScanPage[]> =>
  pagesOfBatch((await laidFiles(of, sent)).batchId)
const said = (pages: readonly ScanPage[]): [string, string][] =>
  pages.map((p) => [p.state, p.doubts[0]?.detail ?? p.doubts[0]?.kind ?? ''])

/** A PNG whose head claims a size, with nothing behind it. */
const pngHead = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, tail])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', Buffer.alloc(10)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An encrypted PDF (pdfkit can write one). */
const lockedPdf = async (): Promise<Buffer> => {
  const Pdf = createRequire(import.meta.url)('pdfkit') as new (
    options: object,
  ) => NodeJS.ReadableStream & { end: () => void }
  const doc = new Pdf({ userPassword: 'secret' })
  doc.end()
  const parts: Buffer[] = []
  for await (const part of doc) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('a large file', () => {
  const jpeg = (n: number) =>
    sharp({ create: { width: 300, height: 400, channels: 3, background: { r: n, g: n, b: n } } })

  it('goes on where it was marked, when its time is over or its process died', async () => {
    const of = await sit(1)
    const tiff = await sharp(
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          jpeg(100 + i)
            .png()
            .toBuffer(),
        ),
      ),
      { join: { across: 1, animated: true } },
    )
      .tiff()
      .toBuffer()
    const members = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => ({ name: `${i}.jpg`, bytes: await jpeg(i).jpeg().toBuffer() })),
    )
    const batch = await layDown(of, [
      { name: 'many.tif', bytes: tiff },
      { name: 'many.zip', bytes: zipOf(members) },
    ])
    for (const file of await filesOfBatch(batch.batchId)) {
      const all = file.name === 'many.tif' ? 40 : 30
      const stored: number[] = []
      const run = async (isLate: () => boolean, dieAt = Infinity): Promise<unknown> => {
        let puts = 0
        const faults = withFaults(({ client, command }) =>
          client === 'S3Client' && command === 'PutObjectCommand' && ++puts > dieAt ? 'crashBefore' : null,
        )
        try {
          return await unpackFile(batch, file, isLate).catch((error: unknown) => (error as Error).name)
        } finally {
          faults.stop()
          stored.push(Math.min(puts, dieAt))
        }
      }
      let looks = 0
      expect(await run(() => ++looks > 9)).toBe('GoesOn')
      expect(await run(() => false, 5)).toBe('Crash')
      expect(await run(() => false)).toBe(all - 10)
      // Ten pages, five that were lost with the process, and all that were left: none of the first ten again.
      expect(stored).toEqual([10, 5, all - 10])
    }
    const all = await pagesOfBatch(batch.batchId)
    expect(new Set(all.map((p) => p.no)).size).toBe(70)
    expect(all.every((p) => p.doubts.length === 0 && p.imageKey)).toBe(true)
  })

  it('loses one page that cannot be read to a doubt, and no other', async () => {
    const of = await sit(1)
    const [front, back] = await sheetOf(of, 0)
    const batch = await layDown(of, [
      { name: '1.jpg', bytes: front! },
      { name: '2.jpg', bytes: back! },
    ])
    for (const file of await filesOfBatch(batch.batchId)) await unpackFile(batch, file)
    const [, second] = await pagesOfBatch(batch.batchId)
    const lost = (await pages.save({ ...second!, imageKey: `${second!.imageKey}.gone` }))!
    await recognise(batch)
    expect((await pagesOfBatch(batch.batchId)).map((p) => [p.state, p.waits, p.doubts[0]?.kind])).toEqual([
      ['matched', false, undefined],
      ['open', true, 'unreadable'],
    ])
    // When its picture is there again it can be read again.
    const [, waiting] = await pagesOfBatch(batch.batchId)
    expect(waiting!.version).toBeGreaterThan(lost.version)
    await pages.save({ ...waiting!, imageKey: second!.imageKey! })
    expect(await readAgain(batch.batchId)).toBe(1)
    await recognise(batch)
    expect(await ledgerOf(of.paperId)).toMatchObject({ matched: 2, open: 0 })
  })

  it('of which more than a few cannot be read is no doubt but a fault', async () => {
    const of = await sit(1)
    const batch = await layDown(of, [{ name: 'a.jpg', bytes: Buffer.from('a') }])
    for (let i = 0; i < 9; i++)
      await pages.create({
        ...{ schema: 1, batchId: batch.batchId, no: `${i}`, scanId: scanIdOf(batch.batchId, `${i}`), version: 1 },
        ...{ paperId: of.paperId, owner: of.owner, source: { file: 1, name: 'a', page: 1 }, imageKey: 'x' },
        ...{ sha256: '', width: 0, height: 0, state: 'open', waits: false, doubts: [], settled: {}, journal: [] },
      })
    await expect(giveUpUnread(batch.batchId)).rejects.toThrow('9 of 9 pages')
  })
})

describe('bad files', () => {
  it('are each named with what to do and cost the good ones nothing', async () => {
    const of = await sit(1)
    const [front, back] = await sheetOf(of, 0)
    const pages = await read(of, [
      { name: '01.jpg', bytes: front! },
      { name: '02.jpg', bytes: back! },
      { name: '03-empty.jpg', bytes: Buffer.alloc(0) },
      {
        name: '04-text.jpg',
        bytes: Buffer.from('no picture at all, only words, and many of them, so that it is no stump'),
      },
      { name: '05-png.jpg', bytes: await sharp(front).png().toBuffer() },
      { name: '06-half.jpg', bytes: front!.subarray(0, front!.length / 2) },
      { name: '07-huge.png', bytes: pngHead(12_000, 12_000) },
      { name: '08-tiny.jpg', bytes: await sharp(front).resize(120).jpeg().toBuffer() },
      { name: '09-locked.pdf', bytes: await lockedPdf() },
      { name: '10-half.pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<') },
      { name: '11.zip', bytes: Buffer.from('PK\x03\x04 and then nothing more') },
      { name: '12.zip', bytes: Buffer.from('Rar!\x1a\x07\x00 something') },
      { name: '13-changed.jpg', bytes: front!, sha256: 'ab'.repeat(32) },
      { name: '14-docx.pdf', bytes: zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<x/>') }]) },
      // Credentials know no size: more came than was told.
      { name: '15-larger.jpg', bytes: front!, told: front!.length - 1 },
    ])
    expect(said(pages)).toEqual([
      ['matched', ''],
      ['matched', ''],
      ['open', '03-empty.jpg：文件是空的，请重新扫描或重新上传'],
      ['open', '04-text.jpg：不是图片，也不是PDF：请检查是否选错了文件，再上传扫描件'],
      ['open', '05-png.jpg：文件内容与扩展名不符，请用正确的扩展名重新保存后上传'],
      ['open', '06-half.jpg：文件不完整（传输或保存时被截断），请重新上传'],
      ['open', '07-huge.png：图像超过 1 亿像素，请用 200 至 300 dpi 重新扫描'],
      ['open', '08-tiny.jpg：图像太小，请用 100 dpi 以上重新扫描'],
      ['open', '09-locked.pdf：PDF 文件有密码保护，请去除密码后再上传'],
      ['open', '10-half.pdf：文件不完整（传输或保存时被截断），请重新上传'],
      ['open', '11.zip：压缩包已损坏或不完整，无法打开，请重新压缩后上传'],
      ['open', '12.zip：不支持 RAR、7Z 等压缩格式，请改用 zip'],
      ['open', '13-changed.jpg：收到的内容与上传时的校验值不一致，请重新上传'],
      ['open', expect.stringContaining('14-docx.pdf：文件内容与扩展名不符') as string],
      ['open', '15-larger.jpg：收到的内容与上传时的校验值不一致，请重新上传'],
    ])
    expect(await ledgerOf(of.paperId)).toMatchObject({
      handed: 15,
      matched: 2,
      open: 13,
      doubtful: 13,
      balanced: false,
    })
  })

  it('in a zip are named one by one: paths outside, passwords, bombs, zips, lies about size', async () => {
    const of = await sit(1)
    const [front, back] = await sheetOf(of, 0)
    const zip = zipOf([
      { name: 'scan/1.jpg', bytes: front! },
      { name: '../../evil.jpg', bytes: back! },
      { name: 'C:\\evil.jpg', bytes: back! },
      { name: 'locked.jpg', bytes: back!, encrypted: true },
      { name: 'bomb.tif', bytes: Buffer.alloc(12_000_000) },
      { name: 'inner.zip', bytes: zipOf([{ name: 'a.jpg', bytes: front! }]) },
      { name: 'hidden.jpg', bytes: zipOf([{ name: 'a.jpg', bytes: front! }]) },
      { name: 'liar.jpg', bytes: Buffer.alloc(5_000_000), claims: 1000 },
      { name: 'lzma.jpg', bytes: back!, method: 14 },
      { name: 'notes.txt', bytes: Buffer.from('a note that was left in the folder with the scans, of no use') },
      { name: '__MACOSX/scan/._1.jpg', bytes: Buffer.from('junk') },
      { name: 'scan/Thumbs.db', bytes: Buffer.from('junk') },
      { name: 'empty-folder/', bytes: Buffer.alloc(0) },
      { name: Buffer.from([0xb1, 0xb3, 0xc3, 0xe6, 0x2e, 0x6a, 0x70, 0x67]), bytes: back! },
    ])
    const pages = await read(of, [
      { name: '高一.zip', bytes: zip },
      { name: '空.zip', bytes: zipOf([{ name: '__MACOSX/._a', bytes: Buffer.from('x') }]) },
      { name: '断.zip', bytes: zip.subarray(0, zip.length - 40) },
    ])
    expect(pages.map((p) => [p.source.name, p.doubts[0]?.detail?.split('：').at(-1) ?? p.state])).toEqual([
      ['高一.zip › scan/1.jpg', 'matched'],
      ['高一.zip › ../../evil.jpg', expect.stringContaining('文件路径指向压缩包之外') as string],
      ['高一.zip › C:\\evil.jpg', expect.stringContaining('文件路径指向压缩包之外') as string],
      ['高一.zip › locked.jpg', expect.stringContaining('有密码保护') as string],
      ['高一.zip › bomb.tif', expect.stringContaining('疑似压缩炸弹') as string],
      ['高一.zip › inner.zip', expect.stringContaining('压缩包里还有压缩包') as string],
      ['高一.zip › hidden.jpg', expect.stringContaining('压缩包里还有压缩包') as string],
      ['高一.zip › liar.jpg', expect.stringContaining('压缩包已损坏') as string],
      ['高一.zip › lzma.jpg', expect.stringContaining('不支持的压缩方法') as string],
      ['高一.zip › notes.txt', expect.stringContaining('不是可识别的文件类型') as string],
      // Named in GBK as Windows does, and it is the back of the first: two refused files lie between, so it waits.
      ['高一.zip › 背面.jpg', expect.stringContaining('没有考号') as string],
      ['空.zip', expect.stringContaining('没有扫描件') as string],
      ['断.zip', expect.stringContaining('压缩包已损坏') as string],
    ])
  })

  it('pages of a PDF and of a TIFF are pages of the batch', async () => {
    const of = await sit(2)
    const pdf = await PDFDocument.create()
    for (const jpeg of await sheetOf(of, 0)) {
      const picture = await pdf.embedJpg(jpeg)
      pdf.addPage([595.28, 841.89]).drawImage(picture, { x: 0, y: 0, width: 595.28, height: 841.89 })
    }
    const strips = await Promise.all(
      (await sheetOf(of, 1)).map((p) => sharp(p).greyscale().raw().toBuffer({ resolveWithObject: true })),
    )
    const { width, height } = strips[0]!.info
    const tiff = await sharp(Buffer.concat(strips.map((s) => s.data)), {
      raw: { width, height: height * 2, channels: 1, pageHeight: height },
    })
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const pages = await read(of, [
      { name: 'a.pdf', bytes: await pdf.save() },
      { name: 'b.tif', bytes: tiff },
    ])
    expect(pages.map((p) => [p.source.name, p.source.page, p.state, p.page])).toEqual([
      ['a.pdf', 1, 'matched', 1],
      ['a.pdf', 2, 'matched', 2],
      ['b.tif', 1, 'matched', 1],
      ['b.tif', 2, 'matched', 2],
    ])
  })
})

describe('a white side', () => {
  const whiteSide = () =>
    sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
  const after = async (of: Sitting) =>
    read(of, [
      { name: '1.jpg', bytes: await paint(of.card, 1, { number: of.students[0]!.studentNumber }) },
      { name: '2.jpg', bytes: await whiteSide() },
    ])

  it('behind the last page of a card with an odd number of pages is taken out by itself', async () => {
    const of = await sit(1, slip)
    const pages = await after(of)
    expect(pages.map((p) => [p.state, p.reason])).toEqual([
      ['matched', undefined],
      ['voided', '答题卡最后一页的空白背面'],
    ])
    expect(await ledgerOf(of.paperId)).toMatchObject({ handed: 2, matched: 1, voided: 1, open: 0, balanced: true })
  })

  it('where a page is expected is a doubt', async () => {
    const pages = await after(await sit(1))
    expect(pages[1]).toMatchObject({ state: 'open', waits: true, doubts: [{ kind: 'blankPage' }] })
  })
})

it('what systems leave in zips is no scan', () => {
  expect(['__MACOSX/a.jpg', 'x/.DS_Store', 'Thumbs.db', 'a/._b.jpg'].map(isJunk)).toEqual(Array(4).fill(true))
  expect(['macosx.jpg', 'a/b.jpg'].map(isJunk)).toEqual([false, false])
})
