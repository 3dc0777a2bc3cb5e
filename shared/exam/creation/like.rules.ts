/** An exam made like another: what of it may be taken over, and how its papers read then. Pure. */
import * as z from 'zod'
import { ExamId } from '#shared/kit/ids.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '../exam.types.ts'

/** What of a former exam a new one may take. The key is of one paper: it is taken only where that is sat again. */
export const takeable = {
  structure: '试题结构（题号、题型、分值）',
  keyLayout: '判分规则（漏选得分、双评、误差）',
  card: '答题卡版式',
  markers: '阅卷分工',
  settings: '总分、可见范围和工具权限',
  key: '标准答案（同一份试卷再考时选）',
} as const
export type Take = keyof typeof takeable
export const takes = Object.keys(takeable) as [Take, ...Take[]]
/** What is taken unless said otherwise. */
export const usualTakes: readonly Take[] = takes.filter((t) => t !== 'key')

/** Which exam, and what of it. */
export const Like = z.object({ examId: ExamId, takes: z.array(z.enum(takes)).min(1, '请选择要沿用的内容') })
export type Like = z.infer<typeof Like>

/** The questions of a paper that is like another's: with ids of their own, and of the rest what is taken. */
export const questionsLike = (
  questions: readonly PaperQuestion[],
  taken: readonly Take[],
  newId: () => QuestionId,
): PaperQuestion[] => {
  if (!taken.includes('structure')) return []
  const ids = new Map(questions.map((q) => [q.questionId, newId()]))
  return questions.map(
    ({ questionId, answer, paperB, halfScore, markStep, markers, tolerance, settle, ...structure }) => ({
      ...structure,
      questionId: ids.get(questionId)!,
      // The step is the structure's: by it the full score is a mark that can be given.
      ...(markStep === undefined ? {} : { markStep }),
      ...(taken.includes('keyLayout')
        ? {
            ...(halfScore === undefined ? {} : { halfScore }),
            ...(markers === undefined ? {} : { markers }),
            ...(tolerance === undefined ? {} : { tolerance }),
            ...(settle === undefined ? {} : { settle }),
          }
        : {}),
      ...(taken.includes('key') && answer !== undefined ? { answer } : {}),
      ...(taken.includes('key') && paperB !== undefined
        ? {
            paperB: {
              answer: paperB.answer,
              ...(paperB.at === undefined ? {} : { at: ids.get(paperB.at) ?? paperB.at }),
            },
          }
        : {}),
    }),
  )
}

const chinese = '零一二三四五六七八九十'
const longest = 60

/** The name of the next exam of a row: the month of its day, one time more, or a number behind it. */
export const nextName = (name: string, month: number): string => {
  const next = name
    .replace(/(?<!\d)(1[0-2]|[1-9])月/, `${month}月`)
    .replace(/第(\d{1,3}|[一二三四五六七八九])次/, (_, n: string) =>
      /\d/.test(n) ? `第${Number(n) + 1}次` : `第${chinese[chinese.indexOf(n) + 1]!}次`,
    )
  if (next !== name) return next.slice(0, longest)
  const [, bare = name, n] = /^(.*?)（(\d{1,3})）$/.exec(name) ?? []
  const behind = `（${Number(n ?? 1) + 1}）`
  return `${bare.slice(0, longest - behind.length)}${behind}`
}
