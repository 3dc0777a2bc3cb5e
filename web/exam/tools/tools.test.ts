import { describe, expect, it } from 'vitest'
import type { ExamId } from '#shared/kit/ids.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { toolsOf, waitingIn } from './tools.ts'

describe('the tools of an exam', () => {
  it.each([
    [1, '设置试题'],
    [2, '上传答题卡'],
    [3, '处理存疑'],
    [4, '阅卷安排'],
    [5, '阅卷进度'],
    [6, '发布成绩'],
  ])('at step %i begin with %s, and none is missing', (markingProgress, first) => {
    const names = toolsOf({ examId: 'ex_1' as ExamId, markingProgress }, 'pa_1').map((t) => t.name)
    expect(names[0]).toBe(first)
    expect([...names].sort()).toEqual([
      '上传答题卡',
      '发布成绩',
      '处理存疑',
      '成绩导入',
      '设置试题',
      '阅卷安排',
      '阅卷进度',
    ])
  })
})

describe('what waits among exams', () => {
  const exam = (examName: string, markingProgress: number, more: Partial<ExamRow> = {}): ExamRow =>
    ({
      ...{
        examId: `ex_${examName}`,
        examName,
        markingProgress,
        status: markingProgress === 6 ? 2 : 1,
        mayManage: true,
      },
      courses: [{ paperId: `pa_${examName}`, released: false }],
      ...more,
    }) as ExamRow
  it.each<[string, ExamRow[], string | null]>([
    ['nothing that only goes on', [exam('一', 1), exam('二', 2), exam('三', 5)], null],
    [
      'doubts before a publication, and that before marking',
      [exam('一', 4), exam('二', 6), exam('三', 3)],
      '处理存疑：三',
    ],
    ['a publication before marking', [exam('一', 4), exam('二', 6)], '发布成绩：二'],
    ['the first of two', [exam('一', 4), exam('二', 4)], '阅卷安排：一'],
    ['nothing of others', [exam('一', 3, { mayManage: false })], null],
    ['nothing that is published', [exam('一', 6, { courses: [{ paperId: 'pa', released: true }] as never })], null],
    ['a long name cut', [exam('二〇二六学年第一学期期末考试第一场', 4)], '阅卷安排：二〇二六学年第一学期期末考试…'],
  ])('is %s', (_, list, name) => expect(waitingIn(list)?.name ?? null).toBe(name))
  it('leads to the exam where several subjects may wait', () => {
    const two = [
      { paperId: 'pa_1', released: true },
      { paperId: 'pa_2', released: false },
    ] as never
    expect(waitingIn([exam('a', 3, { courses: two })])?.to).toContain('ex_a')
    expect(waitingIn([exam('a', 3)])?.to).toContain('pa_a')
  })
})
