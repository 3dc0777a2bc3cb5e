import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import { percent } from '#shared/analysis/report.words.ts'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import type { OutputOf } from '#web/kit/ask.ts'
import {
  choiceText,
  earnedLines,
  groupText,
  itemName,
  howOf,
  inPaperOrder,
  scoreText,
  othersOf,
} from '../resultWords.ts'

type Item = OutputOf<typeof ownResult>['items'][number]

const useStyles = makeStyles({
  head: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  heading: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' },
  folded: {
    marginTop: tokens.spacingVerticalS,
    '& > summary': { cursor: 'pointer', paddingBlock: tokens.spacingVerticalS },
  },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
    gap: tokens.spacingVerticalS,
  },
  item: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  number: { fontWeight: tokens.fontWeightSemibold },
  score: { fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  right: { color: tokens.colorPaletteGreenForeground1 },
  part: { color: tokens.colorPaletteDarkOrangeForeground1 },
  wrong: { color: tokens.colorPaletteRedForeground1 },
  text: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  all: { textAlign: 'right' },
  points: { gridColumn: '1 / -1', listStyleType: 'none', margin: 0, padding: 0 },
  point: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXS,
    alignItems: 'start',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})

/** One question: right, partly or wrong in a word and in a colour. */
const Question = ({ item, ofTotal }: { item: Item; ofTotal: boolean }) => {
  const styles = useStyles()
  const lines = earnedLines(item)
  return (
    <li className={styles.item}>
      <span className={styles.number}>{itemName(item.number, ofTotal)}</span>
      <span className={mergeClasses(styles.score, !item.lacked && styles[howOf(item)])}>{scoreText(item)}</span>
      <span className={styles.text}>{choiceText(item)}</span>
      <span className={mergeClasses(styles.text, styles.all)}>
        {item.scoreRate !== null && `${othersOf(item)} ${percent(item.scoreRate)}`}
      </span>
      {lines.length > 0 && (
        <ul className={styles.points} aria-label={`${itemName(item.number, ofTotal)}的评分点`}>
          {lines.map((line) => (
            <li key={line.text} className={styles.point}>
              {line.got ? (
                <Checkmark16Regular className={styles.right} aria-hidden />
              ) : (
                <Dismiss16Regular className={styles.wrong} aria-hidden />
              )}
              <span>{line.text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type Props = Pick<OutputOf<typeof ownResult>, 'items' | 'unanswered' | 'ofTotal'> & {
  /** To the own paper, where there is one. */
  onPaper?: (() => void) | undefined
}
/** Of so few full marks each stands by itself. */
const fewFull = 3

/** Where something was lost comes first; what was right is one line that opens. */
export const Questions = ({ items, unanswered = [], onPaper, ...props }: Props) => {
  const ofTotal = props.ofTotal === true
  const styles = useStyles()
  if (items.length === 0) return null
  const full = items.filter((i) => !i.lacked && howOf(i) === 'right')
  const folded = full.length > fewFull ? full : []
  const title = ofTotal ? '各科得分' : '各题得分'
  const shown = items.filter((i) => !folded.includes(i))
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <h2 className={styles.head}>{title}</h2>
        {onPaper && (
          <Button size="small" onClick={onPaper}>
            看答卷
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {inPaperOrder(shown, unanswered).map((of) =>
          'item' in of ? (
            <Question key={of.item.questionId} item={of.item} ofTotal={ofTotal} />
          ) : (
            <li key={of.group.numbers.join()} className={styles.item}>
              <span className={styles.number}>第{of.group.numbers.join('、')}题（选做）</span>
              <span className={mergeClasses(styles.score, !of.group.lacked && styles.wrong)}>
                {groupText(of.group)}
              </span>
            </li>
          ),
        )}
      </ol>
      {folded.length > 0 && (
        <details className={styles.folded}>
          <summary>
            {ofTotal
              ? `满分 ${folded.length} 科：${folded.map((i) => i.number).join('、')}`
              : `满分 ${folded.length} 题：第${folded.map((i) => i.number).join('、')}题`}
          </summary>
          <ol className={styles.list}>
            {folded.map((i) => (
              <Question key={i.questionId} item={i} ofTotal={ofTotal} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
