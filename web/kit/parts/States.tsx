import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Refusal, SessionOver, Trouble, troubleWords, words } from '../refusals.ts'
import type { Empty } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'

const useStyles = makeStyles({
  state: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground3,
  },
  title: {
    margin: 0,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, maxWidth: '48ch', textWrap: 'balance' },
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBlock: tokens.spacingVerticalM,
  },
})

/** Why there is nothing, and the first step. */
export const EmptyState = ({ empty, picture }: { empty: Empty; picture?: ReactNode }) => {
  const styles = useStyles()
  return (
    <div className={styles.state} data-empty-state>
      {picture ?? <Sheet />}
      <p className={styles.title}>{empty.title}</p>
      {empty.text && <p className={styles.text}>{empty.text}</p>}
      {empty.action && <ActionButton action={{ primary: true, ...empty.action }} />}
    </div>
  )
}

const Sheet = () => (
  <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
    <rect
      x="18"
      y="4"
      width="36"
      height="48"
      rx="4"
      fill={tokens.colorNeutralBackground1}
      stroke={tokens.colorNeutralStroke1}
    />
    {[14, 22, 30].map((y) => (
      <g key={y} stroke={tokens.colorNeutralStroke1}>
        {[26, 34, 42].map((x) => (
          <rect key={x} x={x - 2} y={y} width="5" height="3" rx="1.5" />
        ))}
      </g>
    ))}
    <rect x="32" y="22" width="5" height="3" rx="1.5" fill={tokens.colorBrandBackground} />
    <path d="M24 42h24" stroke={tokens.colorNeutralStroke1} strokeLinecap="round" />
  </svg>
)

/** What went wrong in the user's words, with the way out. */
export const ErrorState = ({ error, again }: { error: unknown; again?: () => void }) => {
  const styles = useStyles()
  // Asking again does not help who may not ask.
  const barred = error instanceof Trouble && error.code === 403
  // What a rule refuses is no fault of the line: its words are all there is to say.
  const refused = error instanceof Refusal
  const text =
    error instanceof Trouble
      ? troubleWords(error.code)
      : error instanceof SessionOver
        ? words.sessionOver
        : '页面出现错误，请刷新后重试'
  return (
    <div className={styles.state} role="alert" data-empty-state>
      <p className={styles.title}>{refused ? error.message : barred ? '没有权限' : '没有加载出来'}</p>
      {!refused && <p className={styles.text}>{text}</p>}
      {barred ? (
        <Button onClick={() => history.back()}>返回上一页</Button>
      ) : (
        again && <Button onClick={again}>重试</Button>
      )}
    </div>
  )
}

type BarHeight = 8 | 12 | 16 | 20 | 24 | 28 | 32 | 64 | 128
/** Bars in place of what is to come. */
export const Bars = ({ rows = 6, height = 16 }: { rows?: number; height?: BarHeight }) => {
  const styles = useStyles()
  return (
    <Skeleton aria-label="正在加载" className={styles.bars}>
      {Array.from({ length: rows }, (_, i) => (
        <SkeletonItem key={i} size={height} style={{ width: `${96 - ((i * 17) % 40)}%` }} />
      ))}
    </Skeleton>
  )
}

/** What stands where an answer will be: bars, or why there is none, with asking again. */
export const Waiting = (props: {
  asked: { error: unknown; refetch: () => Promise<unknown> }
  rows: number
  height?: BarHeight
}) =>
  props.asked.error ? (
    <ErrorState error={props.asked.error} again={() => void props.asked.refetch()} />
  ) : (
    <Bars rows={props.rows} {...(props.height === undefined ? {} : { height: props.height })} />
  )
