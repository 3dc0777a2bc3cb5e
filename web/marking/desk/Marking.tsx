/** An answer, and the pad that its mark is given with. */
import { Badge, Button, ProgressBar, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import type { rubric as rubricCall } from '#shared/marking/rubric/rubric.calls.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { leavesFocus } from '#web/kit/parts/useKeys.ts'
import { AnswerPicture, plainLook } from '../parts/AnswerPicture.tsx'
import { ScorePad, valueText } from '../parts/ScorePad.tsx'
import { ProposalLine } from '../reader/ProposalLine.tsx'
import { RubricPad } from '../rubric/RubricPad.tsx'
import { markBy, wholeBy } from '../rubric/rubricKeys.ts'
import { Examples } from './Examples.tsx'
import type { Desk, MarkingDesk } from './markingDesk.ts'
import { OwnMarks } from './OwnMarks.tsx'
import { usePen, withNotes } from '../pen/usePen.ts'
import { useLeaving } from './useLeaving.ts'
import { useBeside } from './useBeside.ts'
import { useMarkKeys } from './useMarkKeys.ts'
import { WholeSheet } from './WholeSheet.tsx'

const useStyles = makeStyles({
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  work: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 272px',
    minHeight: 0,
    '@media (max-width: 800px)': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'minmax(0, 1fr) auto' },
  },
  // The answer and the standards side by side; on a phone one below the other.
  beside: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) clamp(260px, 32%, 440px)',
    minHeight: 0,
    '@media (max-width: 800px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 1fr) minmax(0, 1fr)',
    },
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
      maxHeight: '46dvh',
      gap: tokens.spacingVerticalS,
    },
  },
  // What is said beside the mark wraps within this height: nothing below moves under the hand.
  mark: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '44px' },
  typed: {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  open: { color: tokens.colorNeutralForeground4, fontWeight: tokens.fontWeightRegular },
  rests: { margin: 'auto', color: tokens.colorNeutralForeground3 },
  idle: { opacity: 0.5 },
  keys: {
    margin: 0,
    marginTop: 'auto',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 800px)': { display: 'none' },
  },
  other: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
})

type MarkingProps = {
  paperId: PaperId
  /** Whose desk it is. */
  owner: string
  desk: MarkingDesk
  state: Desk
  rubric: OutputOf<typeof rubricCall>['rubric']
  proposes: boolean | undefined
  notesTo: OutputOf<typeof rubricCall>['notesTo'] | undefined
  onList: () => void
}

