/** The pre-flight's step. */
import { cardPreflight } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { judgeAll } from '#shared/card/preflight/preflight.rules.ts'
import { ObjectMissing } from '#functions/kit/objects.ts'
import { readUpload, UploadTooLarge } from '#functions/platform/upload.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { PageProblem } from '#functions/scan/omr/omr.public.ts'
import { printedCardByCode } from '../card.public.ts'
import { cards, preflights } from '../card.store.ts'
import { examineFile } from './examine.ts'

/** What the file has wrong is told as a refusal, in its own words. */
const told = (error: unknown): never => {
  if (error instanceof PageProblem) return refuse(cardProblemList.unreadableScan, { detail: error.message })
  if (error instanceof UploadTooLarge)
    return refuse(cardProblemList.unreadableScan, { detail: '文件太大，请分成几个文件上传' })
  if (error instanceof ObjectMissing)
    return refuse(cardProblemList.unreadableScan, { detail: '文件没有上传完成，请重新上传' })
  throw error
}

export const preflightWork = work(cardPreflight, {
  /** The same scan under the same job gives the same row. */
  measure: async ({ input, jobId, progress }) => {
    const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
    const printed = (await printedCardByCode(card.code, input.publishedVersion)) ?? refuse(cardProblemList.notPublished)
    await progress({ message: '正在测量扫描件' })
    const bytes = await readUpload(input.key).catch(told)
    const versionOf = (version: number) => printedCardByCode(card.code, version)
    const pages = await examineFile(bytes, input.fileName, printed, versionOf).catch(told)
    const seen = new Set(pages.map((p) => p.page))
    const missingPages = printed.geometry.pages.map((p) => p.page).filter((p) => !seen.has(p))
    // Nothing of this card at all: that is said by the pages themselves.
    const missing = missingPages.length === printed.geometry.pages.length ? [] : missingPages
    const judged = judgeAll(pages, missing)
    await preflights.create({
      schema: 1,
      cardId: card.cardId,
      jobId,
      examId: card.examId,
      owner: card.owner,
      publishedVersion: input.publishedVersion,
      fileName: input.fileName,
      pages,
      missingPages: missing,
      judged,
      testedBy: input.testedBy,
      testedAt: now(),
    })
    return { judged, pages: pages.length }
  },
})
