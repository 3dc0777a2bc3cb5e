import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { createCard } from '#shared/card/card.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { useAct } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { cardPaths, drawPath } from './card.paths.ts'

/** Makes the paper's card, or finds the one it has, and goes on to the designer. */
export const StartCardScreen = () => {
  const { paperId = '' } = useParams()
  const navigate = useNavigate()
  const create = useAct(createCard, {
    hideMessage: true,
    onDone: ({ cardId }) => void navigate(drawPath(cardId), { replace: true }),
  })
  const started = useRef(false)
  const start = (): void => create.mutate({ paperId: paperId as PaperId })
  useEffect(() => {
    if (started.current) return
    started.current = true
    start()
  })
  return (
    <Page title="设计答题卡" crumbs={[{ name: '答题卡', to: cardPaths.list }, { name: '设计答题卡' }]}>
      {create.error ? <ErrorState error={create.error} again={start} /> : <Bars rows={12} height={28} />}
    </Page>
  )
}
