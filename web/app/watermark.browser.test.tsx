/** Nothing is drawn over paper: the watermark and what it must lie beneath, together. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { show } from '#web/kit/browser.testing.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { UserId } from '#shared/kit/ids.ts'
import { Watermark } from './Watermark.tsx'

const user = { userName: '王老师', userId: 'us_1' as UserId, accountPhone: '13800001234', accountName: 'wang' }
const white = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#fff"/></svg>')}`
const answer = <Picture src={white} alt="作答" width={300} height={200} />

const saved = call('POST /api/test/save', {
  summary: 'Saves',
  userTypes: [],
  scope: self,
  input: () => z.object({ name: z.string() }),
  output: () => z.null(),
})

/** What a pointer would meet in the middle of it, were the mark to be met. */
const topmost = (of: Element): Element | null => {
  const mark = document.querySelector<SVGElement>('[data-watermark]')!
  const { left, top, width, height } = of.getBoundingClientRect()
  mark.style.pointerEvents = 'all'
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  mark.style.pointerEvents = 'none'
  return met
}

it.each([
  ['on a page', <Page title="作答">{answer}</Page>],
  ['in a pane that scrolls', <div style={{ height: 300, overflow: 'auto', position: 'relative' }}>{answer}</div>],
  [
    'beside a form, where it stays in sight',
    <FormScreen
      title="裁切"
      call={saved}
      fields={[{ name: 'name', label: '名称', kind: 'text' as const }]}
      start={{ name: '' }}
      submit="保存"
      aside={() => answer}
    />,
  ],
])('an answer %s lies over the mark', async (_, screen) => {
  await show(
    <>
      {screen}
      <p>正文</p>
      <Watermark user={user} />
    </>,
  )
  const paper = page.getByRole('img', { name: '作答' })
  await expect.element(paper).toBeVisible()
  expect(topmost(paper.element())?.closest('[data-paper]')).not.toBeNull()
  // And what is no paper lies beneath it.
  expect(topmost(page.getByText('正文').element())?.closest('[data-watermark]')).not.toBeNull()
})
