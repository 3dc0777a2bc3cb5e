import { makeStyles, mergeClasses } from '@fluentui/react-components'
import { Fragment } from 'react'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { PenLayer } from '#web/kit/pen/PenLayer.tsx'
import { signText } from '../resultWords.ts'
import { uprightPart } from '#web/kit/picture/upright.ts'

type Result = OutputOf<typeof ownResult>

const useStyles = makeStyles({
  // Sizes follow the sheet's width: what is written lies where a pen would write it, at any zoom.
  // Paper lies over the watermark, and this over the paper.
  sheet: { position: 'absolute', inset: 0, zIndex: 6, containerType: 'inline-size', pointerEvents: 'none' },
  sign: {
    position: 'absolute',
    whiteSpace: 'nowrap',
    // Red on paper, in light and dark: it lies on the picture.
    color: '#b3261e',
    fontWeight: 600,
    lineHeight: 1,
    fontVariantNumeric: 'tabular-nums',
    textShadow: '0 0 2px #fff, 0 0 2px #fff, 0 0 3px #fff',
  },
  notes: { position: 'absolute' },
  choice: { fontSize: '2.6cqi', transform: 'translate(0.4cqi, -50%)' },
  written: { fontSize: '2.6cqi', transform: 'translate(-100%, 0)', padding: '0.8cqi' },
})

/** What each answer of a page earned, beside it. The list above says the same in words, so this is for the eye alone; what a marker wrote lies where it was written. */
export const Signs = ({ page, items }: { page: Result['pages'][number]; items: Result['items'] }) => {
  const styles = useStyles()
  return (
    <span className={styles.sheet} aria-hidden="true" data-paper data-signs>
      {(page.regions ?? []).map(({ questionIds, choice, part = 0, at }) => {
        const { x, y, w, h } = uprightPart(at as [number, number, number, number], page.turn)
        const own = items.filter((i) => questionIds.includes(i.questionId))
        // The page as it is read: a side that lies is as long as the other.
        const ratio = page.turn === 90 || page.turn === 270 ? page.width / page.height : page.height / page.width
        return (
          <Fragment key={`${questionIds.join()} ${part}`}>
            {part === 0 && (
              <span
                className={mergeClasses(styles.sign, choice ? styles.choice : styles.written)}
                style={{ left: `${(x + w) * 100}%`, top: `${(choice ? y + h / 2 : y) * 100}%` }}
              >
                {signText(own, choice)}
              </span>
            )}
            {own.some((i) => i.notes) && (
              <span
                className={styles.notes}
                style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
              >
                {own.map((i) => (
                  <PenLayer
                    key={i.questionId}
                    notes={i.notes ?? []}
                    on={part}
                    ratio={(ratio * h) / w}
                    label={`第${i.number}题批注`}
                  />
                ))}
              </span>
            )}
          </Fragment>
        )
      })}
    </span>
  )
}
