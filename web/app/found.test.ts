import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import { visible } from '#web/kit/route.types.ts'
import { groupsOf, nextLine, pagesFound } from './found.ts'
import { routes } from './routes.ts'

const admin = { userType: 2, stage: 1 }
const ids = { examId: 'ex_1', paperId: 'pa_1', cardId: 'ca_1', studentId: 'st_1', schoolId: 'sc_1', teacherId: 'te_1' }
const found = {
  schools: [{ schoolId: 'sc_2', schoolName: '乙校', areaName: '某区' }],
  students: [
    { ...ids, studentName: '张三', studentNumber: '20260001', className: '1班' },
    {
      ...ids,
      studentId: 'st_2',
      schoolId: 'sc_2',
      studentName: '李四',
      studentNumber: '20260002',
      className: '2班',
      schoolName: '乙校',
    },
  ],
  teachers: [{ ...ids, teacherName: '何老师' }],
  exams: [{ examId: 'ex_1', examName: '期中', examDate: 1, gradeName: '高一' }],
  papers: [
    { ...ids, examName: '期中', courseName: '数学', mayManage: true },
    { examId: 'ex_1', paperId: 'pa_2', examName: '期中', courseName: '语文', mayManage: false },
  ],
} as never

describe('the one search', () => {
  it('leads each line to its screen; another school is named in the address', () => {
    const lines = groupsOf(found, [], 'sc_1').flatMap((g) => g.lines.map((l) => [l.name, l.text, l.to]))
    expect(lines).toEqual([
      ['期中', '高一 · 1970-01-01', '/v2/exam/detail/ex_1'],
      ['期中 数学', '试题与答案', '/v2/exam/detail/ex_1/paper/pa_1'],
      ['期中 数学', '答题卡', '/v2/answer-card/draw/ca_1'],
      ['期中 语文', '试卷', '/v2/exam/detail/ex_1'],
      ['张三', '1班 · 20260001', '/v2/school/manage/student-manage/detail/st_1'],
      ['李四', '乙校 · 2班 · 20260002', '/v2/school/manage/student-manage/detail/st_2?schoolId=sc_2'],
      ['何老师', '教师', `/v2/school/manage/teacher-manage/base-info?name=${encodeURIComponent('何老师')}`],
      ['乙校', '某区', '/v2/school/manage/grade-manage/list?schoolId=sc_2'],
    ])
    expect(groupsOf(undefined, [], undefined)).toEqual([])
  })

  it('offers pages that the viewer may open as they are, those that begin so first', () => {
    expect(pagesFound(routes, admin, '操作').map((p) => p.name)).toContain('操作记录')
    expect(pagesFound(routes, { userType: 4, stage: 1 }, '操作记录')).toEqual([])
    expect(pagesFound(routes, undefined, '考试')).toEqual([])
    expect(pagesFound(routes, admin, '  ')).toEqual([])
    expect(pagesFound(routes, admin, '考试')[0]!.name.startsWith('考试')).toBe(true)
    for (const userType of userTypes)
      for (const text of ['考试', '学', '答题卡', '设置', '录'])
        for (const { to } of pagesFound(routes, { userType, stage: 1 }, text)) {
          const route = routes.find((r) => r.path === to || r.also?.includes(to))!
          expect([to, visible(route, { userType, stage: 1 }), to.includes(':')]).toEqual([to, true, false])
        }
  })

  it('finds what belongs to an exam by its title: of the one that is open, else where it asks for one', () => {
    const at = (text: string, named = {}) => pagesFound(routes, admin, text, named).map((p) => [p.name, p.text, p.to])
    const here = { examId: 'ex_1', paperId: 'pa_1' }
    expect(at('阅卷质量')).toContainEqual(['阅卷质量', '先选择考试', expect.not.stringContaining(':')])
    expect(at('阅卷质量', here)).toContainEqual(['阅卷质量', '本场考试', expect.stringContaining('pa_1')])
    // Of an exam without a paper what wants a paper is still asked for.
    expect(at('阅卷质量', { examId: 'ex_1' })).toContainEqual(['阅卷质量', '先选择考试', expect.any(String)])
    for (const text of ['小题分析', '按班阅卷', '阅卷报告', '发布成绩'])
      expect(at(text, here).length, text).toBeGreaterThan(0)
  })

  it('goes round and round by the arrows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(39),
        fc.constantFrom(1 as const, -1 as const),
        (n, at, by) => {
          const from = at % n
          const to = nextLine(n, from, by)
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(n)
          expect(nextLine(n, to, by === 1 ? -1 : 1)).toBe(from)
        },
      ),
    )
    expect(nextLine(0, 0, 1)).toBe(-1)
  })
})
