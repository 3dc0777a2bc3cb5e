import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { classSheets, scriptList, sheetStatistic } from '#shared/scan/scan.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { leftPath, scanPaths, toPaper } from '../scan.paths.ts'
import { StudentStatusScreen } from './StudentStatusScreen.tsx'

const paperId = 'pa_1'
const row = (n: number, of: object) => ({
  ...{ studentId: `st_${n}`, studentName: `考生${n}`, studentNumber: `202600000${n}`, pinyin: 'kaosheng' },
  ...{ classId: 'cl_1', className: '1班', state: 'present', pages: [1, 2], missingPages: [], lacking: false },
  ...{ complete: true, doubtful: 0, allBlank: false, unpicked: false, ...of },
})
const rows = [
  row(1, { pages: [1], missingPages: [2], complete: false, lacking: true }),
  row(2, { pages: [1], missingPages: [2], complete: false }),
  row(3, { allBlank: true }),
  row(4, { unpicked: true }),
  row(5, { state: 'missing', pages: [], complete: false }),
  row(6, { state: 'absent', pages: [], complete: false }),
]

it('tells what a candidate left undone and what is settled, and offers absence only where it can be', async () => {
  const sent = serve(({ path }) => {
    if (path === sheetStatistic.path)
      return ok({
        ledger: { candidates: { present: 4, absent: 1, missing: 1, incomplete: 2 } },
        ...{ mayManage: true, takesOut: true, doubts: 1, classCount: 1, reading: [] },
        left: { allBlank: 1, unpicked: 2 },
      })
    if (path === classSheets.path) return ok({ list: [], total: 0 })
    if (path === scriptList.path) return ok({ list: rows, total: rows.length })
    return ok({})
  })
  await show(<StudentStatusScreen />, { at: toPaper(scanPaths.students, paperId), path: scanPaths.students })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(link('1 人')).toHaveAttribute('href', leftPath(paperId, 'allBlank'))
  await expect.element(link('2 人')).toHaveAttribute('href', leftPath(paperId, 'unpicked'))
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const [name, words] of [
    ['考生1', '缺页'],
    ['考生2', '缺页已确认'],
    ['考生3', '已交，客观题全空'],
    ['考生4', '已交，选做题未填涂'],
  ] as const)
    await expect.element(rowOf(name).getByText(words, { exact: true })).toBeVisible()
  const offered = rows.map(({ studentName }) =>
    ['标记缺考', '取消缺考'].filter((name) => rowOf(studentName).getByRole('button', { name }).elements().length > 0),
  )
  expect(offered).toEqual([[], [], [], [], ['标记缺考'], ['取消缺考']])
  // All of them are here: each column sorts, here.
  expect(sent.find((s) => s.path === scriptList.path)!.query.get('pageSize')).toBe('200')
  const head = page.getByRole('columnheader', { name: '考号' })
  await userEvent.click(head.getByRole('button'))
  await userEvent.click(head.getByRole('button'))
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  const names = () =>
    page
      .getByRole('row')
      .elements()
      .flatMap((r) => /考生\d/.exec(r.textContent ?? '') ?? [])
  await expect.poll(names).toEqual(rows.map((r) => r.studentName).toReversed())
})
