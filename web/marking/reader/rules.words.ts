import { showScore } from '#shared/kit/score.ts'
import type { tryRules } from '#shared/marking/reader/reader.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'

type Tried = OutputOf<typeof tryRules>

const answersText = (texts: readonly string[]): string => (texts.length > 0 ? `：${texts.join('、')}` : '')

/** What rules make of the answers that were read, a line a rule; what fits none is left to who marks. */
export const triedText = ({ answers, fits, rest, marked, same }: Tried): string =>
  [
    answers === 0 ? '还没有读出的作答可以试，保存后请阅读器读。' : `试了${answers}份读出的作答：`,
    ...(answers === 0
      ? []
      : [
          ...fits.map((f, i) => `第${i + 1}条（${showScore(f.score)}分）${f.answers}份${answersText(f.texts)}`),
          `不合任何规则的${rest.answers}份，不给建议${answersText(rest.texts)}`,
          ...(marked > 0 ? [`其中${marked}份老师已评，${same}份与规则同分。`] : []),
        ]),
    '规则只改变建议分，不改变任何评分；保存后要重新对照，可信了才向老师显示。',
  ].join('\n')
