/** A teacher's home: the own subjects first, no sign that calls where one cannot act, corrections told. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sincePublished } from '#shared/analysis/publication.calls.ts'
import { examDetail, listExams } from '#shared/exam/exam.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { examResultsPath, resultPath } from '#web/learning/learning.paths.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { deleteBar, ExamListScreen } from './ExamListScreen.tsx'
import { ExamsAtWork } from './ExamsAtWork.public.tsx'

const id = (kind: string, n: number): string => `${kind}_${String(n).repeat(26)}`
const exam = (n: number, examName: string, more: object = {}) => ({
  examId: id('ex', n),
  owner: id('s:sc', 1),
  examName,
  examType: 3,
  gradeName: '高一',
  examDate: Date.UTC(2026, 10, 20, -8),
  status: 1,
  markingProgress: 4,
  furthest: 4,
  candidateCount: 80,
  mayManage: false,
  version: 1,
  courses: [],
  ...more,
})
const paper = (n: number, courseName: string, more: object = {}) => ({
  paperId: id('pa', n),
  courseId: id('co', n),
  courseName,
  cardId: id('ca', n),
  keyVersion: 1,
  status: 1,
  markingProgress: 4,
  questionCount: 20,
  fullScore: 10_000,
  missingKeys: 0,
  ...more,
})
const exams = [exam(1, '物理月考'), exam(2, '语文月考')]
const at = Date.UTC(2026, 10, 26, 4)
const course = { paperId: id('pa', 3), courseName: '语文', released: true }
const released = [
  exam(3, '语文期中', { status: 3, courses: [{ ...course, correctedAt: at }] }),
  exam(4, '语文十月考', { status: 3, courses: [{ ...course, paperId: id('pa', 4) }] }),
]
const serveHome = (mayManage: boolean) =>
  serve(({ path, query }) => {
    if (path === listExams.path) return ok({ list: [...exams, ...released], pageNumber: 1, pageSize: 20, total: 4 })
    if (path !== examDetail.path) return ok(null)
    const first = query.get('examId') === id('ex', 1)
    const papers = [first ? paper(1, '物理') : paper(2, '语文', { own: true })]
    return ok({ exam: first ? exams[0] : exams[1], papers, mayManage, guest: false })
  })
const names = () =>
  page
    .getByRole('table', { name: '各科进度' })
    .getByRole('rowheader')
    .elements()
    .map((e) => e.textContent)
const glyphs = (row: RegExp) =>
  [...page.getByRole('row', { name: row }).element().querySelectorAll('td svg path')].map((p) => p.getAttribute('d'))

it('shows a teacher the own subjects first, and calls for nothing that is not theirs to do', async () => {
  serveHome(false)
  await show(<ExamsAtWork mayMake={false} />)
  await expect.element(page.getByText('待安排').first()).toBeVisible()
  expect(names()).toEqual(['语文月考 语文', '物理月考 物理'])
  const [marking, publish] = glyphs(/语文月考/).slice(-2)
  expect(marking).toBe(publish)
})

it('shows who manages them in the order that they have, with the sign', async () => {
  serveHome(true)
  await show(<ExamsAtWork mayMake />)
  await expect.element(page.getByText('待安排').first()).toBeVisible()
  expect(names()).toEqual(['物理月考 物理', '语文月考 语文'])
  const [marking, publish] = glyphs(/语文月考/).slice(-2)
  expect(marking).not.toBe(publish)
})

it.each([true, false])(
  'tells the same of an exam to who manages it (%s) and who only looks, and whose the next step is',
  async (mayManage) => {
    const ledger = {
      ...{ paperId: id('pa', 1), handed: 160, matched: 147, duplicate: 0, voided: 0, open: 13, doubtful: 13 },
      ...{ balanced: false, candidates: { present: 80, absent: 0, missing: 0, incomplete: 0 } },
    }
    serve(({ path, query }) => {
      if (path === listExams.path) return ok({ list: exams, pageNumber: 1, pageSize: 20, total: 2 })
      if (path === sheetStatistic.path) return ok({ ledger, doubts: 13 })
      if (path !== examDetail.path) return ok(null)
      const first = query.get('examId') === id('ex', 1)
      const own = first ? paper(1, '物理', { markingProgress: 3 }) : paper(2, '语文', { markingProgress: 3 })
      return ok({ exam: first ? exams[0] : exams[1], papers: [own], mayManage, guest: false })
    })
    await show(<ExamsAtWork mayMake={mayManage} />)
    const cells = () =>
      [...document.querySelectorAll('table tr')]
        .filter((tr) => tr.textContent.includes('物理月考'))
        .flatMap((tr) => [...tr.querySelectorAll<HTMLElement>('td')].map((td) => td.innerText.trim()))
    await expect.poll(cells).toEqual(['20题', '', '80/80', '13页', '', '', '处理存疑'])
    expect(page.getByText('下一步由考试创建人和学校管理员完成。').elements()).toHaveLength(mayManage ? 0 : 1)
    expect(page.getByRole('table').getByRole('link', { name: '处理存疑', exact: true }).elements()).toHaveLength(
      mayManage ? 2 : 0,
    )
  },
)

it('says of a published exam that it was corrected, and of others nothing', async () => {
  serveHome(false)
  await show(<ExamsAtWork mayMake={false} />)
  const list = page.getByRole('list', { name: '最近发布' })
  await expect.element(list.getByText('已发布，11-26有更正')).toBeVisible()
  expect(list.getByText(/已发布/).elements()).toHaveLength(1)
})

it('the list says who may make an exam to staff who may not, and which was corrected', async () => {
  serve(({ path }) =>
    path === sessionUser.path
      ? ok({ userId: id('us', 1), userName: '李主任', userType: 10, schoolId: id('sc', 1), stage: 1 })
      : ok({ list: released, pageNumber: 1, pageSize: 20, total: 2 }),
  )
  await show(<ExamListScreen />)
  await expect.element(page.getByText('由学校管理员、教务管理员或教师新建')).toBeVisible()
  await expect.element(page.getByText('已发布，11-26有更正')).toBeVisible()
  expect(page.getByRole('button', { name: '新建考试' }).elements()).toHaveLength(0)
})

it('keeps the place of what is still counted: what stands under it moves by no more than a line', async () => {
  let come: (() => void) | undefined
  const counted = new Promise<void>((done) => (come = done))
  serve(async ({ path, query }) => {
    if (path === listExams.path) return ok({ list: [...exams, ...released], pageNumber: 1, pageSize: 20, total: 4 })
    if (path !== examDetail.path) return ok(null)
    await counted
    const first = query.get('examId') === id('ex', 1)
    return ok({
      exam: first ? exams[0] : exams[1],
      papers: [first ? paper(1, '物理') : paper(2, '语文', { own: true })],
      mayManage: false,
      guest: false,
    })
  })
  await show(
    <div style={{ display: 'flex', flexDirection: 'column', gap: 24 }}>
      <ExamsAtWork mayMake={false} />
      <p>下面</p>
    </div>,
  )
  const below = (): number => page.getByText('下面', { exact: true }).element().getBoundingClientRect().top
  // The list is there, and its exams are still counted.
  await expect.poll(() => document.querySelectorAll('.fui-SkeletonItem').length).toBe(8)
  const before = below()
  come!()
  await expect.element(page.getByRole('table', { name: '各科进度' })).toBeVisible()
  expect(Math.abs(below() - before)).toBeLessThanOrEqual(32)
})

it('why an exam is not deleted names batches only where there are some', () => {
  expect(deleteBar({ furthest: 2 }, true)).toBeNull()
  expect(deleteBar({ furthest: 6 }, true)).toBe('成绩由文件导入，没有扫描批次；要删除请用“强制删除”')
  expect(deleteBar({ furthest: 3 }, false)).toBe('考试已有扫描数据，请先删除扫描批次')
  expect(deleteBar({ furthest: 3 })).not.toContain('批次')
})

it('what came after a joint exam was published waits on its organiser’s home', async () => {
  const out = { ...released[1]!, owner: id('a:ar', 1), mayManage: true }
  const since = { key: false, corrected: 0, sheets: 9, open: 0, unmarked: 0 }
  serve(({ path }) => {
    if (path === listExams.path) return ok({ list: [out, released[0]], pageNumber: 1, pageSize: 20, total: 2 })
    if (path === sincePublished.path) return ok(since)
    if (path !== examDetail.path) return ok(null)
    const done = paper(4, '语文', { status: 3, markingProgress: 6 })
    return ok({ exam: out, papers: [done], mayManage: true, guest: false })
  })
  await show(<ExamsAtWork mayMake={false} />)
  await expect.element(page.getByRole('list', { name: '需要您处理' }).getByText(/多了9名考生的答卷/)).toBeVisible()
  // It is published, and not under way.
  expect(page.getByRole('table', { name: '各科进度' }).elements()).toHaveLength(0)
})

it('a student’s list leads to the exam as a whole where it has several subjects, and to the result of one', async () => {
  const [two, one] = [
    { ...released[0]!, courses: [course, { ...course, paperId: id('pa', 5), courseName: '数学', released: false }] },
    released[1]!,
  ]
  serve(({ path }) =>
    path === sessionUser.path
      ? ok({ userId: 'us_1', userName: '周奕辰', userType: 4, stage: 3 })
      : ok({ list: [two, one], pageNumber: 1, pageSize: 20, total: 2 }),
  )
  await show(<ExamListScreen />)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(link('语文期中')).toHaveAttribute('href', examResultsPath(two.examId))
  await expect.element(link('语文十月考')).toHaveAttribute('href', resultPath(id('pa', 4)))
  // All of it is in sight at either width.
  const box = document.querySelector('main')!
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
})
