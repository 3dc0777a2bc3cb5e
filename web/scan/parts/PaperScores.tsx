import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import type { studentBlocks } from '#shared/scan/doubts/exception.calls.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { ScoreField, scoreBar, typedScore } from './ScoreField.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  figure: { margin: 0, minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  picture: {
    maxWidth: '100%',
    // The next field is in sight while one writes into this.
    maxHeight: '45dvh',
    width: 'auto',
    height: 'auto',
    alignSelf: 'flex-start',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  fields: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL },
  foot: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} 0`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
})

type Piece = OutputOf<typeof studentBlocks>[number]
export type TypedScores = { questionId: string; score: number | null; before: number | null }[]

/**
 * Answers as pictures, each with the score that stands on paper: typed from it, all saved together. Where people mark on
 * the screen, their marks stand before these.
 */
export const PaperScores = (props: {
  of: readonly Piece[]
  barred?: string | undefined
  /** Whether it was saved: not where the person has thought better of it. */
  save: (typed: TypedScores) => Promise<boolean>
}) => {
  const styles = useStyles()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const all = props.of.flatMap((b) => b.scores)
  const textOf = (s: (typeof all)[number]) => texts[s.questionId] ?? (s.score === null ? '' : showScore(s.score))
  const typed = all.flatMap((s) => {
    const score = typedScore(textOf(s))
    return score === s.score || score === undefined ? [] : [{ questionId: s.questionId, score, before: s.score }]
  })
  const bad = all.some((s) => scoreBar(s, textOf(s)) !== null)
  if (props.of.length === 0)
    return <EmptyState empty={{ title: '没有主观题', text: '答题卡还没有扫描，或这张卡没有主观题。' }} />
  return (
    <div className={styles.all}>
      <MessageBar layout="multiline">
        <MessageBarBody>
          先在纸上阅卷的，可以照着图像登记卷面分；卡上印有打分框的由识别得出，读错的在这里更正。在屏幕上阅过的题以屏幕给分为准。
        </MessageBarBody>
      </MessageBar>
      {props.of.map((b) => (
        <figure key={`${b.blockId}${b.url.split('?')[0]}`} className={styles.figure}>
          <figcaption>
            第{b.numbers}题{b.likelyBlank && '（可能未作答）'}
          </figcaption>
          <div className={styles.fields}>
            {b.scores.map((s) => (
              <ScoreField
                key={s.questionId}
                of={s}
                text={textOf(s)}
                barred={props.barred}
                onChange={(text) => setTexts({ ...texts, [s.questionId]: text })}
              />
            ))}
          </div>
          <Picture
            className={styles.picture}
            src={b.url}
            alt={`第${b.numbers}题`}
            width={b.width}
            height={b.height}
            loading="lazy"
          />
        </figure>
      ))}
      <div className={styles.foot}>
        <ActionButton
          action={{
            name: typed.length > 0 ? `保存卷面分（${typed.length}题）` : '保存卷面分',
            primary: true,
            barred: props.barred ?? (bad ? '有分数不合要求' : typed.length === 0 && '没有改动'),
            run: async () => {
              if (!(await props.save(typed))) return
              setTexts({})
              toast('success', `已登记${typed.length}题的卷面分`)
            },
          }}
        />
      </div>
    </div>
  )
}
