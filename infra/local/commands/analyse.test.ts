import { describe, expect, it } from 'vitest'
import { lsat6 } from '#shared/analysis/stats/stats.fixtures.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { run } from './analyse.ts'

/** Runs the command over files that are given as text or bytes. */
const analyse = async (files: Record<string, string | Uint8Array>, ...argv: string[]) => {
  let [out, err] = ['', '']
  const code = await run(argv, {
    read: (path) => {
      const file = files[path]
      if (file === undefined) return Promise.reject(new Error('no such file'))
      return Promise.resolve(typeof file === 'string' ? new TextEncoder().encode(file) : file)
    },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, err, json: out ? JSON.parse(out) : null }
}

const scores = (text: string) => analyse({ 's.csv': text }, 's.csv')

describe('analyse', () => {
  it('prints published figures in points', async () => {
    const rows = lsat6().map((row, i) => `${i + 1},${row.join()}`)
    const { code, json } = await scores(['id,Q1,Q2,Q3,Q4,Q5', ...rows].join('\n'))
    expect(code).toBe(0)
    expect(json.overall.mean).toBe(3.819)
    expect(json.overall.s).toBeCloseTo(1.035041, 6)
    expect(json.reliability.alpha).toBeCloseTo(0.2949972, 7)
    expect(json.reliability.sem).toBeCloseTo(0.8690666, 7)
    expect(json.fullMarksTakenFromHighestScore).toHaveLength(5)
  })

  it('scores letters by a key, and leaves items without one as points', async () => {
    const files = {
      's.csv': '学号,班级,1,2,3\n01,一班,a,DB,1.5\n02,一班,,BD,3\n03,二班,Ｃ,B,0\n04,二班,缺考,缺考,缺考\n05,二班,,,\n',
      'k.csv': '\uFEFFitem,key,full\r\n1,A,2\r\n2,BD,4\r\n3,,3\r\n',
    }
    const { code, json } = await analyse(files, 's.csv', '--key', 'k.csv')
    expect(code).toBe(0)
    expect(json.fullScore).toBe(9)
    expect(json.overall).toMatchObject({ registered: 5, present: 3, absent: 2, max: 7.5, min: 0 })
    expect(json.absent).toEqual(['04', '05'])
    expect(
      json.candidates.map((row: { student: string; total: number; rank: number }) => [
        row.student,
        row.total,
        row.rank,
      ]),
    ).toEqual([
      ['01', 7.5, 1],
      ['02', 7, 2],
      ['03', 0, 3],
    ])
    expect(json.items[0].options.map((row: { option: string; count: number }) => `${row.option}${row.count}`)).toEqual([
      'A1',
      'B0',
      'C1',
      '1',
    ])
    expect(json.classes.map((row: { className: string; present: number }) => [row.className, row.present])).toEqual([
      ['一班', 2],
      ['二班', 1],
    ])
  })

  it('takes full marks from a row of them, and reads GB 18030 and quoted cells', async () => {
    // "满分" in GB 18030
    const full = [0xc2, 0xfa, 0xb7, 0xd6]
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('id,"Q ""1"", a"\n'),
      ...full,
      ...new TextEncoder().encode(',10\n"7",5'),
    ])
    const { json } = await analyse({ 's.csv': bytes }, 's.csv')
    expect(json.fullScore).toBe(10)
    expect(json.items[0]).toMatchObject({ number: 'Q "1", a', difficulty: 0.5 })
    expect(json.fullMarksTakenFromHighestScore).toEqual([])
  })

  it('counts a blank among scores as 0, and says where', async () => {
    const { json } = await scores('id,1,2\na,1,\nb,1,1')
    expect(json.warnings).toEqual(['s.csv: row 2, column C (3): blank, counted as 0'])
    expect(json.overall.min).toBe(1)
  })

  it.each([
    ['', 's.csv: the file is empty'],
    ['id,1', 's.csv: there are no students'],
    ['id\na', 's.csv: row 1: no item columns after the student id'],
    ['id,1,1\na,1,1', 's.csv: row 1, column C (3): item 1 is there twice'],
    ['id,1,\na,1,1', 's.csv: row 1, column C (3): the item has no name'],
    ['id,1,2\na,1,x', 's.csv: row 2, column C (3): "x" is no score (0 or more points, at most two decimals)'],
    ['id,1\na,-1', 's.csv: row 2, column B (2): "-1" is no score (0 or more points, at most two decimals)'],
    ['id,1,2\na,1', 's.csv: row 2, column C (3): 2 cells where the header has 3'],
    ['id,1\na,1,2', 's.csv: row 2, column C (3): 3 cells where the header has 2'],
    ['id,1\na,1\na,1', 's.csv: row 3, column A (1): student a is already in row 2'],
    ['id,1\n,1', 's.csv: row 2, column A (1): the student id is missing'],
    ['id,1,2\na,缺考,1', 's.csv: row 2, column B (2): 缺考 here, but the student has other items'],
    ['id,1\n满分,2\na,3', 's.csv: row 3, column B (2): 3 is over the full mark 2'],
    ['id,1\na,"1', 's.csv: row 2: a quotation mark is not closed'],
    ['PK\0\0', 's.csv: this is no CSV text; save the sheet as CSV (UTF-8)'],
  ])('refuses %j, saying where', async (text, message) => {
    expect(await scores(text)).toEqual({ code: 2, err: `${message}\n`, json: null })
  })

  it.each([
    ['item,key\n1,A\n2,B', 'k.csv: item 2 is not in s.csv'],
    ['item,key\n2,B', 's.csv: row 1, column B (2): item 1 is not in k.csv'],
    ['item,key\n1,7', 'k.csv: row 2, column B (2): "7" is no key (option letters)'],
    ['item,key\n1,A\n1,B', 'k.csv: row 3, column A (1): item 1 is there twice'],
    ['item,key,full\n1,A,0', 'k.csv: row 2, column C (3): a full mark of 0'],
    ['1,A', 'k.csv: row 1: the header must be item,key or item,key,full or item,key,full,partial'],
    ['item,key\n1,B', 's.csv: row 2, column B (2): "4" is no answer (option letters)'],
  ])('refuses the key %j, saying where', async (key, message) => {
    const answer = await analyse({ 's.csv': 'id,1\na,4', 'k.csv': key }, 's.csv', '--key', 'k.csv')
    expect(answer).toEqual({ code: 2, err: `${message}\n`, json: null })
  })

  const plain = 'id,1,2,3\na,1,2,3\nb,0,2,1\nc,1,0,2\nd,1,1,0\n'

  it.each([
    ['tabs', plain.replaceAll(',', '\t')],
    ['semicolons', plain.replaceAll(',', ';')],
    ['a comma within quotes beside tabs', plain.replaceAll(',', '\t').replace('id', '"id, Nr."')],
  ])('reads cells between %s', async (_, text) => {
    expect((await scores(text)).json.overall).toEqual((await scores(plain)).json.overall)
  })

  it('reads a workbook by its content, under any name', async () => {
    const rows = plain
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const sheet = await bookOf([{ name: '成绩', rows }])
    expect((await analyse({ 's.csv': sheet }, 's.csv')).json.overall).toEqual((await scores(plain)).json.overall)
    const broken = await analyse({ 's.xlsx': sheet.slice(0, 300) }, 's.xlsx')
    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('no workbook that can be read') })
  })

  it('leaves out what is no item, and warns of a sum and of a missing header', async () => {
    const named = plain.replace('id,', '学号,姓名,').replaceAll(/^([abcd]),/gm, '$1,张三,')
    const { json } = await scores(named)
    expect(json.warnings).toEqual(['s.csv: row 1, column B (2): 姓名 is taken for no item and left out'])
    const summed = 'id,1,2,x\na,1,2,3\nb,0,2,2\nc,1,0,1\n'
    expect((await scores(summed)).json.warnings).toEqual([
      's.csv: row 1, column D (4): x is the sum of the other items; --drop "x" leaves it out',
    ])
    const dropped = await analyse({ 's.csv': summed }, 's.csv', '--drop', 'x')
    expect([dropped.json.warnings, dropped.json.fullScore]).toEqual([[], 3])
    expect((await analyse({ 's.csv': summed }, 's.csv', '--drop', 'y')).err).toMatch(/no column y/)
    const headless = await scores('2026001,5,3\n2026002,4,3\n2026003,1,0\n')
    expect(headless.json.warnings[0]).toMatch(/row 1 looks like a student/)
    expect(headless.json.overall).toMatchObject({ registered: 3, max: 8 })
    expect((await scores('2026001,5,3\n2026002,4,x\n')).err).toMatch(/row 2, column C/)
  })

  it('gives part of the points for some of the right options and no wrong one', async () => {
    const files = { 's.csv': 'id,1\na,AB\nb,A\nc,AC\nd,C\ne,ABC\n', 'k.csv': 'item,key,full,partial\n1,AB,6,3\n' }
    const { json } = await analyse(files, 's.csv', '--key', 'k.csv')
    const totals = json.candidates.map((c: { student: string; total: number }) => `${c.student}${c.total}`).sort()
    expect(totals).toEqual(['a6', 'b3', 'c0', 'd0', 'e0'])
    const tooMuch = { ...files, 'k.csv': 'item,key,full,partial\n1,AB,6,7\n' }
    expect((await analyse(tooMuch, 's.csv', '--key', 'k.csv')).err).toMatch(/more points for a part/)
  })

  it('draws lines, assigns scores, and takes other thresholds', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `s${i},${i % 2 ? '二班' : '一班'},${i + 1}`)
    const files = { 's.csv': ['id,班级,1', ...rows, '满分,,100'].join('\n') }
    const { json } = await analyse(
      files,
      ...[
        's.csv',
        '--line',
        '90',
        '--line',
        '15%',
        '--critical',
        '2',
        '--assign',
        '3+1+2',
        '--pass',
        '50%',
        '--sample',
      ],
    )
    expect(json.lines).toMatchObject([
      { line: '90', score: 90, count: 11, rate: 0.11, critical: ['s88', 's87'] },
      { line: '15%', score: 86, count: 15, rate: 0.15, classes: [{ className: '一班', count: 7 }, { count: 8 }] },
    ])
    // 3+1+2: the best 15 % get 86 to 100 points.
    expect(json.assigned.table[0]).toMatchObject({ raw: 100, assigned: 100, grade: 'A' })
    expect(json.assigned.table[14]).toMatchObject({ raw: 86, assigned: 86, grade: 'A' })
    expect(json.overall.rates.pass.count).toBe(51)
    expect(json.settings).toMatchObject({ deviation: 'sample', rates: { pass: 0.5, excellent: 0.85 } })
  })

  it('says the same in words', async () => {
    let said = ''
    const io = {
      read: async () => new TextEncoder().encode(plain),
      out: (t: string) => void (said += t),
      err: () => {},
    }
    expect(await run(['s.csv', '--summary', '--line', '4'], io)).toBe(0)
    expect(said).toContain('4 of 4 students, 0 absent; 3 items, full mark 6.')
    expect(said).toContain('Line 4 (4.00 points): 1 students, 25.0%')
  })

  it.each([
    [['--line', 'x'], /a line is points/],
    [['--pass', '120%'], /a share is/],
    [['--assign', 'nowhere'], /no such scheme/],
    [['--section', '0'], /a width is/],
  ])('refuses %j', async (options, words) => {
    expect(await analyse({ 's.csv': plain }, 's.csv', ...options)).toMatchObject({
      code: 2,
      err: expect.stringMatching(words),
    })
  })

  it('says how it is used, and what it cannot read', async () => {
    expect((await analyse({})).code).toBe(2)
    expect((await analyse({}, 'a', 'b')).err).toMatch(/^usage/)
    expect((await analyse({}, 'a', '--key')).err).toMatch(/^usage/)
    expect((await analyse({}, 'a', '--other')).err).toMatch(/^usage/)
    expect(await analyse({}, 'a.csv')).toEqual({ code: 2, err: 'a.csv: cannot be read (no such file)\n', json: null })
  })
})
