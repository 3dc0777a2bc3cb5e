import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { serve, show } from '../browser.testing.tsx'
import { UploadBox } from './UploadBox.tsx'

it.each([1440, 390])('takes a line of tools where another button is the next step, at %i wide', async (width) => {
  serve(() => null)
  const hint = '扫描件：JPEG、PNG、TIFF、PDF，或把它们装在一个 zip 里'
  await show(
    <>
      <UploadBox family="scan" hint={hint} quiet />
      <UploadBox family="scan" hint={hint} />
    </>,
    { width },
  )
  const choose = page.getByRole('button', { name: '选择文件' })
  await expect.poll(() => choose.elements().length).toBe(2)
  const [low, middle] = choose.elements().map((b) => b.parentElement!.clientHeight)
  expect(low).toBeLessThan(middle! * 0.75)
})
