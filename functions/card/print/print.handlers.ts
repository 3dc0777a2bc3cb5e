/** Printing: starting a job, the files that came of it. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card } from '#shared/card/card.types.ts'
import { cardPdfList, deletePdf, exportCopies, exportPaperCard, printCard } from '#shared/card/print/print.calls.ts'
import { examOf, mayManage } from '#functions/exam/exam.public.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { cardPdfs, paperCards } from '../card.store.ts'
import { live } from '../live.ts'
import * as commands from './print.commands.ts'
import { startPrint } from '#functions/card/print/start.commands.ts'

const cardOf = async (paperId: string): Promise<Card> => {
  const of = (await paperCards.get({ paperId })) ?? refuse(cardProblemList.notFound)
  return live(of.cardId)
}

export const printHandlers = [
  implement(printCard, async ({ input: { cardId, ...input }, caller }) =>
    startPrint(await live(cardId), input, caller),
  ),

  implement(exportPaperCard, async ({ input, caller }) =>
    startPrint(await cardOf(input.paperId), { kind: 'blank' }, caller),
  ),

  implement(exportCopies, async ({ input: { paperId, classId }, caller }) =>
    startPrint(
      await cardOf(paperId),
      { kind: 'students', split: 'class', ...(classId ? { classIds: [classId] } : {}) },
      caller,
    ),
  ),

  implement(cardPdfList, async ({ input, caller }) => {
    const card = await live(input.cardId)
    const exam = (await examOf(card.examId)) ?? refuse(cardProblemList.notFound)
    const mine = (await cardPdfs.query(`prints#${card.examId}`, { reverse: true, limit: 200 })).filter(
      (p) => p.deletedAt === undefined && p.cardIds.includes(card.cardId),
    )
    const may = mayManage(exam, caller)
    return Promise.all(
      mine.map(async (p) => ({
        ...p,
        outdated: p.versions[p.cardIds.indexOf(card.cardId)] !== card.publishedVersion,
        ...(may ? { url: await signedUrl(p.key, { name: p.name }) } : {}),
      })),
    )
  }),

  implement(deletePdf, ({ input, caller }) => commands.deletePdf(input, caller)),
]
