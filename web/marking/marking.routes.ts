import { examDetail, examPaper, listExams, savePaper } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as parts from '#shared/exam/joint/part.calls.ts'
import * as board from '#shared/exam/joint/board.calls.ts'
import * as again from '#shared/marking/again/again.calls.ts'
import * as classes from '#shared/exam/classProgress.calls.ts'
import * as second from '#shared/marking/again/second.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as pools from '#shared/marking/groups/class.calls.ts'
import * as groups from '#shared/marking/groups/group.calls.ts'
import * as importCalls from '#shared/marking/imports/import.calls.ts'
import * as intelligent from '#shared/marking/intelligent/intelligent.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import * as quality from '#shared/marking/quality/quality.calls.ts'
import * as rubrics from '#shared/marking/rubric/rubric.calls.ts'
import * as sample from '#shared/marking/quality/sample.calls.ts'
import * as seed from '#shared/marking/quality/seed.calls.ts'
import * as standard from '#shared/marking/quality/standard.calls.ts'
import * as trial from '#shared/marking/quality/trial.calls.ts'
import { readRecord } from '#shared/marking/quality/record.calls.ts'
import * as password from '#shared/marking/password.calls.ts'
import * as own from '#shared/marking/own.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examManagers, examOverseers, jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { examPaths, toolMounts } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from './marking.paths.ts'

/** Who is led to mark by the menu: who organises joint exams marks none of them. */
const markers = { ...examManagers, userTypes: examManagers.userTypes.filter((type) => type !== 13) }

