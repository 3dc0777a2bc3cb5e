import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#web/kit/browser.testing.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { useRestOfScreen } from './useRestOfScreen.ts'

const Desk = () => {
  const part = useRef<HTMLDivElement>(null)
  const { height, under } = useRestOfScreen(part, 200)
  const [notices, setNotices] = useState(0)
  return (
    <Page title="桌面" width="full">
      <button onClick={() => setNotices(notices + 1)}>通知</button>
      {Array.from({ length: notices }, (_, i) => (
        <p key={i} style={{ height: 40, margin: 0 }}>
          通知{i}
        </p>
      ))}
      <div ref={part} data-desk style={{ height, marginBottom: -under, overflow: 'auto' }}>
        <div style={{ height: 3000 }} />
      </div>
    </Page>
  )
}

it.each([
  [1366, 768],
  [1440, 900],
  [390, 844],
])(
  'what has its own scroll reaches to the edge of a screen of %i × %i, also under a notice, and the page does not scroll',
  async (width, high) => {
    await show(<Desk />, { width })
    await page.viewport(width, high)
    const gap = (): number => innerHeight - document.querySelector('[data-desk]')!.getBoundingClientRect().bottom
    const isWhole = async (): Promise<void> => {
      await expect.poll(() => Math.abs(gap() - 12)).toBeLessThanOrEqual(1)
      expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
    }
    await isWhole()
    await userEvent.click(page.getByRole('button', { name: '通知' }))
    await isWhole()
  },
)

it('is never lower than it must be: then the page scrolls', async () => {
  await show(<Desk />)
  await page.viewport(1440, 260)
  await expect.poll(() => document.querySelector('[data-desk]')!.clientHeight).toBe(200)
})
