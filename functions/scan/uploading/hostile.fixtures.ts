/** Hostile and broken files, made anew each time: what comes out of schools' scanners, copiers, phones, and of malice. */
import { createRequire } from 'node:module'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { zipOf } from '#functions/kit/zip.fixtures.ts'

/**
 * What must come of a file. named: it waits, and a sentence says what to do. open: it waits, for any reason. second:
 * it is read as a second picture of a student's page (identical ones are settled by themselves). notSeated: it may be
 * read or refused, but takes no place that it has no right to.
 */
export type Fate = 'named' | 'open' | 'second' | 'notSeated'
export type Hostile = { name: string; bytes: Uint8Array; fate: Fate; says?: RegExp; sha256?: string }

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A PNG whose head claims a size, with any data behind it. */
export const pngClaiming = (width: number, height: number, data: Uint8Array = Buffer.alloc(10)): Buffer => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([pngMagic, chunk('IHDR', size), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** The same bytes with the height in the frame's head changed: the data does not go so far. */
const jpegClaiming = (jpeg: Uint8Array, height: number): Buffer => {
  const copy = Buffer.from(jpeg)
  for (let at = 2; at < copy.length - 9;) {
    const [marker, size] = [copy[at + 1]!, copy.readUInt16BE(at + 2)]
    if (marker >= 0xc0 && marker <= 0xc2) {
      copy.writeUInt16BE(height, at + 5)
      return copy
    }
    at += 2 + size
  }
  return copy
}

const lockedPdf = async (): Promise<Buffer> => {
  const Pdf = createRequire(import.meta.url)('pdfkit') as new (o: object) => NodeJS.ReadableStream & { end: () => void }
  const doc = new Pdf({ userPassword: 'secret' })
  doc.end()
  const parts: Buffer[] = []
  for await (const part of doc) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Bytes without a pattern, the same every time. */
const noise = (length: number, seed: number): Buffer => {
  const out = Buffer.alloc(length)
  let x = seed || 1
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    out[i] = x >>> 24
  }
  return out
}
const cut = (bytes: Uint8Array, share: number): Uint8Array => bytes.subarray(0, Math.floor(bytes.length * share))
const text = Buffer.from(
  'no picture at all, only words, and many of them, so that it is no stump, and a few more words',
)

type Of = { front: Buffer; back: Buffer; other: Buffer; foreign: Buffer; foreignBack: Buffer }

const truncated = async ({ front }: Of): Promise<Hostile[]> => {
  const png = await sharp(front).png().toBuffer()
  const tiff = await sharp(front).tiff({ compression: 'lzw' }).toBuffer()
  const pdf = await PDFDocument.create()
  pdf.addPage([595, 842]).drawImage(await pdf.embedJpg(front), { x: 0, y: 0, width: 595, height: 842 })
  const whole = await pdf.save()
  const shares = [0.02, 0.25, 0.5, 0.75]
  return [
    ...[...shares, 0.9].map((s) => ({ name: `截断${s}.jpg`, bytes: cut(front, s), fate: 'named' as const })),
    ...shares.map((s) => ({ name: `截断${s}.png`, bytes: cut(png, s), fate: 'named' as const })),
    ...shares.map((s) => ({ name: `截断${s}.tif`, bytes: cut(tiff, s), fate: 'named' as const })),
    ...shares.map((s) => ({ name: `截断${s}.pdf`, bytes: cut(whole, s), fate: 'named' as const })),
  ]
}

const misnamed = async ({ front }: Of): Promise<Hostile[]> => {
  const png = await sharp(front).png().toBuffer()
  const tiff = await sharp(front).tiff().toBuffer()
  const gif = await sharp(front).resize(600).gif().toBuffer()
  const webp = await sharp(front).webp().toBuffer()
  const magics: [string, Uint8Array][] = [
    ['文字.jpg', text],
    ['文字.png', text],
    ['文字.tif', text],
    ['文字.bmp', text],
    ['文字.pdf', text],
    ['文字.zip', text],
    ['网页.jpg', Buffer.from(`<html><script>alert(1)</script>${text.toString()}</html>`)],
    [
      '矢量.jpg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/>${text.toString()}</svg>`),
    ],
    ['程序.jpg', Buffer.concat([Buffer.from('MZ'), noise(4000, 7)])],
    ['动画.jpg', gif],
    ['网图.jpg', webp],
    ['苹果照片.jpg', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), noise(4000, 9)])],
    ['录像.png', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), noise(4000, 11)])],
    ['表格.jpg', zipOf([{ name: 'xl/workbook.xml', bytes: Buffer.from('<x/>') }])],
    ['文档.pdf', zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<x/>') }])],
    ['数据.png', Buffer.from(JSON.stringify({ text: text.toString() }))],
    ['换名.png', front],
    ['换名.jpg', png],
    ['换名.bmp', tiff],
    ['压缩.zip', Buffer.concat([Buffer.from('Rar!\x1a\x07\x00', 'latin1'), noise(200, 3)])],
    ['压缩2.zip', Buffer.concat([Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), noise(200, 5)])],
    ['压缩3.zip', gzipSync(front)],
  ]
  return magics.map(([name, bytes]) => ({ name, bytes, fate: 'named' as const }))
}

