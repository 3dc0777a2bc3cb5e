import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import type { MarkingDesk } from './markingDesk.ts'
import { OwnList } from './OwnList.tsx'

const of = (kind: 'paper' | 'question') => composeId(kind, 1_794_240_000_000, new Uint8Array(10))

/** A picture as large as a cut answer. */
const pictureOf = (width: number, height: number): string => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return canvas.toDataURL()
}

it.each([
  ['a blank is seen whole', 271, 73, 0.98],
  ['of a long answer the beginning is', 930, 491, 0.5],
])('in the list of the own marks %s', async (_, width, height, least) => {
  const mark = {
    bundle: { bundleId: 'bu_1', epoch: 1, role: 'first' },
    answer: {
      studentId: 'st_1',
      images: [{ url: pictureOf(width, height), width, height }],
      others: [],
      mine: { value: { kind: 'score', score: 400 } },
    },
    at: 1_794_240_000_000,
    decided: false,
  }
  serve(({ path }) => ok(path.endsWith('/own') ? { question: { questionId: of('question') }, list: [mark] } : null))
  await show(
    <OwnList
      paperId={of('paper') as PaperId}
      questionId={of('question') as QuestionId}
      desk={{ state: () => ({ entries: [] }) } as unknown as MarkingDesk}
      waiting={0}
      onClose={() => undefined}
    />,
  )
  const picture = page.getByRole('img', { name: '作答图像' })
  await expect.element(picture).toBeVisible()
  const seen = picture.element() as HTMLImageElement
  // The share of the picture's height that stands in the box, at the width at which it is drawn.
  await expect.poll(() => seen.clientHeight / ((seen.clientWidth * height) / width)).toBeGreaterThanOrEqual(least)
  expect(seen.clientHeight).toBeLessThanOrEqual(120)
})
