import { foldDigits, showScore } from '#shared/kit/score.ts'
import { Button, Field, Input, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { mostPoints } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { optionalIn, paperBOf, typedScore, unitTypes, withKey, withOptional, withPaperB } from '../paperDraft.ts'
import type { Block, Changed } from '../paperDraft.ts'

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
    paddingBottom: '20px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-end' },
  short: { width: '84px' },
  entry: { position: 'relative' },
  // Under its field, in the frame's own margin: the table below stays where it is.
  wrong: {
    position: 'absolute',
    top: '100%',
    left: 0,
    zIndex: 1,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    color: tokens.colorPaletteRedForeground1,
  },
  grow: { flex: '1 1 200px', minWidth: 0 },
})

/** What is wrong, by the label of the field that it is wrong with. */
type Wrong = Readonly<Record<string, string>>

/** A small form in a frame: what `onSubmit` answers is what is wrong with the input, or nothing. */
const Tool = (props: {
  name: string
  button: string
  primary?: boolean
  disabled?: boolean
  onSubmit: () => Wrong | null
  children: (wrong: Wrong) => ReactNode
}) => {
  const styles = useStyles()
  const [wrong, setWrong] = useState<Wrong>({})
  const submit = (e: FormEvent): void => {
    e.preventDefault()
    setWrong(props.onSubmit() ?? {})
  }
  return (
    <form className={styles.tool} onSubmit={submit} aria-label={props.name}>
      <div className={styles.line}>
        {props.children(wrong)}
        <Button
          type="submit"
          size="small"
          appearance={props.primary ? 'primary' : 'secondary'}
          disabledFocusable={props.disabled ?? false}
        >
          {props.button}
        </Button>
      </div>
    </form>
  )
}

type Typing = { label: string; value: string; onType: (value: string) => void; wrong?: Wrong }

/** A line of text, as wide as there is room; or, with `digits`, a narrow number. */
const Entry = (props: Typing & { placeholder?: string; digits?: 'numeric' | 'decimal' }) => {
  const styles = useStyles()
  const said = useId()
  const why = props.wrong?.[props.label]
  return (
    <div className={mergeClasses(styles.entry, !props.digits && styles.grow)}>
      <Field label={props.label} size="small">
        <Input
          size="small"
          value={props.value}
          {...(props.placeholder && { placeholder: props.placeholder })}
          {...(props.digits && { className: styles.short, inputMode: props.digits })}
          {...(why && { 'aria-invalid': true, 'aria-describedby': said })}
          onChange={(_, d) => props.onType(props.digits ? foldDigits(d.value) : d.value)}
        />
      </Field>
      {why && (
        <span id={said} role="alert" className={styles.wrong}>
          {why}
        </span>
      )}
    </div>
  )
}

