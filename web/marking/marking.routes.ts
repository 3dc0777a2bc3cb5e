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
    calls: [password.readPassword, password.setReadPassword],
  },
  {
    path: paths.otherFunc,
    under: examPaths.toolbox,
    name: '其他功能',
    ...examManagers,
    hide: true,
    load: async () => (await import('./OtherFuncScreen.tsx')).OtherFuncScreen,
    calls: [groups.mobileMarkSwitches, groups.setMobileMarkSwitch],
  },
  {
    path: paths.monitor,
    within: 'examId',
    name: '阅卷进度',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MonitorScreen.tsx')).MonitorScreen,
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
    calls: [classes.classProgress, examDetail, listExams],
  },
  {
    path: examPaths.ownClassProgress,
    under: examPaths.ownPart,
    name: '班级阅卷进度',
    ...jointSchoolPeople,
    hide: true,
    load: async () => (await import('./ClassProgressScreen.tsx')).OwnClassProgressScreen,
    calls: [classes.ownClassProgress],
  },
  ...qualityRoutes,
  ...intelligentRoutes,
  ...groupsRoutes,
  ...rubricRoutes,
  ...againRoutes,
  ...importsRoutes,
]
