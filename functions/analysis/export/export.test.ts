import { describe, expect, it } from 'vitest'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import { percent, points } from '#shared/analysis/report.words.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { madeData } from '#shared/analysis/reports/report.fixtures.ts'
import type { Made } from '#shared/analysis/reports/report.fixtures.ts'
import type { TranscriptRow } from '#shared/analysis/publication.types.ts'
import { madeSnapshot } from '#shared/analysis/snapshot.fixtures.ts'
import { sha256 } from '#functions/kit/objects.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import { streamBook } from '#functions/kit/workbook.stream.ts'
import { boundBy } from './export.reports.ts'
import { reportBook } from '#functions/kit/report/report.book.ts'
import { reportPdf } from '#functions/kit/report/report.pdf.ts'
import { scansZip } from './scans.testing.ts'
import type { ScanEntry } from './scans.zip.ts'

const template = settingSchemas.reportTemplate.parse({})
const policy = { smallest: 5, named: true }
const params = { pageNumber: 1, pageSize: 1000 }
const valueOf = (id: ReportId, of: Made) => reportNamed(id).value(madeData(of, reportNamed(id), params), policy, params)
/** The workbook of a transcript, its lines asked for one by one. */
const transcriptBook = (of: Made, asItIs: (line: TranscriptRow, i: number) => TranscriptRow = (line) => line) => {
  const transcript = reportNamed('transcript')
  const data = madeData(of, transcript, params)
  async function* rows() {
    for (const line of data.lines.map(asItIs)) yield Promise.resolve(transcript.row!(data, policy)(line).cells)
  }
  const ids = ['transcript', 'classContrast', 'paperAnalysis'] as const
  return reportBook(
    ids.map((id) => valueOf(id, of)),
    { title: '成绩单', rows: rows() },
  )
}
const wholePdf = (of: Made, own = template) =>
  reportPdf(
    boundBy(
      own,
      (['summary', 'classContrast', 'paperAnalysis'] as const).map((id) => valueOf(id, of)),
    ),
    '质量分析报告',
    own,
  )
const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('the transcript workbook', () => {
  it('holds what the snapshot says, and nothing that runs as a formula', async () => {
    const of = { students: 120, names: ['=HYPERLINK("http://x")', '@SUM(A1)'] }
    const data = madeData(of, reportNamed('transcript'), params)
    const book = await readXlsx(await bytesOf(transcriptBook(of)))
    const [list, classes] = book.sheets
    expect(book.sheets.slice(0, 2).map((s) => s.name)).toEqual(['成绩单', '班级对比'])
    expect(list!.rows).toHaveLength(121)
    const first = list!.rows[1]!
    expect(first.slice(0, 5)).toEqual([
      data.lines[0]!.studentName,
      data.lines[0]!.studentNumber,
      data.lines[0]!.className,
      data.lines[0]!.total! / 100,
      1,
    ])
    expect(list!.rows.flat()).toContain(`'=HYPERLINK("http://x")`)
    expect(list!.rows.flat().filter((c) => typeof c === 'string' && /^[=+@]/.test(c))).toEqual([])
    // Every row's questions add up to its total.
    for (const r of list!.rows.slice(1))
      if (typeof r[3] === 'number')
        expect(r.slice(8).reduce<number>((n, c) => n + Math.round(Number(c) * 100), 0)).toBe(Math.round(r[3] * 100))
    expect(classes!.rows[1]![3]).toBeCloseTo(data.overall.mean! / 100, 9)
    const items = book.sheets.find((s) => s.name === '试题分析')!
    expect(items.rows.slice(1, 15).map((r) => r[0])).toEqual(data.items.map((i) => i.number))
  })
  it('says in words why a question has no score: its page is missing, it was not chosen, or none of its group was answered', async () => {
    const of = { students: 20 }
    const [first, second] = [[2, 13], [12]]
    const lacking = (line: TranscriptRow, i: number): TranscriptRow =>
      i === 0
        ? { ...line, lacked: first }
        : i === 1
          ? { ...line, notTaken: second }
          : i === 2
            ? { ...line, undone: first }
            : line
    const book = await readXlsx(await bytesOf(transcriptBook(of, lacking)))
    const [head, one, two, three, ...others] = book.sheets[0]!.rows
    const from = head!.length - madeSnapshot(1).questions.length
    const places = (row: readonly unknown[], word: string) => row.slice(from).flatMap((c, i) => (c === word ? [i] : []))
    expect([places(one!, '缺页'), places(one!, '未选')]).toEqual([first, []])
    expect([places(two!, '缺页'), places(two!, '未选')]).toEqual([[], second])
    expect(one!.slice(from).filter((c) => typeof c === 'number')).toHaveLength(madeSnapshot(1).questions.length - 2)
    expect([places(three!, '未作答'), places(three!, '未选')]).toEqual([first, []])
    expect(others.flatMap((r) => ['缺页', '未选', '未作答'].flatMap((word) => places(r, word)))).toEqual([])
  })
  it('is cut to the classes seen, without the rank among all', async () => {
    const classId = madeSnapshot(1).classes[1]!.classId
    const book = await readXlsx(await bytesOf(transcriptBook({ students: 60, classIds: [classId] })))
    expect(book.sheets[0]!.rows).toHaveLength(21)
    expect(book.sheets[0]!.rows[0]).not.toContain('总排名')
    expect(book.sheets[1]!.rows.slice(0, 3).map((r) => r[0])).toEqual(['班级', '全体', '高一（2）班'])
  })
  it('keeps every cell, its style and what XML cannot hold out of it, at any length', async () => {
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
    const made = () => bytesOf(transcriptBook({ students: 30 }))
    expect(sha256(await made())).toBe(sha256(await made()))
  })
})

