import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cooperationStatus } from '#shared/scan/doubts/exception.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { ScanTaskScreen } from '../batches/ScanTaskScreen.tsx'
import { doubtsPath, scanPath, scanPaths } from '../scan.paths.ts'
import { DoubtsScreen } from './DoubtsScreen.tsx'

const paperId = 'pa_1'
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const student = { studentId: 'st_1', studentName: '龚诗雨', studentNumber: '2026000021', className: '1班' }
const untouched = (n: number) => ({
  kind: 'faintMark',
  questionId: `q${n}`,
  number: String(n),
  unitType: 1,
  cropUrl: picture,
  cells: ['A', 'B', 'C', 'D'].map((value) => ({ value, state: 'empty', ink: 0 })),
})
const blank = {
  id: 'b:1',
  kind: 'faintMark',
  name: '填涂不清',
  todo: '请看图确认考生选了什么',
  batchId: 'ba_1',
  no: '1.1',
  version: 3,
  source: 'scan_0039.jpg　第1页',
  page: 1,
  imageUrl: picture,
  assignable: true,
  maySettle: true,
  student,
  blank: 'script',
  doubts: [1, 2, 3].map(untouched),
} as unknown as DoubtRow

const open = async (list: readonly DoubtRow[], width = 1440) => {
  const sent = serve(({ path }) => {
    if (path === calls.doubtList.path)
      return ok({
        list,
        total: list.length,
        mayManage: true,
        kinds: [{ kind: 'faintMark', name: '填涂不清', count: 1 }],
      })
    if (path === calls.scriptList.path) return ok({ list: [], total: 0 })
    if (path === cooperationStatus.path)
      return ok({ open: false, groups: 0, openedBy: '', members: [], joined: null, left: 1, mayManage: true })
    if (path === calls.confirmReading.path) return ok({ state: 'matched', waits: false, version: 4, also: 0 })
    if (path === calls.sheetStatistic.path)
      return ok({ examId: 'ex_1', takesOut: true, ledger: { handed: 1, balanced: false } })
    return ok({})
  })
  await show(<DoubtsScreen />, { at: doubtsPath(paperId), path: scanPaths.doubts, width })
  return () => sent.filter((s) => s.path === calls.confirmReading.path).map((s) => s.body)
}

it('a page on which nothing was seen is one entry, and its key, not Enter, says of all its questions that they are blank', async () => {
  const settled = await open([blank])
  await expect.element(page.getByRole('button', { name: '整卷客观题未涂（3题）　龚诗雨' })).toBeVisible()
  await expect.element(page.getByText('已处理 0 处，还有 1 处（1 页）')).toBeVisible()
  await expect.element(page.getByAltText('整页')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(settled()).toEqual([])
  await userEvent.keyboard('0')
  await expect
    .poll(settled)
    .toMatchObject([{ version: 3, answers: ['q1', 'q2', 'q3'].map((questionId) => ({ questionId, letters: '' })) }])
})

const dim = {
  ...blank,
  blank: undefined,
  unclear: { asked: 3, of: 4 },
  doubts: [1, 2, 3].map((n) => ({
    ...untouched(n),
    cells: ['A', 'B'].map((value) => ({ value, state: 'doubt', ink: 0.2 })),
  })),
} as unknown as DoubtRow

it.each([1440, 390])('a page most of which is unclear is scanned again by one key, not by Enter: %d', async (width) => {
  const settled = await open([dim], width)
  await expect.element(page.getByText('4题中有3题看不清', { exact: false })).toBeVisible()
  await expect.element(page.getByAltText('整页')).toBeVisible()
  expect(page.getByRole('button', { name: 'V　作废重扫' }).elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}0')
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('button', { name: 'A', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'V　作废重扫' }).elements()).toEqual([])
  expect(settled()).toEqual([])
})

