import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownInvites } from '#shared/exam/joint/invite.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { meetUser } from '#web/kit/viewer.ts'
import { DeletedExamsScreen } from '../DeletedExamsScreen.tsx'
import { MaintenanceScreen } from './MaintenanceScreen.tsx'
import { OwnPartsScreen } from '../joint/OwnPartScreens.tsx'
import { examPaths } from '../exam.paths.ts'

const examId = `ex_${'1'.repeat(26)}`
const standing = (more: object = {}) => ({
  ...{ examId, examName: '高一联考', candidateCount: 110, schoolCount: 6, status: 1, version: 1, needsSecond: true },
  papers: [{ courseName: '语文', furthest: paperStep.released }],
  ...more,
})
const asked = { reason: '泄题', askedByName: '联考办', askedAt: 1_790_000_000_000, version: 1 }
const open = async (stands: object, width = 1440) => {
  serve(() => ok(stands))
  await show(
    <Routes>
      <Route path={examPaths.maintenance} element={<MaintenanceScreen />} />
    </Routes>,
    { at: pathTo(examPaths.maintenance, { examId }), width },
  )
}

it.each([1440, 390])('at %i wide the second person reads what would go, and agrees or does not', async (width) => {
  await open(standing({ asked: { ...asked, mayConfirm: true } }), width)
  await expect.poll(() => document.body.textContent).toContain('语文已发布成绩，删除后学生、家长和老师都看不到')
  await expect.element(page.getByRole('button', { name: '不同意' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '确认删除' })).toBeEnabled()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('who asked takes it back, and does not agree to it', async () => {
  await open(standing({ asked: { ...asked, mayConfirm: false } }))
  await expect.element(page.getByRole('button', { name: '撤销申请' })).toBeVisible()
  expect(page.getByRole('button', { name: '不同意' }).elements()).toEqual([])
})

it('of an exam without sheets nothing is forced', async () => {
  await open(standing({ papers: [{ courseName: '语文', furthest: paperStep.cardUpload }] }))
  await expect.poll(() => document.body.textContent).toContain('在考试页面直接删除即可')
  expect(page.getByRole('button', { name: /强制删除/ }).elements()).toEqual([])
})

it('a school answers whether it takes part as long as anything of the exam is to be marked', async () => {
  const part = (n: number, over: number) => ({
    ...{
      examId: `ex_${String(n).repeat(26)}`,
      examName: `第${n}次联考`,
      organiser: '青禾市',
      examDate: 1_790_000_000_000,
    },
    ...{
      gradeName: '高一',
      classCount: 1,
      candidateCount: 10,
      papers: 2,
      begun: 0,
      over,
      answer: 'none',
      reason: '',
    },
    ...{ version: 0, dueAt: 1_790_000_000_000, closed: false, takenOver: false, reminders: [] },
  })
  serve(({ path }) => ok(path === ownInvites.path ? [] : [part(1, 1), part(2, 2)]))
  await show(<OwnPartsScreen />, { at: examPaths.ownParts, width: 1440 })
  await expect.element(page.getByText('第2次联考')).toBeVisible()
  expect(page.getByRole('button', { name: '参加', exact: true }).elements()).toHaveLength(1)
})

it.each([
  [3, false],
  [2, true],
])('what was deleted by force: type %i is led to have it back: %s', async (userType, isLed) => {
  meetUser({ userId: `us_${'1'.repeat(26)}`, userName: '王老师', userType, stage: 1 } as never)
  const [deletedAt, until] = [1_790_000_000_000, 1_797_000_000_000]
  const exam = { examId, examName: '高一联考', gradeName: '高一', examDate: deletedAt, candidateCount: 60 }
  serve(() => ok([{ ...exam, deletedAt, until, byForce: true }]))
  await show(<DeletedExamsScreen />, { at: examPaths.deleted, width: 1440 })
  await expect.element(page.getByText('高一联考')).toBeVisible()
  const barred = page.getByText('恢复考试', { exact: true }).element().closest('button, a')!.ariaDisabled === 'true'
  expect(barred).toBe(!isLed)
  meetUser(undefined)
})
