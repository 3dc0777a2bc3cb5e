/** Dialogues under hands: the second click of two, Enter without reading. */
import { FluentProvider, createLightTheme } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link, RouterProvider, createMemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import { brand } from '../brand.ts'
import { show } from '../browser.testing.tsx'
import { FormDialog } from './FormDialog.tsx'
import { NoticeHost } from './NoticeHost.tsx'
import { confirm, prompt, toast } from '../notices.ts'
import { useDirtyGuard } from './useDirtyGuard.ts'

const backdrop = (): HTMLElement => document.querySelector<HTMLElement>('.fui-DialogSurface__backdrop')!

it('the second click of a double click does not shut what the first one opened; a later one does', async () => {
  // The clock stands, so that a slow machine is no slow hand.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const Asking = () => {
    const [answer, setAnswer] = useState('未问')
    const ask = () => confirm({ title: '发布', text: '确定发布吗？' }).then((yes) => setAnswer(yes ? '是' : '否'))
    return (
      <>
        <button onClick={() => void ask()}>问</button>
        <p>{answer}</p>
      </>
    )
  }
  await show(<Asking />)
  // By the page itself: hands that wait for a picture to stand would wait on the clock.
  ;(page.getByRole('button', { name: '问' }).element() as HTMLElement).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  backdrop().click()
  vi.advanceTimersByTime(399)
  backdrop().click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  vi.advanceTimersByTime(2)
  backdrop().click()
  await expect.element(page.getByText('否', { exact: true })).toBeVisible()
})

const Typing = () => {
  useDirtyGuard(() => true)
  return <Link to="/away">走</Link>
}
it('what was typed stays where Enter is pressed without reading: going is asked for by its own name', async () => {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Typing /> },
      { path: '/away', element: <p>走了</p> },
    ],
    { initialEntries: ['/'] },
  )
  await render(
    <FluentProvider theme={createLightTheme(brand.ramp)}>
      <RouterProvider router={router} />
      <NoticeHost />
    </FluentProvider>,
  )
  const go = () => userEvent.click(page.getByRole('link', { name: '走' }))
  await go()
  const keeps = page.getByRole('button', { name: '继续填写' })
  await expect.element(keeps).toHaveFocus()
  const colour = (name: string) => getComputedStyle(page.getByRole('button', { name }).element()).backgroundColor
  expect([colour('离开'), colour('继续填写') === colour('离开')]).toEqual(['rgb(255, 255, 255)', false])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  expect(router.state.location.pathname).toBe('/')
  await go()
  await userEvent.click(page.getByRole('button', { name: '离开' }))
  await expect.element(page.getByText('走了')).toBeVisible()
})

it('asks no more about leaving once what was being saved is saved: the way goes on by itself', async () => {
  let saved = (): void => undefined
  const Saving = () => {
    const [dirty, setDirty] = useState(true)
    useDirtyGuard(() => dirty)
    useEffect(() => {
      saved = () => setDirty(false)
    })
    return <Link to="/away">走</Link>
  }
  const router = createMemoryRouter(
    [
      { path: '/', element: <Saving /> },
      { path: '/away', element: <p>走了</p> },
    ],
    { initialEntries: ['/'] },
  )
  await render(
    <FluentProvider theme={createLightTheme(brand.ramp)}>
      <RouterProvider router={router} />
      <NoticeHost />
    </FluentProvider>,
  )
  await userEvent.click(page.getByRole('link', { name: '走' }))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  saved()
  await expect.element(page.getByText('走了')).toBeVisible()
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})

it('stars the line that it wants, as a form does, and no line that may stay empty', async () => {
  const ask = (label: string, check: (text: string) => string | null) => () =>
    void prompt({ title: label, text: '', input: { label, check } })
  await show(
    <>
      <button onClick={ask('审核意见', (t) => (t === '' ? '请填写审核意见' : null))}>要填</button>
      <button onClick={ask('备注', () => null)}>可不填</button>
    </>,
  )
  for (const [button, label, wanted] of [
    ['要填', '审核意见', true],
    ['可不填', '备注', false],
  ] as const) {
    await userEvent.click(page.getByRole('button', { name: button, exact: true }))
    const field = page.getByRole('textbox', { name: label })
    await expect.element(field).toBeVisible()
    expect((field.element() as HTMLInputElement).required).toBe(wanted)
    expect(field.element().closest('.fui-Field')!.textContent.includes('*')).toBe(wanted)
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
  }
})

it('a form in a dialogue refuses at its field what is no number or out of its bounds, and sends what is one', async () => {
  const sent: unknown[] = []
  await show(
    <FormDialog
      close={() => undefined}
      form={{
        title: '希望几小时评完',
        submit: '看看',
        fields: [
          { name: 'hours', label: '小时', kind: 'number', min: 1, max: 200, step: 1, required: true },
          { name: 'points', label: '相差', kind: 'score' },
        ],
        run: async (values) => void sent.push(values),
      }}
    />,
  )
  // 45 px below the window's top.
  await expect.poll(() => page.getByRole('dialog').element().getBoundingClientRect().top).toBe(45)
  // As in every dialogue: at the right, the primary last.
  const [send, leave] = ['看看', '取消'].map((name) => page.getByRole('button', { name }))
  await expect.element(send!).toBeVisible()
  const [at, before] = [send!, leave!].map((b) => b.element().getBoundingClientRect())
  expect(before!.right).toBeLessThan(at!.left)
  const edge = page.getByRole('textbox', { name: /^小时/ }).element().closest('form')!.getBoundingClientRect().right
  expect(Math.abs(edge - at!.right)).toBeLessThan(1)
  const press = () => page.getByRole('button', { name: '看看' }).click()
  await page.getByRole('textbox', { name: /^小时/ }).fill('-3')
  await page.getByRole('textbox', { name: /^相差/ }).fill('abc')
  await press()
  await expect.element(page.getByText('输入的数字不能小于1')).toBeVisible()
  await expect.element(page.getByText('请输入两位小数的数字')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: /^小时/ }).fill('3')
  await page.getByRole('textbox', { name: /^相差/ }).fill('1.5')
  await press()
  await expect.poll(() => sent).toEqual([{ hours: 3, points: 150 }])
})

it.each([1440, 390])('a toast stands below an open dialogue, whose title it would cover, %d wide', async (width) => {
  await show(<p>页面</p>, { width })
  void confirm({ title: '发布成绩', text: '确定发布吗？' })
  const asked = page.getByRole('dialog')
  await expect.element(asked).toBeVisible()
  toast('success', '开启阅卷已完成')
  const said = page.getByText('开启阅卷已完成')
  await expect.element(said).toBeVisible()
  await expect
    .poll(() => said.element().getBoundingClientRect().top)
    .toBeGreaterThan(asked.element().getBoundingClientRect().bottom)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => asked.elements().length).toBe(0)
  await expect.poll(() => said.element().getBoundingClientRect().bottom).toBeLessThan(64)
})
