import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../imports/sheet.fixtures.ts'
import { csvLine } from '#shared/kit/csv.ts'
import { classColumns, planClasses, planTeachers, teacherColumns } from './staff.rules.ts'
import type { StaffContext } from './staff.rules.ts'

const context: StaffContext = {
  grades: [{ gradeId: 'g1', gradeName: '高一', enrolmentYear: 2026 }],
  classes: [
    { classId: 'c1', gradeId: 'g1', className: '1班' },
    { classId: 'c2', gradeId: 'g1', className: '（2）班' },
  ],
  courses: [{ courseId: 'm', courseName: '数学' }],
  teachers: [{ accountName: 'zhang', teacherName: '张三', teaches: [{ classId: 'c1', courseId: 'm', isHead: false }] }],
}
const teachers = (...rows: string[][]) => planTeachers(tableOf([[...teacherColumns], ...rows]), context)
const classes = (...rows: string[][]) => planClasses(tableOf([[...classColumns], ...rows]), context)

describe('a file of teachers', () => {
  it('rows of one account are one teacher', () => {
    const plan = teachers(
      ['李四', 'lisi', '高一', '1班', '数学', ''],
      ['李四', ' lisi ', '2026级', '2 班', '', '是'],
      ['李四', 'LISI', '高一', '1班', '数学', '是'],
    )
    expect(plan).toMatchObject({ rows: 3, existing: 0, problems: [] })
    expect(plan.good).toEqual([
      {
        row: 2,
        teacherName: '李四',
        accountName: 'lisi',
        taught: [
          { gradeId: 'g1', className: '1班', courseId: 'm', isHead: true },
          { gradeId: 'g1', className: '（2）班', isHead: true },
        ],
      },
    ])
  })
  it('knows whom it knows, and what is new of them', () => {
    expect(teachers(['张三', 'zhang', '高一', '1班', '数学', '否'])).toMatchObject({ existing: 1, good: [] })
    expect(teachers(['张三', 'zhang', '高一', '1班', '数学', '是']).good).toHaveLength(1)
  })
  it.each([
    [['', 'abc', '', '', '', ''], '姓名为空'],
    [['王', 'a b!', '', '', '', ''], '应为3到40位'],
    [['王', 'wang', '高九', '1班', '', ''], '没有“高九”'],
    [['王', 'wang', '高一', '9班', '', ''], '没有班级“9班”'],
    [['王', 'wang', '高一', '1班', '体育', ''], '没有课程“体育”'],
    [['王', 'wang', '', '1班', '', ''], '请同时填写年级'],
    [['王', 'wang', '', '', '', '是'], '班主任应填写班级'],
    [['王', 'wang', '', '', '', '也许'], '应为是或否'],
    [['王', 'zhang', '', '', '', ''], '已被“张三”使用'],
  ])('%j: %s', (row, text) => {
    const plan = teachers(row)
    expect(plan.problems.map((p) => p.text).join()).toContain(text)
    expect(plan.good).toEqual([])
  })
  it('a teacher of whom one row is wrong is not added at all', () => {
    const plan = teachers(['李四', 'lisi', '高一', '1班', '数学', ''], ['李四', 'lisi', '高一', '7班', '数学', ''])
    expect([plan.good.length, plan.problems.length]).toEqual([0, 1])
  })
})

describe('a file of classes', () => {
  it('new, known, twice and wrong', () => {
    const plan = classes(['高一', '3班'], ['高一', '２班'], ['高一', '（3） 班'], ['高二', '1班'], ['高一', ''])
    expect(plan).toMatchObject({ rows: 5, existing: 1, good: [{ row: 2, gradeId: 'g1', className: '3班' }] })
    expect(plan.problems.map((p) => `${p.row}${p.column}`)).toEqual(['4班级', '5年级', '6班级'])
  })
  it('every row is good, known or wrong', () => {
    const cell = fc.constantFrom('', '高一', '高二', '1班', '2班', '5班', ' 5 班', '=1')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 10 }), (rows) => {
        const plan = classes(...rows.map((r) => [...r]))
        const wrong = new Set(plan.problems.filter((p) => p.row > 0).map((p) => p.row))
        expect(plan.good.length + plan.existing + wrong.size).toBe(plan.rows)
      }),
    )
  })
})

it('a line of csv is no formula and reads back', () => {
  expect(csvLine(['=1+1', 'a,b', 'say "hi"', '@x,y', '张三'])).toBe('\'=1+1,"a,b","say ""hi""","\'@x,y",张三\r\n')
})
