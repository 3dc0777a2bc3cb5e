import type { Mark as MarkName } from '#shared/platform/brand.types.ts'

const line = {
  stroke: 'currentColor',
  strokeWidth: 2.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'none',
} as const

/** The marks of the brands, drawn in one colour on 32 × 32. */
const shapes = {
  /** A shoot of young rice. */
  sprout: (
    <>
      <path d="M16 29V14" {...line} />
      <path d="M16 17C16 9.5 10.5 6 3.5 6c0 7.5 5 11.5 12.5 11Z" fill="currentColor" />
      <path d="M16 14c0-6.5 4.5-10.5 12.5-11 .3 7.5-4.5 12-12.5 11Z" fill="currentColor" opacity=".65" />
    </>
  ),
  peak: (
    <>
      <path d="M2 27 13 6l11 21Z" fill="currentColor" />
      <path d="m17 27 7-13 6 13Z" fill="currentColor" opacity=".6" />
    </>
  ),
  lamp: (
    <>
      <path d="M16 3a9 9 0 0 1 5 16.5V23H11v-3.5A9 9 0 0 1 16 3Z" fill="currentColor" />
      <path d="M12 28h8" {...line} />
    </>
  ),
  wave: (
    <>
      <path d="M2 12c5-6 9-6 14 0s9 6 14 0" {...line} />
      <path d="M2 21c5-6 9-6 14 0s9 6 14 0" {...line} opacity=".6" />
    </>
  ),
  book: (
    <>
      <path d="M16 8C12 5 7 5 3 6v19c4-1 9-1 13 2Z" fill="currentColor" />
      <path d="M16 8c4-3 9-3 13-2v19c-4-1-9-1-13 2Z" fill="currentColor" opacity=".65" />
    </>
  ),
} as const satisfies Record<MarkName, unknown>

export const Mark = ({ mark, size = 28 }: { mark: MarkName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    {shapes[mark]}
  </svg>
)
