import { pathTo } from '#web/kit/route.types.ts'

export const templatePaths = {
  cards: '/v2/answer-card/list/sys-answer-card',
  list: '/v2/answer-card/list/third-party-answer-card',
  draw: '/v2/answer-card/third-party/draw/:templateId',
} as const

/** Where a template is drawn. */
export const templatePath = (templateId: string): string => pathTo(templatePaths.draw, { templateId })
