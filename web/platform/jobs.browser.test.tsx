import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refresh } from '#web/kit/ask.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { toast } from '#web/kit/notices.ts'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { useJobs } from './useJobs.ts'

const uuid = 'jo_01kgzz0000zzzzzzzzzzzzzzzz'
const job = (status: number) => ({
  ...{ uuid, name: 'marking.open', title: '生成阅卷任务', status, processDone: 0, processMsg: '' },
  ...{ lastTimestamps: 0, message: '', files: [] },
})

const Screen = () => {
  useJobs()
  const [going, setGoing] = useState(true)
  const done = (): void => {
    setGoing(false)
    toast('success', '老师可以开始评阅')
  }
  return going ? <JobProgress uuid={uuid} onDone={done} /> : <p>好了</p>
}

it('a job that ends where it stands is told of once, also when its progress leaves the page with it', async () => {
  // Strict mode asks twice at first.
  let asked = 0
  const sent = serve(({ path }) => {
    if (path.endsWith('/async')) asked++
    const now = job(asked > 2 ? 40 : 10)
    return ok(path.endsWith('/jobs') ? [now] : now)
  })
  await show(<Screen />)
  // Polls are a second apart.
  await expect.element(page.getByText('好了'), { timeout: 120_000 }).toBeVisible()
  await expect.element(page.getByText('老师可以开始评阅')).toBeVisible()
  // The tray hears of the end after it, from its own list.
  const heard = (): number => sent.filter((s) => s.path.endsWith('/jobs')).length
  const before = heard()
  await refresh(['jobs'])
  await expect.poll(heard).toBeGreaterThan(before)
  await new Promise((next) => setTimeout(next, 200))
  expect(page.getByText(/已完成，可在/).elements()).toEqual([])
})

it('the one file that one came for is the next step: a primary button with the focus, which Enter opens', async () => {
  const file = { key: 'k', name: '物理（空白）.pdf', size: 2_500_000, url: 'blob:made' }
  serve(() => ok({ ...job(40), files: [file] }))
  await show(
    <>
      <button type="button">先前的</button>
      <JobProgress next uuid={uuid} />
    </>,
  )
  const made = page.getByRole('link', { name: file.name })
  await expect.element(made).toHaveFocus()
  expect(made.element().getAttribute('download')).toBe(file.name)
  const background = (e: Element): string => getComputedStyle(e).backgroundColor
  expect(background(made.element())).not.toBe(background(page.getByRole('button', { name: '先前的' }).element()))
  expect(made.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(32)
})

it('a file whose address has run out while it stood there is opened by a fresh one', async () => {
  const spent = '/made.pdf?X-Amz-Date=20200101T000000Z&X-Amz-Expires=600'
  const fresh = '#fresh'
  let url = spent
  const sent = serve(() => ok({ ...job(40), files: [{ key: 'k', name: '物理.pdf', size: 2500, url }] }))
  await show(<JobProgress uuid={uuid} />)
  const link = page.getByRole('link', { name: /物理/ })
  await expect.element(link).toBeVisible()
  url = fresh
  const opened: string[] = []
  const listen = (e: MouseEvent): void => {
    const a = e.target as HTMLAnchorElement
    if (!e.defaultPrevented) opened.push(a.getAttribute('href')!)
    e.preventDefault()
  }
  // A link that is followed by itself is no part of the page.
  const follow = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    opened.push(this.getAttribute('href')!)
  }
  window.addEventListener('click', listen)
  onTestFinished(() => {
    window.removeEventListener('click', listen)
    HTMLAnchorElement.prototype.click = follow
  })
  const before = sent.length
  await userEvent.click(link)
  await expect.poll(() => opened).toEqual([fresh])
  expect(sent.length).toBe(before + 1)
})
