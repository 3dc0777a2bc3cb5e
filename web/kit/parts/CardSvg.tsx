import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  sheet: {
    display: 'block',
    width: '100%',
    height: 'auto',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    '@media print': { boxShadow: 'none' },
  },
})

/** A sheet of paper in millimetres: whatever is drawn inside uses millimetres as its unit. White in every theme, as paper is. */
export const CardSvg = (props: {
  width: number
  height: number
  label: string
  className?: string
  children: ReactNode
}) => {
  const styles = useStyles()
  return (
    <svg
      className={props.className ?? styles.sheet}
      viewBox={`0 0 ${props.width} ${props.height}`}
      role="img"
      aria-label={props.label}
      xmlns="http://www.w3.org/2000/svg"
    >
      {props.children}
    </svg>
  )
}
