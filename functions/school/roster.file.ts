/** Roster files in and out: xlsx and csv to rows of text, and the sheets that we hand out. */
import { parentColumns } from '#shared/school/parent.rules.ts'
import { personalColumns, rosterColumns } from '#shared/school/roster.rules.ts'
import { oneRosterFiles } from '#shared/school/oneroster.rules.ts'
import { maxRows, plainCell } from '#shared/school/sheet.rules.ts'
import type { TableRow } from '#shared/school/sheet.rules.ts'
import { classColumns, teacherColumns } from '#shared/school/staff.rules.ts'
import type { RosterProblem } from '#shared/school/roster.rules.ts'
import { suffixOf } from '#shared/platform/platform.rules.ts'

type Cell = string | number | boolean | Date | null | undefined

const textOf = (cell: Cell): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)

/** UTF-8 (with or without its mark) if the bytes are that; otherwise what Excel for Chinese Windows writes. */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** More rows than a file may have. */
export class TooLong extends Error {
  override name = 'TooLong'
}

type Merge = { startRow: number; startCol: number; endRow: number; endCol: number }

/**
 * The rows of the first visible sheet that hold something, as text; merged cells are filled with their first one's
 * value. Row by row: a million empty rows cost time and no memory.
 * @throws TooLong, or whatever the reader says of bytes that are no such file.
 */
export const readTable = async (bytes: Uint8Array, fileName: string): Promise<TableRow[]> => {
  const table: TableRow[] = []
  const take = (row: number, cells: string[]): void => {
    if (cells.every((c) => c.trim() === '')) return
    // Ten more than the rows that are let in: titles and the head stand above them.
    if (table.length >= maxRows + 10) throw new TooLong(fileName)
    table.push({ row, cells })
  }
  if (suffixOf(fileName) === 'csv') {
    const { streamCsvRows } = await import('hucre/csv')
    const text = decodeText(bytes).replace(/^\ufeff/, '')
    let row = 0
    for (const cells of streamCsvRows(text, { typeInference: false, skipEmptyRows: false }))
      take(++row, cells.map(textOf))
    return table
  }
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx')
  let taken = false
  // Which sheet it is, and what is merged on it, stand behind its rows: one row of them is read for that.
  const book = await readXlsx(bytes, {
    maxRows: 1,
    sheets: (info) => {
      const first = !taken && !info.hidden && !info.veryHidden
      taken ||= first
      return first
    },
  })
  const sheet = book.sheets[0]
  if (!sheet) return []
  const starting = Map.groupBy((sheet.merges ?? []) as Merge[], (m) => m.startRow)
  let open: { merge: Merge; value: string }[] = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheet.name })) {
    const cells = Array.from(values, textOf)
    const empty = cells.every((c) => c.trim() === '')
    for (const merge of starting.get(index) ?? []) open.push({ merge, value: cells[merge.startCol] ?? '' })
    open = open.filter(({ merge }) => merge.endRow >= index)
    if (empty) continue
    for (const { merge, value } of open)
      for (let c = merge.startCol; c <= Math.min(merge.endCol, merge.startCol + 50); c++) cells[c] = value
    take(
      index + 1,
      Array.from(cells, (cell) => cell ?? ''),
    )
  }
  return table
}

/** A sheet of text cells. */
export const sheetOf = async (name: string, rows: readonly (readonly string[])[]): Promise<Uint8Array> => {
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      {
        name,
        rows: rows.map((row) => row.map(plainCell)),
        columns: (rows[0] ?? []).map((_, i) => ({
          // Text, so that a long number is not turned into 2.02E+11.
          numFmt: '@',
          width: Math.min(60, Math.max(10, ...rows.slice(0, 50).map((r) => (r[i] ?? '').length * 2 + 2))),
        })),
      },
    ],
  })
}

/** What a file of each kind looks like. */
export const templates = {
  students: {
    name: '学生',
    rows: [
      [...rosterColumns, ...personalColumns],
      ['张晓明', '20260101', '1班', '高一', '男', '', ''],
      ['李思雨', '20260102', '1班', '高一', '女', '', ''],
    ],
  },
  teachers: {
    name: '教师',
    rows: [
      teacherColumns,
      ['王建国', 'wangjianguo', '高一', '1班', '数学', '是'],
      ['王建国', 'wangjianguo', '高一', '2班', '数学', '否'],
      ['李清', 'liqing', '', '', '', ''],
    ],
  },
  parents: {
    name: '家长',
    rows: [
      [...parentColumns, '手机号'],
      ['20260101', '张晓明', '张建国', 'zhangjianguo', ''],
      ['20260102', '李思雨', '李清', 'liqing', ''],
    ],
  },
  classes: {
    name: '班级',
    rows: [classColumns, ['高一', '1班'], ['高一', '2班']],
  },
} as const satisfies Record<string, { name: string; rows: readonly (readonly string[])[] }>

export const templateOf = (kind: keyof typeof templates): Promise<Uint8Array> =>
  sheetOf(templates[kind].name, templates[kind].rows)

export const problemSheet = (fileName: string, problems: readonly RosterProblem[]): Promise<Uint8Array> =>
  sheetOf('问题', [
    ['文件', '行', '列', '问题'],
    ...problems.map((p) => [fileName, p.row === 0 ? '' : String(p.row), p.column, p.text]),
  ])

/** The CSV files of a OneRoster zip, by name; folders and whatever else is in it are passed over. */
export const readOneRoster = async (bytes: Uint8Array): Promise<Record<string, string[][]>> => {
  const { fromBufferPromise } = (await import('yauzl')).default
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const files: Record<string, string[][]> = {}
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.split('/').at(-1) ?? ''
    if (!(oneRosterFiles as string[]).includes(name)) continue
    // A zip that unpacks to more than a roster can hold is none.
    total += entry.uncompressedSize
    if (total > 400_000_000) throw new TooLong(name)
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    const { parseCsv } = await import('hucre/csv')
    files[name] = parseCsv(decodeText(Buffer.concat(chunks)).replace(/^\ufeff/, ''), {
      typeInference: false,
      skipEmptyRows: false,
    }).map((row) => row.map(textOf))
    if (files[name].length > maxRows * 4) throw new TooLong(name)
  }
  return files
}
