import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import type { CardData, Designer } from './useDesigner.ts'

it('keeps the paper that the author chose, also where a card takes several sheets', async () => {
  serve(() => ok({ warnings: [], notices: [], long: [], pageCount: 4 }))
  const design = { ...smallCard, units: smallCard.units.map((u) => (u.unitType === 5 ? { ...u, height: 220 } : u)) }
  await show(
    <PublishDialog
      card={{ cardId: 'ca_1', publishedVersion: 0 } as CardData}
      designer={{ design } as Designer}
      onClose={() => undefined}
    />,
  )
  await expect.element(page.getByRole('radio', { name: /^保持当前版式，每人2张纸/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^自动调整/ })).not.toBeChecked()
})

it('says before it is published whose numbers have no room on the card', async () => {
  const long = ['60名考生的考号超过6位，在这张卡上填不下（如周奕辰：2026000001）']
  serve(() => ok({ warnings: [], notices: [], long, pageCount: 1 }))
  await show(
    <PublishDialog
      card={{ cardId: 'ca_1', publishedVersion: 0 } as CardData}
      designer={{ design: smallCard } as Designer}
      onClose={() => undefined}
    />,
  )
  await expect.element(page.getByText(/60名考生的考号超过6位/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '发布' })).toBeEnabled()
})
