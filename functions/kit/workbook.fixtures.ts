/** Workbooks by hand, as no spreadsheet writes them: for tests. */
import { zipOf } from './zip.fixtures.ts'
import type { ZipEntry } from './zip.fixtures.ts'

export const part = (name: string, text: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  ...more,
})
export const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
export const relations = (...all: string[]): string => `<Relationships>${all.join('')}</Relationships>`

/** A workbook of one sheet, with further zip entries. */
export const book = (sheet: string | Buffer, ...more: ZipEntry[]): Buffer =>
  zipOf([
    part('_rels/.rels', relations(relation('r1', 'officeDocument', 'xl/workbook.xml'))),
    part('xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(relation('r1', 'worksheet', 'worksheets/sheet1.xml'), relation('r2', 'sharedStrings', 'strings.xml')),
    ),
    ...more.filter((e) => e.name !== 'xl/worksheets/sheet1.xml'),
    ...(more.some((e) => e.name === 'xl/worksheets/sheet1.xml')
      ? more.filter((e) => e.name === 'xl/worksheets/sheet1.xml')
      : [part('xl/worksheets/sheet1.xml', sheet)]),
  ])
export const inline = (text: string, reference = 'A1'): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
export const sheetOf = (rows: string, after = ''): string =>
  `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`
export const merges = (...refs: string[]): string =>
  `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