describe('the printed report', () => {
  it('says its figures in text that can be found, and is the same bytes again', async () => {
    const of = { students: 150 }
    const { overall, groups, items } = madeData(of)
    const bytes = await bytesOf(wholePdf(of))
    expect(sha256(await bytesOf(wholePdf(of)))).toBe(sha256(bytes))
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(bytes)
    const pages = [...document.pages()].map((p) => p.getText())
    const text = pages.join('\n')
    expect(text).toContain('2026学年第一学期期中考试')
    expect(text).toContain(points(overall.mean))
    for (const c of groups) expect(text).toContain(c.groupName)
    for (const band of items.map((i) => i.difficultyBand!)) expect(text).toContain(band)
    expect(text).toContain('青禾市第一中学')
    expect(text).toContain(`成绩第2版（`)
    // No option of a question is cut off.
    for (const o of items.flatMap((i) => i.options)) expect(text).toContain(percent(o.rate))
    expect(text).not.toContain('…')
    expect(pages.length).toBeGreaterThan(1)
    pages.forEach((p, i) => expect(p).toContain(`第 ${i + 1} / ${pages.length} 页`))
    document.destroy()
    library.destroy()
  })
  it("is the school's own: its heading, its footer, the parts that it wants", async () => {
    const own = { heading: '明德中学质量报告', footer: '内部资料', sections: ['summary', 'items'] as const }
    const library = await PDFiumLibrary.init()
    const text = async (of: typeof template) => {
      const document = await library.loadDocument(await bytesOf(wholePdf({ students: 60 }, of)))
      const found = [...document.pages()].map((p) => p.getText()).join('\n')
      document.destroy()
      return found
    }
    const [whole, cut] = [await text(template), await text({ ...own, sections: [...own.sections] })]
    library.destroy()
    for (const part of ['成绩分布', '班级对比', '试题分析', '得分率（难度 P）']) expect(whole).toContain(part)
    // Three reports show them, the book once.
    for (const shared of ['各班分数箱线图', 'Spearman–Brown']) expect(whole.split(shared)).toHaveLength(2)
    for (const said of ['明德中学质量报告', '内部资料', '平均分', '试题分析']) expect(cut).toContain(said)
    for (const part of ['考试质量分析报告', '成绩分布', '班级对比', '得分率（难度 P）']) expect(cut).not.toContain(part)
  })
  it('is made without a present student too', async () => {
    const data = madeSnapshot(6)
    const empty = { ...data, state: data.state.map(() => 'absent' as const), scores: data.scores.map(() => []) }
    const bytes = await bytesOf(wholePdf({ data: empty }))
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
