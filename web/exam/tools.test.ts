import { describe, expect, it } from 'vitest'
import type { ExamId } from '#shared/kit/ids.ts'
import { toolsOf } from './tools.ts'

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
