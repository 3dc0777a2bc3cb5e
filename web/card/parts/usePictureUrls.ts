import { useMemo } from 'react'
import { cardPictures } from '#shared/card/designer/picture.calls.ts'
import type { PictureUrls } from '#shared/card/layout/svg.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'

/** Where a card's pictures are to be had; a card without any is not asked about. */
export const usePictureUrls = (cardId: CardId | undefined, any: boolean): PictureUrls | undefined => {
  const { data } = useAsk(cardPictures, cardId && any ? { cardId } : undefined, { hideMessage: true })
  return useMemo(() => data && new Map(data.map((p) => [p.sha256, p.url])), [data])
}

/** Whether pages draw pictures at all. */
export const drawsPictures = (pages: readonly { draws: readonly { kind: string }[] }[]): boolean =>
  pages.some((p) => p.draws.some((d) => d.kind === 'image'))
