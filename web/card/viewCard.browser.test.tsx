import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { ViewCardScreen } from './ViewCardScreen.tsx'

it('shows a card as paper: the mark of who looks is drawn below what is told to be paper', async () => {
  serve(() =>
    ok({
      ...{ code: 'SMALL001', version: 1, cardId: 'ca_1', paperId: 'pa_1', examId: 'ex_1', title: '期中考试' },
      ...{ geometry: layOut(smallCard), publishedAt: 1_794_240_000_000 },
    }),
  )
  await show(<ViewCardScreen />, { at: '/?code=SMALL001&version=1' })
  for (const name of ['第1面，共2面', '第2面，共2面']) {
    const sheet = page.getByRole('img', { name })
    await expect.element(sheet).toBeVisible()
    expect(sheet.element().matches('main [data-paper]')).toBe(true)
  }
})
