import { tokens } from '@fluentui/react-components'
import { useInsertionEffect } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { watermarkOf } from './watermark.ts'

/**
 * Scans, answers and sheets stand over the mark: nothing is drawn over paper. No specificity: a screen's own rule wins.
 * Within paper its own tools stay on top. A sheet of its own, since what Fluent offers for this does nothing under test.
 */
const overPaper = `:where(main [data-paper]) { position: relative; z-index: 5 }
:where(main [data-paper] [data-paper]) { position: static; z-index: auto }`

const usePaperStyles = (): void =>
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(overPaper)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet)
    }
  }, [])

/** The user's mark over the page, too faint to read past and plain enough in a photograph; the whole id is for machines. */
export const Watermark = ({
  user,
}: {
  user: Pick<SessionUser, 'userName' | 'userId' | 'accountPhone' | 'accountName'>
}) => {
  usePaperStyles()
  return (
    <svg
      aria-hidden="true"
      className="no-print"
      data-watermark={`${user.userName} ${user.userId}`}
      style={{
        position: 'fixed',
        inset: 0,
        width: '100%',
        height: '100%',
        pointerEvents: 'none',
        zIndex: 4,
        opacity: 0.06,
      }}
    >
      <defs>
        <pattern id="watermark" width="420" height="160" patternUnits="userSpaceOnUse" patternTransform="rotate(-20)">
          <text x="10" y="80" fontSize="14" fill={tokens.colorNeutralForeground1}>
            {watermarkOf(user)}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#watermark)" />
    </svg>
  )
}
