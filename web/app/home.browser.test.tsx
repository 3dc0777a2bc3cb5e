/** The home of those whose rooms do not stand yet, and of who helps all schools. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { childRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import { listOwnParts } from '#shared/exam/joint/part.calls.ts'
import { waitingApplications } from '#shared/exam/joint/application.calls.ts'
import { examsAtWork, listExams } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { askedDeletions } from '#shared/exam/tools/maintenance.calls.ts'
import { askedCuts } from '#shared/marking/cut/cut.calls.ts'
import { signInTroubles } from '#shared/identity/accounts/support.calls.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { failedJobs } from '#shared/platform/platform.calls.ts'
import { openUploadTasks } from '#shared/scan/uploading/uploader.calls.ts'
import { listSchools, schoolCount, schoolDetail } from '#shared/school/school.calls.ts'
import { brand } from '#web/kit/brand.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { inSchool, schoolPaths } from '#web/school/school.paths.ts'
import { meetUser } from '#web/kit/viewer.ts'
import { awaitingOf } from './awaiting.ts'
import { CentreScreen } from './CentreScreen.tsx'
import { menuFor } from './menu.ts'
import { routes } from './routes.ts'
import { MenuContext } from './shellState.ts'

const home = async (
  userType: number,
  rest: Partial<SessionUser> = {},
  answers: Readonly<Record<string, unknown>> = {},
) => {
  const user = { userId: 'us_1', accountId: 'ac_1', userName: '王老师', stage: 1, userType, ...rest } as SessionUser
  meetUser(user)
  onTestFinished(() => meetUser(undefined))
  const none = { count: 0, exams: [] }
  const sent = serve(({ path }) =>
    ok(answers[path] ?? (path === examsAtWork.path ? { running: none, silent: none } : [])),
  )
  const menu = menuFor(routes, { userType, stage: 1, studentId: undefined })
  const { address } = await show(
    <MenuContext value={menu}>
      <CentreScreen />
    </MenuContext>,
  )
  return Object.assign(sent, { address })
}

it.each([6, 7, 16, 17, 21, 22, 23, 24, 26, 27, 28])(
  'of type %i says what will be there and whom to ask, and leads nowhere that refuses',
  async (userType) => {
    const sent = await home(userType)
    const { title, text } = awaitingOf(userType, brand.phone)
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    expect(document.querySelectorAll('main a, main button').length).toBe(0)
    // It asks for nothing of a room that is not there: the own jobs alone.
    expect(sent.map((s) => s.path).filter((path) => /exam|school|card|mark/.test(path))).toEqual([])
  },
)

it('of who helps all schools shows their exams, and no tiles of the menu', async () => {
  await home(19)
  await expect.element(page.getByRole('heading', { name: /^运营校对 · / })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: '功能' })).not.toBeInTheDocument()
})

it('of who helps all schools leads from an exam that stays silent to the people of its school', async () => {
  const exam = {
    examId: 'ex_1',
    examName: '月考',
    gradeName: '高一',
    candidateCount: 60,
    examDate: 0,
    status: 1,
    markingProgress: 1,
  }
  const user = { userId: 'us_1', accountId: 'ac_1', userName: '王老师', stage: 1, userType: 18 } as SessionUser
  meetUser(user)
  onTestFinished(() => meetUser(undefined))
  serve(({ path }) =>
    path === examsAtWork.path
      ? ok({ running: { count: 0, first: [] }, silent: { count: 1, first: [{ ...exam, owner: 's:sc_1' }] } })
      : path === listSchools.path
        ? ok({ list: [{ schoolId: 'sc_1', schoolName: '青禾市第一中学' }], total: 1, pageNumber: 1, pageSize: 200 })
        : ok([]),
  )
  const menu = menuFor(routes, { userType: 18, stage: 1, studentId: undefined })
  const { address } = await show(
    <MenuContext value={menu}>
      <CentreScreen />
    </MenuContext>,
  )
  await expect.element(page.getByText('青禾市第一中学：月考')).toBeVisible()
  await page.getByRole('button', { name: '学校人员' }).click()
  await expect.poll(address).toBe(inSchool('leaders', { schoolId: 'sc_1' }))
  expect(routes.find((r) => r.path === schoolPaths.leaders)?.userTypes).toContain(18)
})

/** One of each kind that may stand on a home. */
const id = (prefix: string): string => `${prefix}_${'1'.repeat(26)}`
const exam = {
  ...{ examId: id('ex'), examName: '高一期中联考', gradeName: '高一', examDate: Date.UTC(2026, 10, 13) },
  ...{ candidateCount: 60, status: 1, markingProgress: 0, owner: `s:${id('sc')}` },
}
const school = { schoolId: id('sc'), schoolName: '青禾市第一中学', areaName: '青禾市', stage: 3, createdAt: 1 }
const busy: Readonly<Record<string, unknown>> = {
  [examsAtWork.path]: { running: { count: 1, first: [exam] }, silent: { count: 1, first: [exam] } },
  [signInTroubles.path]: [
    { accountName: 'li', userName: '李老师', userType: 3, place: '青禾市第一中学', lockedMinutes: 5 },
  ],
  [failedJobs.path]: [{ uuid: id('jb'), title: '识别', message: '中断', lastTimestamps: 1, tenant: `s:${id('sc')}` }],
  [listSchools.path]: { list: [school], total: 1, pageNumber: 1, pageSize: 6 },
  [schoolCount.path]: 1,
  [schoolDetail.path]: { ...school, classCount: 0, studentCount: 0, teacherCount: 0, mayManage: true },
  [askedDeletions.path]: [
    { examId: id('ex'), examName: '高一期中联考', mayConfirm: true, askedByName: '张主任', askedAt: 1, reason: '重复' },
  ],
  [askedCuts.path]: [
    {
      ...{ examId: id('ex'), examName: '高一期中联考', courseNames: ['语文'], mayConfirm: true },
      ...{ askedByName: '张主任', askedAt: 1, reason: '停电' },
    },
  ],
  [waitingApplications.path]: [{ examId: id('ex'), examName: '高一期中联考', kind: 'absent', count: 2 }],
  [listExams.path]: {
    list: [
      { ...exam, status: examStatus.released, courses: [{ paperId: id('pa'), courseName: '语文' }], mayManage: true },
    ],
    ...{ total: 1, pageNumber: 1, pageSize: 20 },
  },
}

