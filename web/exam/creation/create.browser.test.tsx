import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createExam } from '#shared/exam/exam.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { CreateExamScreen } from './CreateExamScreen.tsx'
import { examPaths } from '../exam.paths.ts'

const id = (prefix: string): string => `${prefix}_${'1'.repeat(26)}`
const schoolId = id('sc')
const given: Record<string, unknown> = {
  [sessionUser.path]: ok({ schoolId }),
  [listGrades.path]: ok([
    { gradeId: id('gr'), gradeType: 10, gradeName: '高一', graduated: false, classCount: 1, studentCount: 40 },
  ]),
  [listClasses.path]: ok([{ classId: id('cl'), gradeId: id('gr'), className: '1班', studentCount: 40 }]),
  [listCourses.path]: ok([{ courseId: id('co'), courseName: '语文' }]),
}

it('asks for one exam however often it is pressed, and under the same name when its answer was lost', async () => {
  let arrives: (answer: unknown) => void = () => {}
  let tries = 0
  const sent = serve(({ path }) => {
    if (path !== createExam.path) return given[path] ?? new Promise(() => {})
    if (++tries === 1) return Promise.reject(new TypeError('the line was away'))
    return new Promise((resolve) => {
      arrives = resolve
    })
  })
  const asked = () => sent.filter((s) => s.path === createExam.path).map((s) => s.body as Record<string, unknown>)
  const shown = await show(<CreateExamScreen />, { at: examPaths.add, path: '*' })
  await userEvent.fill(page.getByLabelText(/考试名称/), '月考')
  const create = page.getByRole('button', { name: '新建并设置试题' })
  await userEvent.click(create)
  await expect.poll(() => asked().length).toBe(1)
  await userEvent.click(page.getByRole('button', { name: '关闭' }))
  await expect.element(create).toBeEnabled()
  await userEvent.dblClick(create)
  await expect.poll(() => asked().length).toBe(2)
  const [first, second] = asked()
  expect(second).toEqual(first)
  expect(first!['requestId']).toMatch(/^[0-9a-f-]{36}$/)
  arrives(ok({ examId: id('ex'), paperIds: [id('pa')], candidateCount: 40 }))
  await expect.poll(() => shown.address()).toContain(id('ex'))
  expect(asked()).toHaveLength(2)
})
