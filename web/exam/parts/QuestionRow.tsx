import { Button, Input, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { memo, useState } from 'react'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { shaped, shownAnswer, typedAnswer, typedScore, unitTypes } from '../paperDraft.ts'

const useStyles = makeStyles({
  cell: { padding: `2px ${tokens.spacingHorizontalXS}`, borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  wrong: { backgroundColor: tokens.colorPaletteRedBackground1 },
  number: { width: '72px' },
  short: { width: '76px' },
  type: { width: '112px' },
  none: { color: tokens.colorNeutralForeground4, paddingLeft: tokens.spacingHorizontalS },
  tools: { whiteSpace: 'nowrap', textAlign: 'right' },
})

/** A score typed in points; what is no score stays as typed, red, and is not taken over. */
const ScoreInput = (props: { label: string; value: number; disabled: boolean; onChange: (score: number) => void }) => {
  const styles = useStyles()
  const [typed, setTyped] = useState<string | null>(null)
  const bad = typed !== null && (typedScore(typed) ?? -1) < 0
  return (
    <Input
      size="small"
      className={styles.short}
      aria-label={props.label}
      aria-invalid={bad}
      inputMode="decimal"
      disabled={props.disabled}
      value={typed ?? showScore(props.value)}
      onChange={(_, d) => {
        setTyped(d.value)
        const score = typedScore(d.value)
        if (score !== null && score >= 0) props.onChange(score)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

export type RowProps = {
  question: PaperQuestion
  index: number
  wrong: boolean
  /** The structure is fixed once marking has begun; key and scores are not. */
  fixed: boolean
  disabled: boolean
  onChange: (index: number, question: PaperQuestion) => void
  onMove: (index: number, by: -1 | 1) => void
  onRemove: (index: number) => void
}

/** One question of the paper's table. */
export const QuestionRow = memo((props: RowProps) => {
  const styles = useStyles()
  const { question: q, index, disabled } = props
  const fixed = props.fixed || disabled
  const put = (patch: Partial<PaperQuestion>): void => props.onChange(index, { ...q, ...patch })
  const say = (what: string): string => `第${q.number}题${what}`
  const objective = isObjective(q)
  const none = <span className={styles.none}>—</span>
  const cell = mergeClasses(styles.cell, props.wrong && styles.wrong)
  return (
    <tr>
      <td className={cell}>
        <Input
          size="small"
          className={styles.number}
          aria-label={`第${index + 1}行题号`}
          value={q.number}
          maxLength={10}
          disabled={fixed}
          onChange={(_, d) => put({ number: d.value })}
        />
      </td>
      <td className={cell}>
        <Select
          size="small"
          className={styles.type}
          aria-label={say('题型')}
          value={String(q.unitType)}
          disabled={fixed}
          onChange={(_, d) => props.onChange(index, shaped(q, Number(d.value)))}
        >
          {Object.entries(unitTypes).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </td>
      <td className={cell}>
        <ScoreInput
          label={say('满分')}
          value={q.fullScore}
          disabled={disabled}
          onChange={(fullScore) => fullScore > 0 && put({ fullScore })}
        />
      </td>
      <td className={cell}>
        {objective ? (
          <Input
            size="small"
            className={styles.short}
            aria-label={say('答案')}
            placeholder="未设置"
            value={shownAnswer(q.answer ?? '', q.unitType)}
            disabled={disabled}
            onChange={(_, d) => put({ answer: typedAnswer(d.value, q.unitType) })}
          />
        ) : (
          none
        )}
      </td>
      <td className={cell}>
        {objective && q.unitType !== 3 ? (
          <Input
            size="small"
            type="number"
            min={2}
            max={12}
            className={styles.short}
            aria-label={say('选项数')}
            value={String(q.optionCount ?? 4)}
            disabled={fixed}
            onChange={(_, d) => {
              const optionCount = Number(d.value)
              if (Number.isInteger(optionCount) && optionCount >= 2 && optionCount <= 12) put({ optionCount })
            }}
          />
        ) : (
          none
        )}
      </td>
      <td className={cell}>
        {q.unitType === 2 ? (
          <ScoreInput
            label={say('半对得分')}
            value={q.halfScore ?? 0}
            disabled={disabled}
            onChange={(halfScore) => put({ halfScore })}
          />
        ) : (
          none
        )}
      </td>
      <td className={cell}>
        {objective ? (
          none
        ) : (
          <Select
            size="small"
            className={styles.short}
            aria-label={say('给分间隔')}
            value={String(q.markStep ?? 100)}
            disabled={disabled}
            onChange={(_, d) => put({ markStep: Number(d.value) })}
          >
            <option value="50">0.5</option>
            <option value="100">1</option>
            <option value="200">2</option>
          </Select>
        )}
      </td>
      <td className={cell}>
        {objective ? (
          none
        ) : (
          <Select
            size="small"
            className={styles.short}
            aria-label={say('评卷方式')}
            value={String(q.markers ?? 1)}
            disabled={disabled}
            onChange={(_, d) => put({ markers: d.value === '2' ? 2 : 1 })}
          >
            <option value="1">单评</option>
            <option value="2">双评</option>
          </Select>
        )}
      </td>
      <td className={cell}>
        {!objective && q.markers === 2 ? (
          <ScoreInput
            label={say('允许误差')}
            value={q.tolerance ?? 0}
            disabled={disabled}
            onChange={(tolerance) => put({ tolerance })}
          />
        ) : (
          none
        )}
      </td>
      <td className={mergeClasses(cell, styles.tools)}>
        {!fixed && (
          <>
            <Button
              size="small"
              appearance="subtle"
              icon={<ArrowUp20Regular />}
              aria-label={say('上移')}
              onClick={() => props.onMove(index, -1)}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<ArrowDown20Regular />}
              aria-label={say('下移')}
              onClick={() => props.onMove(index, 1)}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={say('删除')}
              onClick={() => props.onRemove(index)}
            />
          </>
        )}
      </td>
    </tr>
  )
})
QuestionRow.displayName = 'QuestionRow'
