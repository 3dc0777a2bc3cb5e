import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/scan/scan.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { assignTo } from './assignTo.ts'

const at = { paperId: 'pa_1', batchId: 'ba_1', no: '1.1', version: 3 } as never
const person = {
  studentId: 'st_2',
  studentName: '肖梓萱',
  studentNumber: '2026000036',
  className: '2班',
  pinyin: 'xiao zi xuan',
  pages: [1],
}
const of = { page: 2, owner: '毛梓', released: false }

const begun = async (state: 'matched' | 'open', more: Partial<typeof of> = {}) => {
  const sent = serve(({ path }) =>
    path === calls.scriptList.path
      ? ok({ list: [person], total: 1 })
      : path === calls.assignStudent.path
        ? ok({ state, waits: state === 'open', version: 4, also: state === 'open' ? 0 : 1 })
        : ok({ state: 'matched', waits: false, version: 5, also: 1 }),
  )
  await show(<p>扫描页</p>)
  void assignTo(at, { ...of, ...more })
  return () => sent.filter((s) => s.method === 'POST').map((s) => [s.path, s.body])
}

it('shows whose the page will be before it is given, and takes it back', async () => {
  const told = await begun('matched')
  const field = page.getByRole('textbox', { name: /^考生（考号、姓名或拼音）/ })
  await field.fill('2026000099')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('没有这样的考生，可输入考号、姓名或拼音')).toBeVisible()
  expect(told()).toEqual([])
  await field.fill('xiao')
  await expect.element(page.getByText('肖梓萱　2026000036　2班')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  const place = { batchId: 'ba_1', no: '1.1' }
  await expect.element(page.getByText('已归到肖梓萱（2026000036），另有1页随它一起')).toBeVisible()
  expect(told()).toEqual([[calls.assignStudent.path, { ...place, version: 3, studentId: 'st_2' }]])
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(told).toMatchObject([{}, [calls.undoSettlement.path, { ...place, version: 4 }]])
})

it('says where a page went whose place is taken', async () => {
  await begun('open')
  await page.getByRole('textbox', { name: /^考生（考号、姓名或拼音）/ }).fill('036')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('肖梓萱（2026000036）的这一页已有一张扫描件，请在“处理存疑”中比较')).toBeVisible()
})

const named = async (words: string) => {
  await page.getByRole('textbox', { name: /^考生（考号、姓名或拼音）/ }).fill('036')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
}

it('warns before it is moved to a script that has the page, and moves nothing unless that is meant', async () => {
  const told = await begun('open', { page: 1 })
  await named('肖梓萱已有第1页')
  await expect.element(page.getByText(/毛梓的答卷从此缺第1页.*移回以后，原来的评分和仲裁继续有效/)).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  expect(told()).toEqual([])
  void assignTo(at, { ...of, page: 1 })
  await named('肖梓萱已有第1页')
  await page.getByRole('button', { name: '仍然移过去' }).click()
  await expect.poll(() => told().length).toBe(1)
})

it('says that scores are published, in words that readers of them see nothing of it', async () => {
  const told = await begun('matched', { released: true })
  await named('成绩已经发布')
  await expect.element(page.getByText(/已发布的成绩不变，变化由管理人员核对后重新发布/)).toBeVisible()
  expect(told()).toEqual([])
})
