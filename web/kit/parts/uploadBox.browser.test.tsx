import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

it.each([
  [1440, false],
  [1440, true],
  [390, false],
])('keeps its height while files go, at %i wide, as a line of tools: %s', async (width, quiet) => {
  // The grant never comes: the upload has begun, and stays so.
  serve(() => new Promise(() => undefined))
  await show(
    <>
      <UploadBox family="scan" hint="把扫描件拖到这里" quiet={quiet} source={() => <button>用本机扫描仪扫描</button>} />
      <p>下面</p>
    </>,
    { width },
  )
  const below = (): number => page.getByText('下面', { exact: true }).element().getBoundingClientRect().top
  await expect.element(page.getByRole('button', { name: '选择文件' })).toBeVisible()
  const before = below()
  const input = document.querySelector('input[type=file]')!
  await userEvent.upload(input, new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(/^正在上传 0 \/ 1 个文件/)).toBeVisible()
  expect(below()).toBe(before)
})
