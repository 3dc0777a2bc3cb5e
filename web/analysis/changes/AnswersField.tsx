import { Button, Input, ToggleButton, makeStyles, tokens } from '@fluentui/react-components'
import { Add16Regular } from '@fluentui/react-icons/svg/add'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { judgedLetters, judgedWords } from '#shared/kit/judged.ts'
import { showScore } from '#shared/kit/score.ts'
import type { Values } from '#web/kit/screens/screen.types.ts'
import type { Accepted } from './changeFields.ts'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, alignItems: 'flex-start' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  letters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  letter: { minWidth: '36px', paddingInline: 0 },
  points: { width: '92px' },
  name: { minWidth: '84px', color: tokens.colorNeutralForeground3 },
})

const lettersOf = (q: PaperQuestion): string[] =>
  q.unitType === 3 ? [...judgedLetters] : [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, q.optionCount ?? 4)]
const wordOf = (letter: string, q: PaperQuestion): string => (q.unitType === 3 ? judgedWords(letter) : letter)

/** Answers that earn, each with its points; of a multiple choice also what a part of the first one earns. */
export const AnswersField = ({
  question,
  values,
  onChange,
}: {
  question: PaperQuestion
  values: Values
  onChange: (patch: Values) => void
}) => {
  const styles = useStyles()
  const accepted = values['accepted'] as Accepted[]
  const tiers = (values['tiers'] as Record<string, string> | undefined) ?? {}
  const put = (at: number, patch: Partial<Accepted>): void =>
    onChange({ accepted: accepted.map((a, i) => (i === at ? { ...a, ...patch } : a)) })
  const press = (at: number, letter: string): void => {
    const there = accepted[at]!.letters
    const many = question.unitType === 2
    const next = there.includes(letter) ? there.replace(letter, '') : many ? there + letter : letter
    put(at, {
      letters: lettersOf(question)
        .filter((l) => next.includes(l))
        .join(''),
    })
  }
  const key = accepted[0]?.letters.length ?? 0
  return (
    <div className={styles.all}>
      {accepted.map((a, at) => (
        <div key={at} className={styles.row} role="group" aria-label={at === 0 ? '正确答案' : `也算对的答案${at}`}>
          <span className={styles.name}>{at === 0 ? '正确答案' : '也算对'}</span>
          <div className={styles.letters}>
            {lettersOf(question).map((l) => (
              <ToggleButton
                key={l}
                className={styles.letter}
                checked={a.letters.includes(l)}
                appearance={a.letters.includes(l) ? 'primary' : 'secondary'}
                onClick={() => press(at, l)}
              >
                {wordOf(l, question)}
              </ToggleButton>
            ))}
          </div>
          <Input
            className={styles.points}
            value={a.points}
            inputMode="decimal"
            contentAfter="分"
            aria-label="得分"
            onChange={(_, d) => put(at, { points: d.value })}
          />
          {at > 0 && (
            <Button
              appearance="subtle"
              icon={<Dismiss16Regular />}
              aria-label="去掉这个答案"
              onClick={() => onChange({ accepted: accepted.filter((_, i) => i !== at) })}
            />
          )}
        </div>
      ))}
      <Button
        appearance="subtle"
        icon={<Add16Regular />}
        onClick={() => onChange({ accepted: [...accepted, { letters: '', points: showScore(question.fullScore) }] })}
      >
        还有一个答案也算对
      </Button>
      {question.unitType === 2 && key > 1 && (
        <div className={styles.row}>
          <span className={styles.name}>少选时</span>
          {Array.from({ length: key - 1 }, (_, i) => String(i + 1)).map((right) => (
            <span key={right} className={styles.row}>
              选对{right}个
              <Input
                className={styles.points}
                value={tiers[right] ?? ''}
                inputMode="decimal"
                contentAfter="分"
                aria-label={`选对${right}个的得分`}
                onChange={(_, d) => onChange({ tiers: { ...tiers, [right]: d.value } })}
              />
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