it('is opened to be gone through, and nothing was decided by that', async () => {
  const settled = await open([blank])
  await expect.element(page.getByRole('button', { name: 'E　逐题核对' })).toBeVisible()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('button', { name: '第1题　龚诗雨' })).toHaveAttribute('aria-current', 'true')
  expect(page.getByRole('list', { name: '队列' }).getByRole('button').elements()).toHaveLength(3)
  expect(settled()).toEqual([])
  await userEvent.keyboard('b')
  await expect.poll(settled).toMatchObject([{ answers: [{ questionId: 'q1', letters: 'B' }] }])
})

const other = {
  studentId: 'st_2',
  studentName: '肖梓萱',
  studentNumber: '2026000036',
  className: '2班',
  pinyin: 'xiao zi xuan',
}
const duplicate = {
  ...blank,
  ...{ id: 'b:2', kind: 'duplicate', name: '重复', blank: undefined },
  rival: { imageUrl: picture, source: 'old.jpg', same: false },
  doubts: [{ kind: 'duplicate', detail: '龚诗雨的第1页已有一张扫描件' }],
} as unknown as DoubtRow

it.each([
  ['原来的是', calls.settleDuplicate, { keep: 'new', oldIs: 'st_2' }],
  ['新的是', calls.assignStudent, { studentId: 'st_2' }],
] as const)(
  'of two sheets on one number, %s another candidate’s by a choice and never by Enter',
  async (which, to, body) => {
    const sent = serve(({ path }) => {
      if (path === calls.doubtList.path)
        return ok({
          list: [duplicate],
          total: 1,
          mayManage: true,
          kinds: [{ kind: 'duplicate', name: '重复', count: 1 }],
        })
      if (path === calls.scriptList.path) return ok({ list: [other, { ...student, pinyin: 'gong shi yu' }], total: 2 })
      if (path === to.path) return ok({ state: 'matched', waits: false, version: 4, also: 1 })
      if (path === cooperationStatus.path)
        return ok({ open: false, groups: 0, openedBy: '', members: [], joined: null, left: 1, mayManage: true })
      if (path === calls.sheetStatistic.path)
        return ok({ examId: 'ex_1', takesOut: true, ledger: { handed: 1, balanced: false } })
      return ok({})
    })
    const told = () =>
      sent.filter((s) => s.method === 'POST' && s.path.startsWith('/api/') && 'batchId' in Object(s.body))
    await show(<DoubtsScreen />, { at: doubtsPath(paperId), path: scanPaths.doubts })
    await expect.element(page.getByText(/两张的填涂不同/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    const field = page.getByLabelText('其中一张是另一位考生的（考号、姓名或拼音）')
    await field.fill('xzx')
    await field.fill('xiao')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('请选择原来的还是新的那一张是这位考生的')).toBeVisible()
    expect(told()).toEqual([])
    await page.getByRole('option', { name: new RegExp(`^${which} 肖梓萱`) }).click()
    await expect
      .poll(told)
      .toMatchObject([{ path: to.path, body: { batchId: 'ba_1', no: '1.1', version: 3, ...body } }])
  },
)

it('offers no key of what only the exam’s managers settle, and says whose it is', async () => {
  const settled = await open([{ ...blank, maySettle: false }])
  await expect.element(page.getByText(/这些由考试的管理者处理/)).toBeVisible()
  await userEvent.keyboard('0')
  expect(page.getByRole('button', { name: 'E　逐题核对' }).elements()).toEqual([])
  expect(settled()).toEqual([])
})

it('who may not see a paper’s scans reads it in one sentence, with a way back and no notice over it', async () => {
  const fetched = vi
    .spyOn(window, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('{}', { status: 403 })))
  onTestFinished(() => fetched.mockRestore())
  for (const [screen, path, at] of [
    [<DoubtsScreen key="d" />, scanPaths.doubts, doubtsPath(paperId)],
    [<ScanTaskScreen key="s" />, scanPaths.task, scanPath(paperId)],
  ] as const) {
    await show(screen, { at, path, width: 390 })
    await expect.element(page.getByText('您看不到这一科的扫描')).toBeVisible()
    await expect.element(page.getByText('返回考试列表')).toBeVisible()
    expect(page.getByText('没有权限进行此操作').elements()).toHaveLength(0)
  }
})
