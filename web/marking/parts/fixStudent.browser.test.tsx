import { expect, it } from 'vitest'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { FixStudent } from './FixStudent.tsx'

const question = { fullScore: 1000, step: 100, marks: [], images: [], marked: false }
const optional = (counts: boolean | null) => ({ group: '选做', count: 1, counts })

it('tells a question that was not chosen, one whose page is missing and one that waits apart from a zero', async () => {
  serve(() =>
    ok({
      ...{ studentId: 'st_1', studentName: '赵一', studentNumber: '20260101', className: '1班', state: 'present' },
      questions: [
        { ...question, questionId: 'q1', number: '15', score: null, optional: optional(false) },
        { ...question, questionId: 'q2', number: '16', score: 0, optional: optional(true) },
        { ...question, questionId: 'q3', number: '17', score: null },
        { ...question, questionId: 'q4', number: '18', score: 0, lacked: true },
      ],
    }),
  )
  await show(<FixStudent examId={'ex_1' as ExamId} paperId={'pa_1' as PaperId} studentNumber="20260101" />)
  for (const [number, said] of [
    ['15', '未选'],
    ['16', '0分'],
    ['17', '还没有评完'],
    ['18', '缺页，不得分'],
  ])
    await expect
      .poll(() => document.querySelector(`[aria-label="第${number}题"]`)?.textContent)
      .toContain(`（满分10分）：${said}`)
})
