import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { scanConfig } from '#shared/scan/uploading/sheetCount.calls.ts'
import { batchList, classSheets, sheetStatistic } from '#shared/scan/scan.calls.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { grantUpload } from '#shared/platform/platform.calls.ts'
import { myUploader } from '#shared/scan/uploading/uploader.calls.ts'
import { queries } from '#web/kit/ask.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { leftPath, scanPath, scanPaths } from '../scan.paths.ts'
import { batchSheetsPath } from '../scan.paths.ts'
import { ScanTaskScreen } from './ScanTaskScreen.tsx'

const paperId = 'pa_1'
const counts = { pages: 118, matched: 0, duplicate: 0, voided: 0, open: 118, waiting: 0, unread: 100 }
const batch = {
  batchId: 'ba_1',
  paperId,
  state: 'recognising',
  counts,
  uploaderName: '李主任',
  fileCount: 1,
  handed: 118,
  createdAt: 1_795_000_000_000,
} as unknown as BatchRow

const zeros = {
  ...{ scanCount: 0, waitingRecogCount: 0, studentRecognitionCount: 0, studentTotalCount: 60, mustErrCount: 0 },
  ...{ noMustErrCount: 0, errorCount: 0, absentStudentCount: 0, unUploadStudentCount: 60, waitUploadTotalCount: 0 },
  ...{ cornerErrorNumber: 0, sizeErrorNumber: 0, uploaderErrorNumber: 0, cardExceptionNum: 0 },
}
const figures = (of: object) => ({
  ledger: {
    ...{ paperId, handed: 0, matched: 0, duplicate: 0, voided: 0, open: 0, doubtful: 0, balanced: true },
    candidates: { present: 0, absent: 0, missing: 60, incomplete: 0 },
  },
  ...{ examId: 'ex_1', examName: '高一数学', courseName: '数学', hasCard: true, mayManage: true, takesOut: true },
  ...{ doubts: 0, counting: false, classCount: 2, counters: zeros, check: { ready: false, steps: [] }, pages: [] },
  ...{ reading: [], left: { allBlank: 0, unpicked: 0 } },
  ...of,
})
const nothing = figures({})
const going = figures({
  ledger: { ...nothing.ledger, handed: 118, open: 118, balanced: false },
  counters: { ...zeros, scanCount: 118, waitingRecogCount: 100 },
  check: { ready: false, steps: [{ step: 'recognising', count: 1, needed: true }] },
  reading: [batch],
})

const open = async (first: object, listed = batch) => {
  let now = first
  queries.clear()
  serve(({ path }) => {
    if (path === sheetStatistic.path) return ok(now)
    if (path === scanConfig.path) return ok({ sides: 'DOUBLE' })
    if (path === myUploader.path) return ok({ mayUpload: true })
    if (path === batchList.path) return ok(now === nothing ? { list: [], total: 0 } : { list: [listed], total: 1 })
    if (path === classSheets.path) return ok({ list: [], total: 0 })
    // Files that have begun to go stay on their way.
    if (path === grantUpload.path) return new Promise(() => undefined)
    return ok({})
  })
  await show(<ScanTaskScreen />, { at: scanPath(paperId), path: scanPaths.task, width: 1366 })
  return async (then: object) => {
    now = then
    await queries.invalidateQueries()
  }
}
const choose = page.getByRole('button', { name: '选择文件' })
it('what comes while one is here is put behind the box that it came by, which stays where it is', async () => {
  const becomes = await open(nothing)
  await expect.element(choose).toBeVisible()
  await expect.element(page.getByText('还没有扫描件', { exact: true })).toBeVisible()
  const before = choose.element().getBoundingClientRect()
  await becomes(going)
  await expect.element(page.getByText('李主任')).toBeVisible()
  await expect.element(page.getByText(/正在识别 1 个批次：已识别 18\/118 页/)).toBeVisible()
  const after = choose.element().getBoundingClientRect()
  expect([after.top, after.left, after.height]).toEqual([before.top, before.left, before.height])
  expect(page.getByText('李主任').element().getBoundingClientRect().top).toBeGreaterThan(after.bottom)
  // It is waited for: the ledger says so, and nothing says it again.
  expect(page.getByText(/个批次正在识别|正在识别 \d+ 个批次/).elements()).toHaveLength(1)
})

it('while files are on their way it is not said that there are none', async () => {
  await open(nothing)
  const none = page.getByText('还没有扫描件', { exact: true })
  await expect.element(none).toBeVisible()
  const input = document.querySelector('input[type=file]')!
  await userEvent.upload(input, new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(/^正在上传 0 \/ 1 个文件/)).toBeVisible()
  expect(none.elements()).toEqual([])
})

