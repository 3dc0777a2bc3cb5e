/** Screens of joint exams that write: what is pressed is what is sent, and what is refused is said where it was typed. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createJointExam, examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import { createAgain, listCreations } from '#shared/exam/creation/creation.calls.ts'
import * as applications from '#shared/exam/joint/application.calls.ts'
import { importBaseInfo } from '#shared/exam/joint/baseInfo.calls.ts'
import { chooseElectives, electiveCourses } from '#shared/exam/joint/elective.calls.ts'
import { examGroup, listExamGroups } from '#shared/exam/joint/group.calls.ts'
import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { examTeachingClassList, moveTeachingClass } from '#shared/exam/roster/teachingClass.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { CreationsScreen } from '../creation/CreationsScreen.tsx'
import { examPaths } from '../exam.paths.ts'
import { TeachingClassScreen } from '../roster/TeachingClassScreen.tsx'
import { BaseInfoImportScreen } from './BaseInfoImportScreen.tsx'
import { JointExamScreen } from './JointExamScreen.tsx'
import { OptionalCourseScreen } from './OptionalCourseScreen.tsx'
import { OwnTeachersScreen } from './OwnApplicationScreens.tsx'
import { ReportingScreen } from './ReportingScreen.tsx'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const examId = id('ex', 1)
const waits = new Promise<never>(() => {})
const answered = (answers: Record<string, (sent: Sent) => unknown>) =>
  serve((sent) => answers[sent.path]?.(sent) ?? waits)
const posted = (sent: readonly Sent[], path: string) => sent.filter((s) => s.path === path).map((s) => s.body)
const within = (width: number) => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
/** What a row or a page may be done with, behind its menu where it has no place. */
const press = async (name: string): Promise<void> => {
  const inSight = page.getByRole('button', { name, exact: true })
  if (inSight.elements().length === 0) {
    await userEvent.click(page.getByRole('button', { name: /更多/ }).first())
    await userEvent.click(page.getByRole('menuitem', { name, exact: true }))
  } else await userEvent.click(inSight.first())
}

const areaSchool = (n: number) => ({
  ...{ schoolId: id('sc', n), schoolName: `第${n}小学`, stage: 1, schoolStageList: ['01'] },
})
it.each([1440, 390])(
  'at %i wide a joint exam is asked for with the schools of a group, in one press',
  async (width) => {
    const groupId = id('eg', 1)
    let full = true
    const sent = answered({
      [sessionUser.path]: () => ok({ areaId: id('ar', 1), userType: 18 }),
      [listSchools.path]: () => ok({ list: [1, 2, 3].map(areaSchool), total: 3, pageNumber: 1 }),
      [listExamGroups.path]: () => ok([{ groupId, groupName: '城区', schoolCount: 2 }]),
      [examGroup.path]: () => ok({ groupId, schools: [areaSchool(1), areaSchool(3)] }),
      [createJointExam.path]: () => (full ? refused(1, '2所学校没有这个年级') : ok({ examId, uuid: id('jo', 1) })),
    })
    await show(<JointExamScreen />, { at: examPaths.addJoint, path: examPaths.addJoint, width })
    await userEvent.fill(page.getByLabelText('考试名称'), '全区期中联考')
    await userEvent.click(page.getByRole('button', { name: '城区' }))
    await expect.element(page.getByText('3所，已选2所')).toBeVisible()
    await within(width)
    await userEvent.click(page.getByRole('button', { name: '新建联考' }))
    // Refused, what was typed stays.
    await expect.element(page.getByText('2所学校没有这个年级').first()).toBeVisible()
    await expect.element(page.getByLabelText('考试名称')).toHaveValue('全区期中联考')
    full = false
    await userEvent.click(page.getByRole('button', { name: '新建联考' }))
    await expect.poll(() => posted(sent, createJointExam.path)).toHaveLength(2)
    expect(posted(sent, createJointExam.path)[1]).toMatchObject({
      ...{ examName: '全区期中联考', examType: 7, stage: 1, schoolIds: [id('sc', 1), id('sc', 3)] },
    })
  },
)

