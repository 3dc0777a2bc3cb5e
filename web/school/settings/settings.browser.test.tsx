/** The settings of a school: saved by its administrators, read by the bureau’s people. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { settingDetail } from '#shared/school/settings/setting.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { meetUser } from '#web/kit/viewer.ts'
import { TutorSettingScreen } from './SettingScreens.tsx'

const schoolId = `sc_${'1'.repeat(26)}`
const opened = (userType: number) => {
  meetUser({ userId: `us_${'2'.repeat(26)}`, userName: '李明', userType, stage: 3 } as SessionUser)
  serve(({ path }) => {
    if (path === settingDetail.path)
      return ok({ values: { enabled: true, maxTutees: 30 }, from: 'default', version: 0 })
    return ok([])
  })
  return show(<TutorSettingScreen />, { at: `/settings?schoolId=${schoolId}` })
}
const save = () => page.getByRole('button', { name: '保存设置' })

it('are saved by an administrator', async () => {
  await opened(2)
  await expect.element(save()).toBeEnabled()
})

it.each([13, 15, 18])('offer no save to type %i, whom the call refuses', async (userType) => {
  await opened(userType)
  await expect.element(page.getByText('恢复为系统默认')).toBeVisible()
  expect(save().elements()).toEqual([])
})
