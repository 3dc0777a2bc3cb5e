import type { RenderKind } from './render.types.ts'

/** Where each kind is shown. The ticket travels behind the #: it reaches neither logs nor referrers. */
export const renderPaths: Readonly<Record<RenderKind, string>> = {
  render: '/answer-card/render',
  template: '/answer-card/template',
  file: '/answer-card/file-render',
  image: '/v2/answer-card-image',
  score: '/score-answer-card-render',
}
