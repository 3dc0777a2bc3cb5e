/** What is shown of an answer. */
import type { ScriptImages } from '#shared/marking/marking.types.ts'
import { signedUrl } from '#functions/kit/objects.ts'

type Picture = { key: string; width: number; height: number }

/** The crops of a question. A question without one is seen on the whole sheet, whose head is covered for markers. */
export const picturesOf = (of: ScriptImages, questionId: string) => {
  const blocks = of.blocks.filter((x) => x.questionIds.includes(questionId)).sort((x, y) => x.part - y.part)
  const shown: Picture[] = blocks
  return { blocks, shown }
}

/** For who manages the exam and knows whose it is: without a crop the whole pages, but none for a page that is not there. */
export const picturesWithHead = (of: ScriptImages, questionId: string): Picture[] => {
  const { shown } = picturesOf(of, questionId)
  return shown.length > 0 || of.unseen?.includes(questionId) ? shown : of.pages
}

/** The same with addresses to read them by for an hour. */
export const signed = (of: readonly Picture[]): Promise<{ url: string; width: number; height: number }[]> =>
  Promise.all(
    of.map(async ({ key, width, height }) => ({ url: await signedUrl(key, { seconds: 3600 }), width, height })),
  )
