import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesIn, placeColumns, planPlaces } from './place.rules.ts'
import type { PlaceContext } from './place.rules.ts'

const school = (n: number, more: object = {}) => ({
  schoolId: `sc_${n}`,
  schoolName: `第${n}中学`,
  areaName: '青禾区',
  version: n,
  ...more,
})
const context: PlaceContext = {
  schools: [
    school(1),
    school(2, { schoolCode: 'A002', location: { latitude: 30, longitude: 120 }, sort: 7 }),
    school(3, { schoolName: '实验学校' }),
    school(4, { schoolName: '实验学校', areaName: '云岭区' }),
  ],
  codes: new Map([
    ['A002', 'sc_2'],
    ['X900', 'sc_elsewhere'],
  ]),
}
const rowsOf = (lines: readonly (readonly string[])[], head: readonly string[] = placeColumns) =>
  [head, ...lines].map((cells, i) => ({ row: i + 1, cells }))
const plan = (...lines: string[][]) => planPlaces(rowsOf(lines), context)
const said = (...lines: string[][]) => plan(...lines).problems.map((p) => `${p.row} ${p.column} ${p.text}`)

describe('a file of codes and places', () => {
  it('sets what is there, leaves what is empty, and knows what is so already', () => {
    expect(plan(['第1中学', '', 'a001', '３０．２５°', '120.17', '3'])).toEqual({
      rows: 1,
      good: [
        { schoolId: 'sc_1', version: 1, schoolCode: 'A001', location: { latitude: 30.25, longitude: 120.17 }, sort: 3 },
      ],
      existing: 0,
      problems: [],
    })
    expect(plan(['第2中学', '青禾区', 'A002', '30', '120.0', '7.0'])).toMatchObject({ good: [], existing: 1 })
    expect(plan(['第2中学', '', '', '', '', ''])).toMatchObject({ good: [], existing: 1 })
    expect(plan(['第2中学', '', '', '', '', '8']).good).toEqual([{ schoolId: 'sc_2', version: 2, sort: 8 }])
    expect(plan(['第1中学', '', '', '30.249999999999996', '-0.1234567', '']).good[0]?.location).toEqual({
      latitude: 30.25,
      longitude: -0.123457,
    })
  })

  it.each([
    [['', '', 'A1234', '', '', ''], '2 学校名称 学校名称为空'],
    [['没有的', '', '', '', '', '1'], '2 学校名称 没有名为“没有的”的学校，或不在您的管理范围内'],
    [['第1中学', '海上区', '', '', '', '1'], '2 区域 “第1中学”不在区域“海上区”'],
    [['实验学校', '', '', '', '', '1'], '2 区域 有2所名为“实验学校”的学校，请填写区域'],
    [['第1中学', '', 'A002', '', '', ''], '2 学校代码 学校代码“A002”已被“第2中学”使用'],
    [['第1中学', '', 'x900', '', '', ''], '2 学校代码 学校代码“X900”已被另一所学校使用'],
    [
      ['第1中学', '', '3.30106E+9', '', '', ''],
      '2 学校代码 学校代码“3.30106E+9”被表格改成了科学计数法，请把该列设为文本后重填',
    ],
    [['第1中学', '', '甲', '', '', ''], '2 学校代码 学校代码“甲”应为4到20位字母、数字或短横线'],
    [['第1中学', '', '', '30', '', ''], '2 经度 请同时填写纬度和经度'],
    [['第1中学', '', '', '', '0', ''], '2 纬度 请同时填写纬度和经度'],
    [['第1中学', '', '', '120.17', '30.25', ''], '2 纬度 纬度应在-90到90之间，是否与经度填反了'],
    [['第1中学', '', '', '30', '180.1', ''], '2 经度 经度应在-180到180之间'],
    [['第1中学', '', '', '30°15′', '120', ''], '2 纬度 纬度“30°15′”应为小数度数，如30.25'],
    [['第1中学', '', '', '1e9', '120', ''], '2 纬度 纬度“1e9”应为小数度数，如30.25'],
    [['第1中学', '', '', '2026-01-02', '120', ''], '2 纬度 纬度“2026-01-02”应为小数度数，如30.25'],
    [['第1中学', '', '', '', '', '-1'], '2 排序号 排序号“-1”应为0到99999的整数'],
    [['第1中学', '', '', '', '', '1.5'], '2 排序号 排序号“1.5”应为0到99999的整数'],
    [['第1中学', '', '', '', '', '100000'], '2 排序号 排序号“100000”应为0到99999的整数'],
  ])('%j is told', (line, text) => {
    expect(said(line)).toContain(text)
    expect(plan(line).good).toEqual([])
  })

  it('tells a school and a code that come twice, and of same names the area', () => {
    expect(
      said(['第1中学', '', 'A123', '', '', ''], ['第1中学', '', '', '', '', '1'], ['第2中学', '', 'a123', '', '', '']),
    ).toEqual(['3 学校名称 与第2行是同一所学校', '4 学校代码 学校代码“A123”与第2行重复'])
    expect(plan(['实验学校', '云岭区', '', '', '', '1']).good).toEqual([{ schoolId: 'sc_4', version: 4, sort: 1 }])
  })

  it('refuses a file without a head, without anything to set, with half a place, or without rows', () => {
    const refusal = (lines: string[][], head: readonly string[]) => planPlaces(rowsOf(lines, head), context).problems
    expect(refusal([], ['甲', '乙'])).toEqual([{ row: 0, column: '', text: '没有找到表头，第一行应有：学校名称' }])
    expect(refusal([['第1中学']], ['校名'])[0]!.text).toContain('缺少列：至少应有学校代码')
    expect(refusal([['第1中学', '30']], ['校名', '纬度'])[0]!.text).toBe('缺少列：纬度和经度应同时提供')
    expect(refusal([], placeColumns)[0]!.text).toContain('文件里没有学校')
    const other = rowsOf([['第1中学', '3301060001']], ['学校全称（必填）', '学校标识码'])
    expect(planPlaces(other, context).good).toEqual([{ schoolId: 'sc_1', version: 1, schoolCode: '3301060001' }])
    expect(codesIn(other)).toEqual(['3301060001'])
  })

  it('at any text in the cells, a row is good, unchanged or told, and what is good is in range', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', '30', '120.5', '-91', 'A123', '０', '7', '第1中学', '青禾区'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { maxLength: 8 }), (lines) => {
        const { good, problems, existing, rows } = planPlaces(rowsOf(lines), context)
        const wrong = new Set(problems.filter((p) => p.row > 0).map((p) => p.row)).size
        expect(good.length + existing + wrong).toBe(rows)
        for (const g of good) {
          expect(Math.abs(g.location?.latitude ?? 0)).toBeLessThanOrEqual(90)
          expect(Math.abs(g.location?.longitude ?? 0)).toBeLessThanOrEqual(180)
        }
        expect(new Set(good.map((g) => g.schoolId)).size).toBe(good.length)
      }),
    )
  })
})
