import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/exam/creation/template.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { TemplateScreen } from './TemplateScreens.tsx'
import { examPaths, templatePath } from '../exam.paths.ts'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const schoolId = id('sc', 1)
const grade = (n: number) => ({ gradeId: id('gr', n), gradeType: 9 + n, gradeName: `高${n}`, graduated: false })
const schoolClass = (n: number, studentCount: number, of = 1) => ({
  classId: id('cl', n),
  gradeId: id('gr', of),
  className: `${n}班`,
  studentCount,
})
const template = {
  examTemplateId: id('et', 1),
  schoolId,
  templateName: '高一月考',
  examType: 2,
  gradeType: 10,
  courseIds: [id('co', 1)],
  classIds: [id('cl', 1), id('cl', 2)],
  mayChange: true,
  version: 3,
}

/** A template of classes 1 and 2, of which 2 has no students any more; classes 3 and 4 have some. */
const shown = async (mayChange: boolean) => {
  const given: Record<string, unknown> = {
    [sessionUser.path]: ok({ schoolId }),
    [listGrades.path]: ok([grade(1), grade(2)]),
    [listClasses.path]: ok([schoolClass(1, 40), schoolClass(2, 0), schoolClass(3, 40), schoolClass(4, 40, 2)]),
    [listCourses.path]: ok([{ courseId: id('co', 1), courseName: '语文' }]),
    [calls.examTemplate.path]: ok({ ...template, mayChange }),
    [calls.templatePlan.path]: ok({ ...template, gradeId: id('gr', 1), gone: ['1个班级已撤销或没有学生'] }),
    [calls.templateClasses.path]: refused(1, '没有查到'),
    [calls.saveExamTemplate.path]: ok({ examTemplateId: template.examTemplateId, version: 4 }),
  }
  const sent = serve(({ path }) => given[path] ?? new Promise(() => {}))
  await show(<TemplateScreen />, { at: templatePath({ template: template.examTemplateId }), path: examPaths.template })
  await expect.element(page.getByLabelText(/模板名称/)).toHaveValue('高一月考')
  return () => sent.find((s) => s.path === calls.saveExamTemplate.path)?.body
}

it('keeps the classes that a template names when one of them has no students any more', async () => {
  const saved = await shown(true)
  await expect.element(page.getByRole('checkbox', { name: '3班（40人）' })).not.toBeChecked()
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(saved).toMatchObject({ classIds: template.classIds })
})

it('takes all classes of another grade', async () => {
  const saved = await shown(true)
  await userEvent.selectOptions(page.getByLabelText(/年级/), '高2')
  await expect.element(page.getByRole('checkbox', { name: '4班（40人）' })).toBeChecked()
  await userEvent.click(page.getByRole('button', { name: '保存' }))
  await expect.poll(saved).toMatchObject({ gradeType: 11, classIds: [] })
})

it('only shows the template of a colleague, and says what it could not look up', async () => {
  await shown(false)
  await expect.element(page.getByRole('checkbox', { name: '3班（40人）' })).toBeDisabled()
  await expect.element(page.getByRole('checkbox', { name: /全选/ })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: '保存' })).not.toBeInTheDocument()
  const aside = page.getByRole('complementary')
  await expect.element(aside.getByText(/没有查到/)).toBeVisible()
  await expect.element(page.getByText(/名学生参加/)).not.toBeInTheDocument()
})
