/** What a replay of given marks would do, or has done, in words. */
import { showScore } from '#shared/kit/score.ts'
import type { ReplayTold } from '#shared/marking/rubric/replay.types.ts'
import type { RubricKind, RubricPoint } from '#shared/marking/rubric/rubric.types.ts'

const none: Record<RubricKind, string> = { add: '一点没得', deduct: '没有扣分', levels: '没有等级' }

/** A choice by the names of its points. */
export const choiceText = (kind: RubricKind, points: readonly RubricPoint[], chosen: string): string =>
  [...chosen].map((id) => points.find((p) => p.id === id)?.name ?? id).join('、') || none[kind]

export const wayText = (
  kind: RubricKind,
  points: readonly RubricPoint[],
  { from, to, before, after }: ReplayTold['ways'][number],
): string => {
  const [was, is] = [choiceText(kind, points, from), choiceText(kind, points, to)]
  const names = was === is ? was : `${was} → ${is}`
  return `${names}：${showScore(before)}分 → ${showScore(after)}分`
}

export const toldText = (told: ReplayTold): string => {
  const { byPoints, numbers, marks, lost, up, down, waits, settles } = told
  if (byPoints === 0) return '还没有按评分点给的分。'
  return [
    marks === 0
      ? `${byPoints} 个评分都不变。`
      : `${byPoints} 个评分中有 ${marks} 个改变：${up} 份答卷升分，${down} 份降分。`,
    ...(waits > 0 ? [`${waits} 份已评完的答卷分差变大，要再评或仲裁。`] : []),
    ...(settles > 0 ? [`${settles} 份等待仲裁的答卷不用再评。`] : []),
    ...(lost > 0 ? [`${lost} 个评分选的等级已删去，不能重算，请用“重评”。`] : []),
    ...(numbers > 0 ? [`${numbers} 个直接给的分不变。`] : []),
  ].join('')
}
