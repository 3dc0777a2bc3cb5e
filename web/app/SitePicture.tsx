/** Line drawings of the public pages, in the brand's colour. */
const cells = Array.from({ length: 10 }, (_, row) =>
  [0, 1, 2, 3].map((c) => ({ x: 30 + c * 24, y: 60 + row * 18, full: c === (row * 7 + 2) % 4 })),
).flat()

const sheet = (
  <>
    <rect x="8" y="8" width="244" height="264" rx="8" />
    <path d="M22 22h9v9h-9zM229 22h9v9h-9zM22 249h9v9h-9zM229 249h9v9h-9z" className="full" />
    <path d="M90 32h80M104 42h52" />
    {cells.map((c) => (
      <rect
        key={`${c.x}.${c.y}`}
        x={c.x}
        y={c.y}
        width="15"
        height="9"
        rx="2"
        className={c.full ? 'full' : undefined}
      />
    ))}
    <path d="M146 64h84v80h-84zM146 160h84v80h-84zM158 84h58M158 98h46M158 180h58M158 194h52M158 208h30" />
  </>
)

const bars = (
  <>
    <path d="M30 20v220h210" />
    {[70, 120, 160, 130, 84].map((h, i) => (
      <rect key={h} x={52 + i * 36} y={240 - h} width="22" height={h} rx="3" className={i === 2 ? 'full' : undefined} />
    ))}
    <path d="M63 150 99 96l36-42 36 32 36 50" />
  </>
)

const desk = (
  <>
    <rect x="10" y="30" width="160" height="200" rx="8" />
    <path d="M28 60h110M28 84h124M28 108h96M28 132h118M28 156h70" />
    <path d="m112 176 12 14 26-32" strokeWidth="4" />
    <rect x="188" y="30" width="66" height="200" rx="8" />
    {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
      <rect
        key={n}
        x={198 + (n % 3) * 17}
        y={54 + Math.floor(n / 3) * 24}
        width="12"
        height="16"
        rx="3"
        className={n === 4 ? 'full' : undefined}
      />
    ))}
    <path d="M200 150h42M200 170h30" />
  </>
)

const pictures = { sheet, bars, desk }

export const SitePicture = ({ name }: { name: keyof typeof pictures }) => (
  <svg className="site-picture" viewBox="0 0 264 280" aria-hidden="true">
    {pictures[name]}
  </svg>
)
