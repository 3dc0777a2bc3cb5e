/** What a desk says beside the answer: what is still to be sent, and what it asks; no key answers it. */
import { Button, MessageBar, MessageBarActions, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { CloudOff16Regular } from '@fluentui/react-icons/svg/cloud-off'
import { CloudArrowUp16Regular } from '@fluentui/react-icons/svg/cloud-arrow-up'
import { valueText } from '../parts/ScorePad.tsx'
import type { Desk, MarkingDesk } from './markingDesk.ts'

const useStyles = makeStyles({
  sign: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    marginLeft: 'auto',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  offline: { color: tokens.colorPaletteMarigoldForeground2 },
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

export const Sign = ({ state }: { state: Desk }) => {
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

export const DeskNotices = ({ state, desk }: { state: Desk; desk: MarkingDesk }) => (
  <div className={useStyles().notices}>
    {state.notice && (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{state.notice}</MessageBarBody>
      </MessageBar>
    )}
    <Elsewhere state={state} desk={desk} />
    <Unanswered state={state} desk={desk} />
  </div>
)
