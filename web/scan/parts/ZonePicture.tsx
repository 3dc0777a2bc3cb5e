import { makeStyles, tokens } from '@fluentui/react-components'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'

const useStyles = makeStyles({
  svg: {
    width: '100%',
    maxWidth: '520px',
    height: 'auto',
    backgroundColor: '#fff',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  figure: { margin: 0, minWidth: 0 },
})

const Box = ({ of, stroke, fill = 'none' }: { of: Rect; stroke: string; fill?: string }) => (
  <rect x={of.x} y={of.y} width={of.w} height={of.h} stroke={stroke} strokeWidth={0.4} fill={fill} />
)

/** Where on a page of the card what is read: corners, number, choices, pieces for the markers, scores. */
export const ZonePicture = (props: { page: PageGeometry; width: number; height: number; name: string }) => {
  const styles = useStyles()
  const { page } = props
  return (
    <figure className={styles.figure}>
      <figcaption>第{page.page}页</figcaption>
      <svg
        data-paper
        className={styles.svg}
        viewBox={`0 0 ${props.width} ${props.height}`}
        role="img"
        aria-label={`${props.name}第${page.page}页的识别区域`}
      >
        {page.anchors.map((a, i) => (
          <Box key={i} of={a.rect} stroke="#242424" fill="#242424" />
        ))}
        <Box of={page.qr} stroke="#242424" />
        {page.studentNumber && <Box of={page.studentNumber.rect} stroke="#8764b8" />}
        {page.absent && <Box of={page.absent.rect} stroke="#8764b8" />}
        {page.choices.map((row) => (
          <g key={row.questionId}>
            {row.cells.map((c) => (
              <Box key={c.value} of={c.rect} stroke="#0f6cbd" />
            ))}
            {row.cells[0] && (
              <text x={row.cells[0].rect.x - 1} y={row.cells[0].rect.y + 2.6} fontSize={2.8} textAnchor="end">
                {row.number}
              </text>
            )}
          </g>
        ))}
        {page.blocks.map((b) => (
          <Box key={`${b.blockId}${b.part}`} of={b.rect} stroke="#107c10" fill="rgba(16,124,16,.06)" />
        ))}
        {(page.scoreRows ?? []).flatMap((r, i) =>
          r.cells.map((c) => <Box key={`${i}${c.value}`} of={c.rect} stroke="#d13438" />),
        )}
      </svg>
    </figure>
  )
}
