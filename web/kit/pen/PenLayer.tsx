import { makeStyles } from '@fluentui/react-components'
import { strokesOf } from '#shared/kit/pen/pen.rules.ts'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'

/** Ink on paper, the same in light and dark: it lies on the picture. */
export const inks = ['#b3261e', '#0b5cad', '#6b3fa0', '#0a6b4f'] as const

const useStyles = makeStyles({
  layer: { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'hidden', pointerEvents: 'none' },
  drawn: { fill: 'none', stroke: 'currentColor', strokeWidth: '2px', strokeLinecap: 'round', strokeLinejoin: 'round' },
  letters: { fill: 'currentColor', fontWeight: 600, paintOrder: 'stroke', stroke: '#fff', strokeWidth: '2px' },
})

const waysOf = (note: PenNote): string[] =>
  note.kind === 'line' || note.kind === 'underline'
    ? [`M${note.at.join(' ')}`]
    : strokesOf(note).map((way) => `M${way.map((p) => `${p.x} ${p.y}`).join(' ')}`)

/** Words that a screen reader is told of notes. */
const noteNames = { line: '线', underline: '下划线', tick: '勾', cross: '叉', text: '' } as const
export const notesText = (notes: readonly PenNote[]): string =>
  notes.map((n) => (n.kind === 'text' ? n.text : noteNames[n.kind])).join('、')

type Props = {
  notes: readonly PenNote[]
  /** Which picture of the answer this lies on, and its height by its width. */
  on: number
  ratio: number
  ink?: string
  label: string
}

/** Notes over the picture that they were written on; what holds both is as large as the picture. */
export const PenLayer = ({ notes, on, ratio, ink = inks[0], label }: Props) => {
  const styles = useStyles()
  const own = notes.filter((n) => n.on === on)
  if (own.length === 0) return null
  return (
    <svg
      className={styles.layer}
      style={{ color: ink }}
      viewBox={`0 0 1000 ${1000 * ratio}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}：${notesText(own)}`}
      data-paper
    >
      {own.map((note, i) =>
        note.kind === 'text' ? (
          <text
            key={i}
            className={styles.letters}
            x={note.at[0]}
            y={note.at[1]}
            fontSize={note.size}
            dominantBaseline="middle"
            vectorEffect="non-scaling-stroke"
          >
            {note.text}
          </text>
        ) : (
          waysOf(note).map((d) => (
            <path key={`${i} ${d}`} className={styles.drawn} d={d} vectorEffect="non-scaling-stroke" />
          ))
        ),
      )}
    </svg>
  )
}
