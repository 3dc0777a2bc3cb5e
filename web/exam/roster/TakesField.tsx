import { Checkbox } from '@fluentui/react-components'
import { takeable, takes } from '#shared/exam/creation/like.rules.ts'
import type { Like, Take } from '#shared/exam/creation/like.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'

/** These are of the questions: without them there is nothing to take. */
const ofQuestions: readonly Take[] = ['keyLayout', 'key']

/** What is taken of a former exam; nothing at all is no former exam. */
export const TakesField = (props: {
  examId: ExamId
  value: Like | undefined
  onChange: (value: Like | undefined) => void
  disabled?: boolean
}) => {
  const chosen = props.value?.takes ?? []
  const put = (next: readonly Take[]) =>
    props.onChange(
      next.length === 0 ? undefined : { examId: props.examId, takes: takes.filter((t) => next.includes(t)) },
    )
  return (
    <div role="group" aria-label="沿用的内容" style={{ display: 'flex', flexWrap: 'wrap' }}>
      {takes.map((take) => (
        <Checkbox
          key={take}
          label={takeable[take]}
          checked={chosen.includes(take)}
          disabled={props.disabled || (ofQuestions.includes(take) && !chosen.includes('structure'))}
          onChange={(_, { checked }) =>
            put(
              checked === true
                ? [...chosen, take]
                : chosen.filter((t) => t !== take && (take !== 'structure' || !ofQuestions.includes(t))),
            )
          }
        />
      ))}
    </div>
  )
}
