import { makeStyles, tokens } from '@fluentui/react-components'
import { judgedWords } from '#shared/kit/judged.ts'
import type { DrawnPiece } from '#shared/scan/uploading/piece.calls.ts'

const useStyles = makeStyles({
  figure: { margin: 0, minWidth: 0 },
  place: { position: 'relative', display: 'inline-block', maxWidth: '100%' },
  picture: { display: 'block', maxWidth: '100%', height: 'auto', border: `1px solid ${tokens.colorNeutralStroke2}` },
  drawing: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  words: { margin: 0, fontVariantNumeric: 'tabular-nums' },
})

const cellWords = { empty: '空', filled: '已涂', doubt: '不清' } as const
/** Filled is solid, doubtful dashed: colour is not all that tells them apart. */
const strokes = {
  empty: { stroke: '#8a8886', strokeWidth: 1 },
  filled: { stroke: '#107c10', strokeWidth: 2.5 },
  doubt: { stroke: '#d13438', strokeWidth: 2.5, strokeDasharray: '4 2' },
} as const

/** A piece of a page with the cells where the recogniser looked, each as it was judged. */
export const DrawnPieceView = ({ of, name, judged }: { of: DrawnPiece; name: string; judged: boolean }) => {
  const styles = useStyles()
  const words = (value: string): string => (judged ? judgedWords(value) : value)
  const told = of.cells.filter((c) => c.state !== 'empty').map((c) => `${words(c.value)}${cellWords[c.state]}`)
  return (
    <figure className={styles.figure}>
      <div className={styles.place} data-paper>
        <img className={styles.picture} src={of.image} alt={name} width={of.width} height={of.height} />
        <svg className={styles.drawing} viewBox={`0 0 ${of.width} ${of.height}`} aria-hidden="true">
          {of.cells.map((c, i) => (
            <rect
              key={i}
              x={c.x * of.width}
              y={c.y * of.height}
              width={c.w * of.width}
              height={c.h * of.height}
              fill="none"
              {...strokes[c.state]}
            />
          ))}
        </svg>
      </div>
      <figcaption className={styles.words}>
        {name}：读作“{words(of.read) || '未填涂'}”{told.length > 0 && `（${told.join('、')}）`}
      </figcaption>
    </figure>
  )
}
