/** The answers of a group's questions, and a field for each mark: Enter goes from one to the next, and from the last sends all. */
import { Badge, Button, Input, ProgressBar, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import type { rubric as rubricCall } from '#shared/marking/rubric/rubric.calls.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { AnswerPicture, plainLook, zoomed } from '../../parts/AnswerPicture.tsx'
import { reasons, valueText } from '../../parts/ScorePad.tsx'
import { usePens, withNotes } from '../../pen/usePen.ts'
import { isLead, turnAt } from '../entries.ts'
import type { Entry } from '../entries.ts'
import { areasOf, emptyField, fieldOf, fieldTyped, scoreField, wanting } from './markFields.ts'
import type { Field } from './markFields.ts'
import type { Desk, MarkingDesk } from '../markingDesk.ts'
import { useLeaving } from '../useLeaving.ts'
import { WholeSheet } from '../WholeSheet.tsx'

const useStyles = makeStyles({
  work: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    minHeight: 0,
    '@media (max-width: 800px)': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'minmax(0, 1fr) auto' },
  },
  areas: {
    '--room': 'calc(100vw - 320px)',
    '@media (max-width: 800px)': { '--room': '100vw' },
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground4,
  },
  // As high as its picture, and no higher than the window: what is longer is scrolled within.
  area: { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', flexShrink: 0, maxHeight: '86dvh' },
  only: { flexGrow: 1, maxHeight: 'none' },
  head: {
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    overflowY: 'auto',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 800px)': {
      borderLeft: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      maxHeight: '52dvh',
      gap: tokens.spacingVerticalS,
    },
  },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, flexWrap: 'wrap' },
  number: { minWidth: '60px', fontWeight: tokens.fontWeightSemibold },
  field: { width: '64px', minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  small: { minWidth: 0, paddingLeft: '6px', paddingRight: '6px' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  keys: {
    margin: 0,
    marginTop: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 800px)': { display: 'none' },
  },
  rests: { margin: 'auto', color: tokens.colorNeutralForeground3 },
})

/** Above a picture lie its tools and, with a little room around it, its number. */
const toolsHeight = 48
const headHeight = 48
/** On a phone the pen's tools have a second line. */
const secondLine = 24
const keyOf = (e: Entry): string => `${e.bundle.bundleId} ${e.answer.studentId} ${e.answer.imageVersion}`
/** A field that says nothing by digits. */
const said = (field: Field): string | null =>
  field.value && field.value.kind !== 'score' ? valueText(field.value) : null

type Props = {
  paperId: PaperId
  /** What the desk is called by: the first of the group. */
  questionId: QuestionId
  owner: string
  desk: MarkingDesk
  state: Desk
  notesTo: OutputOf<typeof rubricCall>['notesTo'] | undefined
  onList: () => void
}

