import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pathTo } from '#web/kit/route.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { TeachingsScreen } from './TeachingsScreen.tsx'
import { examPaths } from '../exam.paths.ts'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const examId = id('ex', 1)
const [one, two, three] = [id('te', 1), id('te', 2), id('te', 3)]
const courses = ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'].map((courseName, i) => ({
  courseId: id('co', i),
  courseName,
}))
const classes = [1, 2].map((n) => ({ classId: id('cl', n), className: `高一${n}班` }))
const teachings = {
  courses,
  classes,
  places: classes.flatMap(({ classId }) => [
    { classId, teacherIds: [one] },
    ...courses.map(({ courseId }, i) => ({ classId, courseId, teacherIds: i === 0 ? [one, two] : [] })),
  ]),
  teachers: [
    { teacherId: one, name: '赵老师' },
    { teacherId: two, name: '钱老师' },
    { teacherId: three, name: '孙老师' },
  ],
}

it.each([1440, 390])('at %i wide who taught a class is corrected, and nothing that was not chosen', async (width) => {
  const sent = serve(({ method }) => ok(method === 'GET' ? teachings : {}))
  const at = { at: pathTo(examPaths.teachings, { examId }), width }
  await show(
    <Routes>
      <Route path={examPaths.teachings} element={<TeachingsScreen />} />
    </Routes>,
    at,
  )
  // A phone's card has no head above: the name says what of.
  const shown = width < 500 ? '语文 赵老师、钱老师' : '赵老师、钱老师'
  await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: '更正' }).first().click()
  await expect.poll(() => page.getByRole('combobox', { name: '数学' }).elements().length).toBe(1)
  await userEvent.selectOptions(page.getByRole('combobox', { name: '数学' }), '孙老师')
  ;(page.getByRole('button', { name: '保存' }).element() as HTMLElement).click()
  await expect
    .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
    .toEqual([
      { examId, classId: classes[0]!.classId, courseId: courses[1]!.courseId, before: [], teacherIds: [three] },
    ])
})
