import { Field as Labelled, Select, makeStyles } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import type { QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'

const useStyles = makeStyles({
  chooser: { width: 'min(420px, 100%)', gridTemplateColumns: 'minmax(0, 1fr)' },
  select: { minWidth: 0 },
})

/** What a call of a paper's questions is asked with: the question that the address names, if it names one. */
export const useAskedQuestion = (): { questionId?: QuestionId } => {
  const [query] = useSearchParams()
  const asked = query.get('question') as QuestionId | null
  return asked ? { questionId: asked } : {}
}

type Question = { questionId: QuestionId; number: string; fullScore: number }

/** Chooses the question that a screen of a paper is about; the address names it. `more` says what else is known of one. */
export const QuestionChooser = <Q extends Question>({
  of: { questionId, questions },
  more,
}: {
  of: { questionId: QuestionId; questions: readonly Q[] }
  more?: (q: Q) => string
}) => {
  const styles = useStyles()
  const [, setQuery] = useSearchParams()
  return (
    <Labelled label="题目" className={styles.chooser}>
      <Select
        className={styles.select}
        value={questionId}
        onChange={(_, d) => setQuery({ question: d.value }, { replace: true })}
      >
        {questions.map((q) => (
          <option key={q.questionId} value={q.questionId}>
            {`第 ${q.number} 题（${showScore(q.fullScore)} 分）${more ? `，${more(q)}` : ''}`}
          </option>
        ))}
      </Select>
    </Labelled>
  )
}