export const Together = ({ paperId, questionId, owner, desk, state, notesTo, onList }: Props) => {
  const styles = useStyles()
  const narrow = useNarrow()
  const [look, onLook] = useState(plainLook)
  const { from, to } = turnAt(state.entries, state.at)
  const parts = state.entries.slice(from, to)
  const { turn } = parts[0]!
  const waits = state.phase !== 'marking'
  const penOn = usePens(`${owner}.${paperId}.${questionId}`)
  const pens = parts.map((e) => penOn(keyOf(e), e.value?.notes ?? []))
  // What is typed is of the turn in sight, however that came there.
  const [kept, hold] = useState<{ turn: string; typed: ReadonlyMap<string, Field> }>({ turn, typed: new Map() })
  const typed = kept.turn === turn ? kept.typed : new Map<string, Field>()
  const fields = parts.map((e) => typed.get(keyOf(e)) ?? fieldOf(e))
  const [asking, setAsking] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const focus = (i: number): void => inputs.current[i]?.select()
  // Where the next digit belongs as a turn comes in sight; from then on that is the marker's to say.
  const first = useRef(0)
  first.current = Math.max(0, wanting(fields))
  useLayoutEffect(() => {
    setMissing(false)
    setAsking(null)
    if (!waits) inputs.current[first.current]?.select()
  }, [turn, waits])

  const type = (i: number, field: Field): void => hold({ turn, typed: new Map([...typed, [keyOf(parts[i]!), field]]) })
  const rewritten = (): void => {
    if (waits) return
    parts.forEach((e, i) => {
      const pen = pens[i]!
      if (!pen.changed || !e.value) return
      pen.forget()
      desk.annotate(withNotes(e.value, pen.notes), i)
    })
  }
  useLeaving(rewritten)
  const leaving = (go: () => void) => (): void => {
    rewritten()
    go()
  }
  /** All of it, once each has a mark; what is as it was is not sent again. */
  const send = (all: readonly Field[]): void => {
    if (waits) return
    const open = wanting(all)
    if (open >= 0) {
      setMissing(true)
      return focus(open)
    }
    const values = parts.map((e, i) => {
      const next = withNotes(all[i]!.value!, pens[i]!.notes)
      return JSON.stringify(next) === JSON.stringify(e.value) ? undefined : next
    })
    pens.forEach((pen) => pen.forget())
    if (values.some((v) => v !== undefined)) desk.give(values)
    else desk.next()
  }
  /** Takes a field's value and goes on: to the next field, from the last it sends. */
  const give = (i: number, field: Field): void => {
    type(i, field)
    setAsking(null)
    if (i + 1 < parts.length) return focus(i + 1)
    send(fields.map((f, n) => (n === i ? field : f)))
  }
  const press = (i: number, e: KeyboardEvent<HTMLInputElement>): void => {
    // Signs that are being composed are no keys yet.
    if (e.nativeEvent.isComposing || e.ctrlKey || e.metaKey || e.altKey) return
    const key = e.key.length === 1 ? e.key.normalize('NFKC').toLowerCase() : e.key
    const full = parts[i]!.question.fullScore
    const reason = asking === keyOf(parts[i]!) ? reasons.find((r) => r.key === key) : undefined
    const acts: Record<string, () => void> = {
      Enter: () => give(i, fields[i]!),
      ArrowDown: () => focus(Math.min(parts.length - 1, i + 1)),
      ArrowUp: () => focus(Math.max(0, i - 1)),
      PageDown: leaving(desk.next),
      PageUp: leaving(desk.back),
      Escape: () => setAsking(null),
      f: () => give(i, scoreField(full)),
      b: () => give(i, { ...emptyField, value: { kind: 'noAnswer' } }),
      s: () => setAsking(keyOf(parts[i]!)),
      l: onList,
      n: () => pens[0]!.setTool(pens[0]!.tool ? null : 'line'),
      z: () => pens[i]!.undo(),
      r: () => onLook({ ...look, turns: (look.turns + 1) % 4 }),
      c: () => onLook({ ...look, contrast: !look.contrast }),
      x: () => onLook(plainLook),
      '+': () => onLook(zoomed(look, 0.25)),
      '=': () => onLook(zoomed(look, 0.25)),
      '-': () => onLook(zoomed(look, -0.25)),
    }
    const act = reason ? () => give(i, { ...emptyField, value: reason.value }) : acts[key]
    if (!act && (key.length > 1 || /[0-9.]/.test(key))) return
    e.preventDefault()
    // A key that is held is one press; the others are no digits.
    if (act && !e.repeat) act()
  }
  const areas = areasOf(parts)
  const bundle = state.entries.filter((e) => isLead(e) && e.bundle.bundleId === parts[0]!.bundle.bundleId)
  const done = bundle.filter((e) => e.value !== undefined).length
  return (
    <div className={styles.work}>
      <div className={styles.areas}>
        {waits ? (
          <p className={styles.rests} role="status">
            正在取下一组答卷…
          </p>
        ) : (
          areas.map((area, nth) => {
            const [of] = area as [Entry]
            const { images } = of.answer
            const numbers = area.map((e) => e.question.number).join('、')
            const wide = Math.max(...images.map((i) => i.width), 1)
            // On a phone one bar of tools is enough until something is written.
            const plain = narrow && nth > 0 && !pens[0]!.tool
            const ratio = images.reduce((sum, i) => sum + i.height / i.width, 0)
            return (
              <section
                key={keyOf(of)}
                aria-label={`第${numbers}题的作答`}
                className={mergeClasses(styles.area, areas.length === 1 && styles.only)}
                // The frame's own room is the picture's at full width.
                style={{
                  height:
                    images.length > 0
                      ? `calc(min(var(--room), ${wide}px) * ${ratio} + ${headHeight + (plain ? 0 : toolsHeight) + (narrow && pens[0]!.tool ? secondLine : 0)}px)`
                      : '70dvh',
                }}
              >
                <h2 className={styles.head}>第 {numbers} 题</h2>
                {images.length === 0 ? (
                  <WholeSheet paperId={paperId} entry={of} />
                ) : (
                  <AnswerPicture
                    {...{ answer: of.answer, look, onLook, notesTo, plain }}
                    pen={pens[parts.indexOf(of)]!}
                  />
                )}
              </section>
            )
          })
        )}
      </div>
      <div className={styles.side} inert={waits}>
        {parts.map((e, i) => {
          const { number, fullScore } = e.question
          const field = fields[i]!
          const wants = missing && field.value === null && !field.problem
          return (
            <div key={keyOf(e)} className={styles.part} role="group" aria-label={`第${number}题给分`}>
              <div className={styles.line}>
                <label className={styles.number} htmlFor={`part${i}`}>
                  第 {number} 题
                </label>
                <Input
                  ref={(el) => {
                    inputs.current[i] = el
                  }}
                  id={`part${i}`}
                  className={styles.field}
                  size="medium"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={7}
                  value={field.text}
                  placeholder={said(field) ? '—' : ''}
                  aria-describedby={`said${i}`}
                  aria-invalid={field.problem !== null}
                  onChange={(_, d) => type(i, fieldTyped(e.question, d.value))}
                  onKeyDown={(ev) => press(i, ev)}
                />
                <Button size="small" className={styles.small} onClick={() => give(i, scoreField(fullScore))}>
                  满分
                </Button>
                <Button
                  size="small"
                  className={styles.small}
                  onClick={() => give(i, { ...emptyField, value: { kind: 'noAnswer' } })}
                >
                  未作答
                </Button>
                <Button size="small" className={styles.small} onClick={() => setAsking(keyOf(e))}>
                  有问题
                </Button>
              </div>
              <span id={`said${i}`} className={field.problem || wants ? styles.problem : styles.faint}>
                {field.problem ??
                  (wants ? '还没有给分' : `${said(field) ? `${said(field)}，` : ''}满分 ${showScore(fullScore)} 分`)}
              </span>
              {e.answer.others.length > 0 && (
                <div className={styles.line}>
                  {e.answer.others.map((o) => (
                    <Badge key={o.role} appearance="tint" color="informative">
                      {roleNames[o.role]} {valueText(o.value)}
                    </Badge>
                  ))}
                </div>
              )}
              {asking === keyOf(e) && (
                <div className={styles.line} role="group" aria-label="这份答卷有什么问题？">
                  {reasons.map((r) => (
                    <Button key={r.key} size="small" onClick={() => give(i, { ...emptyField, value: r.value })}>
                      {r.name}（{r.key}）
                    </Button>
                  ))}
                </div>
              )}
            </div>
          )
        })}
        {/* Its line is kept: what is pressed stays under the hand. */}
        <span className={styles.faint}>
          {pens.some((pen, i) => pen.changed && parts[i]!.value) ? '批注已改，离开这份时保存' : '\u00a0'}
        </span>
        <Button appearance="primary" onClick={() => send(fields)}>
          提交{parts.length > 1 ? `这 ${parts.length} 题` : ''}（回车）
        </Button>
        <div className={styles.line}>
          <Button size="small" onClick={leaving(desk.back)}>
            前一份
          </Button>
          <Button size="small" onClick={leaving(desk.next)}>
            后一份
          </Button>
          <Button size="small" onClick={onList}>
            我评过的（L）
          </Button>
        </div>
        <div>
          <span className={styles.faint}>
            {bundle.length > 1 && `本组 ${done} / ${bundle.length}，`}还有 {state.left} 份
          </span>
          {bundle.length > 1 && <ProgressBar value={done} max={bundle.length} aria-label="本组进度" />}
        </div>
        <p className={styles.keys}>
          回车到下一题，最后一题回车提交；↑ ↓ 换题，F 满分，B 未作答，S 有问题，PgUp PgDn 前后一份，+ − 缩放，R 旋转，C
          对比，N 批注
        </p>
      </div>
    </div>
  )
}
