import {
  Badge,
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  ProgressBar,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { CloudOff16Regular } from '@fluentui/react-icons/svg/cloud-off'
import { CloudArrowUp16Regular } from '@fluentui/react-icons/svg/cloud-arrow-up'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { rubric as rubricCall } from '#shared/marking/rubric/rubric.calls.ts'
import { examples } from '#shared/marking/quality/standard.calls.ts'
import { MarkRole } from '#shared/marking/marking.types.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { useKeys } from '#web/kit/parts/useKeys.ts'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import type { Desk, MarkingDesk } from './markingDesk.ts'
import { now } from '#web/kit/ports.ts'
import { markingPaths, trialPath } from './marking.paths.ts'
import { enterPassword } from './parts/enterPassword.ts'
import { deskBar, emptyDesk, nextAction, restOf } from './taskCards.ts'
import { AnswerPicture, plainLook } from './parts/AnswerPicture.tsx'
import { Examples } from './parts/Examples.tsx'
import { OwnList } from './parts/OwnList.tsx'
import { OwnMarks } from './parts/OwnMarks.tsx'
import { ScorePad, valueText } from './parts/ScorePad.tsx'
import { WholeSheet } from './parts/WholeSheet.tsx'
import { RubricPad } from './rubric/RubricPad.tsx'
import { markBy, wholeBy } from './rubric/rubricKeys.ts'
import { useMarkingDesk } from './useMarkingDesk.ts'
import { useMarkKeys } from './useMarkKeys.ts'
import { useSoleTab } from './useSoleTab.ts'

const useStyles = makeStyles({
  screen: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    height: '100dvh',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    minHeight: '40px',
  },
  leave: { display: 'inline-flex', alignItems: 'center', color: tokens.colorNeutralForeground1 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  sign: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    marginLeft: 'auto',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  offline: { color: tokens.colorPaletteMarigoldForeground2 },
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
  mark: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, minHeight: '44px' },
  typed: {
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
  again: { display: 'flex', justifyContent: 'center', gap: tokens.spacingHorizontalS },
  other: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  // Beside the pad where there is room: what is typed there is seen while it stands.
  notices: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    position: 'fixed',
    top: '48px',
    left: '12px',
    right: '284px',
    zIndex: 5,
    '@media (max-width: 800px)': { right: '12px' },
  },
})

const isBy = (error: unknown, ...problems: { status: number }[]): error is Refusal =>
  error instanceof Refusal && problems.some((p) => p.status === error.status)
const isLocked = (error: unknown): boolean => isBy(error, markingProblems.passwordNeeded)

/** What stands before live work, which no other try takes away. */
const { trialNeeded, trialPreparing, trialFailed, seedStopped } = markingProblems

const roleNames = { first: '一评', second: '二评', third: '三评', final: '仲裁' } as const

const Sign = ({ state }: { state: Desk }) => {
  const styles = useStyles()
  // Before the first mark nothing was sent.
  if (state.waiting === 0)
    return state.entries.some((e) => e.value) ? <span className={styles.sign}>已全部提交</span> : null
  return (
    <span className={`${styles.sign} ${state.offline ? styles.offline : ''}`} role="status">
      {state.offline ? <CloudOff16Regular /> : <CloudArrowUp16Regular />}
      {state.waiting} 个待提交
      {state.offline && '，网络恢复后自动提交'}
    </span>
  )
}

/** The same answer was marked on another computer: said, and asked which mark is meant. No key answers it. */
const Elsewhere = ({ state, desk }: { state: Desk; desk: MarkingDesk }) => {
  const [first] = state.clashes
  if (!first) return null
  const more = state.clashes.length - 1
  const [there, here] = [valueText(first.there), valueText(first.here)]
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        您刚评的一份，已在另一处给了 {there}；这里给的 {here} 没有生效。{more > 0 && `还有 ${more} 份也是这样。`}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => desk.settle('there')}>
          保留 {there}
        </Button>
        <Button size="small" onClick={() => desk.settle('here')}>
          改为 {here}
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

/** A key that was pressed for another: asked once, and answered by no key. */
const Unanswered = ({ state, desk }: { state: Desk; desk: MarkingDesk }) =>
  state.unanswered !== null && (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        您连续 {state.unanswered} 份判为未作答，图上都有字迹。B 键是“未作答”，请确认没有按错。
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => desk.answerUnanswered(true)}>
          确实没有作答
        </Button>
        <Button size="small" onClick={() => desk.answerUnanswered(false)}>
          从第一份看起
        </Button>
      </MessageBarActions>
    </MessageBar>
  )