export const markingRoutes: readonly ScreenRoute[] = [
  {
    path: paths.tasks,
    // Without a paper and a question these show what there is to choose from.
    also: ['/v2/read-paper/question-block', '/v2/read-paper/arbitration-paper-detail'],
    name: '阅卷',
    ...markers,
    hideUserTypeList: [-1, 1, 18],
    menu: { segment: 'read-paper', order: 40, icon: 'mark' },
    load: async () => (await import('./TasksScreen.tsx')).TasksScreen,
    calls: [calls.markingTasks, password.enterReadPassword],
  },
  {
    path: paths.history,
    under: paths.tasks,
    name: '我的阅卷记录',
    ...markers,
    hide: true,
    load: async () => (await import('./quality/QualityScreen.tsx')).QualityScreen,
    calls: [listExams],
  },
  {
    path: paths.mark,
    name: '评阅',
    ...markers,
    hide: true,
    hideHeader: true,
    hideProgress: true,
    load: async () => (await import('./MarkScreen.tsx')).MarkScreen,
    calls: [
      rubrics.rubric,
      calls.claimBundle,
      calls.submitMark,
      calls.finishBundle,
      own.ownMarks,
      own.wholeSheet,
      password.enterReadPassword,
      standard.examples,
      calls.markingTasks,
      sessionUser,
    ],
  },
  {
    path: paths.trial,
    under: paths.tasks,
    name: '试评',
    ...markers,
    hide: true,
    load: async () => (await import('./quality/TrialScreen.tsx')).TrialScreen,
    calls: [trial.trialDesk, trial.trialMark, trial.finishTrial],
  },
  {
    path: paths.likeTodo,
    under: paths.tasks,
    // Without a paper and a question this shows what there is to choose from.
    also: ['/v2/exam/todo/intelligent-read/detail'],
    name: '智能阅卷任务',
    ...markers,
    hide: true,
    load: async () => (await import('./intelligent/LikeTodoScreen.tsx')).LikeTodoScreen,
    calls: [calls.markingTasks],
  },
  {
    path: paths.like,
    under: paths.likeTodo,
    name: '按相同作答评阅',
    ...markers,
    hide: true,
    load: async () => (await import('./intelligent/LikeScreen.tsx')).LikeScreen,
    calls: [calls.claimBundle, intelligent.submitItems, calls.finishBundle],
  },
  {
    path: paths.intelligent,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [
      '/v2/paper-intelligent',
      ...toolMounts.flatMap((t) => [`${t}/intelligent-read`, `${t}/intelligent-read/detail`]),
    ],
    name: '智能阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./intelligent/IntelligentScreen.tsx')).IntelligentScreen,
    calls: [intelligent.listQuestion, intelligent.setIntelligenceStatus, intelligent.process, listExams, asyncStatus],
  },
  {
    path: paths.likeReport,
    under: paths.intelligent,
    // Without a paper these ask for one.
    also: ['/v2/exam/todo/intelligent-read/report', ...toolMounts.map((tools) => `${tools}/intelligent-read/report`)],
    name: '智能阅卷报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./intelligent/LikeReportScreen.tsx')).LikeReportScreen,
    calls: [intelligent.listResult, listExams],
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
    path: paths.arrange,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [
      '/v2/check-paper-arrange',
      '/v2/exam-management/detail/read-arrange',
      '/v2/exam-management/detail/adjust-read-arrange',
    ],
    name: '阅卷安排',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/ArrangeScreen.tsx')).ArrangeScreen,
    calls: [calls.arrangement, examDetail, listExams, asyncStatus],
  },
  {
    path: paths.automatic,
    within: 'paperId',
    // Without a paper these ask for one.
    also: ['/v2/check-paper-arrange/automatic-arrange', '/v2/exam-management/detail/read-arrange/automatic-arrange'],
    name: '自动安排',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/AutomaticScreen.tsx')).AutomaticScreen,
    calls: [groups.automaticArrangement, groups.arrangeGroups, listExams],
  },
  {
    path: paths.classPools,
    under: paths.groups,
    // Without a paper it asks for one.
    also: ['/v2/check-paper-arrange/class-arrange'],
    name: '按班阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/ClassPoolsScreen.tsx')).ClassPoolsScreen,
    calls: [pools.markClasses, pools.setMarkType, pools.addMarkClass, listExams],
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
    path: paths.groups,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [paths.chooseGroups, '/v2/read-paper-group/list'],
    name: '阅卷分组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupsScreen.tsx')).GroupsScreen,
    calls: [groups.markingGroups, groups.setPrincipals, groups.setMobileMarkSwitch, examDetail, listExams],
  },
  {
    path: paths.group,
    under: paths.groups,
    also: ['/v2/read-paper-group/detail/manage'],
    name: '阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupScreen.tsx')).GroupScreen,
    calls: [
      groups.markingGroups,
      groups.removeMarkingGroup,
      groups.saveMarkingGroup,
      groups.saveSettling,
      listExams,
      asyncStatus,
    ],
  },
  {
    path: paths.groupAccounts,
    under: paths.group,
    also: ['/v2/read-paper-group/detail/account-manage'],
    name: '阅卷教师',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupAccountsScreen.tsx')).GroupAccountsScreen,
    calls: [groups.groupMarkers, groups.markingGroups, groups.limitMarker, listExams],
  },
  {
    path: paths.groupQuality,
    under: paths.group,
    name: '质量要求',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupQualityScreen.tsx')).GroupQualityScreen,
    calls: [seed.groupQuality, seed.saveGroupQuality, listExams],
  },
  {
    path: paths.rubric,
    under: paths.group,
    name: '评分细则',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./rubric/RubricScreen.tsx')).RubricScreen,
    calls: [rubrics.rubricDetail, rubrics.saveRubric, listExams],
  },
  {
    path: paths.addGroup,
    under: paths.groups,
    also: ['/v2/read-paper-group/add'],
    name: '新建阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupFormScreen.tsx')).GroupFormScreen,
    calls: [groups.markingGroups, groups.saveMarkingGroup, listExams],
  },
  {
    path: paths.editGroup,
    under: paths.group,
    also: ['/v2/read-paper-group/edit'],
    name: '修改阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./groups/GroupFormScreen.tsx')).GroupFormScreen,
    calls: [groups.markingGroups, groups.saveMarkingGroup, listExams],
  },
  {
    path: paths.monitor,
    within: 'examId',
    name: '阅卷进度',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MonitorScreen.tsx')).MonitorScreen,
    calls: [calls.markingProgressCall, choiceCalls.undecidedChoices, examDetail],
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
    also: [paths.chooseClassProgress],
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
  {
    path: paths.quality,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseQuality, '/v2/quality-analysis/read-monitor/read-quality'],
    name: '阅卷质量',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/QualityScreen.tsx')).QualityScreen,
    calls: [quality.markingQuality, quality.certifyMarking, examDetail, listExams],
  },
  {
    path: paths.record,
    within: 'examId',
    // Without a paper these ask for one.
    also: [
      paths.chooseRecord,
      '/v2/exam/instructor-detail/read-record',
      '/v2/exam/united-examination-detail/read-record',
      '/v2/exam-management/detail/read-record',
    ],
    name: '阅卷记录',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/ReadRecordScreen.tsx')).ReadRecordScreen,
    calls: [readRecord, examDetail, listExams, toolConfig],
  },
  {
    path: paths.marker,
    under: paths.quality,
    name: '教师评分',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/MarkerScreen.tsx')).MarkerScreen,
    calls: [quality.markerSample],
  },
  {
    path: paths.samples,
    within: 'examId',
    // Without a paper this asks for one.
    also: [paths.chooseSamples, '/v2/quality-analysis/read-monitor/read-quality-detail'],
    name: '抽查评分',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/SamplesScreen.tsx')).SamplesScreen,
    calls: [sample.sampledQuality, sample.drawSamples, sample.checkSample, examDetail, listExams],
  },
  {
    path: paths.standards,
    within: 'examId',
    name: '标准卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/StandardsScreen.tsx')).StandardsScreen,
    calls: [standard.standards, standard.standardChoices, standard.saveStandard, standard.removeStandard, examDetail],
  },
  {
    path: paths.trialReport,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseTrialReport, '/v2/quality-analysis/read-monitor/test-read-report'],
    name: '试评报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/TrialReportScreen.tsx')).TrialReportScreen,
    calls: [trial.trialReport, trial.passTrial, examDetail, listExams],
  },
  {
    path: paths.markingReport,
    within: 'examId',
    name: '阅卷质量报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/MarkingReportScreen.tsx')).MarkingReportScreen,
    calls: [quality.markingReport, quality.exportMarkingReport, examDetail],
  },
  {
    path: paths.seeds,
    within: 'examId',
    name: '种子卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./quality/SeedsScreen.tsx')).SeedsScreen,
    calls: [seed.seedReport, seed.releaseMarker, seed.remarkDoubted, examDetail, listExams],
  },
  {
    path: paths.fix,
    within: 'examId',
    name: '成绩更正',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./again/FixScreen.tsx')).FixScreen,
    calls: [calls.listFixRecord, calls.fixDetail, calls.fixScore, choiceCalls.decideChoice, examDetail, toolConfig],
  },
  {
    path: paths.resetRead,
    within: 'examId',
    name: '重置阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./again/AgainScreens.tsx')).ResetReadScreen,
    calls: [again.repeatRecord, again.repeatRead, again.repeatStart, examDetail, asyncStatus],
  },
  {
    path: paths.remark,
    within: 'examId',
    name: '重评',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./again/AgainScreens.tsx')).RemarkScreen,
    calls: [
      again.remarkRecord,
      again.remarkRead,
      again.remarkStart,
      second.secondRead,
      second.secondStart,
      examDetail,
      asyncStatus,
    ],
  },
  {
    path: paths.importCourses,
    within: 'examId',
    name: '各科总分导入',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./imports/ImportCoursesScreen.tsx')).ImportCoursesScreen,
    calls: [
      importCalls.courseImport,
      importCalls.importCourses,
      importCalls.courseTemplate,
      importCalls.setImportTotals,
      importCalls.removeImportTotal,
      toolConfig,
      asyncStatus,
    ],
  },
  {
    path: paths.importScores,
    within: 'paperId',
    // Without a paper these ask for one.
    also: toolMounts.flatMap((tools) => [`${tools}/performance-import`, `${tools}/performance-import/detail`]),
    name: '成绩导入',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./imports/ImportScoresScreen.tsx')).ImportScoresScreen,
    calls: [
      importCalls.importScores,
      importCalls.scoreTemplate,
      calls.arrangement,
      examPaper,
      savePaper,
      examDetail,
      toolConfig,
      listExams,
      asyncStatus,
    ],
  },
]
