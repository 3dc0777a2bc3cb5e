/** What marking again would do, in words. */
import type { OutputOf } from '#shared/kit/call.ts'
import type { AgainLook } from '#shared/marking/again/again.calls.ts'
import type { secondRead } from '#shared/marking/again/second.calls.ts'
import type { AgainRule } from '#shared/marking/again/again.types.ts'

const reopening = '阅卷已经结束，将重新开启，评完后要再次结束阅卷；已经预约的成绩发布不再进行，要重新发布。'

/** Points of a root mean square, to a tenth. */
const points = (hundredths: number): string => (hundredths / 100).toFixed(1)

export const secondText = ({
  once,
  picks,
  questions,
  candidates,
  error,
  assumed,
  reopens,
  resumes,
}: OutputOf<typeof secondRead>) => {
  if (resumes !== undefined)
    return `上次按同样的分数线和比例加 ${resumes} 份二评，没有做完。将接着做完那一次，不另外多加。`
  if (picks === 0)
    return once === 0
      ? '没有一人评完、可以加二评的作答：双评的题不用再加，还没评完的考生等评完再安排。'
      : '这些分数线附近没有考生，不用加二评。'
  const byQuestion = questions.map((q) => `第 ${q.number} 题 ${q.picks} 份`).join('，')
  return [
    `在一人评的 ${once} 份作答里，为分数线附近的 ${candidates} 名考生挑出 ${picks} 份，各加一次二评（${byQuestion}）。`,
    `分数线附近总分的误差：现在约 ${points(error.now)} 分，加评后约 ${points(error.planned)} 分；随机加评同样多约 ${points(error.random)} 分。`,
    ...(assumed.length > 0 ? [`第 ${assumed.join('、')} 题还没有足够的双评，误差按满分的 8% 估计。`] : []),
    ...(reopens ? [reopening] : []),
  ].join('\n')
}

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
  return [what, ...(look.reopens ? [reopening] : [])].join('\n')
}