type MarkingProps = {
  paperId: PaperId
  desk: MarkingDesk
  state: Desk
  rubric: OutputOf<typeof rubricCall>['rubric']
  onList: () => void
}

const Marking = (props: MarkingProps) => {
  const { paperId, desk, state } = props
  const styles = useStyles()
  const [look, onLook] = useState(plainLook)
  const q = state.question!
  const entry = state.entries[state.at]!
  const waits = state.phase !== 'marking'
  // Asked for one answer; the next one is shown by itself again.
  const [sheetOf, setSheetOf] = useState<string | null>(null)
  const uncut = entry.answer.images.length === 0
  const sheet = uncut || sheetOf === entry.answer.studentId
  const { data: open } = useAsk(examples, { paperId, questionId: q.questionId }, { freshMs: 60_000, quiet: true })
  const [comparing, setComparing] = useState(false)
  const { rubric } = props
  const before = entry.value?.kind === 'score' ? (entry.value.points ?? '') : ''
  const shown = comparing && open && open.list.length > 0 ? open.list : null
  const choices = Array.from({ length: Math.floor(q.fullScore / q.step) + 1 }, (_, i) => i * q.step)
  const keys = useMarkKeys({
    of: `${entry.bundle.bundleId} ${entry.answer.studentId}`,
    waits,
    rubric: rubric && { rubric, before },
    choices,
    full: q.fullScore,
    marked: entry.value !== undefined,
    give: desk.mark,
    back: desk.back,
    next: desk.next,
    look,
    onLook,
    whole: sheet && !uncut,
    onSheet: () => setSheetOf(sheet ? null : entry.answer.studentId),
    onList: props.onList,
    onExamples: () => setComparing((is) => !is),
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
    <AnswerPicture answer={entry.answer} look={look} onLook={onLook} />
  )
  return (
    <div className={styles.work}>
      {shown ? (
        <div className={styles.beside}>
          {picture}
          <Examples list={shown} onClose={() => setComparing(false)} />
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
          {open && open.list.length > 0 && (
            <Button size="small" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
              标杆卷 {open.list.length} 份（G）
            </Button>
          )}
        </div>
        <p className={styles.keys}>
          {rubric ? '每点一个键，回车确认' : `数字给分${choices.length > 10 ? '，回车确认' : ''}`}，F 满分，B 未作答，S
          有问题，← → 前后一份，+ − 缩放，R 旋转，C 对比
        </p>
      </div>
    </div>
  )
}

/** An answer is in sight, or the next is on its way: the pad stays where the hand is. */
const isAtWork = (state: Desk | null): state is Desk =>
  state?.phase === 'marking' || (state?.phase === 'loading' && state.question !== null && state.entries.length > 0)

/** By then the marks of this desk are in the counts. */
const countedMs = 4000

/** Nothing waits: said only when that is so, of all roles; otherwise where the rest is, and the question that is next. */
const NothingLeft = (of: { paperId: PaperId; questionId: QuestionId; given: number; waiting: number }) => {
  const go = useNavigate()
  const [since] = useState(now)
  const { data, dataUpdatedAt, error } = useAsk(markingTasks, {}, { everyMs: 5000, freshMs: 0, quiet: true })
  // Counted before the last mark was given or sent, it would tell of answers that are done.
  const known = of.waiting === 0 && dataUpdatedAt >= since
  const rest = restOf(known ? (data ?? []) : [], of)
  const { next } = rest
  const said = emptyDesk(rest, {
    given: of.given,
    known: known || error !== null,
    again: dataUpdatedAt >= since + countedMs,
  })
  const onwards = said.to === 'next' ? nextAction(next!, of.paperId) : null
  // From question to question without the mouse; a key that is still held is the last mark's.
  useKeys((key, e) => {
    if (key !== 'Enter' || e.repeat || !onwards) return false
    void go(onwards.to)
    return true
  })
  return (
    <EmptyState
      empty={{
        title: said.title,
        text: said.text,
        ...(onwards
          ? { action: onwards }
          : said.to === 'tasks'
            ? { action: { name: '返回阅卷任务', to: markingPaths.tasks } }
            : {}),
      }}
    />
  )
}

/** A paper whose crops need a large screen is not marked on a phone. */
export const MarkScreen = () => {
  const { paperId } = useParams() as { paperId: PaperId }
  const narrow = useNarrow()
  const [beganNarrow] = useState(narrow)
  const tasks = useAsk(markingTasks, narrow ? {} : undefined, { freshMs: 60_000, quiet: true })
  // A desk that is open stays while a window that became narrow asks: what is typed is not lost.
  if (narrow && beganNarrow && !tasks.data && !tasks.error) return <Bars rows={6} height={64} />
  const barred = tasks.data?.some((t) => t.paperId === paperId && deskBar({ largeScreen: t.largeScreen }, narrow))
  if (!narrow || !barred) return <MarkDesk />
  return (
    <EmptyState
      empty={{
        title: '这份试卷要用电脑评阅',
        text: '考试的管理者没有允许用手机评阅，请换一台电脑登录。',
        action: { name: '返回阅卷任务', to: markingPaths.tasks },
      }}
    />
  )
}

/** Marking one question, answer after answer: the picture fills the screen, a key gives the mark. */
const MarkDesk = () => {
  const styles = useStyles()
  const { paperId, questionId } = useParams() as { paperId: PaperId; questionId: QuestionId }
  const [query] = useSearchParams()
  const role = MarkRole.safeParse(query.get('role')).data
  const user = useAsk(sessionUser, {}, { freshMs: 300_000 })
  const me = user.data?.userId
  const { stands, take } = useSoleTab(me && `marking.desk.${me}.${paperId}.${questionId}`)
  const owner = stands === 'here' ? me : undefined
  const { desk, state } = useMarkingDesk({ paperId, questionId, role, owner })
  const current = state?.entries[state.at]
  // Until it is known whether digits are points or scores, there is nothing to type into.
  const set = useAsk(rubricCall, { paperId, questionId }, { freshMs: 60_000, quiet: true })
  const known = set.data !== undefined
  const [listing, setListing] = useState(false)
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <Link to={markingPaths.tasks} className={styles.leave} aria-label="返回阅卷任务">
          <ArrowLeft20Regular />
        </Link>
        <h1 className={styles.title}>{state?.question ? `第 ${state.question.number} 题` : '评阅'}</h1>
        {current && <Badge appearance="tint">{roleNames[current.bundle.role]}</Badge>}
        {state && <Sign state={state} />}
      </header>
      {state && desk && (
        <div className={styles.notices}>
          {state.notice && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{state.notice}</MessageBarBody>
            </MessageBar>
          )}
          <Elsewhere state={state} desk={desk} />
          <Unanswered state={state} desk={desk} />
        </div>
      )}
      {stands === 'elsewhere' ? (
        <EmptyState
          empty={{
            title: '您已在另一个页面打开这道题',
            text: '在两个页面里同时评，同一份会给两次分，所以一次只在一个页面里评。那一页关闭后，这里自动继续。',
            action: { name: '在这里继续', run: take },
          }}
        />
      ) : desk && current && isAtWork(state) && known ? (
        <Marking
          paperId={paperId}
          desk={desk}
          state={state}
          rubric={set.data?.rubric ?? null}
          onList={() => setListing(true)}
        />
      ) : current && isAtWork(state) && set.error ? (
        <ErrorState error={set.error} again={() => void set.refetch()} />
      ) : state?.phase === 'empty' ? (
        <div>
          <NothingLeft paperId={paperId} questionId={questionId} given={state.entries.length} waiting={state.waiting} />
          <div className={styles.again}>
            {state.entries.length > 0 && <Button onClick={desk?.back}>回看最后一份</Button>}
            <Button onClick={desk?.again}>再看看有没有新答卷</Button>
          </div>
          <div className={styles.again}>
            <Button appearance="subtle" onClick={() => setListing(true)}>
              我评过的答卷
            </Button>
          </div>
        </div>
      ) : state?.phase === 'failed' ? (
        isLocked(state.error) ? (
          <EmptyState
            empty={{
              title: '要先输入阅卷密码',
              text: '这份试卷的阅卷密码由考试的管理者告诉您；更换以后要再输入一次。',
              action: {
                name: '输入阅卷密码',
                run: async () => {
                  await enterPassword(paperId)
                  desk?.again()
                },
              },
            }}
          />
        ) : isBy(state.error, trialNeeded, trialPreparing, trialFailed, seedStopped) ? (
          <EmptyState
            empty={{
              title: state.error.message,
              action: isBy(state.error, trialNeeded)
                ? { name: '先试评', to: trialPath({ paperId, questionId }) }
                : { name: '返回阅卷任务', to: markingPaths.tasks },
            }}
          />
        ) : (
          <ErrorState error={state.error} again={desk?.again} />
        )
      ) : (
        <Bars rows={6} height={64} />
      )}
      {listing && desk && (
        <OwnList
          paperId={paperId}
          questionId={questionId}
          desk={desk}
          waiting={state?.waiting ?? 0}
          onClose={() => setListing(false)}
        />
      )}
    </div>
  )
}
