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

/** What each is, and what to mind. */
const helpOf = {
  默认教材: ['各门课程默认使用的教材版本。', '改动只影响以后，已发布的成绩不变。'],
  报告设置: ['优秀、良好、及格、低分的界线，以及谁能看排名。', '改动只影响以后，已发布的成绩不变。'],
  导师设置: ['是否开启导师制，每位导师最多指导几人。', '已有的安排不受影响。'],
  作业设置: ['作业的批改方式、截止和提醒时间。', '只影响以后布置的作业。'],
  高中选考设置: ['高中选科的模式和可选课程。', '已有的选课不受影响。'],
  报告模板: ['报告的标题、包含的部分和页脚。', '下一次导出的报告按新模板。'],
} as const
type SettingName = keyof typeof helpOf

/** A settings page, where a grade may have its own under the grade's address too. */
const setting = (path: string, name: SettingName, load: ScreenRoute['load'], ofGrade: string[] = []): ScreenRoute => ({
  path,
  ...under('settings'),
  also: ofGrade,
  name,
  ...managers,
  load,
  help: [helpOf[name][0], '选择范围（全校或某个年级），修改后保存；“恢复”回到上一级的设置。', helpOf[name][1]],
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
    help: [
      '谁在什么时候对谁做了什么，改前改后各是什么。',
      '按时间、类别、操作人筛选；搜索框按被操作人的姓名或学号查。',
      '调班和毕业可以在这里撤销；“导出”导出筛选后的全部。',
    ],
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
    help: ['学年、学期和学段。', '“修改”调整学年开始的月份和学段。', '取消一个学段前，要先处理还在读的学生。'],
    calls: [settingCalls.gradeConfig, sessionUser],
  },
  {
    path: paths.editSetting,
    ...under('settings'),
    name: '修改通用设置',
    ...heads,
    load: async () => (await import('./GeneralSettingScreen.tsx')).EditSettingScreen,
    help: ['修改学年、学期开始的月份和学段。', '勾选新学段会自动建立年级。', '学年月份决定年级什么时候升。'],
    calls: [settingCalls.gradeConfig, settingCalls.saveGradeConfig, sessionUser],
  },
  {
    path: paths.editSchool,
    ...under('settings'),
    name: '修改校名',
    ...heads,
    load: async () => (await import('./GeneralSettingScreen.tsx')).EditSchoolScreen,
    help: ['修改学校名称。', '保存后各处一起改变。', '已发布的报告保留当时的校名。'],
    calls: [schoolCalls.schoolDetail, schoolCalls.updateSchool, sessionUser],
  },
  {
    path: paths.reveals,
    ...under('acts'),
    name: '敏感信息查看记录',
    ...managers,
    load: async () => (await import('../people/RevealsScreen.tsx')).RevealsScreen,
    help: ['谁在什么时候查看了谁的证件号或手机。', '按对象筛选，可以导出。', '查看的原因由本人填写，不能修改。'],
    calls: [personalCalls.listReveals, sessionUser],
  },
  ...pages,
]
