import { Field, Textarea, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { contentProblem, piecesOf } from '#shared/card/card.content.ts'
import { contentLimit } from '#shared/card/card.types.ts'
import type { CardQuestion } from '#shared/card/card.types.ts'
import { Formula } from '#web/kit/parts/Formula.tsx'
import { setContent } from './edits.ts'
import type { Designer } from './useDesigner.ts'

const useStyles = makeStyles({
  words: {
    overflowX: 'auto',
    padding: tokens.spacingVerticalXS,
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'pre-wrap',
    minHeight: '28px',
    maxHeight: '160px',
    overflowY: 'auto',
  },
  blank: { display: 'inline-block', borderBottom: '1px solid', minWidth: '3em' },
})

/** Formulas are drawn anew half a second after the last change (spec 2 §9). */
const formulaDelayMs = 500

const useLater = (value: string): string => {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), formulaDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  return later
}

/** The words that are printed in a question's place, and how they read. */
export const QuestionWords = ({ designer, question }: { designer: Designer; question: CardQuestion }) => {
  const styles = useStyles()
  const content = question.content ?? ''
  const shown = useLater(content)
  const [cut, setCut] = useState(false)
  const problem = contentProblem(content) ?? (cut ? `内容最多${contentLimit}字，多出的没有保留` : undefined)
  return (
    <Field
      label={`第${question.number}题印上的文字`}
      hint="___是填空，$…$是公式，印在卡上时排成一行"
      {...(problem ? { validationState: 'error', validationMessage: problem } : {})}
    >
      <Textarea
        resize="vertical"
        value={content}
        onChange={(_, d) => {
          // Cut here and said so: a browser's own limit swallows the rest without a word.
          const kept = d.value.slice(0, contentLimit)
          setCut(kept.length < d.value.length)
          designer.edit((x) => setContent(x, question.questionId, kept), `content ${question.questionId}`)
        }}
        onBlur={designer.settle}
      />
      {shown !== '' && (
        <div className={styles.words} aria-label={`第${question.number}题的文字预览`} role="group">
          {piecesOf(shown).map((p, i) =>
            p.kind === 'formula' ? (
              <Formula key={i} tex={p.tex} />
            ) : p.kind === 'blank' ? (
              <span key={i} className={styles.blank} style={{ width: `${p.length / 2}em` }} aria-label="填空" />
            ) : (
              p.text
            ),
          )}
        </div>
      )}
    </Field>
  )
}