const emptyish = (): Hostile[] => [
  ...['jpg', 'png', 'tif', 'bmp', 'pdf', 'zip'].map((s) => ({
    name: `空.${s}`,
    bytes: new Uint8Array(),
    fate: 'named' as const,
    says: /空/,
  })),
  ...['jpg', 'png', 'pdf', 'tif'].map((s) => ({
    name: `一字节.${s}`,
    bytes: Buffer.from([0xff]),
    fate: 'named' as const,
  })),
  ...['jpg', 'png', 'pdf', 'bmp'].map((s, i) => ({
    name: `乱码.${s}`,
    bytes: noise(9000, i + 21),
    fate: 'named' as const,
  })),
  { name: '全零.jpg', bytes: Buffer.alloc(9000), fate: 'named' },
  { name: '只有头.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]), fate: 'named' },
  { name: '只有头.png', bytes: pngMagic, fate: 'named' },
  { name: '只有头.tif', bytes: Buffer.from([0x49, 0x49, 0x2a, 0]), fate: 'named' },
  { name: '只有头.pdf', bytes: Buffer.from('%PDF-1.7\n'), fate: 'named' },
  { name: '只有头.bmp', bytes: Buffer.from('BM'), fate: 'named' },
]

const bombs = ({ front }: Of): Hostile[] => {
  const bmp = Buffer.alloc(60)
  bmp.write('BM')
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(60_000, 18)
  bmp.writeInt32LE(60_000, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  return [
    { name: '一亿四千万像素.png', bytes: pngClaiming(12_000, 12_000), fate: 'named', says: /1 亿像素/ },
    { name: '六万见方.png', bytes: pngClaiming(65_535, 65_535), fate: 'named' },
    { name: '负数.png', bytes: pngClaiming(0xffffffff, 0xffffffff), fate: 'named' },
    { name: '零宽.png', bytes: pngClaiming(0, 100), fate: 'named' },
    { name: '内存炸弹.png', bytes: pngClaiming(9_000, 9_000, deflateSync(Buffer.alloc(4_000_000))), fate: 'named' },
    { name: '假高度.jpg', bytes: jpegClaiming(front, 65_000), fate: 'open' },
    { name: '零高度.jpg', bytes: jpegClaiming(front, 0), fate: 'named' },
    { name: '六万见方.bmp', bytes: bmp, fate: 'named' },
    {
      name: '炸弹.zip',
      bytes: zipOf([{ name: 'a.tif', bytes: Buffer.alloc(12_000_000) }]),
      fate: 'named',
      says: /炸弹/,
    },
    { name: '谎报.zip', bytes: zipOf([{ name: 'a.jpg', bytes: Buffer.alloc(3_000_000), claims: 900 }]), fate: 'named' },
  ]
}

const zips = ({ front, back }: Of): Hostile[] => {
  const one = (member: Parameters<typeof zipOf>[0][number]) => zipOf([member])
  const whole = zipOf([{ name: '1.jpg', bytes: front }])
  return [
    { name: '套娃.zip', bytes: one({ name: 'inner.zip', bytes: whole }), fate: 'named', says: /还有压缩包/ },
    { name: '藏着套娃.zip', bytes: one({ name: 'a.jpg', bytes: whole }), fate: 'named', says: /还有压缩包/ },
    { name: '上级目录.zip', bytes: one({ name: '../../a.jpg', bytes: back }), fate: 'named', says: /路径/ },
    { name: '绝对路径.zip', bytes: one({ name: '/etc/a.jpg', bytes: back }), fate: 'named', says: /路径/ },
    { name: '盘符.zip', bytes: one({ name: 'C:\\a.jpg', bytes: back }), fate: 'named', says: /路径/ },
    { name: '密码.zip', bytes: one({ name: 'a.jpg', bytes: back, encrypted: true }), fate: 'named', says: /密码/ },
    { name: '怪方法.zip', bytes: one({ name: 'a.jpg', bytes: back, method: 14 }), fate: 'named', says: /压缩方法/ },
    {
      name: '只有杂物.zip',
      bytes: one({ name: '__MACOSX/._a.jpg', bytes: Buffer.from('x') }),
      fate: 'named',
      says: /没有扫描件/,
    },
    { name: '没有文件.zip', bytes: zipOf([]), fate: 'named' },
    { name: '断尾.zip', bytes: whole.subarray(0, whole.length - 30), fate: 'named', says: /损坏/ },
    { name: '断头.zip', bytes: Buffer.from('PK\x03\x04 and nothing'), fate: 'named', says: /损坏/ },
    { name: '里面有文档.zip', bytes: one({ name: '说明.docx', bytes: Buffer.from('x'.repeat(300)) }), fate: 'named' },
  ]
}

const pdfs = async ({ front }: Of): Promise<Hostile[]> => {
  const blank = await PDFDocument.create()
  blank.addPage([595, 842])
  const words = await PDFDocument.create()
  words.addPage([595, 842]).drawText('not a card at all', { x: 80, y: 700 })
  const tiny = await PDFDocument.create()
  tiny.addPage([3, 3])
  const good = await PDFDocument.create()
  good.addPage([595.28, 841.89]).drawImage(await good.embedJpg(front), { x: 0, y: 0, width: 595.28, height: 841.89 })
  return [
    { name: '加密.pdf', bytes: await lockedPdf(), fate: 'named', says: /密码/ },
    { name: '白页.pdf', bytes: await blank.save(), fate: 'open' },
    { name: '只有字.pdf', bytes: await words.save(), fate: 'open' },
    { name: '邮票大.pdf', bytes: await tiny.save(), fate: 'open' },
    { name: '又一次.pdf', bytes: await good.save(), fate: 'second' },
  ]
}

/** A picture whose file says how its pixels are to be turned (EXIF 2.3, tag 274). */
const told = (picture: Sharp, orientation: number): Promise<Buffer> =>
  picture.withMetadata({ orientation, density: 150 }).jpeg({ quality: 88 }).toBuffer()

/** Pictures that are read all the same: each is a second picture of a page that is there. */
const readable = async ({ front }: Of): Promise<Hostile[]> => {
  const made: [string, Promise<Buffer>][] = [
    ['印刷色.jpg', sharp(front).toColourspace('cmyk').jpeg({ quality: 88 }).toBuffer()],
    ['彩色.jpg', sharp(front).toColourspace('srgb').jpeg({ quality: 88 }).toBuffer()],
    ['渐进.jpg', sharp(front).jpeg({ progressive: true }).toBuffer()],
    ['十六位.png', sharp(front).toColourspace('grey16').png().toBuffer()],
    ['透明.png', sharp(front).toColourspace('srgb').ensureAlpha().png().toBuffer()],
    ['调色板.png', sharp(front).png({ palette: true }).toBuffer()],
    ['一位.png', sharp(front).threshold(150).png({ palette: true, colours: 2 }).toBuffer()],
    [
      '一位.tif',
      sharp(front).toColourspace('b-w').threshold(150).tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer(),
    ],
    ['块状.tif', sharp(front).tiff({ tile: true, compression: 'deflate' }).toBuffer()],
    ['低质量.jpg', sharp(front).jpeg({ quality: 30 }).toBuffer()],
    ['倒置.jpg', sharp(front).rotate(180).jpeg({ quality: 88 }).toBuffer()],
    ['横放.jpg', sharp(front).rotate(90).jpeg({ quality: 88 }).toBuffer()],
    ['斜放.jpg', sharp(front).rotate(4, { background: '#fff' }).jpeg({ quality: 88 }).toBuffer()],
    ['方向3.jpg', told(sharp(front), 3)],
    ['方向6.jpg', told(sharp(front), 6)],
    ['方向8.jpg', told(sharp(front), 8)],
    // A mirrored sensor, told by the file: without its word the page would be unreadable.
    ['方向2.jpg', told(sharp(front).flop(), 2)],
    ['方向4.jpg', told(sharp(front).flip(), 4)],
    ['方向5.jpg', told(sharp(await sharp(front).rotate(270).png().toBuffer()).flip(), 5)],
    ['方向7.jpg', told(sharp(await sharp(front).rotate(90).png().toBuffer()).flip(), 7)],
    ['印刷色.tif', sharp(front).toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer()],
    ['十六位.tif', sharp(front).toColourspace('grey16').tiff({ compression: 'deflate' }).toBuffer()],
    ['偏暗.jpg', sharp(front).linear(0.7, 0).jpeg({ quality: 88 }).toBuffer()],
    ['模糊.jpg', sharp(front).blur(1.2).jpeg({ quality: 88 }).toBuffer()],
  ]
  return Promise.all(made.map(async ([name, bytes]) => ({ name, bytes: await bytes, fate: 'second' as const })))
}

/** Pictures that are no page of this exam, or only a part of one. */
const strays = async ({ front, back, other, foreign, foreignBack }: Of): Promise<Hostile[]> => {
  const { width, height } = await sharp(front).metadata()
  const plain = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const beside = await sharp({ create: { width: width * 2, height, channels: 3, background: '#fff' } })
    .composite([
      { input: front, left: 0, top: 0 },
      { input: other, left: width, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  const part = (left: number, top: number, w: number, h: number) =>
    sharp(front)
      .extract({
        left: Math.round(left * width),
        top: Math.round(top * height),
        width: Math.round(w * width),
        height: Math.round(h * height),
      })
      .jpeg()
      .toBuffer()
  const grain = sharp(noise(width * height, 99), { raw: { width, height, channels: 1 } })
  const made: [string, Fate, Promise<Buffer> | Buffer][] = [
    ['白纸.jpg', 'open', plain('#fff')],
    ['黑图.jpg', 'open', plain('#000')],
    ['灰图.jpg', 'open', plain('#888')],
    ['雪花.jpg', 'open', grain.jpeg().toBuffer()],
    ['别的考试.jpg', 'open', foreign],
    ['别的考试背面.jpg', 'open', foreignBack],
    ['两张并排.jpg', 'open', beside],
    ['撕掉下半.jpg', 'open', part(0, 0, 1, 0.45)],
    ['撕掉左半.jpg', 'open', part(0.5, 0, 0.5, 1)],
    ['只剩中间.jpg', 'open', part(0.2, 0.2, 0.6, 0.6)],
    ['镜像.jpg', 'open', sharp(front).flop().jpeg().toBuffer()],
    ['负片.jpg', 'open', sharp(front).negate().jpeg().toBuffer()],
    ['邮票大.jpg', 'open', sharp(front).resize(160).jpeg().toBuffer()],
    [
      '一像素.png',
      'open',
      sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ],
    [
      '一条线.png',
      'open',
      sharp({ create: { width: 4000, height: 2, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ],
    [
      '屏幕翻拍.jpg',
      'notSeated',
      sharp(front).modulate({ brightness: 0.6 }).blur(2.4).jpeg({ quality: 15 }).toBuffer(),
    ],
    [
      '缩印.jpg',
      'notSeated',
      sharp(front)
        .resize(Math.round(width * 0.8))
        .extend({ right: Math.round(width * 0.2), bottom: Math.round(height * 0.2), background: '#fff' })
        .jpeg()
        .toBuffer(),
    ],
    ['又一次.jpg', 'second', front],
    ['孤零零的背面.jpg', 'notSeated', back],
  ]
  return Promise.all(made.map(async ([name, fate, bytes]) => ({ name, fate, bytes: await bytes })))
}

/** More than a hundred, each with its fate. */
export const hostileFiles = async (of: Of): Promise<Hostile[]> => [
  ...(await truncated(of)),
  ...(await misnamed(of)),
  ...emptyish(),
  ...bombs(of),
  ...zips(of),
  ...(await pdfs(of)),
  ...(await readable(of)),
  ...(await strays(of)),
  { name: '校验不符.jpg', bytes: of.front, sha256: 'ab'.repeat(32), fate: 'named', says: /校验值不一致/ },
]
