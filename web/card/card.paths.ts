import { pathTo } from '#web/kit/route.types.ts'

export const cardPaths = {
  list: '/v2/answer-card/list/sys-answer-card',
  add: '/v2/answer-card/template/add',
  start: '/v2/answer-card/start/:paperId',
  view: '/v2/answer-card/template/view',
  draw: '/v2/answer-card/draw/:cardId',
} as const

/** The designer of a card. */
export const drawPath = (cardId: string): string => pathTo(cardPaths.draw, { cardId })
/** Makes the paper's card, or finds it, and opens its designer. */
export const startCardPath = (paperId: string): string => pathTo(cardPaths.start, { paperId })
/** A published version as it was printed. */
export const viewPath = (code: string, version: number): string => `${cardPaths.view}?code=${code}&version=${version}`
