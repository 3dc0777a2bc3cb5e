import { useParams } from 'react-router'
import { cardDetail } from '#shared/card/card.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { cardPaths } from './card.paths.ts'
import { DesignerDesk } from './parts/DesignerDesk.tsx'

/** The designer of one card. What it loads is the beginning; from then on the author's own state is the truth. */
export const DesignerScreen = () => {
  const { cardId = '' } = useParams()
  const asked = useAsk(cardDetail, { cardId: cardId as CardId }, { hideMessage: true, freshMs: 0 })
  if (asked.data && !asked.isPlaceholderData && !(asked.isFetching && !asked.isFetchedAfterMount))
    return <DesignerDesk key={cardId} card={asked.data} />
  return (
    <Page title="设计答题卡" width="full" crumbs={[{ name: '答题卡', to: cardPaths.list }, { name: '设计答题卡' }]}>
      {asked.error ? (
        <ErrorState error={asked.error} again={() => void asked.refetch()} />
      ) : (
        <Bars rows={12} height={28} />
      )}
    </Page>
  )
}
