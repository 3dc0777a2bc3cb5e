import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planUploaders, stateOf, unallotted, uploaderRows } from './uploader.rules.ts'

const known = {
  papers: [
    { paperId: 'p1', courseName: '数学' },
    { paperId: 'p2', courseName: '语文' },
  ],
  teachers: [
    { userId: 'u1', teacherName: '王建国' },
    { userId: 'u2', teacherName: '李清' },
    { userId: 'u3', teacherName: '李清' },
    { teacherName: '赵无账号' },
  ],
  classes: [
    { classId: 'c1', className: '高一（1）班' },
    { classId: 'c2', className: '高一（2）班' },
  ],
}
const table = (...rows: string[][]) => rows.map((cells, i) => ({ row: i + 1, cells }))
const head = ['科目', '上传人', '班级（多个用、分开）']

describe('a file of uploaders', () => {
  it('is read with anything above the head; rows of one person are put together', () => {
    const { planned, problems } = planUploaders(
      table(['2026 期中'], head, ['数学', '王建国', '高一（1）班'], ['数学', ' 王建国', '高一(2)班'], ['', '', '']),
      known,
    )
    expect(problems).toEqual([])
    expect(planned).toEqual([{ paperId: 'p1', userId: 'u1', classIds: ['c1', 'c2'] }])
  })

  it('names every bad row and plans nothing', () => {
    const { planned, problems } = planUploaders(
      table(head, ['数学', '王建国', ''], ['物理', '李清', '高三（9）班'], ['语文', '赵无账号', ''], ['数学', '', '']),
      known,
    )
    expect(planned).toEqual([])
    expect(problems.map((p) => [p.row, p.column, p.text])).toEqual([
      [3, '科目', '考试没有科目“物理”'],
      [3, '上传人', '有2名教师叫“李清”，请在页面上添加'],
      [3, '班级', '考试没有班级“高三(9)班”'],
      [4, '上传人', '赵无账号还没有账号，不能上传'],
      [5, '上传人', '上传人没有填写'],
    ])
    expect(planUploaders(table(['姓名']), known).problems[0]!.text).toContain('没有找到表头')
    expect(planUploaders(table(head), known).problems[0]!.text).toBe('文件里没有上传人')
  })

  it('that was exported asks for what there is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            paperId: fc.constantFrom('p1', 'p2'),
            classIds: fc.uniqueArray(fc.constantFrom('c1', 'c2'), { maxLength: 2 }),
          }),
          { selector: (u) => u.paperId, minLength: 1 },
        ),
        (all) => {
          const uploaders = all.map((u) => ({ ...u, userName: '王建国' }))
          const { planned, problems } = planUploaders(table(...uploaderRows(uploaders as never, known)), known)
          expect(problems).toEqual([])
          expect(planned).toEqual(
            all.map(({ paperId, classIds }) => ({ paperId, userId: 'u1', classIds: [...classIds].sort() })),
          )
        },
      ),
    )
  })
})

describe('an uploader', () => {
  it('stands where the exam stands, or where they said', () => {
    expect([stateOf({}, 0, 1), stateOf({}, 2, 2), stateOf({ finishedAt: 1 }, 0, 3)]).toEqual([0, 1, 2])
    expect([stateOf({}, 0, 5), stateOf({ finishedAt: 1 }, 1, 6)]).toEqual([3, 4])
  })
  it('without classes has them all', () => {
    const one = { classIds: ['c1'] as never[] }
    expect(unallotted(known.classes, [one]).map((c) => c.classId)).toEqual(['c2'])
    expect(unallotted(known.classes, [one, { classIds: [] }])).toEqual([])
    expect(unallotted(known.classes, [{ classIds: [], deletedAt: 1 }, one]).length).toBe(1)
  })
})
