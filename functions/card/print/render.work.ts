/** What a ticket shows, as PDF: by our own printer, from the same geometry as the page. */
import { cardRender } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { shownCard } from '#shared/card/print/render.rules.ts'
import { fileName } from '#shared/kit/text.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { ObjectMissing, getObject, objectKey } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobRecords, work } from '#functions/kit/work.ts'
import type { Work } from '#functions/kit/work.ts'
import { printedCardByCode } from '../card.public.ts'
import { cards } from '../card.store.ts'
import { picturesIn } from '../designer/picture.commands.ts'
import { printCards } from './card.print.ts'
import type { Overlay } from './card.print.ts'
import { studentsOf } from './render.commands.ts'
import { scoredCopies } from '../scored.public.ts'
import type { ScoredCopy, ScoreSource } from '../scored.public.ts'

const names = { render: '空白', template: '识别区域', file: '按班级', image: '单页', score: '批阅后' } as const

/** One student's pictures at a time; what was taken off the store since is left out. */
const overlayOf = ({ pages }: ScoredCopy): Promise<Overlay[]> =>
  Promise.all(
    pages.map(async (page) => ({
      ...page,
      pictures: (
        await Promise.all(
          page.pictures.map(async ({ rect, key }) => {
            const jpeg = await getObject(key).catch((error: unknown) => {
              if (error instanceof ObjectMissing) return null
              throw error
            })
            return jpeg ? [{ rect, jpeg }] : []
          }),
        )
      ).flat(),
    })),
  )

export const renderWork = (source: ScoreSource): Work =>
  work(cardRender, {
    /** Writes the same bytes to the same key when it runs again. */
    print: async ({ input, jobId }) => {
      const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
      const printed =
        (await printedCardByCode(card.code, input.publishedVersion)) ?? refuse(cardProblemList.notPublished)
      const students = await studentsOf(input, card.examId)
      if (students?.length === 0) refuse(cardProblemList.noStudents)
      const scored =
        input.kind === 'score' ? await scoredCopies(source, { ...card, classId: input.classId }, printed) : undefined
      if (scored?.length === 0) refuse(cardProblemList.noResults)
      const key = objectKey(jobId, card.owner, 'card', card.examId, 'render', `${jobId}.pdf`)
      const name = fileName(`${card.title} ${card.courseName}答题卡（${names[input.kind]}）`, 'pdf')
      const { size } = await putStream(
        key,
        printCards({
          card: shownCard(printed, input),
          title: `${card.title} 答题卡`,
          pictures: await picturesIn(card.cardId, printed.geometry),
          ...(students ? { students } : {}),
          ...(scored ? { students: scored.map((c) => c.student), over: (i) => overlayOf(scored[i]!) } : {}),
        }),
        { type: 'application/pdf', name },
      )
      const offered = async () => (await jobRecords.get({ jobId }))?.files.some((f) => f.key === key) ?? false
      if (await offered()) return { key, size }
      const record = auditRecord(input.by, 'card.renderPdf', card.cardId, { after: { key, name, size } })
      const write = jobRecords.updating({ jobId }, { files: [{ key, name, size }], lastTimestamps: now() })
      if (!(await audited([write], record)) && !(await offered())) throw new Error('the file could not be offered')
      return { key, size }
    },
  })
