import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { drawCheck } from '#shared/card/designer/desk.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { Mistakes } from '../designer/Mistakes.tsx'
import { useLongNumbers } from './useLongNumbers.ts'

it('the designer’s own check tells whose numbers have no room, and no more once they have', async () => {
  const lengths: number[] = []
  serve(({ path, body }) => {
    if (path !== drawCheck.path) return ok({})
    const { length } = (body as { design: typeof smallCard }).design.studentNumber
    lengths.push(length)
    const long = length < 10 ? [`60名考生的考号超过${length}位，在这张卡上填不下（如周奕辰：2026000001）`] : []
    return ok({ warnings: [], notices: [], long, pageCount: 1 })
  })
  const Desk = () => {
    const [length, setLength] = useState(6)
    const design = { ...smallCard, studentNumber: { ...smallCard.studentNumber, mode: 'bubbles' as const, length } }
    const mistakes = useLongNumbers('ca_1' as Parameters<typeof useLongNumbers>[0], design)
    return (
      <>
        <button onClick={() => setLength(10)}>十位</button>
        <Mistakes mistakes={mistakes} onChoose={() => undefined} onSync={() => undefined} />
      </>
    )
  }
  await show(<Desk />)
  await expect.element(page.getByText(/60名考生的考号超过6位.*请改“考号位数”/)).toBeVisible()
  await page.getByRole('button', { name: '十位' }).click()
  await expect.element(page.getByText('没有发现问题')).toBeVisible()
  await expect.poll(() => lengths.at(-1)).toBe(10)
})
