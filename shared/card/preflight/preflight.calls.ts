import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CardId, JobId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { cardProblemList } from '../card.problems.ts'
import { Preflight } from './preflight.types.ts'

export const startPreflight = call('POST /api/card/preflight/start', {
  summary: 'Measure the scan of one blank copy of a published card',
  ...examManagers,
  scope: on('card', 'cardId'),
  input: () =>
    z.object({
      cardId: CardId,
      /** Granted by the upload's own call. */
      key: z.string().min(1).max(400),
      fileName: z.string().min(1).max(300),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [cardProblemList.notFound, cardProblemList.notPublished, cardProblemList.foreignUpload],
  refreshes: ['jobs', 'preflights'],
})

export const preflightList = call('GET /api/card/preflight/list', {
  summary: "A card's pre-flights, newest first, and what is published of it",
  ...examOverseers,
  scope: on('card', 'cardId'),
  input: () => z.object({ cardId: CardId }),
  output: () =>
    z.object({
      title: z.string(),
      courseName: z.string(),
      examName: z.string(),
      publishedVersion: z.int(),
      /** Pages of the published version; 0: none is. */
      pageCount: z.int(),
      mayManage: z.boolean(),
      preflights: z.array(Preflight.omit({ schema: true, owner: true, examId: true })),
    }),
  problems: [cardProblemList.notFound],
  feeds: ['preflights'],
})
