/** A server that is asked too often: who waits is told so, and that the line is there. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { Trouble } from '../refusals.ts'
import { ErrorState } from './States.tsx'
import { UploadBox } from './UploadBox.tsx'

const busy = '系统繁忙，请稍后再试或刷新页面'
const away = () =>
  [...document.querySelectorAll('body *')].filter((e) => /网络(似乎)?(中断|断开)/.test(e.textContent ?? ''))

it('a screen whose rows were refused says that the system is busy, not that the line is gone', async () => {
  await show(<ErrorState error={new Trouble(429, '/api/x')} again={() => undefined} />)
  await expect.element(page.getByText(busy)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
  expect(away()).toEqual([])
})

it('so does an upload, of which nothing is lost', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response('', { status: 429 })))
  onTestFinished(() => fetched.mockRestore())
  await show(<UploadBox family="scan" hint="拖到这里" onUploaded={() => undefined} />)
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File(['abc'], 'a.jpg', { type: 'image/jpeg' }))
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText(`${busy}。已传的部分不会丢失。`)).toBeVisible()
  expect(away()).toEqual([])
})
