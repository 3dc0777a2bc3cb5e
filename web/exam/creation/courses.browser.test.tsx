import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/exam/creation/course.calls.ts'
import { addCourses } from '#shared/exam/roster/roster.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { examPaths } from '../exam.paths.ts'
import { ExamCoursesScreen } from './ExamCoursesScreen.tsx'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const examId = id('ex', 1)
const paper = (n: number, courseName: string, classIds: string[]) => ({
  ...{ paperId: id('pa', n), courseId: id('co', 1), courseName, lowest: 1, furthest: 1, questions: 0, fullScore: 0 },
  ...{ hasCard: false, released: false, totals: [], kept: null, classIds },
})
const classes = [1, 2].map((n) => ({ classId: id('cl', n), className: `${n}班`, candidateCount: 40 }))
const all = classes.map((c) => c.classId)
const stand = {
  ...{ version: 4, classes, more: [], fixed: null, barred: null },
  papers: [paper(1, '数学', all), paper(2, '数学B卷', [id('cl', 2)])],
}

const shown = async () => {
  const sent = serve(({ path, body }) => {
    if (path === calls.courseStand.path) return ok(stand)
    if (path === calls.coursePreview.path) return ok({ lines: [`看：${JSON.stringify(body)}`], version: 4 })
    if (path === addCourses.path) return ok({ version: 5, paperIds: [id('pa', 3)] })
    return path === calls.setPaperClasses.path ? ok({ version: 5 }) : new Promise(() => {})
  })
  await show(<ExamCoursesScreen />, { at: examPaths.courses.replace(':examId', examId), path: examPaths.courses })
  await expect.element(page.getByText('1个班')).toBeVisible()
  const act = async (row: RegExp, name: string) => {
    await userEvent.click(page.getByRole('row', { name: row }).getByRole('button', { name: /更多|操作/ }))
    await userEvent.click(page.getByRole('menuitem', { name }))
  }
  return { act, bodies: (path: string) => sent.filter((s) => s.path === path).map((s) => s.body) }
}

it('adds one more paper of a course, after a look at what follows', async () => {
  const { act, bodies } = await shown()
  await act(/^数学 /, '再加一份试卷')
  await userEvent.fill(page.getByLabelText(/试卷名称/), '数学C卷')
  await userEvent.click(page.getByRole('button', { name: '预览' }))
  await expect.element(page.getByText(/看：/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '增加', exact: true }))
  const wish = { courseIds: [id('co', 1)], paperName: '数学C卷' }
  await expect.poll(() => bodies(addCourses.path)).toEqual([{ examId, version: 4, ...wish }])
})

it('says which classes sit a paper, and has it undone', async () => {
  const { act, bodies } = await shown()
  await act(/^数学B卷/, '参加的班级')
  await userEvent.click(page.getByRole('checkbox', { name: /1班/ }))
  await userEvent.click(page.getByRole('button', { name: '预览' }))
  await userEvent.click(page.getByRole('button', { name: '确定' }))
  const of = { examId, paperId: id('pa', 2) }
  const told = () => bodies(calls.setPaperClasses.path)
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]).toMatchObject({ ...of, version: 4, classIds: expect.arrayContaining(all) as string[] })
  await userEvent.click(page.getByRole('button', { name: '撤销' }))
  await expect.poll(told).toHaveLength(2)
  expect(told()[1]).toMatchObject({ ...of, version: 5, classIds: [id('cl', 2)] })
})
