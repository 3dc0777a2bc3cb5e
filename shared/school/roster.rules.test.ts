import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanNumber } from './roster.rules.ts'
import { planRoster, tableOf } from './imports/sheet.fixtures.ts'
import type { WholeRoster } from './imports/sheet.fixtures.ts'
import { plainCell } from '#shared/kit/csv.ts'

const context: WholeRoster = {
  grades: [
    { gradeId: 'g1', gradeName: '高一', enrolmentYear: 2026 },
    { gradeId: 'g2', gradeName: '高二', enrolmentYear: 2025 },
  ],
  classes: [
    { classId: 'c1', gradeId: 'g1', className: '高一(1)班' },
    { classId: 'c2', gradeId: 'g2', className: '1班' },
  ],
  students: [
    { studentNumber: '20260001', studentName: '张三', classId: 'c1', deleted: false },
    { studentNumber: '20260002', studentName: '李四', classId: 'c1', deleted: true },
  ],
  gradeId: 'g1',
  createClasses: false,
}
const head = ['姓名', '学号', '班级', '年级', '性别']
const plan = (rows: string[][], more: Partial<WholeRoster> = {}) =>
  planRoster(tableOf([head, ...rows]), { ...context, ...more })
const texts = (rows: string[][], more: Partial<WholeRoster> = {}) =>
  plan(rows, more).problems.map((p) => `${p.row} ${p.column} ${p.text}`)

describe('a roster file', () => {
  it('folds widths, blanks and brackets', () => {
    const { good, problems } = plan([[' 王　五 ', '２０２６０００９', '高一（１）班', '', '女']])
    expect(problems).toEqual([])
    expect(good).toEqual([
      { row: 2, gradeId: 'g1', className: '高一(1)班', studentName: '王 五', studentNumber: '20260009', gender: 2 },
    ])
  })
  it('knows whom it knows: nothing is added twice', () => {
    expect(plan([['张三', '20260001', '高一(1)班', '', '']])).toMatchObject({
      rows: 1,
      existing: 1,
      good: [],
      problems: [],
    })
  })
  it('a deleted number is free', () => {
    expect(plan([['赵六', '20260002', '高一(1)班', '', '']]).good).toHaveLength(1)
  })
  it.each([
    ['no name', ['', '20260003', '高一(1)班', '', ''], '2 姓名 姓名为空'],
    ['no number', ['甲', '', '高一(1)班', '', ''], '2 学号 学号为空'],
    ['letters', ['甲', '2026A', '高一(1)班', '', ''], '2 学号 学号“2026A”应为4到18位数字'],
    [
      'scientific',
      ['甲', '2.02601E+11', '高一(1)班', '', ''],
      '2 学号 学号“2.02601E+11”被表格改成了科学计数法，请把该列设为文本后重填',
    ],
    ['another person', ['甲', '20260001', '高一(1)班', '', ''], '2 学号 学号“20260001”已被“张三”使用'],
    ['moved', ['张三', '20260001', '1班', '高二', ''], '2 班级 该学生已在“高一(1)班”，如需调班请在学生列表中操作'],
    [
      'unknown class',
      ['甲', '20260003', '9班', '', ''],
      '2 班级 高一没有班级“9班”，请先添加班级，或勾选“自动创建班级”',
    ],
    ['no class', ['甲', '20260003', '', '', ''], '2 班级 班级为空'],
    ['unknown grade', ['甲', '20260003', '1班', '高九', ''], '2 年级 学校没有“高九”，请先添加该年级'],
    ['gender', ['甲', '20260003', '高一(1)班', '', '?'], '2 性别 性别“?”应为男或女'],
  ])('says what is wrong: %s', (_, row, text) => {
    expect(texts([row], { gradeId: row[3] === '高二' ? undefined : 'g1' })).toEqual([text])
  })
  it('offers none of the rows of a number that comes twice, and names another', () => {
    const row = (name: string, number: string) => [name, number, '高一(1)班', '', '']
    const rows = [row('甲', '20260003'), [], row('乙', '20260003.0'), row('丙', '20260004'), row('丁', '20260003')]
    expect(texts(rows)).toEqual([
      '2 学号 学号“20260003”与第6行重复',
      '4 学号 学号“20260003”与第2行重复',
      '6 学号 学号“20260003”与第2行重复',
    ])
    expect(plan(rows).good.map((g) => g.studentName)).toEqual(['丙'])
  })
  it('opens classes only when asked, once each, and not for rows that fail', () => {
    const rows = [
      ['甲', '20260003', '9班', '', ''],
      ['乙', '20260004', ' 9 班', '', ''],
      ['丙', 'x', '10班', '', ''],
    ]
    const asked = plan(rows, { createClasses: true })
    expect(asked.newClasses).toEqual([{ gradeId: 'g1', className: '9班' }])
    expect(asked.good.map((g) => g.className)).toEqual(['9班', '9班'])
  })
  it('finds the head below a title and by other names', () => {
    const { good } = planRoster(
      tableOf([['2026级学生名单'], [], ['学生姓名 *', '考号（必填）', '行政班'], ['甲', '20260003', '高一(1)班']]),
      context,
    )
    expect(good).toMatchObject([{ row: 4, studentNumber: '20260003' }])
  })
  it('says when the head, a column or everything is missing', () => {
    expect(planRoster([], context).problems[0]?.text).toContain('没有找到表头')
    expect(planRoster(tableOf([['姓名', '学号']]), context).problems[0]?.text).toBe('缺少列：班级')
    expect(plan([]).problems[0]?.text).toContain('没有学生')
  })
  it('every row is good, known or has a problem; good numbers are unique and free', () => {
    const cell = fc.constantFrom(
      '',
      '甲',
      '张三',
      '20260001',
      '20260002',
      '20260003',
      '1班',
      '高一(1)班',
      '高二',
      '男',
      'x',
    )
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }),
        fc.boolean(),
        (rows, createClasses) => {
          const p = plan(rows, { createClasses })
          const wrong = new Set(p.problems.filter((x) => x.row > 0).map((x) => x.row))
          expect(p.good.length + p.existing + wrong.size).toBe(p.rows)
          const numbers = p.good.map((g) => g.studentNumber)
          expect(new Set(numbers).size).toBe(numbers.length)
          expect(numbers).not.toContain('20260001')
        },
      ),
    )
  })
})

it('numbers as spreadsheets leave them', () => {
  expect(['20260001.0', "'20260001", ' 2026 0001 ', '２０２６０００１'].map(cleanNumber)).toEqual(
    Array(4).fill('20260001'),
  )
})
it.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-cmd', "'-cmd"],
  ['+8613800000000', "'+8613800000000"],
  ['@a', "'@a"],
  ['\tx', "'\tx"],
  ['-5%', '-5%'],
  ['+0.25', '+0.25'],
  ['张三', '张三'],
])('no cell becomes a formula: %j', (text, cell) => expect(plainCell(text)).toBe(cell))