it('what is being made is followed, and what failed is had to go on where it may', async () => {
  const row = (n: number, more: object) => ({
    ...{ creationId: id('jo', n), examId: id('ex', n), examName: `联考${n}`, schoolCount: 40, byName: '联考办' },
    ...{ createdAt: Date.UTC(2026, 10, 1), version: n, schools: 40, candidates: null, message: '', mayAgain: false },
    ...more,
  })
  const sent = answered({
    [listCreations.path]: () =>
      ok([
        row(1, { state: 'going', schools: 12 }),
        row(2, { state: 'failed', schools: 3, message: '有2所学校没有这个年级', mayAgain: true }),
        row(3, { state: 'done', candidates: 1600 }),
      ]),
    [createAgain.path]: () => ok({ uuid: id('jo', 9) }),
  })
  await show(<CreationsScreen />, { at: examPaths.creations, path: examPaths.creations, width: 1440 })
  await expect.element(page.getByText('12/40所')).toBeVisible()
  await expect.element(page.getByText('有2所学校没有这个年级')).toBeVisible()
  await expect.element(page.getByText('1600人')).toBeVisible()
  await press('重试')
  await expect.poll(() => posted(sent, createAgain.path)).toEqual([{ creationId: id('jo', 2), version: 2 }])
})

it.each([1440, 390])('at %i wide a school and an area read what is still to be reported', async (width) => {
  const task = (n: number, more: object) => ({ examId: id('ex', n), examName: `联考${n}`, examDate: 1, ...more })
  answered({
    [reportingTasks.path]: () =>
      ok([
        task(1, {
          as: 'school',
          dueAt: Date.UTC(2026, 10, 3),
          owed: [
            { what: 'answer', n: 1 },
            { what: 'cards', n: 3 },
          ],
        }),
        task(2, {
          as: 'organiser',
          dueAt: null,
          owed: [
            { what: 'answer', n: 5 },
            { what: 'teacher', n: 99 },
          ],
        }),
        task(3, { as: 'school', dueAt: 1, owed: [] }),
      ]),
  })
  await show(<ReportingScreen />, { at: examPaths.reporting, path: examPaths.reporting, width })
  await expect.element(page.getByText('没有回复是否参加；3科答题卡没有上传')).toBeVisible()
  await expect.element(page.getByText('5所学校没有回复；阅卷老师申报待审核99人以上')).toBeVisible()
  await expect.element(page.getByText('已全部上报')).toBeVisible()
  await within(width)
})

it('a teacher is declared with the subjects that are taught, and what is pending is withdrawn', async () => {
  const papers = [1, 2].map((n) => ({ paperId: id('pa', n), courseName: ['语文', '数学'][n - 1] }))
  const person = (n: number, more: object = {}) => ({
    ...{ personId: id('te', n), personName: `老师${n}`, says: '数学', barred: null },
    ...more,
  })
  const application = { paperIds: [id('pa', 1)], note: '', state: 'pending', byName: '王', at: 1, version: 1 }
  const list = [person(1), person(2, { application }), person(3, { barred: '没有账号' })]
  const sent = answered({
    [applications.ownApplications.path]: () =>
      ok({ list, total: 3, pageNumber: 1, examName: '联考', papers, pending: 1, barred: null }),
    [applications.apply.path]: () => ok({ applied: 1 }),
    [applications.withdrawApplications.path]: () => ok({ withdrawn: 1 }),
  })
  await show(<OwnTeachersScreen />, { at: pathTo(examPaths.ownTeachers, { examId }), path: examPaths.ownTeachers })
  await userEvent.click(page.getByRole('row', { name: /老师1/ }).getByRole('button', { name: '申报' }))
  const dialog = page.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: '提交申报' }))
  await expect
    .poll(() => posted(sent, applications.apply.path))
    .toEqual([{ examId, kind: 'teacher', personIds: [id('te', 1)], paperIds: [id('pa', 2)] }])
  await userEvent.click(page.getByRole('row', { name: /老师2/ }).getByRole('button', { name: '撤回' }))
  await expect
    .poll(() => posted(sent, applications.withdrawApplications.path))
    .toEqual([{ examId, kind: 'teacher', personIds: [id('te', 2)] }])
})

