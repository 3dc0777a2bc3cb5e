import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, plainCell } from '#shared/kit/csv.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { csvRows } from '#functions/kit/csv.rows.ts'
import { readTable } from './roster.file.ts'
import { xlsxRows } from '#functions/kit/xlsx.rows.ts'
import { xmlTokens } from '#functions/kit/xml.tokens.ts'

const rowsIn = async (source: AsyncIterable<{ row: number; cells: readonly string[] }[]>) => {
  const found = []
  for await (const some of source) found.push(...some)
  return found
}
const inPieces = (bytes: Uint8Array, size: number) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }

/** A workbook from its parts, as another program would have written it. */
const workbook = (parts: Record<string, string>): Uint8Array => {
  const zip = zipWriter(0)
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const all = {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${main}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships><Relationship Id='rId1' Type="${main}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Target="../xl/worksheets/two.xml" Id="rId2" Type="${main}/worksheet"/>` +
      `<Relationship Id="rId3" Type="${main}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="rId4" Type="${main}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="藏" state="hidden" r:id="rId1"/><sheet name="名单" r:id="rId2"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></worksheet>',
    ...parts,
  }
  const chunks = Object.entries(all).flatMap(([name, text]) => zip.add(name, Buffer.from(text)))
  return Buffer.concat([...chunks, ...zip.end()])
}

describe('workbooks of other programs', () => {
  it('reads the first sheet that shows: shared, rich and read-aloud texts, days, merged cells, prefixes', async () => {
    const bytes = workbook({
      'xl/sharedStrings.xml':
        '<sst><si><t xml:space="preserve"> 张三 </t></si><si><r><rPr><b/></rPr><t>李</t></r><r><t>四&amp;</t></r>' +
        '<rPh sb="0" eb="1"><t>リ</t></rPh></si><si/><si><t><![CDATA[<王>]]>_x0041_&#x9F91;</t></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/>' +
        '<numFmt numFmtId="177" formatCode="0&quot;dy&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176"/><xf numFmtId="177"/></cellXfs></styleSheet>',
      'xl/worksheets/two.xml':
        '<?xml version="1.0"?><!-- a > b --><x:worksheet xmlns:x="m"><x:sheetData>' +
        '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c><x:c t="s"><x:v>3</x:v></x:c></x:row>' +
        '<x:row r="3"><x:c r="A3" s="1"><x:v>46023</x:v></x:c><x:c r="B3" s="2"><x:v>46023.5</x:v></x:c>' +
        '<x:c r="C3" s="3"><x:v>46023</x:v></x:c><x:c r="AA3" t="inlineStr"><x:is><x:t>远</x:t></x:is></x:c></x:row>' +
        '<x:row><x:c t="str"><x:f>A1</x:f><x:v>式</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c><x:v>20260101</x:v></x:c>' +
        '<x:c><x:v>2026010100000001</x:v></x:c></x:row>' +
        '<x:row r="5"><x:c r="B5"><x:v>7</x:v></x:c></x:row><x:row r="6"/></x:sheetData>' +
        '<x:mergeCells><x:mergeCell ref="A4:A6"/></x:mergeCells></x:worksheet>',
    })
    const rows = await rowsIn(xlsxRows(bytes))
    expect(rows.map((r) => r.row)).toEqual([1, 3, 4, 5])
    expect(rows[0]?.cells).toEqual([' 张三 ', '李四&', '<王>A龑'])
    expect(rows[1]?.cells.slice(0, 3)).toEqual(['2026-01-01', '2026-01-01', '46023'])
    expect(rows[1]?.cells[26]).toBe('远')
    // A number that a spreadsheet no longer knows to its end does not pass for one.
    expect(rows[2]?.cells).toEqual(['式', 'true', '20260101', expect.stringMatching(/e\+15$/)])
    expect(rows[3]?.cells).toEqual(['式', '7'])
  })
  it('a document type, a tag without an end and what is no workbook are refused', async () => {
    const evil = workbook({ 'xl/worksheets/two.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' })
    await expect(rowsIn(xlsxRows(evil))).rejects.toThrow('document type')
    expect(() => xmlTokens({}).write(`<${'a'.repeat(1_100_000)}`)).toThrow('without an end')
    await expect(rowsIn(xlsxRows(workbook({ 'xl/workbook.xml': '<workbook/>' })))).rejects.toThrow('no workbook')
  })
  it('what hucre writes is read as it was', async () => {
    const { writeXlsx } = await import('hucre/xlsx')
    const cell = fc.string({ unit: fc.constantFrom('张', '<', '&', '"', '龑', '1', 'a', '=', '_'), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 8 }), async (rows) => {
        const read = await readTable(await writeXlsx({ sheets: [{ name: 'x', rows }] }), 'x.xlsx')
        const wanted = rows.flatMap((cells, i) => (cells.some((c) => c !== '') ? [{ row: i + 1, cells }] : []))
        const trimmed = (cells: readonly string[]) => cells.join('\n').replace(/\n+$/, '')
        expect(read.map((r) => [r.row, trimmed(r.cells)])).toEqual(wanted.map((r) => [r.row, trimmed(r.cells)]))
      }),
      { numRuns: 40 },
    )
  })
})

describe('XML in pieces', () => {
  it('says the same however it is cut', () => {
    const xml = `<?a?><x:b c="1>2" d='"'>&lt;&#65;&#x42;&amp;</x:b><!-- < --><e/><![CDATA[<&amp;]]>尾`
    const read = (size: number): string => {
      let said = ''
      const tokens = xmlTokens({
        open: (name, attributes) => (said += `[${name}${attributes}]`),
        close: (name) => (said += `[/${name}]`),
        text: (text) => (said += text),
      })
      for (let at = 0; at < xml.length; at += size) tokens.write(xml.slice(at, at + size))
      return said
    }
    const whole = `[b c="1>2" d='"']<AB&[/b][e][/e]<&amp;尾`
    for (let size = 1; size <= xml.length; size++) expect(read(size)).toBe(whole)
  })
})

