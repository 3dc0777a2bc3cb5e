import {
  Button,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  Select,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { paperBOf, typedScore, unitTypes, variantsOf, withKey, withOptional, withPaperB } from '../paperDraft.ts'
import type { Block } from '../paperDraft.ts'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  summary: { cursor: 'pointer', paddingBlock: tokens.spacingVerticalXS },
  tools: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  tool: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-end' },
  short: { width: '84px' },
  grow: { flex: '1 1 200px', minWidth: 0 },
})

const Wrong = ({ text }: { text: string | null }) =>
  text && (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{text}</MessageBarBody>
    </MessageBar>
  )

/** Adds questions by the block. */
const BlockTool = ({ onAdd }: { onAdd: (block: Block) => void }) => {
  const styles = useStyles()
  const [unitType, setUnitType] = useState(1)
  const [count, setCount] = useState('10')
  const [points, setPoints] = useState('3')
  const [options, setOptions] = useState('4')
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (e: FormEvent): void => {
    e.preventDefault()
    const n = Number(count)
    const fullScore = typedScore(points)
    if (!Number.isInteger(n) || n < 1 || n > 100) return setWrong('题数应为1到100')
    if (fullScore === null || fullScore <= 0) return setWrong('每题分值应为大于0的数，最多两位小数')
    setWrong(null)
    onAdd({ unitType, count: n, fullScore, optionCount: Number(options) })
  }
  return (
    <form className={styles.tool} onSubmit={submit} aria-label="添加试题">
      <div className={styles.line}>
        <Field label="题型" size="small">
          <Select size="small" value={String(unitType)} onChange={(_, d) => setUnitType(Number(d.value))}>
            {Object.entries(unitTypes).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="题数" size="small">
          <Input
            size="small"
            className={styles.short}
            inputMode="numeric"
            value={count}
            onChange={(_, d) => setCount(d.value)}
          />
        </Field>
        <Field label="每题分值" size="small">
          <Input
            size="small"
            className={styles.short}
            inputMode="decimal"
            value={points}
            onChange={(_, d) => setPoints(d.value)}
          />
        </Field>
        {unitType <= 2 && (
          <Field label="选项数" size="small">
            <Select size="small" value={options} onChange={(_, d) => setOptions(d.value)}>
              {[2, 3, 4, 5, 6, 7, 8].map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Button type="submit" size="small" appearance="primary">
          添加试题
        </Button>
      </div>
      <Wrong text={wrong} />
    </form>
  )
}

/** Takes a key as it is written everywhere. */
const KeyTool = (props: { questions: readonly PaperQuestion[]; onKey: (questions: PaperQuestion[]) => void }) => {
  const styles = useStyles()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (e: FormEvent): void => {
    e.preventDefault()
    const { questions, problem } = withKey(props.questions, text)
    setWrong(problem)
    if (problem) return
    props.onKey(questions)
    setText('')
  }
  return (
    <form className={styles.tool} onSubmit={submit} aria-label="粘贴答案">
      <div className={styles.line}>
        <Field label="粘贴客观题答案" size="small" className={styles.grow}>
          <Input
            size="small"
            value={text}
            placeholder="如 ABCDA BDCAB；多选题之间用空格隔开"
            onChange={(_, d) => setText(d.value)}
          />
        </Field>
        <Button type="submit" size="small" disabledFocusable={text.trim() === ''}>
          填入答案
        </Button>
      </div>
      <Wrong text={wrong} />
    </form>
  )
}

type Edits = { questions: readonly PaperQuestion[]; onKey: (questions: PaperQuestion[]) => void }

/** Two papers with one card: how paper B is ordered and keyed. */
const PaperBTool = ({ questions, onKey }: Edits) => {
  const styles = useStyles()
  const [key, setKey] = useState(() => paperBOf(questions).key)
  const [order, setOrder] = useState(() => paperBOf(questions).order)
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (e: FormEvent): void => {
    e.preventDefault()
    const next = withPaperB(questions, key, order)
    setWrong(next.problem)
    if (!next.problem) onKey(next.questions)
  }
  return (
    <form className={styles.tool} onSubmit={submit} aria-label="B卷">
      <div className={styles.line}>
        <Field label="B卷客观题答案" size="small" className={styles.grow}>
          <Input
            size="small"
            value={key}
            placeholder="按B卷的顺序；清空则取消B卷"
            onChange={(_, d) => setKey(d.value)}
          />
        </Field>
        <Field label="B卷题序（A卷题号）" size="small" className={styles.grow}>
          <Input
            size="small"
            value={order}
            placeholder="如 3 1 2；与A卷相同可不填"
            onChange={(_, d) => setOrder(d.value)}
          />
        </Field>
        <Button type="submit" size="small">
          设置B卷
        </Button>
      </div>
      <Wrong text={wrong} />
    </form>
  )
}

/** N选M: which questions, and how many of them are to be answered. */
const OptionalTool = ({ questions, onKey }: Edits) => {
  const styles = useStyles()
  const [numbers, setNumbers] = useState('')
  const [count, setCount] = useState('1')
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (e: FormEvent): void => {
    e.preventDefault()
    const n = Number(count)
    if (!Number.isInteger(n) || n < 0 || n > 20) return setWrong('要做的题数应为0到20')
    const next = withOptional(questions, numbers, n)
    setWrong(next.problem)
    if (!next.problem) onKey(next.questions)
  }
  return (
    <form className={styles.tool} onSubmit={submit} aria-label="选做题">
      <div className={styles.line}>
        <Field label="选做题题号" size="small" className={styles.grow}>
          <Input size="small" value={numbers} placeholder="如 22-24" onChange={(_, d) => setNumbers(d.value)} />
        </Field>
        <Field label="要做几题（0取消）" size="small">
          <Input
            size="small"
            className={styles.short}
            inputMode="numeric"
            value={count}
            onChange={(_, d) => setCount(d.value)}
          />
        </Field>
        <Button type="submit" size="small">
          设为选做
        </Button>
      </div>
      <Wrong text={wrong} />
    </form>
  )
}

export const PaperTools = (props: {
  questions: readonly PaperQuestion[]
  locked: boolean
  onAdd: (block: Block) => void
  onKey: (questions: PaperQuestion[]) => void
}) => {
  const styles = useStyles()
  return (
    <div className={styles.all}>
      <div className={styles.tools}>
        {!props.locked && <BlockTool onAdd={props.onAdd} />}
        <KeyTool questions={props.questions} onKey={props.onKey} />
      </div>
      {/* Few papers have either: they are out of the way, and open where there is something to see. */}
      <details open={variantsOf(props.questions) !== ''}>
        <summary className={styles.summary}>B卷与选做题</summary>
        <div className={styles.tools}>
          <PaperBTool questions={props.questions} onKey={props.onKey} />
          <OptionalTool questions={props.questions} onKey={props.onKey} />
        </div>
      </details>
    </div>
  )
}
