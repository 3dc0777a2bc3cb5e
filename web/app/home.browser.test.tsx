/** The home of those whose rooms do not stand yet, and of who helps all schools. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { examsAtWork } from '#shared/exam/exam.calls.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { brand } from '#web/kit/brand.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { inSchool, schoolPaths } from '#web/school/school.paths.ts'
import { meetUser } from '#web/kit/viewer.ts'
import { awaitingOf } from './awaiting.ts'
import { CentreScreen } from './CentreScreen.tsx'
import { menuFor } from './menu.ts'
import { routes } from './routes.ts'
import { MenuContext } from './shellState.ts'

const home = async (userType: number, rest: Partial<SessionUser> = {}) => {
  const user = { userId: 'us_1', accountId: 'ac_1', userName: '王老师', stage: 1, userType, ...rest } as SessionUser
  meetUser(user)
  onTestFinished(() => meetUser(undefined))
  const none = { count: 0, exams: [] }
  const sent = serve(({ path }) => ok(path === examsAtWork.path ? { running: none, silent: none } : []))
  const menu = menuFor(routes, { userType, stage: 1, studentId: undefined })
  await show(
    <MenuContext value={menu}>
      <CentreScreen />
    </MenuContext>,
  )
  return sent
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
