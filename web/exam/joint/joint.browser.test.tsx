/** Screens of joint exams that write: what is pressed is what is sent, and what is refused is said where it was typed. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import { createAgain, listCreations } from '#shared/exam/creation/creation.calls.ts'
import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { examTeachingClassList } from '#shared/exam/roster/teachingClass.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { CreationsScreen } from '../creation/CreationsScreen.tsx'
import { examPaths } from '../exam.paths.ts'
import { TeachingClassScreen } from '../roster/TeachingClassScreen.tsx'
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
  await expect.element(page.getByText(/12\/40/)).toBeVisible()
  await expect.element(page.getByText('有2所学校没有这个年级')).toBeVisible()
  await expect.element(page.getByText(/1,?600/)).toBeVisible()
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
    })
    const at = pathTo(examPaths.teachingClasses, { examId })
    await show(<TeachingClassScreen />, { at: `${at}?schoolId=${id('sc', 2)}`, path: examPaths.teachingClasses, width })
    await expect.element(page.getByText('考生2')).toBeVisible()
    await expect.element(page.getByText('物理2班').first()).toBeVisible()
    await within(width)
    expect(sent.filter((s) => s.path === examStudents.path).map(place)).not.toContain(1)
  },
)
