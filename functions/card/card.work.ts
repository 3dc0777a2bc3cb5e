import { cardPrint } from '#shared/card/card.jobs.ts'
import { fileName } from '#shared/kit/text.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { objectKey, putStream } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work, workers } from '#functions/kit/work.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { printedCardByCode } from './card.public.ts'
import { cards } from './card.store.ts'
import { printCards } from './print/card.print.ts'
import type { PrintStudent } from './print/card.print.ts'
import { printOrder } from './print/print.students.ts'

const lackingText = (lacking: ReadonlySet<string>, students: readonly PrintStudent[]): string => {
  const whose = students.filter((s) => [...s.name].some((c) => lacking.has(c))).map((s) => s.name)
  const names =
    whose.length > 0 ? `（${whose.slice(0, 5).join('、')}${whose.length > 5 ? `等${whose.length}人` : ''}）` : ''
  return `字库中没有“${[...lacking].slice(0, 20).join('')}”${names}，已印成“〓”，请手工补写`
}

export const cardWorks = [
  work(cardPrint, {
    /** Writes the same bytes to the same key when it runs again. */
    print: async ({ input, jobId, progress, offer }) => {
      const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
      const printed =
        (await printedCardByCode(card.code, input.publishedVersion)) ?? refuse(cardProblemList.notPublished)
      const students = input.kind === 'students' ? printOrder(await candidatesOf(card.examId), input) : undefined
      if (students?.length === 0) refuse(cardProblemList.noStudents)
      const copies = students?.length ?? 1
      await progress({ message: `正在生成${copies}份答题卡` })
      const name = fileName(`${card.title} ${card.courseName}答题卡（${students ? `${copies}人` : '空白'}）`, 'pdf')
      const key = objectKey(card.code, card.owner, 'card', card.cardId, 'print', `${jobId}.pdf`)
      const lacking = new Set<string>()
      try {
        const { size } = await putStream(
          key,
          printCards({
            card: printed,
            title: `${card.title} 答题卡`,
            missing: lacking,
            red: input.red ?? false,
            oneSided: input.oneSided ?? false,
            ...(students ? { students } : {}),
          }),
          { type: 'application/pdf', name },
        )
        await offer([{ key, name, size }])
      } catch (error) {
        // The printer says in Chinese which number does not fit.
        if (error instanceof RangeError) refuse(cardProblemList.badNumber, { detail: error.message })
        throw error
      }
      // Shown with the finished job: somebody must write these in by hand.
      await progress({ message: lacking.size > 0 ? lackingText(lacking, students ?? []) : '' })
      return { key, copies, pages: printed.geometry.pages.length, missing: [...lacking] }
    },
  }),
]

export const handler = workers('card', cardWorks)