const helping = ['考完两天还没有扫描 1', '正在进行的考试 1', '登录受阻 1', '三天内失败的任务 1', '还不能组织考试 1']
it.each<[string, number, Partial<SessionUser>, string[]]>([
  ['the super administrator', -1, {}, [...helping.slice(0, -1), '登记', ...helping.slice(-1)]],
  ['the platform’s staff', 18, {}, helping],
  [
    'a bureau that organises joint exams',
    13,
    { areaName: '青禾市' },
    ['等您确认的删除', '等您确认的强制完成阅卷', '等您审核的申报', '最近发布', '还不能组织考试 1'],
  ],
  [
    'a bureau’s staff, who help its schools too',
    18,
    { areaName: '青禾市' },
    ['等您确认的删除', '等您确认的强制完成阅卷', '等您审核的申报', '最近发布', ...helping],
  ],
])('of %s has what needs a person first, and the schools last', async (_, userType, rest, order) => {
  await home(userType, rest, busy)
  const heads = (): (string | null)[] => [...document.querySelectorAll('main h2')].map((h) => h.textContent)
  await expect.poll(heads).toEqual(order)
})

it('of a teacher who scans leads to the paper that waits to be uploaded', async () => {
  const task = {
    ...{ paperId: id('pa'), examId: id('ex'), examName: '高一期中联考', courseName: '语文', examDate: 1 },
    ...{ classes: [{ classId: id('cl'), className: '育才中学 1班' }], status: 0, batches: 0 },
  }
  const list = { list: [task], total: 1, pageNumber: 1, pageSize: 5 }
  const none = { list: [], total: 0 }
  const { address } = await home(
    3,
    { schoolId: id('sc') as never },
    { [openUploadTasks.path]: list, [childRequests.path]: none, [listOwnParts.path]: [], [listExams.path]: none },
  )
  await expect.element(page.getByText('高一期中联考 语文')).toBeVisible()
  await expect.element(page.getByText(/育才中学 1班/)).toBeVisible()
  await page.getByRole('button', { name: '去上传' }).click()
  await expect.poll(address).toContain(id('pa'))
})
