import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useParams } from 'react-router'
import { cardDetail } from '#shared/card/card.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { versionProblem } from '#shared/card/card.version.ts'
import type { CardData } from './useDesigner.ts'
import { cardPaths } from '../card.paths.ts'
import { DesignerDesk } from './DesignerDesk.tsx'

/** A card of a newer designer: opened here it would lose what this one does not know. */
const Newer = ({ card }: { card: CardData }) => (
  <Page title={card.examName} crumbs={[{ name: '答题卡', to: cardPaths.list }, { name: `${card.courseName}答题卡` }]}>
    <MessageBar intent="error">
      <MessageBarBody>{versionProblem(card.design)}</MessageBarBody>
    </MessageBar>
  </Page>
)

/** The designer of one card. What it loads is the beginning; from then on the author's own state is the truth. */
export const DesignerScreen = () => {
  const { cardId = '' } = useParams()
  const detail = useAsk(cardDetail, { cardId: cardId as CardId }, { hideMessage: true, freshMs: 0 })
  if (detail.data && !detail.isPlaceholderData && !(detail.isFetching && !detail.isFetchedAfterMount))
    return versionProblem(detail.data.design) ? (
      <Newer card={detail.data} />
    ) : (
      <DesignerDesk key={cardId} card={detail.data} />
    )
  return (
    <Page title="设计答题卡" width="full">
      <Waiting asked={detail} rows={12} height={28} />
    </Page>
  )
}
