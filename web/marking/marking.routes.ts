import { examDetail, listExams, paperPlace } from '#shared/exam/exam.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as parts from '#shared/exam/joint/part.calls.ts'
import * as board from '#shared/exam/joint/board.calls.ts'
import * as classes from '#shared/exam/classProgress.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as cut from '#shared/marking/cut/cut.calls.ts'
import * as groups from '#shared/marking/groups/group.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import * as reader from '#shared/marking/reader/reader.calls.ts'
import * as rubrics from '#shared/marking/rubric/rubric.calls.ts'
import * as standard from '#shared/marking/quality/standard.calls.ts'
import * as password from '#shared/marking/password.calls.ts'
import * as own from '#shared/marking/own.calls.ts'
import { examMaintainers, examManagers, examOverseers, jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from './marking.paths.ts'
import { qualityRoutes } from './quality/quality.routes.ts'
import { intelligentRoutes } from './intelligent/intelligent.routes.ts'
import { groupsRoutes } from './groups/groups.routes.ts'
import { rubricRoutes } from './rubric/rubric.routes.ts'
import { againRoutes } from './again/again.routes.ts'
import { importsRoutes } from './imports/imports.routes.ts'

/** Who is led to mark by the menu: who organises joint exams marks none of them. */
const markers = { ...examManagers, userTypes: examManagers.userTypes.filter((type) => type !== 13) }

export const markingRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.cut,
    within: 'examId',
    name: '强制完成阅卷',
    ...examMaintainers,
    load: async () => (await import('./cut/CutScreen.tsx')).CutScreen,
    help: [
      '阅卷等不到全部评完时，在这里结束一科或各科，要写明原因。',
      '已给的分都保留；没有评完的考生显示“未评完”，不计分、不排名。',
      '90天内可以撤销：阅卷照原样开放，评完再次发布即补上。',
    ],
    calls: [cut.cutStand, cut.cutMarking, cut.confirmCut, cut.cancelCut, cut.undoCut],
  },
  {
    path: paths.tasks,
    // Without a paper and a question these show what there is to choose from.
    also: ['/v2/read-paper/question-block', '/v2/read-paper/arbitration-paper-detail'],
    name: '阅卷',
    ...markers,
    hideUserTypeList: [-1, 1, 18],
    menu: { segment: 'read-paper', order: 40, icon: 'mark' },
    load: async () => (await import('./TasksScreen.tsx')).TasksScreen,
    help: ['分给您评阅的题目，还剩多少。', '点“继续评阅”进入，随时可以离开。', '仲裁的题目也在这里，三角是等您处理。'],
    calls: [calls.markingTasks, password.enterReadPassword, sessionUser, calls.submitMark],
  },
  {
    path: paths.mark,
    name: '评阅',
    ...markers,
    hide: true,
    hideHeader: true,
    hideProgress: true,
    load: async () => (await import('./desk/MarkScreen.tsx')).MarkScreen,
    help: [
      '一份一份地给分，下一份已经准备好。',
      '按数字给分；两位数的要按回车，超过满分会提醒。',
      '给错了到“我的给分”里改；断网时先存在本机。',
    ],
    keys: {
      数字: '给分，可能是两位数的按回车',
      F: '满分',
      B: '未作答',
      S: '有问题',
      '← →': '前后一份',
      W: '整张答题卡',
      L: '我的给分',
      '+ −': '放大、缩小',
      R: '旋转',
      C: '对比度',
      G: '标杆卷',
      V: '自己评过的答卷放在旁边对照',
      N: '批注；学生在自己的答卷上能否看到，由“成绩可见范围”的设置决定，不设看不到',
    },
    calls: [
      rubrics.rubric,
      calls.claimBundle,
      calls.submitMark,
      calls.finishBundle,
      own.ownMarks,
      own.wholeSheet,
      reader.proposals,
      password.enterReadPassword,
      standard.examples,
      calls.markingTasks,
      sessionUser,
    ],
  },
  {
    path: paths.password,
    under: examPaths.toolbox,
    name: '阅卷密码',
    ...examOverseers,
    load: async () => (await import('./PasswordScreen.tsx')).PasswordScreen,
    help: [
      '阅卷老师领取这一科的答卷前要输入的六位密码。',
      '启用后在阅卷前告诉老师；更换以后所有人重新输入。',
      '连续输错五次要等十分钟，输错的次数都记在这里。',
    ],
    calls: [password.readPassword, password.setReadPassword],
  },
  {
    path: paths.otherFunc,
    under: examPaths.toolbox,
    name: '其他功能',
    ...examManagers,
    hide: true,
    load: async () => (await import('./OtherFuncScreen.tsx')).OtherFuncScreen,
    help: [
      '没有单独工具的开关，一科一行。',
      '手机阅卷关闭后，这一科只能用电脑评阅，已经领取的评完为止。',
      '阅卷结束以后不再改变；多人协作处理存疑在“处理存疑”里开启。',
    ],
    calls: [groups.mobileMarkSwitches, groups.setMobileMarkSwitch],
  },
  {
    path: paths.monitor,
    within: 'examId',
    name: '阅卷进度',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MonitorScreen.tsx')).MonitorScreen,
    help: ['每道题、每位老师的进度和给分情况。', '按题看剩余份数和预计时间，点老师看抽样。', '全部评完后“结束阅卷”。'],
    calls: [
      calls.markingProgressCall,
      choiceCalls.undecidedChoices,
      examDetail,
      paperPlace,
      calls.completeMarking,
      choiceCalls.decideChoice,
    ],
  },
  {
    path: examPaths.board,
    within: 'examId',
    name: '考试监控',
    ...jointOrganisers,
    hide: true,
    load: async () => (await import('./BoardScreen.tsx')).BoardScreen,
    help: [
      '各校各科到了哪一步，最要紧的排在最前。',
      '提醒、延长、截止、接管扫描，一所或选多所一起做。',
      '每五秒只更新有变化的学校；“投屏”用在大屏上，按 Esc 退出。',
    ],
    calls: [board.jointBoard, parts.remindSchools, parts.extendSchools, parts.closeSchools, parts.takeOverSchools],
  },
  {
    path: paths.classProgress,
    within: 'examId',
    // Without a paper it asks for one.
    also: [paths.chooseClassProgress, '/v2/quality-analysis/read-monitor/class-progress'],
    name: '班级阅卷进度',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ClassProgressScreen.tsx')).ClassProgressScreen,
    help: [
      '每个班的答卷评了多少：作答按题计，评完的答卷按人计。',
      '联考先选学校；评了一部分的答卷按四分之一计入。',
      '进度不含分数，任课教师看自己任教的班。',
    ],
    calls: [classes.classProgress, examDetail, listExams],
  },
  {
    path: examPaths.ownClassProgress,
    under: examPaths.ownPart,
    name: '班级阅卷进度',
    ...jointSchoolPeople,
    hide: true,
    load: async () => (await import('./ClassProgressScreen.tsx')).OwnClassProgressScreen,
    help: [
      '联考中本校每个班的答卷评了多少。',
      '评了一部分的答卷按四分之一计入，评完的按人计。',
      '联考由组织方安排阅卷，有疑问请联系组织方。',
    ],
    calls: [classes.ownClassProgress],
  },
  ...qualityRoutes,
  ...intelligentRoutes,
  ...groupsRoutes,
  ...rubricRoutes,
  ...againRoutes,
  ...importsRoutes,
]