describe('CSV in pieces', () => {
  it('what we write is read as it was, however it is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('张', ',', '"', '\n', '\r', 'a', ' ', '龑'), maxLength: 5 })
    const row = fc.array(cell, { minLength: 1, maxLength: 4 }).filter((r) => r.some((c) => c.trim() !== ''))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), fc.nat(8), async (rows, size) => {
        const head = ['a', 'b', 'c', 'd']
        const bytes = Buffer.from(`\ufeff${[head, ...rows].map((r) => csvLine(r)).join('')}`)
        const read = await rowsIn(csvRows(inPieces(bytes, size + 1)))
        expect(read.slice(1).map((r) => r.cells)).toEqual(rows.map((r) => r.map(plainCell)))
      }),
    )
  })
  it('knows semicolons, tabs and UTF-16, GB18030 of a zip member, a file that ends within quotes', async () => {
    const cells = async (bytes: Uint8Array) => (await rowsIn(csvRows(bytes))).map((r) => r.cells)
    expect(await cells(Buffer.from('姓名;学号\n张,三;1\n'))).toEqual([
      ['姓名', '学号'],
      ['张,三', '1'],
    ])
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t学号\r\n张三\t1', 'utf16le')])
    expect(await cells(utf16)).toEqual([
      ['姓名', '学号'],
      ['张三', '1'],
    ])
    const gb = Buffer.from('d0d5c3fb2cd1a7bac50acbefc6df2c310a', 'hex')
    expect((await rowsIn(csvRows(inPieces(gb, 3)))).map((r) => r.cells)).toEqual([
      ['姓名', '学号'],
      ['孙七', '1'],
    ])
    expect(await cells(Buffer.from('a,b\n"c\nd'))).toEqual([['a', 'b'], ['c\nd']])
    await expect(cells(Buffer.from(`a,"${'x'.repeat(200_000)}`))).rejects.toThrow('without an end')
  })
})
