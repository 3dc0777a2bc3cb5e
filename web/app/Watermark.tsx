import { tokens } from '@fluentui/react-components'

/** The user's mark over the page, too faint to read past and plain enough in a photograph. */
export const Watermark = ({ text }: { text: string }) => (
  <svg
    aria-hidden="true"
    className="no-print"
    data-watermark={text}
    style={{
      position: 'fixed',
      inset: 0,
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
      zIndex: 9,
      opacity: 0.045,
    }}
  >
    <defs>
      <pattern id="watermark" width="420" height="160" patternUnits="userSpaceOnUse" patternTransform="rotate(-20)">
        <text x="10" y="80" fontSize="14" fill={tokens.colorNeutralForeground1}>
          {text}
        </text>
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill="url(#watermark)" />
  </svg>
)
