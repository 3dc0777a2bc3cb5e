/**
 * What the dearest list costs that is still taken, or refused late: a call reads lists of answers and seats itself, in a
 * function of 512 MB, so both time and memory have a bound that no file gets past.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { uploadRules } from '#shared/platform/platform.rules.ts'
import { book, inline, merges, part, sheetOf } from '#functions/kit/workbook.fixtures.ts'

const dir = mkdtempSync(join(tmpdir(), 'qinghe-list-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const seconds = 4
/** Beside what the process has before it reads: some 80 MB. */
const megabytes = 200

type Cost = { seconds: number; peakMb: number; beforeMb: number; rows?: number; columns?: number; refused?: string }
const costOf = async (name: string, bytes: Buffer): Promise<Cost> => {
  expect(bytes.length).toBeLessThanOrEqual(uploadRules.seatList.maxBytes)
  const file = join(dir, name)
  writeFileSync(file, bytes)
  // As Node divides a function of 512 MB.
  const words = ['--max-old-space-size=384', '--disable-warning=ExperimentalWarning']
  const script = join(import.meta.dirname, 'workbook.cost.testing.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...words, script, file], { timeout: 120_000 })
  return JSON.parse(stdout) as Cost
}

/** Numbers that do not repeat: they do not pack, so the bound on a part's ratio does not hold them. */
const numbers = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, r) => {
    const cells = Array.from({ length: columns }, (__, c) => `<c><v>${(r * 7919 + c * 104_729) % 99_991}</v></c>`)
    return `<row>${cells.join('')}</row>`
  }).join('')

const dearest: [string, string, () => Buffer, Partial<Cost>][] = [
  ['a full sheet of numbers', 'numbers.xlsx', () => book(sheetOf(numbers(5000, 200))), { rows: 5000, columns: 200 }],
  [
    'half a million texts that no cell shows',
    'texts.xlsx',
    () =>
      book(
        sheetOf(`<row>${inline('x')}</row>`),
        part('xl/strings.xml', `<sst>${'<si><t>ab</t></si>'.repeat(540_000)}</sst>`),
      ),
    { rows: 1 },
  ],
  [
    'one long text that all cells show',
    'one.xlsx',
    () =>
      book(
        sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(2000)),
        part('xl/strings.xml', `<sst><si><t>${'好'.repeat(30_000)}</t></si></sst>`),
      ),
    { refused: 'its cells hold more than they may' },
  ],
  [
    'merged cells over every row',
    'merged.xlsx',
    () =>
      book(
        sheetOf(
          Array.from({ length: 5000 }, (_, i) => `<row r="${i + 1}">${inline(`${i}`, `A${i + 1}`)}</row>`).join(''),
          merges(...Array.from({ length: 5000 }, (_, i) => `A${i + 1}:GR${i + 1}`)),
        ),
      ),
    { rows: 5000, columns: 200 },
  ],
  [
    'one row of millions of columns over thousands of short ones',
    'wide.csv',
    () => Buffer.from(`x${','.repeat(4_900_000)}\n${'a\n'.repeat(4999)}`),
    { rows: 5000, columns: 200 },
  ],
  ['millions of rows', 'rows.csv', () => Buffer.from('a\n'.repeat(2_500_000)), { refused: 'too many rows' }],
]

it.each(dearest)('%s', async (_, name, make, told) => {
  const cost = await costOf(name, make())
  expect(cost).toMatchObject(told)
  expect(cost.seconds).toBeLessThan(seconds)
  expect(cost.peakMb - cost.beforeMb).toBeLessThan(megabytes)
})
