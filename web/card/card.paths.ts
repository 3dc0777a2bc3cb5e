import { pathTo } from '#web/kit/route.types.ts'

export const cardPaths = {
  list: '/v2/answer-card/list/sys-answer-card',
  add: '/v2/answer-card/template/add',
  start: '/v2/answer-card/start/:paperId',
  view: '/v2/answer-card/template/view',
  draw: '/v2/answer-card/draw/:cardId',
  cutPreview: '/v2/exam/answer-card/cut-preview',
  cutByQuestion: '/v2/exam/answer-card/cut-preview-by-question',
  render: '/answer-card/render',
  preflight: '/v2/answer-card/pre-flight/:cardId',
} as const

/** The designer of a card. */
export const drawPath = (cardId: string): string => pathTo(cardPaths.draw, { cardId })
/** What markers will get of a card. */
export const cutPreviewPath = (cardId: string): string => `${cardPaths.cutPreview}?card=${cardId}`
/** Makes the paper's card, or finds it, and opens its designer. */
export const startCardPath = (paperId: string): string => pathTo(cardPaths.start, { paperId })
/** A published version as it was printed. */
export const viewPath = (code: string, version: number): string => `${cardPaths.view}?code=${code}&version=${version}`
/** Whether scanner, paper and copier will do, told by one blank card. */
export const preflightPath = (cardId: string): string => pathTo(cardPaths.preflight, { cardId })
/** The same, question by question, with where each stands on the card. */
export const cutByQuestionPath = (cardId: string, questionId?: string): string =>
  `${cardPaths.cutByQuestion}?card=${cardId}${questionId ? `&question=${questionId}` : ''}`