it('a course is said to be chosen over what was seen, and one with cards stays', async () => {
  const course = (n: number, more: object = {}) => ({
    ...{ paperId: id('pa', n), courseName: `科目${n}`, schools: 6, takers: 60, fixed: null, version: 4 },
    ...more,
  })
  const sent = answered({
    [electiveCourses.path]: () => ok([course(1), course(2, { fixed: '已有答题卡', elective: false })]),
    [chooseElectives.path]: () => ok({ uuid: id('jo', 1), version: 5 }),
  })
  const at = pathTo(examPaths.optionalCourse, { examId })
  await show(<OptionalCourseScreen />, { at, path: examPaths.optionalCourse })
  await expect.element(page.getByText('按各校设置')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /科目2/ }).getByText('必考', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('row', { name: /科目1/ }).getByRole('button', { name: '设为选考' }))
  await expect
    .poll(() => posted(sent, chooseElectives.path))
    .toEqual([{ examId, paperIds: [id('pa', 1)], elective: true, version: 4 }])
})

it('base info is checked from the file of the address before anything is written', async () => {
  const sent = answered({ [importBaseInfo.path]: () => refused(1, '另一份考生信息正在导入，请等它结束再导入') })
  const file = new URLSearchParams({ key: 'life=week/x/y.xlsx', fileName: '考生信息.xlsx' }).toString()
  const at = `${pathTo(examPaths.baseInfoImport, { examId })}?${file}`
  await show(<BaseInfoImportScreen />, { at, path: examPaths.baseInfoImport })
  await press('检查')
  await expect.poll(() => posted(sent, importBaseInfo.path)).toHaveLength(1)
  expect(posted(sent, importBaseInfo.path)[0]).toMatchObject({ examId, fileName: '考生信息.xlsx', mode: 'check' })
  await expect.element(page.getByText('另一份考生信息正在导入').first()).toBeVisible()
})

it.each([1440, 390])(
  'at %i wide teaching classes of a joint exam are those of the school that is chosen',
  async (width) => {
    const schools = [1, 2].map((n) => ({ schoolId: id('sc', n), schoolName: `第${n}中学` }))
    const [paperId] = [id('pa', 1)]
    const classOf = (n: number) => ({
      ...{
        paperId,
        classId: id('cl', n),
        className: `物理${n}班`,
        courseName: '物理',
        teachers: [],
        candidateCount: 1,
      },
    })
    const place = (sent: Sent): number => (sent.query.get('schoolId') === id('sc', 2) ? 2 : 1)
    const sent = answered({
      [sessionUser.path]: () => ok({ areaId: id('ar', 1), userType: 18 }),
      [examDetail.path]: () => ok({ exam: { owner: 'a:1', version: 7 }, papers: [], mayManage: true, guest: false }),
      [jointSchools.path]: () => ok(schools),
      [examTeachingClassList.path]: (s) => ok([classOf(place(s))]),
      [examStudents.path]: (s) => {
        const n = place(s)
        const list = [
          {
            ...{ studentId: id('st', n), schoolId: id('sc', n), studentName: `考生${n}`, studentNumber: `${n}` },
            ...{ className: '高一1班', teaching: { [paperId]: id('cl', n) } },
          },
        ]
        return ok({ list, total: 1, pageNumber: 1 })
      },
      [moveTeachingClass.path]: () => ok({ version: 8, moved: 1 }),
    })
    const at = pathTo(examPaths.teachingClasses, { examId })
    await show(<TeachingClassScreen />, { at: `${at}?schoolId=${id('sc', 2)}`, path: examPaths.teachingClasses, width })
    await expect.element(page.getByText('考生2')).toBeVisible()
    await expect.element(page.getByText('物理2班').first()).toBeVisible()
    await within(width)
    expect(sent.filter((s) => s.path === examStudents.path).map(place)).not.toContain(1)
    if (width === 390) return
    await userEvent.click(page.getByRole('checkbox').nth(1))
    await press('调整教学班')
    const dialog = page.getByRole('dialog')
    await userEvent.selectOptions(dialog.getByLabelText('教学班'), `${paperId}/none`)
    await userEvent.click(dialog.getByRole('button', { name: '调整' }))
    await expect
      .poll(() => posted(sent, moveTeachingClass.path))
      .toEqual([{ examId, schoolId: id('sc', 2), paperId, classId: null, studentIds: [id('st', 2)], version: 7 }])
  },
)
