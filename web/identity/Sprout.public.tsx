/** The mark of 青禾: a shoot of young rice. */
export const Sprout = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 29V14" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" fill="none" />
    <path d="M16 17C16 9.5 10.5 6 3.5 6c0 7.5 5 11.5 12.5 11Z" fill="currentColor" />
    <path d="M16 14c0-6.5 4.5-10.5 12.5-11 .3 7.5-4.5 12-12.5 11Z" fill="currentColor" opacity=".65" />
  </svg>
)
