import { NoticeLine } from '#web/kit/parts/NoticeLine.tsx'

type Warning = { text: string; bars: boolean; kind: string }

/** What is to be known before marking opens, what bars it first; a line each, so that the rows begin within sight. */
export const GroupWarnings = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings
    .toSorted((a, b) => Number(b.bars) - Number(a.bars))
    .map((w) => (
      <NoticeLine key={w.kind} meaning={w.bars ? 'failed' : 'waits'}>
        {w.bars && '不能开启阅卷：'}
        {w.text}
      </NoticeLine>
    ))