it('the menu of a batch whose pages are not as many as its sheets leads to the sheets, and corrects their number', async () => {
  const fed = { sheets: 58, mode: 'DOUBLE' as const }
  const short = {
    ...batch,
    state: 'done',
    handed: 115,
    counts: { ...counts, pages: 115, open: 0 },
    fed,
    version: 2,
  }
  await open(figures({ ledger: { ...going.ledger, handed: 115, matched: 115, unequal: 1 } }), short as BatchRow)
  const row = page.getByRole('row').filter({ hasText: '李主任' })
  await expect.element(row.getByText('页数不符', { exact: true })).toBeVisible()
  // The only one is opened at once.
  const one = page.getByRole('link', { name: '1 个批次' })
  await expect.element(one).toHaveAttribute('href', batchSheetsPath(paperId, batch.batchId))
  // What keeps the ledger from balancing is not said to be done.
  expect(row.getByText('已完成', { exact: true }).elements()).toEqual([])
  await expect.element(row.getByText('按张核对', { exact: true })).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: /更多/ }))
  await userEvent.click(page.getByRole('menuitem', { name: '更正张数' }))
  await expect.element(page.getByRole('dialog').getByLabelText(/放入了几张纸/)).toHaveValue('58')
})

it('choosing more files is not the next step while what came is being read', async () => {
  const becomes = await open(nothing)
  await expect.element(choose).toBeVisible()
  const next = getComputedStyle(choose.element()).backgroundColor
  await becomes(going)
  await expect.poll(() => getComputedStyle(choose.element()).backgroundColor).not.toBe(next)
})

it('who comes to a paper with sheets sees them first', async () => {
  await open(going)
  await expect.element(page.getByText('李主任')).toBeVisible()
  expect(page.getByText('李主任').element().getBoundingClientRect().bottom).toBeLessThan(
    choose.element().getBoundingClientRect().top,
  )
})

it('says one number of doubts, and of what it is made', async () => {
  const counted = {
    ...{ ledger: { ...going.ledger, matched: 115, open: 3, doubtful: 3 }, reading: [], doubts: 7 },
    check: {
      ready: false,
      steps: [
        { step: 'open', count: 2, needed: true, along: 1 },
        { step: 'lacking', count: 1, needed: false },
        { step: 'waiting', count: 4, needed: false },
      ],
    },
  }
  await open(figures(counted))
  const told = page.getByText(/存疑 7 页 = 未归位 2（另有1页随前一页归位） \+ 题目存疑 4 \+ 缺页 1（不属于任何批次）/)
  await expect.element(told).toBeVisible()
  await expect.element(page.getByText(/已交 118 页 = 匹配 115 \+ 重复 0 \+ 作废 0 \+ 未归位 3/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '处理存疑（7页）' })).toBeVisible()
})

it('says of a page that waits once what it is, beside the head and the button that leads there', async () => {
  const one = {
    ...{ ledger: { ...going.ledger, matched: 117, open: 1, doubtful: 1, unequal: 1 }, reading: [], doubts: 1 },
    counters: { ...zeros, scanCount: 118, cardExceptionNum: 1 },
    check: {
      ready: false,
      steps: [
        { step: 'open', count: 1, needed: true },
        { step: 'unequal', count: 1, needed: true },
        { step: 'candidates', count: 2, needed: true },
      ],
    },
  }
  await open(figures(one))
  await expect.element(page.getByRole('button', { name: '处理存疑（1页）' })).toBeVisible()
  await expect.element(page.getByText(/未归位 1/)).toBeVisible()
  // Only what the ledger does not say stands below it.
  await expect.element(page.getByText('2 名考生既没有答题卡，也没有标记缺考')).toBeVisible()
  expect(document.querySelector('ol[aria-label=还要做的]')).toBeNull()
  const all = document.body.textContent
  const times = (words: RegExp): number => all.match(words)?.length ?? 0
  expect([times(/页未归位|没有归到考生/g), times(/答题卡异常 ?1/g), times(/与放入的张数不符/g)]).toEqual([0, 0, 1])
})

it('tells who left all choices or an optional group undone, with the way to them', async () => {
  const of = { ledger: { ...going.ledger, matched: 118, open: 0 }, left: { allBlank: 1, unpicked: 2 } }
  const becomes = await open(figures(of))
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(page.getByText('客观题全空')).toBeVisible()
  await expect.element(link('1 人')).toHaveAttribute('href', leftPath(paperId, 'allBlank'))
  await expect.element(page.getByText('选做题未填涂')).toBeVisible()
  await expect.element(link('2 人')).toHaveAttribute('href', leftPath(paperId, 'unpicked'))
  // Of none there is no line.
  await becomes(figures({ ...of, left: { allBlank: 0, unpicked: 2 } }))
  await expect.element(page.getByText('客观题全空')).not.toBeInTheDocument()
  await expect.element(link('2 人')).toBeVisible()
})
