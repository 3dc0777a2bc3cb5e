/** Workbooks as strangers make them: each is refused or read for what it holds, in bounded time and memory. */
import { describe, expect, it } from 'vitest'
import { rosterLimits, xlsxRows } from '#functions/kit/xlsx.rows.ts'
import type { BookLimits } from '#functions/kit/xlsx.rows.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { asFunction } from '#functions/kit/testing.ts'
import { readUpload, UploadTooLarge } from '#functions/platform/upload.public.ts'
import { uploadRules } from '#shared/platform/platform.rules.ts'
import { sit, upload } from '../scan.fixtures.ts'
import { attributeOf } from '#functions/kit/xml.tokens.ts'
import { bookOf, tableIn } from '#functions/kit/workbook.ts'
import { book, inline, merges, part, relation, relations, sheetOf } from '#functions/kit/workbook.fixtures.ts'
import { zipOf } from '#functions/kit/zip.fixtures.ts'

const one = `<row r="1">${inline('one')}</row>`

const rosterOf = async (bytes: Uint8Array, limits: BookLimits = rosterLimits): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const some of xlsxRows(bytes, limits)) rows.push(...some.map((r) => r.cells))
  return rows
}
/** A compound file: what Excel makes of a password, and what .xls is. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1_000_000, ' ')

describe('a hostile workbook', () => {
  const refused: [string, () => Buffer | Promise<Buffer>][] = [
    ['that unpacks a thousandfold', () => book(Buffer.concat([Buffer.from('<worksheet>'), zeros(40)]))],
    [
      'that unpacks to more than it says',
      () =>
        book(
          '',
          part('xl/worksheets/sheet1.xml', Buffer.concat([Buffer.from(sheetOf(one)), zeros(5)]), { claims: 100 }),
        ),
    ],
    [
      'with entities of entities',
      () =>
        book(
          `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${sheetOf(`<row>${inline('&b;')}</row>`)}`,
        ),
    ],
    [
      'whose merged cells all cover the whole sheet',
      () => book(sheetOf(one.repeat(1), merges(...Array.from({ length: 300 }, () => 'A1:XFD1048576')))),
    ],
    ['whose merged cells lie over each other', () => book(sheetOf(one, merges('A1:GR1000', 'B1:GR1000')))],
    [
      'of more merged cells than a list has',
      () => book(sheetOf(one, merges(...Array.from({ length: 20_001 }, (_, i) => `A${i + 1}:B${i + 1}`)))),
    ],
    ['with a text that never ends', () => book(sheetOf(`<row r="1">${inline('x'.repeat(200_000))}</row>`))],
    [
      'with a shared text that never ends',
      () => book(sheetOf(one), part('xl/strings.xml', `<sst><si><t>${'好'.repeat(100_000)}</t></si></sst>`)),
    ],
    ['with a tag that never ends', () => book(`<worksheet ${'a '.repeat(100_000)}`)],
    ['with a comment that never ends', () => book(`<worksheet><!--${'- '.repeat(100_000)}`)],
    ['with a row that no sheet has', () => book(sheetOf(`<row r="1e309">${inline('x')}</row>`))],
    [
      'of thousands of parts',
      () => book(sheetOf(one), ...Array.from({ length: 2100 }, (_, i) => part(`xl/media/${i}.png`, 'x'))),
    ],
    [
      'whose sheet lies elsewhere',
      () =>
        zipOf([
          part('xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'),
          part('xl/_rels/workbook.xml.rels', relations(relation('r1', 'worksheet', '../../../../etc/passwd'))),
        ]),
    ],
    [
      'that is a workbook in a zip',
      async () => zipOf([part('a.xlsx', Buffer.from(await bookOf([{ name: 'a', rows: [['x']] }])))]),
    ],
    ['with a password, or an .xls by another name', () => compound],
    ['cut off', async () => Buffer.from(await bookOf([{ name: 'a', rows: [['x']] }])).subarray(0, 900)],
    ['of nothing', () => Buffer.alloc(0)],
  ]
  it.each(refused)('%s is refused, as a roster and as a list', async (_, make) => {
    const bytes = await make()
    await expect(rosterOf(bytes)).rejects.toThrow()
    await expect(tableIn(bytes)).rejects.toThrow()
  })

  const read: [string, () => Buffer, string[][]][] = [
    [
      'whose dimension is the largest there is',
      () => book(`<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${one}</sheetData></worksheet>`),
      [['one']],
    ],
    [
      'of cells far right and nowhere',
      () =>
        book(
          sheetOf(
            `<row r="1">${inline('one')}${inline('far', 'XFD1')}${inline('none', '1')}${inline('no', 'ZZZZZZZZZZ1')}</row>`,
          ),
        ),
      [['one']],
    ],
    [
      'of a hundred thousand cells in one row',
      () => book(sheetOf(`<row r="1">${'<c t="str"><v>x</v></c>'.repeat(100_000)}</row>`)),
      [Array.from({ length: 200 }, () => 'x')],
    ],
    [
      'of formulas: what was computed is read, nothing is run',
      () => book(sheetOf('<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://x")</f><v>seen</v></c></row>')),
      [['seen']],
    ],
    [
      'that links to other files: nothing is fetched',
      () =>
        book(
          sheetOf(`<row r="1"><c r="A1"><f>[1]a!A1</f><v>7</v></c></row>`),
          part('xl/externalLinks/externalLink1.xml', '<externalLink><externalBook r:id="r1"/></externalLink>'),
          part(
            'xl/externalLinks/_rels/externalLink1.xml.rels',
            relations(relation('r1', 'externalLinkPath', 'http://127.0.0.1:1/x.xlsx')),
          ),
        ),
      [['7']],
    ],
    [
      'whose merged cells go beyond every column',
      () => book(sheetOf(one, merges('A1:XFD1'))),
      [Array.from({ length: 200 }, () => 'one')],
    ],
    ['of tags that look like merged cells', () => book(sheetOf(one, `${'<mergeCell '.repeat(5000)}>`)), [['one']]],
  ]
  it.each(read)('%s is read for what it holds', async (_, make, rows) => {
    const bytes = make()
    expect(await rosterOf(bytes)).toEqual(rows)
    expect((await tableIn(bytes)).map((r) => r.cells)).toEqual(rows)
  })

  it('of letters where attributes should be costs each letter once', () => {
    expect(attributeOf(`${'a'.repeat(60_000)}`, 'r')).toBeUndefined()
    expect(attributeOf(` x:r = 'A&amp;1' s="2"`, 'r')).toBe('A&1')
    expect(attributeOf(` x:r = 'A1' s="2"`, 's')).toBe('2')
    expect(attributeOf(` s = 2 r="1"`, 'r')).toBeUndefined()
  })

  it('of more rows than a list may have is refused as a list, and a roster', async () => {
    const rows = Array.from({ length: 5001 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`)
    const bytes = book(sheetOf(rows.join('')))
    await expect(tableIn(bytes)).rejects.toThrow('too many rows')
    expect((await rosterOf(bytes)).length).toBe(5001)
  })
})

describe('an upload', () => {
  it('of more than its kind may have is told by its size, and never read', async () => {
    const of = await sit(1)
    const [file] = await upload(of, [{ name: 'a.jpg', bytes: Buffer.alloc(1000, 1) }])
    const rule = uploadRules.scan as { maxBytes: number }
    const before = rule.maxBytes
    await asFunction('scan-work', async () => {
      expect((await readUpload(file!.key)).length).toBe(1000)
      rule.maxBytes = 999
      const faults = withFaults(() => null)
      try {
        await expect(readUpload(file!.key)).rejects.toThrow(UploadTooLarge)
        expect(faults.calls.map((c) => c.command)).toEqual(['HeadObjectCommand'])
      } finally {
        rule.maxBytes = before
        faults.stop()
      }
    })
  })
})
