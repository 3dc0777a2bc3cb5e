import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeCandidates, makeChange, mostAsked } from '#shared/analysis/change.calls.ts'
import type { ChangeWish, changeStand } from '#shared/analysis/change.calls.ts'
import type { ChangeId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { ScoreFile } from './ScoreFile.tsx'
import { SeniorLab } from './SeniorLab.tsx'
import { AnswersField } from './AnswersField.tsx'
import { wishInWords } from './wishWords.ts'
import type { ChangeForm, FormTool } from './changeForms.ts'
import { faultsWith, numbersIn, numbersTyped, whoIn } from './whose.ts'
import type { Names } from './whose.ts'

const useStyles = makeStyles({
  all: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(380px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL, minWidth: 0 },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '640px' },
  says: { margin: 0, color: tokens.colorNeutralForeground3 },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  faults: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, color: tokens.colorPaletteRedForeground1 },
  acts: { display: 'flex', flexShrink: 0 },
  list: { listStyleType: 'none', margin: 0, padding: 0, maxHeight: '320px', overflowY: 'auto' },
  edit: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

/** So many of what will be changed are shown. */
const shown = 100

/** The tool's form, and what will be changed, until it is replayed. */
export const MakeChange = ({
  tool,
  form,
  stand,
  onMade,
}: {
  tool: FormTool
  form: ChangeForm
  stand: OutputOf<typeof changeStand>
  onMade: (changeId: ChangeId) => void
}) => {
  const styles = useStyles()
  const { questions, ofTotal } = stand
  const [query] = useSearchParams()
  // Who comes from a student's sheet has said whose it is.
  const [values, setValues] = useState<Values>(() => ({
    ...form.start,
    ...(query.has('number') ? { number: query.get('number') } : {}),
  }))
  const [edits, setEdits] = useState<readonly ChangeWish[]>([])
  /** What was typed for each: it comes back into the form to be changed. */
  const [typedFor, setTypedFor] = useState<ReadonlyMap<ChangeWish, Values>>(new Map())
  const ofFile = useRef<ReadonlySet<ChangeWish>>(new Set())
  const [names, setNames] = useState<Names>(new Map())
  const [faults, setFaults] = useState<readonly string[]>([])
  useDirtyGuard(useCallback(() => edits.length > 0, [edits]))
  const byFile = tool === 'score-edit' && values['how'] === 'file'
  const question = questions.find((q) => q.questionId === values['questionId'])

  const answered = question && form.answers?.(values, question)

  const type = (patch: Values): void => {
    const next = { ...values, ...patch }
    // Another question begins with its own key.
    const now = questions.find((q) => q.questionId === next['questionId'])
    if (patch['questionId'] !== undefined && now) Object.assign(next, form.begins?.(now))
    setValues(next)
    setFaults([])
  }
  /** Who has these numbers, with those that are known already. */
  const learn = async (numbers: readonly string[]): Promise<Names> => {
    const asked = [...new Set(numbers)].filter((n) => n.length <= 40 && !names.has(n))
    const known = new Map(names)
    for (let at = 0; at < asked.length; at += mostAsked) {
      const some = asked.slice(at, at + mostAsked)
      const { list } = await act(changeCandidates, { paperId: stand.paperId, numbers: some }, { hideMessage: true })
      for (const n of some) known.set(n, list.find((c) => c.studentNumber === n) ?? null)
    }
    setNames((there) => new Map([...there, ...known]))
    return known
  }
  const add = async (): Promise<void> => {
    const typed = form.edits(values, questions)
    const asked = numbersTyped(values, typed)
    const wrong = faultsWith(typed, asked, await learn(asked.map((a) => a.number)))
    if ('faults' in typed || wrong.length > 0) return setFaults(wrong)
    setTypedFor((there) => new Map([...there, ...typed.edits.map((edit) => [edit, values] as const)]))
    setEdits((there) => [...there, ...typed.edits])
    setValues({ ...form.start, ...Object.fromEntries(form.keeps.map((name) => [name, values[name]])) })
    setFaults([])
  }
  /** Back into the form, with all that was typed along with it. */
  const takeBack = (was: Values): void => {
    setEdits((there) => there.filter((e) => typedFor.get(e) !== was))
    setValues(was)
    setFaults([])
  }
  /** The file sent last stands in the place of the one before it; what was typed stays. */
  const readFile = (more: readonly ChangeWish[]): void => {
    const before = ofFile.current
    ofFile.current = new Set(more)
    setEdits((there) => [...there.filter((e) => !before.has(e)), ...more])
    void learn(numbersIn(more.slice(0, shown))).catch(console.warn)
  }
  const replay = async (): Promise<void> => {
    const { changeId } = await act(makeChange, { paperId: stand.paperId, tool, edits: [...edits] })
    onMade(changeId)
  }
  return (
    <div className={styles.all}>
      <Section title="改什么">
        <div className={styles.form}>
          <p className={styles.says}>{form.says}</p>
          <FieldGroup fields={form.fields(questions, ofTotal, stand)} values={values} onChange={type} />
          {answered && <AnswersField question={answered} values={values} onChange={type} />}
          {answered && question.now?.all && (
            <p className={styles.says}>这道题现在全体给满分。改了答案就按新的答案计分，不再全体给分。</p>
          )}
          {faults.length > 0 && (
            <ul className={styles.faults} role="alert">
              {faults.map((f) => (
                <li key={f}>{f}</li>
              ))}
            </ul>
          )}
          {byFile ? (
            <ScoreFile paperId={stand.paperId} onRead={readFile} />
          ) : (
            <div className={styles.row}>
              <ActionButton action={{ name: '加入改动', run: add, primary: edits.length === 0 }} />
            </div>
          )}
        </div>
      </Section>
      <div className={styles.side}>
        <Section title={`将要改动${edits.length > 0 ? `（${edits.length}项）` : ''}`}>
          {edits.length === 0 ? (
            <p className={styles.says}>
              还没有改动。先在“改什么”中填写，加入后在这里核对；预览和签字以前什么都不会变。
            </p>
          ) : (
            <ul className={styles.list}>
              {edits.slice(0, shown).map((edit, at) => {
                const text = wishInWords(edit, questions, ofTotal)
                const was = typedFor.get(edit)
                return (
                  <li key={`${String(at)}${text}`} className={styles.edit}>
                    <span>
                      {text}
                      {whoIn(edit, names) && <span className={styles.says}>　{whoIn(edit, names)}</span>}
                    </span>
                    <span className={styles.acts}>
                      {was && (
                        <Button appearance="subtle" aria-label={`修改：${text}`} onClick={() => takeBack(was)}>
                          修改
                        </Button>
                      )}
                      <Button
                        appearance="subtle"
                        icon={<Dismiss16Regular />}
                        aria-label={`去掉：${text}`}
                        onClick={() => setEdits((there) => there.filter((e) => e !== edit))}
                      />
                    </span>
                  </li>
                )
              })}
              {edits.length > shown && <li className={styles.says}>还有{edits.length - shown}项</li>}
            </ul>
          )}
          <div className={styles.row}>
            <ActionButton
              action={{
                name: '预览变化',
                primary: edits.length > 0,
                run: replay,
                barred: edits.length === 0 && '还没有改动',
              }}
            />
          </div>
        </Section>
        {tool === 'senior' && <SeniorLab stand={stand} values={values} />}
      </div>
    </div>
  )
}
