import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark'
import { Circle16Regular } from '@fluentui/react-icons/svg/circle'
import { CircleHalfFill16Filled } from '@fluentui/react-icons/svg/circle-half-fill'
import { Dismiss16Filled } from '@fluentui/react-icons/svg/dismiss'
import { Subtract16Filled } from '@fluentui/react-icons/svg/subtract'
import { Triangle16Filled } from '@fluentui/react-icons/svg/triangle'

/** What a state means, of any object: each has a glyph, and a colour that is none of the brand's. */
export type Meaning = 'none' | 'going' | 'waits' | 'failed' | 'done' | 'out'

const useStyles = makeStyles({
  mark: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, whiteSpace: 'nowrap' },
  glyph: { flexShrink: 0 },
  none: { color: tokens.colorNeutralForeground3 },
  going: { color: tokens.colorPaletteBlueBorderActive },
  waits: { color: tokens.colorStatusWarningForeground3 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  out: { color: tokens.colorNeutralForeground4 },
})

const glyphs = {
  none: Circle16Regular,
  going: CircleHalfFill16Filled,
  waits: Triangle16Filled,
  failed: Dismiss16Filled,
  done: Checkmark16Filled,
  out: Subtract16Filled,
}
const words: Record<Meaning, string> = {
  none: '未开始',
  going: '进行中',
  waits: '待处理',
  failed: '出错',
  done: '已完成',
  out: '不参与',
}

/** A glyph and a word: the word says it, the shape tells it without colour. `said`: read aloud where there is no word. */
export const StateMark = (props: { meaning: Meaning; text?: string | undefined; said?: string }) => {
  const { meaning, text } = props
  const styles = useStyles()
  const Glyph = glyphs[meaning]
  return (
    <span className={styles.mark}>
      <Glyph
        className={mergeClasses(styles.glyph, styles[meaning])}
        {...(text ? { 'aria-hidden': true } : { 'aria-label': props.said ?? words[meaning] })}
      />
      {text}
    </span>
  )
}
