/** What is shown of an answer. */
import type { ScriptImages } from '#shared/marking/marking.types.ts'
import { signedUrl } from '#functions/kit/objects.ts'

type Picture = { key: string; width: number; height: number }

/** The crops of a question; without one the whole pages are shown: nothing is marked unseen. */
export const picturesOf = (of: ScriptImages, questionId: string) => {
  const blocks = of.blocks.filter((x) => x.questionIds.includes(questionId)).sort((x, y) => x.part - y.part)
  const shown: Picture[] = blocks.length > 0 ? blocks : of.pages
  return { blocks, shown }
}

/** The same with addresses to read them by for an hour. */
export const signed = (of: readonly Picture[]): Promise<{ url: string; width: number; height: number }[]> =>
  Promise.all(
    of.map(async ({ key, width, height }) => ({ url: await signedUrl(key, { seconds: 3600 }), width, height })),
  )
