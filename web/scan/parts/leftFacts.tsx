import { Link } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { sheetStatistic } from '#shared/scan/scan.calls.ts'
import type { Fact } from '#web/kit/screens/screen.types.ts'
import { leftPath } from '../scan.paths.ts'
import { leftWords } from '../stateWords.ts'

/** How many left all choices, or an optional group, undone: no doubt of a page, so that nothing else on a screen tells it. */
export const leftFacts = (paperId: PaperId, { left }: Pick<OutputOf<typeof sheetStatistic>, 'left'>): Fact[] =>
  (['allBlank', 'unpicked'] as const).flatMap((what) =>
    left[what] === 0
      ? []
      : [{ name: leftWords[what], value: <Link to={leftPath(paperId, what)}>{left[what]} 人</Link> }],
  )
