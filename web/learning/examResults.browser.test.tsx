/** From every list of a student or a parent to the own exam: one line an exam, one page with its total and its subjects. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownExam, ownResult } from '#shared/analysis/analysis.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { OwnExams } from '#web/exam/ExamsAtWork.public.tsx'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { OwnNewest } from './OwnNewest.public.tsx'
import { ExamResultsScreen } from './ExamResultsScreen.tsx'
import { ResultScreen } from './ResultScreen.tsx'
import { examResultsPath, learningPaths, resultPath } from './learning.paths.ts'

const id = (kind: string, n: number): string => `${kind}_${String(n).repeat(26)}`
const course = (n: number, courseName: string, released = true) => ({ paperId: id('pa', n), courseName, released })
const exam = (n: number, examName: string, courses: object[]) => ({
  ...{ examId: id('ex', n), owner: id('s:sc', 1), examName, examType: 3, gradeName: '高一', creatorName: '王老师' },
  ...{ examDate: Date.UTC(2026, 10, 20, -8), status: 3, markingProgress: 7, furthest: 7, candidateCount: 80 },
  ...{ mayManage: false, version: 1, schoolCount: 1, classCount: 2, courses },
})
const exams = [
  exam(1, '联测', [course(1, '数学'), course(2, '英语', false)]),
  exam(2, '期中联考', [course(3, '语文'), course(4, '物理')]),
  exam(3, '单元诊断', [course(5, '语文')]),
]
const result = { state: 'present', total: 8700, fullScore: 10_000, rank: null, candidates: null, level: 'A' }
const shown = { ...result, scored: true, rankBand: null }
const one = {
  examName: '联测',
  examDate: Date.UTC(2026, 10, 20, -8),
  studentName: '周奕辰',
  className: '高一1班',
  subjects: [
    {
      paperId: id('pa', 9),
      courseName: '总分',
      ofTotal: true,
      result: { ...shown, total: 18_000, fullScore: 20_000, rank: 4, candidates: 15 },
    },
    { paperId: id('pa', 1), courseName: '数学', result: { ...shown, correctedAt: Date.UTC(2026, 10, 27) } },
    { paperId: id('pa', 2), courseName: '英语' },
    { paperId: id('pa', 3), courseName: '体育', result: { ...shown, total: null, scored: false, level: null } },
    { paperId: id('pa', 4), courseName: '化学', result: { ...shown, total: null, state: 'absent', level: null } },
  ],
}
const served = () =>
  serve(({ path }) => {
    if (path === listExams.path) return ok({ list: exams, pageNumber: 1, pageSize: 20, total: 3 })
    if (path === ownExam.path) return ok(one)
    return ok(null)
  })
const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].map((a) => [a.textContent, a.getAttribute('href')])

it('leads from each list to the page of an exam of several subjects, and of one to its result', async () => {
  served()
  const to = [
    ['联测', examResultsPath(id('ex', 1))],
    ['期中联考', examResultsPath(id('ex', 2))],
    ['单元诊断', resultPath(id('pa', 5))],
  ]
  for (const list of [<OwnExams key="home" />, <ResultScreen key="own" />]) {
    await show(list)
    await expect.poll(links).toEqual(expect.arrayContaining(to))
    // One line an exam.
    for (const [name] of to) expect(links().filter(([text]) => text === name)).toHaveLength(1)
  }
})

it('shows the total, each subject as far as it is shown, and nothing of what is not', async () => {
  served()
  const at = { at: examResultsPath(id('ex', 1)), path: learningPaths.exam }
  await show(<ExamResultsScreen />, { ...at, width: 390 })
  for (const text of ['180 / 200', '87 / 100', '未发布', '已评阅', '缺考', '11-27有更正'])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
  expect(links().filter(([, href]) => href?.startsWith('/v2/exam/report/detail/'))).toEqual([
    ['总分', resultPath(id('pa', 9))],
    ['数学', resultPath(id('pa', 1))],
    ['体育', resultPath(id('pa', 3))],
    ['化学', resultPath(id('pa', 4))],
  ])
  await show(<ExamResultsScreen />, at)
  await expect.element(page.getByText('A · 第4名，共15人')).toBeVisible()
})

const question = (number: string, score: number) => ({
  ...{ questionId: id('qu', Number(number)), number, unitType: 5, score, fullScore: 1000, scoreRate: 0.8 },
})
const ownPaper = {
  ...{ ...shown, ofTotal: true, courseName: '总分', wentWell: [], doNext: ['3', '1', '4', '2'], pages: [] },
  items: ['1', '2', '3', '4'].map((number) => question(number, 200)),
}
const day = 86_400_000

it('says the newest result in a sentence, at most three things to do, and which exam comes next', async () => {
  const next = { ...exam(4, '期末考试', [course(7, '生物', false)]), examDate: serverNow() + 3 * day, furthest: 1 }
  const later = { ...exam(5, '模拟考试', [course(8, '化学', false)]), examDate: serverNow() + 9 * day, furthest: 2 }
  serve(({ path }) => {
    if (path === listExams.path) return ok({ list: [later, next, ...exams], pageNumber: 1, pageSize: 20, total: 5 })
    if (path === ownExam.path) return ok(one)
    return path === ownResult.path ? ok(ownPaper) : ok(null)
  })
  for (const width of [1440, 390]) {
    await show(<OwnNewest ofChild={false} />, { width })
    await expect.element(page.getByText('总分 180 / 200，A，第4名，共15人，11-27有更正', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '查看成绩' })).toBeVisible()
    const todo = page.getByRole('list', { name: '接下来先做' }).getByRole('listitem')
    await expect.poll(() => todo.all().length).toBe(3)
    await expect.element(todo.first()).toHaveTextContent('先补3失8分，低于同学的平均（全体得分率80.0%）')
    await expect.element(page.getByText(/^生物 · \d{4}-\d\d-\d\d · 还有3天$/)).toBeVisible()
    await expect.element(page.getByText('模拟考试')).not.toBeInTheDocument()
  }
})

it('an exam of today that was sat and marked, its result withdrawn, is not the next one', async () => {
  const sat = { ...exam(1, '走查考试', [course(1, '地理', false)]), examDate: serverNow(), furthest: 6 }
  const later = { ...exam(2, '期末考试', [course(2, '数学', false)]), examDate: serverNow() + 86_400_000, furthest: 1 }
  serve(({ path }) =>
    path === listExams.path ? ok({ list: [sat, later], pageNumber: 1, pageSize: 20, total: 2 }) : ok(null),
  )
  await show(<OwnNewest ofChild={false} />)
  await expect.element(page.getByText('期末考试')).toBeVisible()
  await expect.element(page.getByText('走查考试')).not.toBeInTheDocument()
})

it('says nothing of a result before one is published', async () => {
  const open = { ...exam(1, '期末考试', [course(1, '数学', false)]), examDate: serverNow(), furthest: 1 }
  const sent = serve(({ path }) =>
    path === listExams.path ? ok({ list: [open], pageNumber: 1, pageSize: 20, total: 1 }) : ok(null),
  )
  await show(<OwnNewest ofChild />)
  await expect.element(page.getByText('下一场考试', { exact: true })).toBeVisible()
  await expect.element(page.getByText('最近成绩')).not.toBeInTheDocument()
  expect(sent.map((s) => s.path)).not.toContain(ownExam.path)
})
