import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as actCalls from '#shared/school/people/act.calls.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as leaderCalls from '#shared/school/people/leader.calls.ts'
import * as recordCalls from '#shared/school/record.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as personalCalls from '#shared/school/people/personal.calls.ts'
import * as settingCalls from '#shared/school/settings/setting.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { heads, managers, under } from '../school.people.ts'
import { schoolPaths as paths } from '../school.paths.ts'

const manage = '/v2/school/manage'

/** A settings page, where a grade may have its own under the grade's address too. */
const setting = (path: string, name: string, load: ScreenRoute['load'], ofGrade: string[] = []): ScreenRoute => ({
  path,
  ...under('settings'),
  also: ofGrade,
  name,
  ...managers,
  load,
  calls: [settingCalls.settingDetail, courseCalls.listCourses, classCalls.listGrades, sessionUser],
  acts: [settingCalls.saveSetting, settingCalls.clearSetting],
})
const gradeSetting = `${manage}/grade-manage/setting`
const pages: readonly ScreenRoute[] = [
  setting(paths.defaultMaterial, '默认教材', async () => (await import('./SettingScreens.tsx')).DefaultMaterialScreen, [
    `${gradeSetting}/defaultMaterial`,
  ]),
  setting(paths.reportSetting, '报告设置', async () => (await import('./SettingScreens.tsx')).ReportSettingScreen, [
    `${gradeSetting}/reportSetting`,
    '/v2/grade/reportSetting',
  ]),
  setting(paths.tutorSetting, '导师设置', async () => (await import('./SettingScreens.tsx')).TutorSettingScreen, [
    `${gradeSetting}/tutorSetting`,
  ]),
  setting(paths.homeworkSetting, '作业设置', async () => (await import('./SettingScreens.tsx')).HomeworkSettingScreen, [
    `${gradeSetting}/homeworkSetting`,
  ]),
  setting(paths.seniorSetting, '高中选考设置', async () => (await import('./SettingScreens.tsx')).SeniorSettingScreen),
  setting(paths.reportTemplate, '报告模板', async () => (await import('./SettingScreens.tsx')).ReportTemplateScreen, [
    `${manage}/parameter-setting/report-template-setting`,
  ]),
]

/** The settings pages and the school's records. */
export const settingRoutes: readonly ScreenRoute[] = [
  {
    path: paths.acts,
    within: 'schoolId',
    name: '操作记录',
    ...managers,
    load: async () => (await import('../people/ActsScreen.tsx')).ActsScreen,
    calls: [
      recordCalls.listRecords,
      actCalls.undoAct,
      actCalls.followRoster,
      actCalls.exportRoster,
      leaderCalls.listLeaders,
      teacherCalls.listTeachers,
      sessionUser,
    ],
  },
  {
    path: paths.settings,
    within: 'schoolId',
    also: [
      `${manage}/parameter-setting`,
      `${manage}/grade-manage/setting`,
      `${manage}/grade-manage/setting/generalSetting`,
      '/v2/parameter-setting',
      '/v2/grade/generalSetting',
      '/v2/school/params-setting',
    ],
    name: '通用设置',
    ...managers,
    load: async () => (await import('./GeneralSettingScreen.tsx')).GeneralSettingScreen,
    calls: [settingCalls.gradeConfig, sessionUser],
  },
  {
    path: paths.editSetting,
    ...under('settings'),
    name: '修改通用设置',
    ...heads,
    load: async () => (await import('./GeneralSettingScreen.tsx')).EditSettingScreen,
    calls: [settingCalls.gradeConfig, settingCalls.saveGradeConfig, sessionUser],
  },
  {
    path: paths.editSchool,
    ...under('settings'),
    name: '修改校名',
    ...heads,
    load: async () => (await import('./GeneralSettingScreen.tsx')).EditSchoolScreen,
    calls: [schoolCalls.schoolDetail, schoolCalls.updateSchool, sessionUser],
  },
  {
    path: paths.reveals,
    ...under('acts'),
    name: '敏感信息查看记录',
    ...managers,
    load: async () => (await import('../people/RevealsScreen.tsx')).RevealsScreen,
    calls: [personalCalls.listReveals, sessionUser],
  },
  ...pages,
]
