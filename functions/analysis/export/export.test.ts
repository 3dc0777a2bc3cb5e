import { describe, expect, it } from 'vitest'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import { seenRows, sortRows } from '#shared/analysis/publication.rules.ts'
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import { points } from '#shared/analysis/report.words.ts'
import { madeSnapshot, reportAndTranscript } from '#shared/analysis/snapshot.fixtures.ts'
import { sha256 } from '#functions/kit/objects.ts'
import { settingSchemas } from '#shared/school/setting.types.ts'
import { streamBook } from './book.stream.ts'
import { reportPdf } from './report.pdf.ts'
import { scansZip } from './scans.testing.ts'
import type { ScanEntry } from './scans.zip.ts'
import type { Shown } from './shown.ts'
import { transcriptBook } from './transcript.sheet.ts'

const template = settingSchemas.reportTemplate.parse({})
const shownOf = (
  students: number,
  names: readonly string[] = [],
  classIds: readonly string[] | null = null,
): Shown & { transcript: TranscriptRow[] } => {
  const data = madeSnapshot(students, { names })
  const { report, transcript } = reportAndTranscript(data)
  const classes = report.classes
    .filter((c) => classIds === null || classIds.includes(data.classes[c.classIndex]!.classId))
    .map((c) => ({ ...c, className: data.classes[c.classIndex]!.className }))
  const sight = { classIds, totalRank: classIds === null }
  const lines = sortRows(seenRows(transcript, sight))
  return { version: 2, schoolName: '青禾市第一中学', data, report, transcript: lines, sight, classes }
}
const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('the transcript workbook', () => {
  it('holds what the snapshot says, and nothing that runs as a formula', async () => {
    const shown = shownOf(120, ['=HYPERLINK("http://x")', '@SUM(A1)'])
    const bytes = await bytesOf(transcriptBook(shown))
    const book = await readXlsx(bytes)
    expect(book.sheets.map((s) => s.name)).toEqual(['成绩单', '班级对比', '试题分析'])
    const [list, classes, items] = book.sheets
    expect(list!.rows).toHaveLength(121)
    const first = list!.rows[1]!
    const best = shown.transcript.reduce((a, b) => ((b.total ?? -1) > (a.total ?? -1) ? b : a))
    expect(first[4]).toBe(best.total! / 100)
    expect(first[5]).toBe(1)
    expect(list!.rows.flat()).toContain(`'=HYPERLINK("http://x")`)
    expect(list!.rows.flat().filter((c) => typeof c === 'string' && /^[=+@]/.test(c))).toEqual([])
    // Every row's questions add up to its total.
    for (const r of list!.rows.slice(1))
      if (typeof r[4] === 'number')
        expect(r.slice(9).reduce<number>((n, c) => n + Math.round(Number(c) * 100), 0)).toBe(Math.round(r[4] * 100))
    expect(classes!.rows[1]![3]).toBeCloseTo(shown.report.overall.mean! / 100, 9)
    expect(items!.rows.slice(1, 15).map((r) => r[0])).toEqual(shown.report.items.map((i) => i.number))
  })
  it('is cut to the classes seen, without the rank among all', async () => {
    const classId = madeSnapshot(1).classes[1]!.classId
    const book = await readXlsx(await bytesOf(transcriptBook(shownOf(60, [], [classId]))))
    expect(book.sheets[0]!.rows).toHaveLength(21)
    expect(book.sheets[0]!.rows[0]).not.toContain('总排名')
    expect(book.sheets[1]!.rows.map((r) => r[0])).toEqual(['班级', '全体', '高一（2）班'])
  })
  it('keeps every cell, its style and what XML cannot hold out of it, whatever its length', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`0${i}`, `甲&<乙>${i}\u0001`, i / 4, i % 3 ? null : 0.5])
    const sheet = {
      name: '长',
      head: ['号', '名', '分', '率'],
      rows,
      widths: [9, 9, 9, 9],
      formats: ['@', undefined, '0.00', '0.0%'],
      frozen: { rows: 1, columns: 1 },
    }
    const made = { title: '长', made: new Date(1_794_240_000_000) }
    const book = await readXlsx(await bytesOf(streamBook([sheet, { ...sheet, name: '短', rows: [] }], made)), {
      readStyles: true,
    })
    expect(book.sheets.map((s) => s.rows.length)).toEqual([5001, 1])
    const [long] = book.sheets
    expect(long!.rows.slice(1)).toEqual(rows.map(([a, b, c, d]) => [a, String(b).replace('\u0001', ''), c, d]))
    for (const at of [1, 5000])
      expect([0, 2].map((c) => long!.cells?.get(`${at},${c}`)?.style?.numFmt)).toEqual(['@', '0.00'])
    expect(await readXlsx(await bytesOf(streamBook([{ ...sheet, rows: [] }], made)))).toMatchObject({
      sheets: [{ rows: [['号', '名', '分', '率']] }],
    })
  })
  it('is the same bytes again (I20)', async () => {
    const made = () => bytesOf(transcriptBook(shownOf(30)))
    expect(sha256(await made())).toBe(sha256(await made()))
  })
})