export const Marking = (props: MarkingProps) => {
  const { paperId, desk, state } = props
  const styles = useStyles()
  const [look, onLook] = useState(plainLook)
  const entry = state.entries[state.at]!
  const q = entry.question
  const waits = state.phase !== 'marking'
  // Asked for one answer; the next one is shown by itself again.
  const [sheetOf, setSheetOf] = useState<string | null>(null)
  const uncut = entry.answer.images.length === 0
  const sheet = uncut || sheetOf === entry.answer.studentId
  const beside = useBeside(paperId, entry, state.entries)
  const { rubric } = props
  const before = entry.value?.kind === 'score' ? (entry.value.points ?? '') : ''
  const choices = Array.from({ length: Math.floor(q.fullScore / q.step) + 1 }, (_, i) => i * q.step)
  const of = `${entry.bundle.bundleId} ${entry.answer.studentId} ${entry.answer.imageVersion}`
  const pen = usePen(`${props.owner}.${paperId}.${q.questionId}`, of, entry.value?.notes ?? [])
  const writes = !sheet && !waits
  const give = (value: MarkValue): void => {
    pen.forget()
    desk.mark(withNotes(value, pen.notes))
  }
  /** What was written on an answer after its mark goes with that mark anew, once the answer is left. */
  const rewritten = (): void => {
    if (!pen.changed || !entry.value || waits) return
    pen.forget()
    desk.annotate(withNotes(entry.value, pen.notes))
  }
  useLeaving(rewritten)
  const leaving = (go: () => void) => (): void => {
    rewritten()
    go()
  }
  const keys = useMarkKeys({
    of,
    waits,
    rubric: rubric && { rubric, before },
    choices,
    full: q.fullScore,
    marked: entry.value !== undefined,
    give,
    back: leaving(desk.back),
    next: leaving(desk.next),
    look,
    onLook,
    whole: sheet && !uncut,
    onSheet: () => setSheetOf(sheet ? null : entry.answer.studentId),
    onList: props.onList,
    onExamples: beside.onStandards,
    onOwn: beside.onOwn,
    onPen: writes ? () => pen.setTool(pen.tool ? null : 'line') : null,
    onUndo: writes && pen.tool && pen.notes.length > 0 ? pen.undo : null,
  })
  const byPoints = rubric && { rubric, full: q.fullScore }
  const standing = byPoints && keys.chosen !== null ? markBy(byPoints, keys.chosen) : null
  const given = state.entries.flatMap((e) => (e.value?.kind === 'score' ? [e.value.score] : []))
  const bundle = state.entries.filter((e) => e.bundle.bundleId === entry.bundle.bundleId)
  const done = bundle.filter((e) => e.value !== undefined).length
  const picture = waits ? (
    <p className={styles.rests} role="status">
      正在取下一组答卷…
    </p>
  ) : sheet ? (
    <WholeSheet
      key={entry.answer.studentId}
      paperId={paperId}
      entry={entry}
      {...(uncut ? {} : { onBack: () => setSheetOf(null) })}
    />
  ) : (
    <AnswerPicture answer={entry.answer} look={look} onLook={onLook} pen={pen} notesTo={props.notesTo} />
  )
  return (
    <div className={styles.work} onMouseDown={leavesFocus}>
      {beside.which ? (
        <div className={styles.beside}>
          {picture}
          <Examples
            {...(beside.which === 'standards'
              ? { title: '标杆卷', hint: 'G', empty: '' }
              : { title: '我评过的', hint: 'V', empty: '还没有评过这道题的别的答卷' })}
            list={beside.list}
            onClose={beside.close}
          />
        </div>
      ) : (
        picture
      )}
      <div className={styles.side}>
        <div className={styles.mark} aria-live="polite">
          <span className={styles.typed}>
            {keys.standing.text ||
              (standing && valueText(standing)) ||
              (entry.value && !waits ? valueText(entry.value) : <span className={styles.open}>待评</span>)}
          </span>
          <span className={keys.standing.problem ? styles.problem : styles.faint}>
            {keys.standing.problem ?? `满分 ${showScore(q.fullScore)} 分`}
          </span>
          {pen.changed && entry.value && !waits && <span className={styles.faint}>批注已改，离开这份时保存</span>}
        </div>
        {!waits && entry.answer.others.length > 0 && (
          <div className={styles.other}>
            {entry.answer.others.map((o) => (
              <Badge key={o.role} appearance="tint" color="informative" size="large">
                {roleNames[o.role]} {valueText(o.value)}
              </Badge>
            ))}
          </div>
        )}
        {!waits && (
          <ProposalLine
            {...{ paperId, questionId: q.questionId, proposes: props.proposes }}
            bundle={entry.bundle}
            studentId={entry.answer.studentId}
          />
        )}
        <div inert={waits} className={waits ? styles.idle : undefined}>
          <ScorePad
            standing={keys.standing.score}
            choices={choices}
            full={q.fullScore}
            chosen={waits ? undefined : entry.value}
            asking={keys.asking}
            onGive={keys.give}
            onKey={keys.press}
            onAsk={keys.setAsking}
            points={
              byPoints && {
                pad: (
                  <RubricPad
                    rubric={byPoints.rubric}
                    chosen={waits ? '' : (keys.chosen ?? before)}
                    others={entry.answer.others}
                    onPoint={keys.press}
                  />
                ),
                mark: standing,
                full: wholeBy(byPoints, 'full'),
                zero: wholeBy(byPoints, 'zero'),
              }
            }
          />
        </div>
        <div>
          <span className={styles.faint}>
            {bundle.length > 1 && `本组 ${done} / ${bundle.length}，`}本题还有 {state.left} 份
          </span>
          {bundle.length > 1 && <ProgressBar value={done} max={bundle.length} aria-label="本组进度" />}
        </div>
        <OwnMarks choices={choices} given={given} />
        <div className={styles.other}>
          <Button size="small" onClick={props.onList}>
            我评过的（L）
          </Button>
          {!uncut && (
            <Button size="small" aria-pressed={sheet} onClick={() => setSheetOf(sheet ? null : entry.answer.studentId)}>
              整张答题卡（W）
            </Button>
          )}
          {beside.own && (
            <Button size="small" aria-pressed={beside.which === 'own'} onClick={beside.onOwn}>
              对照我评过的（V）
            </Button>
          )}
          {beside.standards > 0 && (
            <Button size="small" aria-pressed={beside.which === 'standards'} onClick={beside.onStandards}>
              标杆卷 {beside.standards} 份（G）
            </Button>
          )}
        </div>
        <p className={styles.keys}>
          {rubric ? '每点一个键，回车确认' : `数字给分${choices.length > 10 ? '，回车确认' : ''}`}，F 满分，B 未作答，S
          有问题，← → 前后一份，退格改数字，+ − 缩放，R 旋转，C 对比，N 批注
        </p>
      </div>
    </div>
  )
}
