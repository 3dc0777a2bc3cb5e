/** Roster files in and out: xlsx and csv to rows of text, and the sheets that we hand out. */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { parentColumns } from '#shared/school/people/parent.rules.ts'
import { teachingColumns } from '#shared/school/imports/teaching.rules.ts'
import { placeColumns } from '#shared/school/place.rules.ts'
import { personalColumns, rosterColumns } from '#shared/school/roster.rules.ts'
import { oneRosterFiles } from '#shared/school/imports/oneroster.rules.ts'
import type { OneRosterFile } from '#shared/school/imports/oneroster.rules.ts'
import { plainCell } from '#shared/kit/csv.ts'
import { exampleMark, maxRows } from '#shared/school/imports/sheet.rules.ts'
import type { TableRow } from '#shared/school/imports/sheet.rules.ts'
import { classColumns, teacherColumns } from '#shared/school/people/staff.rules.ts'
import { suffixOf } from '#shared/platform/platform.rules.ts'
import { csvRows } from '#functions/kit/csv.rows.ts'
import { textBook } from '#functions/kit/workbook.stream.ts'
import { xlsxRows } from '#functions/kit/xlsx.rows.ts'
import { zipMembers } from '#functions/kit/zip.reader.ts'

/** More rows than a file may have. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/**
 * The rows of a file that hold something, some at a time: an .xlsx or .csv of any length takes the memory of its bytes
 * and of a slice.
 * @throws TooLong, or the reader's error for bytes that are no such file.
 */
export async function* tableSlices(
  bytes: Uint8Array,
  fileName: string,
  size: number,
  most = maxRows,
): AsyncGenerator<TableRow[]> {
  const rows = suffixOf(fileName) === 'csv' ? csvRows(bytes) : xlsxRows(bytes)
  let total = 0
  for await (const slice of slicesOf(rows, size)) {
    total += slice.length
    // Ten more than the rows that are let in: titles and the head stand above them.
    if (total > most + 10) throw new TooLong(fileName)
    yield slice
  }
}

/** The same rows in slices of at least `size`, but for the last one. */
export async function* slicesOf(rows: AsyncIterable<TableRow[]>, size: number): AsyncGenerator<TableRow[]> {
  let waiting: TableRow[] = []
  for await (const some of rows) {
    for (const row of some) waiting.push(row)
    if (waiting.length < size) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}

/** A file whole, for what is judged whole. */
export const readTable = async (bytes: Uint8Array, fileName: string, most = maxRows): Promise<TableRow[]> => {
  const table: TableRow[] = []
  for await (const slice of tableSlices(bytes, fileName, 1000, most)) table.push(...slice)
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

/** An example's first cell: its row is passed over when the file comes back. */
const example = (text: string): string => `${exampleMark}${text}`

/** What a file of each kind looks like. */
export const templates = {
  students: {
    name: '学生',
    rows: [
      [...rosterColumns, ...personalColumns],
      [example('张晓明'), '20260101', '1班', '高一', '男', '', ''],
      [example('李思雨'), '20260102', '1班', '高一', '女', '', ''],
    ],
  },
  teachers: {
    name: '教师',
    rows: [
      teacherColumns,
      [example('王建国'), 'wangjianguo', '高一', '1班', '数学', '是'],
      [example('王建国'), 'wangjianguo', '高一', '2班', '数学', '否'],
      [example('李清'), 'liqing', '', '', '', ''],
    ],
  },
  parents: {
    name: '家长',
    rows: [
      [...parentColumns, '手机号'],
      [example('20260101'), '张晓明', '张建国', 'zhangjianguo', ''],
      [example('20260102'), '李思雨', '李清', 'liqing', ''],
    ],
  },
  places: {
    name: '学校代码与位置',
    rows: [
      placeColumns,
      [example('青禾第一中学'), '青禾区', '3301060001', '30.274152', '120.155150', '1'],
      [example('青禾第二中学'), '青禾区', '', '30.281000', '120.162300', ''],
    ],
  },
  teaching: {
    name: '教学班',
    rows: [
      teachingColumns,
      [example('20260101'), '张晓明', '物理', '物理1班', '王建国'],
      [example('20260101'), '张晓明', '化学', '化学2班', '李清'],
    ],
  },
  classes: {
    name: '班级',
    rows: [classColumns, [example('高一'), '1班'], [example('高一'), '2班']],
  },
} satisfies Record<string, { name: string; rows: readonly (readonly string[])[] }>

export const templateOf = (kind: keyof typeof templates): Promise<Uint8Array> =>
  sheetOf(templates[kind].name, templates[kind].rows)

/** Everything that is wrong with a file, as a sheet that is written while it is read. */
export const problemSheet = (
  fileName: string,
  parts: AsyncIterable<readonly FileProblem[]>,
): AsyncIterable<Uint8Array> => {
  const pages = async function* (): AsyncGenerator<string[][]> {
    for await (const part of parts)
      yield part.map((p) => [fileName, p.row === 0 ? '' : String(p.row), p.column, p.text])
  }
  return textBook('问题', ['文件', '行', '列', '问题'], pages(), [30, 8, 20, 60])
}

/** The CSV files of a OneRoster zip by name, each read when it is asked for; its other files are passed over. */
export const openOneRoster = async (
  bytes: Uint8Array,
): Promise<ReadonlyMap<OneRosterFile | 'manifest.csv', () => AsyncGenerator<TableRow[]>>> => {
  const names = ['manifest.csv', ...oneRosterFiles] as const
  const nameOf = (path: string) => names.find((f) => f === path.split(/[/\\]/).at(-1))
  const files = new Map<OneRosterFile | 'manifest.csv', () => AsyncGenerator<TableRow[]>>()
  for await (const member of zipMembers(bytes, { total: mostUnpacked }, (path) => nameOf(path) !== undefined)) {
    const name = nameOf(member.name)!
    // A zip that unpacks to more than a roster can hold is none.
    if (member.fault === 'bomb') throw new TooLong(name)
    files.set(name, () => csvRows(member.pieces))
  }
  return files
}
const mostUnpacked = 800_000_000