describe('the printed report', () => {
  it('says its figures in text that can be found, and is the same bytes again', async () => {
    const shown = shownOf(150)
    const bytes = await bytesOf(reportPdf(shown, template))
    expect(sha256(await bytesOf(reportPdf(shown, template)))).toBe(sha256(bytes))
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(bytes)
    const pages = [...document.pages()].map((p) => p.getText())
    const text = pages.join('\n')
    expect(text).toContain('2026学年第一学期期中考试')
    expect(text).toContain(points(shown.report.overall.mean))
    for (const c of shown.classes) expect(text).toContain(c.className)
    for (const band of shown.report.items.map((i) => i.difficultyBand!)) expect(text).toContain(band)
    expect(text).toContain('青禾市第一中学')
    expect(text).toContain(`成绩第2版（`)
    // No option of a question is cut off.
    const last = shown.report.items
      .find((i) => i.options.length > 1)!
      .options.filter((o) => o.option)
      .at(-1)!
    expect(text).toContain(`${last.option} ${Math.round((last.rate ?? 0) * 100)}%`)
    expect(text).not.toContain('…')
    expect(pages.length).toBeGreaterThan(1)
    pages.forEach((p, i) => expect(p).toContain(`第 ${i + 1} / ${pages.length} 页`))
    document.destroy()
    library.destroy()
  })
  it("is the school's own: its heading, its footer, the parts that it wants", async () => {
    const shown = shownOf(60)
    const own = { heading: '明德中学质量报告', footer: '内部资料', sections: ['summary', 'items'] as const }
    const library = await PDFiumLibrary.init()
    const text = async (of: typeof template) => {
      const document = await library.loadDocument(await bytesOf(reportPdf(shown, of)))
      const found = [...document.pages()].map((p) => p.getText()).join('\n')
      document.destroy()
      return found
    }
    const [whole, cut] = [await text(template), await text({ ...own, sections: [...own.sections] })]
    library.destroy()
    for (const part of ['成绩分布', '班级对比', '试题分析', '指标说明']) expect(whole).toContain(part)
    for (const said of ['明德中学质量报告', '内部资料', '平均分', '试题分析']) expect(cut).toContain(said)
    for (const part of ['考试质量分析报告', '成绩分布', '班级对比', '指标说明']) expect(cut).not.toContain(part)
  })
  it('is made of nobody present too', async () => {
    const data = madeSnapshot(6)
    const empty = { ...data, state: data.state.map(() => 'absent' as const), scores: data.scores.map(() => []) }
    const { report, transcript } = reportAndTranscript(empty)
    const bytes = await bytesOf(
      reportPdf(
        { version: 1, data: empty, report, transcript, sight: { classIds: null, totalRank: true }, classes: [] },
        template,
      ),
    )
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('the zip of scans', () => {
  const entries: ScanEntry[] = [0, 1, 2].map((i) => ({
    name: `高一（${i}）班/2026000${i}-张${i}-第1页.jpg`,
    key: `k${i}`,
    studentNumber: `2026000${i}`,
    studentName: `张${i}`,
    className: `高一（${i}）班`,
    page: 1,
  }))
  const read = async (key: string): Promise<Buffer> => Buffer.alloc(70_000, key)
  const made = () => bytesOf(scansZip(entries, { date: new Date(1_794_240_000_000), read, digest: sha256 }))

  it('opens again with every entry whole, UTF-8 names, and a manifest; the same bytes each time (I20)', async () => {
    const bytes = await made()
    expect(sha256(await made())).toBe(sha256(bytes))
    const zip = await fromBufferPromise(bytes)
    const found = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      if (!/^[\x20-\x7e]*$/.test(entry.fileName)) expect(entry.generalPurposeBitFlag & 0x800).toBe(0x800)
      expect(entry.compressionMethod).toBe(0)
      // yauzl checks size and CRC as it reads.
      found.set(entry.fileName, await bytesOf(await zip.openReadStreamPromise(entry)))
    }
    expect([...found.keys()]).toEqual([...entries.map((e) => e.name), 'manifest.csv'])
    for (const e of entries) expect(found.get(e.name)!.equals(await read(e.key))).toBe(true)
    const lines = found.get('manifest.csv')!.toString('utf8').replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toBe(`${entries[0]!.name},20260000,张0,高一（0）班,1,70000,${sha256(await read('k0'))}`)
  })
  it('fails as a whole when a picture cannot be read', async () => {
    const broken = scansZip(entries, {
      date: new Date(0),
      read: (key) => (key === 'k1' ? Promise.reject(new Error('gone')) : read(key)),
      digest: sha256,
    })
    await expect(bytesOf(broken)).rejects.toThrow('gone')
  })
})
