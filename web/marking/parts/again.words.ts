/** What marking again would do, in words. */
import type { AgainLook } from '#shared/marking/again/again.calls.ts'
import type { AgainRule } from '#shared/marking/again/again.types.ts'

/** Candidates' numbers as they are typed or pasted, each once. */
export const numbersIn = (typed: string | undefined): string[] => [
  ...new Set((typed ?? '').split(/[\s,，、;；]+/).filter(Boolean)),
]

export const lookText = (look: AgainLook, kind: 'reset' | 'remark', rule: AgainRule): string => {
  if (look.resumes) return '上一次没有做完，将接着做完；已经作废的评分不再列出。'
  if (look.marks === 0) return '选定的范围里没有可以重新评阅的评分。'
  const byQuestion = look.questions.map((q) => `第 ${q.number} 题 ${q.marks} 个`).join('，')
  const about = look.about ? '约' : ''
  const what =
    rule === 'both'
      ? `将为${about} ${look.marks} 份作答各加一次二评（${byQuestion}），由没有评过这份的老师评。原来的评分保留。`
      : `将作废${about} ${look.marks} 个评分（${byQuestion}）${look.finals > 0 ? `，其中仲裁 ${look.finals} 个` : ''}。${
          kind === 'reset' ? '答卷退回待阅，重新评' : '答卷由没有评过它的老师重新评'
        }；作废的评分留在阅卷记录里，不能恢复。`
  return [
    what,
    ...(look.reopens
      ? ['阅卷已经结束，将重新开启，评完后要再次结束阅卷；已经预约的成绩发布不再进行，要重新发布。']
      : []),
  ].join('\n')
}