const Choice = (props: Omit<Typing, 'wrong'> & { choices: Readonly<Record<string, string>> }) => (
  <Field label={props.label} size="small">
    <Select size="small" value={props.value} onChange={(_, d) => props.onType(d.value)}>
      {Object.entries(props.choices).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
)

const optionCounts = Object.fromEntries([2, 3, 4, 5, 6, 7, 8].map((n) => [n, String(n)]))

/** Adds questions by the block. */
const BlockTool = ({ onAdd, first }: { onAdd: (block: Block) => void; first: boolean }) => {
  const [unitType, setUnitType] = useState('1')
  const [count, setCount] = useState('10')
  const [points, setPoints] = useState('3')
  const [options, setOptions] = useState('4')
  const add = (): Wrong | null => {
    const n = Number(count)
    const fullScore = typedScore(points)
    if (!Number.isInteger(n) || n < 1 || n > 100) return { 题数: '题数应为1到100' }
    if (fullScore === null || fullScore <= 0 || fullScore > mostPoints)
      return { 每题分值: `每题分值应大于0、不超过${showScore(mostPoints)}，最多两位小数` }
    onAdd({ unitType: Number(unitType), count: n, fullScore, optionCount: Number(options) })
    return null
  }
  return (
    <Tool name="添加试题" button="添加试题" primary={first} onSubmit={add}>
      {(wrong) => (
        <>
          <Choice label="题型" value={unitType} onType={setUnitType} choices={unitTypes} />
          <Entry label="题数" value={count} onType={setCount} digits="numeric" wrong={wrong} />
          <Entry label="每题分值" value={points} onType={setPoints} digits="decimal" wrong={wrong} />
          {Number(unitType) <= 2 && (
            <Choice label="选项数" value={options} onType={setOptions} choices={optionCounts} />
          )}
        </>
      )}
    </Tool>
  )
}

type Edits = { questions: readonly PaperQuestion[]; onKey: (questions: PaperQuestion[]) => void }

/** Hands on what an edit made, unless something is wrong with it. */
const taken = (
  { questions, problem, at }: Changed,
  onKey: Edits['onKey'],
  field: string,
  order?: string,
): Wrong | null => {
  if (problem === null) onKey(questions)
  return problem === null ? null : { [at === 'order' ? (order ?? field) : field]: problem }
}

const keyLabel = '粘贴客观题答案'
const keyBLabel = 'B卷客观题答案'
const orderLabel = 'B卷题序（A卷题号）'
const numbersLabel = '选做题题号'
const countLabel = '要做几题（0取消）'

/** Takes a key as it is written everywhere. */
const KeyTool = ({ questions, onKey }: Edits) => {
  const [text, setText] = useState('')
  const fill = (): Wrong | null => {
    const problem = taken(withKey(questions, text), onKey, keyLabel)
    if (problem === null) setText('')
    return problem
  }
  return (
    <Tool name="粘贴答案" button="填入答案" disabled={text.trim() === ''} onSubmit={fill}>
      {(wrong) => (
        <Entry
          label={keyLabel}
          value={text}
          onType={setText}
          placeholder="如 ABCDA BDCAB；多选题之间用空格隔开"
          wrong={wrong}
        />
      )}
    </Tool>
  )
}

/** Two papers with one card: how paper B is ordered and keyed. */
const PaperBTool = ({ questions, onKey }: Edits) => {
  const [key, setKey] = useState(() => paperBOf(questions).key)
  const [order, setOrder] = useState(() => paperBOf(questions).order)
  return (
    <Tool
      name="B卷"
      button="设置B卷"
      onSubmit={() => taken(withPaperB(questions, key, order), onKey, keyBLabel, orderLabel)}
    >
      {(wrong) => (
        <>
          <Entry label={keyBLabel} value={key} onType={setKey} placeholder="按B卷的顺序；清空则取消B卷" wrong={wrong} />
          <Entry
            label={orderLabel}
            value={order}
            onType={setOrder}
            placeholder="如 3 1 2；与A卷相同可不填"
            wrong={wrong}
          />
        </>
      )}
    </Tool>
  )
}

/** N选M: which questions, and how many of them are to be answered. */
const OptionalTool = ({ questions, onKey }: Edits) => {
  const [numbers, setNumbers] = useState('')
  const [count, setCount] = useState('1')
  const set = (): Wrong | null => {
    const n = Number(count)
    if (!Number.isInteger(n) || n < 0 || n > 20) return { [countLabel]: '要做的题数应为0到20' }
    const problem = taken(withOptional(questions, numbers, n), onKey, numbersLabel)
    // What was set stands above the table: the field is the next group's.
    if (problem === null) setNumbers('')
    return problem
  }
  return (
    <Tool name="选做题" button="设为选做" onSubmit={set}>
      {(wrong) => (
        <>
          <Entry label={numbersLabel} value={numbers} onType={setNumbers} placeholder="如 22-24" wrong={wrong} />
          <Entry label={countLabel} value={count} onType={setCount} digits="numeric" wrong={wrong} />
        </>
      )}
    </Tool>
  )
}

export const PaperTools = (props: {
  questions: readonly PaperQuestion[]
  locked: boolean
  onAdd: (block: Block) => void
  onKey: (questions: PaperQuestion[]) => void
}) => {
  const styles = useStyles()
  // As it is found: a fold that is worked in stays open, also when the last group is taken back.
  const [found] = useState(() => ({
    optional: optionalIn(props.questions).size > 0,
    paperB: props.questions.some((q) => q.paperB !== undefined),
  }))
  return (
    <div className={styles.all}>
      <div className={styles.tools}>
        {!props.locked && <BlockTool onAdd={props.onAdd} first={props.questions.length === 0} />}
        <KeyTool questions={props.questions} onKey={props.onKey} />
      </div>
      {/* Few papers have either: each is out of the way under its own name, and open where there is something to see. */}
      <div className={styles.tools}>
        <details open={found.optional}>
          <summary className={styles.summary}>选做题（几题里选做几题）</summary>
          <OptionalTool questions={props.questions} onKey={props.onKey} />
        </details>
        <details open={found.paperB}>
          <summary className={styles.summary}>B卷（题序和答案不同的试卷）</summary>
          <PaperBTool questions={props.questions} onKey={props.onKey} />
        </details>
      </div>
    </div>
  )
}
