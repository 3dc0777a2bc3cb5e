import { describe, expect, it } from 'vitest'
import { bySeat, planSeats, roomName } from './seats.rules.ts'

const people = ['赵一', '钱二', '孙三'].map((studentName, i) => ({ studentName, studentNumber: `2026000${i}` }))
const sheet = (...rows: string[][]) =>
  [['姓名', '准考证号', '考场', '座位号'], ...rows].map((cells, i) => ({ row: i + 1, cells }))

describe('a list of seats', () => {
  it('says where every student sits, and passes over others', () => {
    const { seats, problems } = planSeats(
      sheet(
        ['赵一', '20260000', '10', '2'],
        ['别人', '99999999', '1', '1'],
        ['钱二', "'20260001", '2', '1'],
        ['孙三', '20260002', '10', '1'],
      ),
      people,
    )
    expect(problems).toEqual([])
    const order = [...seats].sort(([, a], [, b]) => bySeat(a, b)).map(([number]) => number)
    expect(order).toEqual(['20260001', '20260002', '20260000'])
    expect([roomName('3'), roomName('实验楼101')]).toEqual(['第3考场', '实验楼101'])
  })

  it('is refused with every reason', () => {
    const rows = sheet(['', '20260000', '1', '1'], ['', '20260001', '1', '1'], ['', '20260000', '2', '1'])
    expect(planSeats(rows, people).problems).toEqual([
      '第3行：第1考场1号已由第2行占用',
      '第4行：考号20260000在第2行已经有了',
      '1名考生不在座位表中：孙三（20260002）',
    ])
    expect(planSeats(sheet(['', '20260000', '', '1']), people.slice(0, 1)).problems).toEqual([
      '第2行：考号20260000没有考场或座位号',
    ])
    expect(planSeats([{ row: 1, cells: ['考号'] }], people).problems[0]).toContain('三列')
  })
})
