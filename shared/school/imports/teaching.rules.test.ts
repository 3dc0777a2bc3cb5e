import { describe, expect, it } from 'vitest'
import { memberKey, planTeaching } from './teaching.rules.ts'
import type { TeachingContext } from './teaching.rules.ts'

const context = (more: Partial<TeachingContext> = {}): TeachingContext => ({
  gradeName: '高二',
  students: new Map([
    ['20250101', { studentId: 's1', studentName: '张晓明' }],
    ['20250102', { studentId: 's2', studentName: '李思雨' }],
  ]),
  courses: [
    { courseId: 'phy', courseName: '物理' },
    { courseId: 'che', courseName: '化学' },
  ],
  teachers: [
    { teacherId: 't1', teacherName: '王建国', accountName: 'wangjianguo' },
    { teacherId: 't2', teacherName: '李清', accountName: 'liqing1' },
    { teacherId: 't3', teacherName: '李清', accountName: 'liqing2' },
  ],
  classes: [],
  members: new Map(),
  ...more,
})
const head = ['学号', '姓名', '科目', '教学班', '任课教师']
const plan = (lines: string[][], more: Partial<TeachingContext> = {}) =>
  planTeaching(
    [head, ...lines].map((cells, i) => ({ row: i + 1, cells })),
    context(more),
  )

describe('a file of teaching classes', () => {
  it('names students, courses and classes; a class comes once, with or without blanks in its name', () => {
    const { good, classes, problems } = plan([
      ['20250101', '张晓明', '物理', '物理1班', '王建国'],
      ['２０２５０１０２', '', '物理', '物理 1班', ''],
      ['20250101', '张晓明', '化学', '化学2班', 'liqing2'],
    ])
    expect(problems).toEqual([])
    expect(good.map((g) => `${g.studentId} ${g.courseId} ${g.className}`)).toEqual([
      's1 phy 物理1班',
      's2 phy 物理1班',
      's1 che 化学2班',
    ])
    expect(classes).toEqual([
      { courseId: 'phy', className: '物理1班', teacherIds: ['t1'] },
      { courseId: 'che', className: '化学2班', teacherIds: ['t3'] },
    ])
  })

  it('what is stored already is no change; another teacher of a class is one', () => {
    const stored = {
      classes: [{ courseId: 'phy', className: '物理1班', classId: 'c1', teacherIds: ['t1'] }],
      members: new Map([[memberKey('phy', 's1'), 'c1']]),
    }
    expect(plan([['20250101', '', '物理', '物理1班', '王建国']], stored)).toMatchObject({
      existing: 1,
      good: [],
      classes: [],
    })
    const more = plan([['20250101', '', '物理', '物理1班', 'liqing1']], stored)
    expect(more).toMatchObject({ existing: 0, classes: [{ classId: 'c1', teacherIds: ['t1', 't2'] }] })
    expect(more.good).toHaveLength(1)
  })

  it('says what is wrong by row and column, and writes nothing of that row', () => {
    const { good, classes, problems } = plan([
      ['99999999', '', '物理', '物理1班', ''],
      ['20250101', '王五', '物理', '物理1班', ''],
      ['20250101', '', '体育', '体育1班', ''],
      ['20250102', '', '物理', '', ''],
      ['20250101', '', '化学', '化学1班', '李清'],
      ['20250102', '', '化学', '化学1班', '无此人'],
      ['20250102', '', '化学', '化学1班', ''],
    ])
    expect(good).toEqual([])
    expect(classes).toEqual([])
    expect(problems.map((p) => `${p.row} ${p.column} ${p.text}`)).toEqual([
      '2 学号 高二没有学号为“99999999”的学生',
      '3 姓名 学号“20250101”是张晓明，不是王五',
      '4 科目 学校没有名为“体育”的课程',
      '5 教学班 教学班为空',
      '6 任课教师 有2名教师叫“李清”，请填写账号',
      '7 任课教师 没有名为“无此人”的教师',
      '8 科目 与第7行是同一名学生的同一科目',
    ])
  })

  it('a fourth teacher of a class, a file without rows, a file without a head', () => {
    const names = ['wangjianguo', 'liqing1', 'liqing2']
    const stored = [{ courseId: 'phy', className: '物理1班', classId: 'c1', teacherIds: ['t1', 't2', 't9'] }]
    const { problems } = plan([['20250101', '', '物理', '物理1班', names[2]!]], { classes: stored })
    expect(problems.map((p) => p.text)).toEqual(['一个教学班最多3名教师'])
    expect(plan([]).problems[0]!.text).toBe('文件里没有学生，请按模板填写后再上传')
    expect(planTeaching([{ row: 1, cells: ['a', 'b'] }], context()).problems[0]!.text).toContain('没有找到表头')
  })
})
