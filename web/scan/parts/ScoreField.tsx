import { Field, Input } from '@fluentui/react-components'
import { scoreOf, showScore } from '#shared/kit/score.ts'

export type Scored = { questionId: string; number: string; fullScore: number; step: number; score: number | null }

/** Hundredths; null is none; undefined is no score. */
export const typedScore = (text: string): number | null | undefined => {
  if (text.trim() === '') return null
  try {
    return scoreOf(text)
  } catch {
    return undefined
  }
}

/** Why what is typed cannot stand; null where it can. The server judges the same. */
export const scoreBar = (of: Scored, text: string): string | null => {
  const score = typedScore(text)
  if (score === undefined) return '请输入分数'
  if (score === null) return null
  if (score < 0 || score > of.fullScore) return `0 到 ${showScore(of.fullScore)} 分`
  return score % of.step === 0 ? null : `间隔 ${showScore(of.step)} 分`
}

/** One question's score on paper; nothing typed is none. */
export const ScoreField = (props: {
  of: Scored
  text: string
  barred?: string | undefined
  onChange: (text: string) => void
}) => {
  const bar = scoreBar(props.of, props.text)
  return (
    <Field
      label={`第${props.of.number}题（满分${showScore(props.of.fullScore)}）`}
      validationState={bar ? 'error' : 'none'}
      {...(bar ? { validationMessage: bar } : {})}
    >
      <Input
        inputMode="decimal"
        value={props.text}
        disabled={props.barred !== undefined}
        placeholder="卷面没有分"
        style={{ maxWidth: 160 }}
        onChange={(_, d) => props.onChange(d.value)}
      />
    </Field>
  )
}
