import * as reports from '#shared/analysis/analysis.calls.ts'
import * as appeals from '#shared/analysis/appeal.calls.ts'
import * as changes from '#shared/analysis/change.calls.ts'
import * as evidence from '#shared/analysis/evidence.calls.ts'
import * as exports from '#shared/analysis/export.calls.ts'
import * as notes from '#shared/analysis/notes/note.calls.ts'
import * as params from '#shared/analysis/params.calls.ts'
import * as release from '#shared/exam/tools/release.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import * as tutors from '#shared/analysis/tutor.calls.ts'
import * as standings from '#shared/analysis/standing.calls.ts'
import * as settings from '#shared/analysis/setting.calls.ts'
import { shownToSchool } from '#shared/analysis/shows.calls.ts'
import { disclosurePeople } from '#shared/exam/tools/disclosure.calls.ts'
import { examCourses, examDetail, listExams, paperPlace, showJointResults } from '#shared/exam/exam.calls.ts'
import { changeToolNames, changeTools } from '#shared/analysis/changes/change.tools.ts'
import { faceOf, reportIds } from '#shared/analysis/reports/faces.ts'
import { examManagers, examOverseers, jointOrganisers } from '#shared/kit/people.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import { examTotals } from '#shared/exam/tools/total.calls.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { analysisPaths, changeAddress, reportAddress, subjectsAddress } from './analysis.paths.ts'
import { changeHelp, reportHelp, subjectHelp } from './report.help.ts'

/** Of a tool that works on papers and totals: which; the specification parts the conversion into its two modes. */
const subjectScreens = [
  { tool: 'question-conversion', mode: '' },
  { tool: 'question-conversion', mode: 'course-convert' },
  { tool: 'question-conversion', mode: 'question-convert' },
  { tool: 'senior', mode: '' },
] as const

export const analysisRoutes: readonly ScreenRoute[] = [
  ...reportIds.map((id): ScreenRoute => {
    const { title, path, also = [], audience, list } = faceOf(id)
    return {
      path: reportAddress(id),
      within: 'examId',
      also: [...new Set([`/v2/exam/detail/${path}`, ...also])],
      name: title,
      ...audience,
      ...(list ? { keepAlive: true } : {}),
      load: async () => (await import('./PaperReportScreen.tsx')).screenOf(id),
      help: reportHelp[id],
      calls: [reports.paperReport, listExams, examDetail, exports.exportTranscript, exports.exportReport],
    }
  }),
  {
    path: analysisPaths.publish,
    within: 'paperId',
    also: ['/v2/exam-manage/publish-score'],
    name: '发布成绩',
    ...examOverseers,
    load: async () => (await import('./PublishScreen.tsx')).PublishScreen,
    help: [
      '发布前先看一遍：两次独立计算是否一致，谁会看到什么。',
      '可以现在发布，也可以定时；“发布给谁”里可以只发布给部分考生。',
      '发布后能撤回；再次发布会先列出变化。',
    ],
    calls: [
      publication.publishState,
      publication.publishPreview,
      publication.publishScores,
      publication.cancelPublish,
      publication.withdrawScores,
      release.releaseCount,
      release.releaseStudents,
      release.releasePreview,
      release.releaseTemplate,
      release.setRelease,
      settings.reportConfig,
      settings.setResultStatus,
      settings.setScoreRate,
      exports.exportScans,
      listExams,
      publication.startPreview,
      settings.setScoreSection,
      settings.setRankSection,
      settings.setLevel,
    ],
  },
  {
    path: analysisPaths.together,
    under: examPaths.toolbox,
    name: '各科一起发布',
    ...examManagers,
    hide: true,
    load: async () => (await import('./PublishTogetherScreen.tsx')).PublishTogetherScreen,
    help: [
      '阅卷已结束、扫描已平衡、还没有发布过的科目，一次发布。',
      '选中的科目一起发布；有一科不能发布，就都不发布。',
      '已发布过的科目要单独进去，先核对变化再发布。',
    ],
    calls: [publication.publishStand, publication.publishTogether],
  },
  {
    path: analysisPaths.shows,
    within: 'examId',
    name: '联考可见范围',
    ...jointOrganisers,
    load: async () => (await import('./ShowsScreen.tsx')).ShowsScreen,
    help: [
      '联考成绩全部发布后，各校互相能看到什么。',
      '可以只显示各校的统计，也可以显示全部成绩单。',
      '右侧按所选学校的身份显示，保存后才生效。',
    ],
    calls: [examDetail, showJointResults, shownToSchool, reports.paperReport],
  },
  {
    path: analysisPaths.downloads,
    under: examPaths.toolbox,
    name: '下载中心',
    ...examOverseers,
    load: async () => (await import('./downloads/DownloadCenterScreen.tsx')).DownloadCenterScreen,
    help: [
      '这场考试导出过的文件，新的在前：什么文件、谁做的、多大、保存到何时。',
      '点“下载”取得文件，下载会留下记录。',
      '文件保存三十天，过期后请重新导出。',
    ],
    calls: [exports.listFiles, exports.takeFile, toolConfig],
  },
  {
    path: analysisPaths.answers,
    under: examPaths.toolbox,
    name: '优秀答案下载',
    ...examOverseers,
    load: async () => (await import('./downloads/MakeFilesScreens.tsx')).AnswersScreen,
    help: [
      '每道主观题各取几份得分最高的和最接近平均分的答案，做成册子供讲评。',
      '只有答题区的图像，不含姓名和考号。',
      '按现在发布的成绩选取；做好的册子也在下载中心。',
    ],
    calls: [examDetail, exports.exportAnswers, toolConfig],
  },
  {
    path: analysisPaths.transcripts,
    under: examPaths.toolbox,
    name: '成绩单下载',
    ...examOverseers,
    load: async () => (await import('./downloads/MakeFilesScreens.tsx')).TranscriptsScreen,
    help: [
      '各科和总分的成绩单，一科一个表格文件。',
      '按现在发布的成绩导出，内容与成绩单页面相同。',
      '做好的文件也在下载中心。',
    ],
    calls: [examDetail, examTotals, exports.exportTranscript],
  },
  {
    path: analysisPaths.notes,
    within: 'examId',
    name: '题目笔记',
    ...examOverseers,
    load: async () => (await import('./notes/NotesScreen.tsx')).NotesScreen,
    help: [
      '这次考试各题错在哪里、怎样讲评，写给本校看得到这科成绩的老师。',
      '只有自己能改自己的笔记；锁定后谁都不能再改动，解锁后再写。',
      '本校的笔记别的学校看不到，可以下载成表格。',
    ],
    calls: [notes.listNotes, notes.saveNote, notes.deleteNote, notes.lockNotes, notes.takeNotes],
  },
  {
    path: analysisPaths.tutor,
    under: examPaths.toolbox,
    name: '学生辅导',
    ...examOverseers,
    load: async () => (await import('./tutors/TutorScreens.tsx')).TutorScreen,
    help: [
      '这一科需要辅导的学生，为什么，交给了谁。',
      '先按规则找，选中后加入名单；在名单里交给老师或移出。',
      '有了更新的同科考试，“之后”里会显示超过了多少考生。',
    ],
    calls: [tutors.tutorStart, tutors.tutorList, tutors.putTutor, tutors.removeTutor],
  },
  {
    path: analysisPaths.tutorRule,
    under: examPaths.toolbox,
    name: '按规则找',
    ...examOverseers,
    load: async () => (await import('./tutors/TutorScreens.tsx')).TutorRuleScreen,
    help: [
      '一个班里临界、偏科或退步的学生。',
      '临界：离及格线差5分以内；偏科、退步：相差20个百分点以上。',
      '退步要有更早的同科考试，偏科要有其他已发布的科目。',
    ],
    calls: [tutors.tutorStart, tutors.tutorSuggest, tutors.putTutor],
  },
  {
    path: analysisPaths.myTutored,
    name: '学生辅导',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./tutors/TutorScreens.tsx')).MyTutoredScreen,
    help: ['交给您辅导的学生和原因。', '点姓名看那场考试的成绩单。', '名单由考试管理者在“学生辅导”里维护。'],
    calls: [tutors.myTutored],
  },
  {
    path: analysisPaths.evidence,
    under: examPaths.toolbox,
    name: '成绩证据包',
    ...examOverseers,
    load: async () => (await import('./evidence/EvidenceScreen.tsx')).EvidenceScreen,
    help: [
      '一个文件装下一名考生各科的答卷、识别、每次评分、答案版本和改动。',
      '找到考生，制作证据包；做好的文件也在下载中心，保存三十天。',
      '拿到文件的人不用账号就能核验；默认不写阅卷人姓名。',
    ],
    calls: [disclosurePeople, evidence.makeEvidence],
  },
  {
    path: analysisPaths.verifyEvidence,
    name: '核验成绩证据',
    userTypes: [],
    white: true,
    hideHeader: true,
    hide: true,
    load: async () => (await import('./evidence/VerifyScreen.tsx')).VerifyScreen,
    calls: [evidence.publishedRoot],
  },
  {
    path: analysisPaths.reportList,
    under: examPaths.toolbox,
    name: '报告管理',
    ...examOverseers,
    load: async () => (await import('./ReportListScreens.tsx')).ReportListScreen,
    help: [
      '各科和总分的报告用的是哪个版本，什么时候发布的。',
      '“参数已改”“答案或分值已改”：报告还是原来的，重新发布后更新。',
      '点科目看它的全部报告和历次版本。',
    ],
    calls: [standings.reportStandings],
  },
  {
    path: analysisPaths.reportDetail,
    under: analysisPaths.reportList,
    name: '报告详情',
    ...examOverseers,
    load: async () => (await import('./ReportListScreens.tsx')).ReportDetailScreen,
    help: [
      '一个科目的全部报告，点名称打开。',
      '下面是历次版本：正在使用的，和已被取代的。',
      '要让改动进入报告，到“发布成绩”核对并重新发布。',
    ],
    calls: [standings.reportVersions, toolConfig],
  },
  {
    path: analysisPaths.params,
    under: examPaths.toolbox,
    name: '参数设置',
    ...examOverseers,
    load: async () => (await import('./ParamsScreen.tsx')).ParamsScreen,
    help: [
      '各科和总分的成绩怎样统计：四率的分数线、分数段、名次段、等级，以及名次给谁看。',
      '点“修改”改一科；勾选几科可以统一设置，只改动过的项目会变。',
      '从下一次发布起生效，已经发布的成绩不变，直到重新发布。',
    ],
    calls: [params.examParams, params.setExamParams],
  },
  {
    path: analysisPaths.appealWindow,
    under: examPaths.toolbox,
    name: '申诉设置',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealWindowScreen.tsx')).AppealWindowScreen,
    help: [
      '开放以后，学生和家长可以在自己的成绩页对一道题的得分提出申诉。',
      '设置开始和截止时间、谁可以提出、每科最多几题；每题只能申诉一次。',
      '截止以后不再接受；已经提出的照常答复。',
    ],
    calls: [appeals.appealWindow, appeals.setAppeals],
  },
  {
    path: analysisPaths.appeals,
    under: examPaths.toolbox,
    name: '成绩申诉',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealsScreen.tsx')).AppealsScreen,
    help: [
      '待答复的申诉，先提出的在前；点一项看答卷和评分。',
      '决定改分的，用“合并改分”做成一次改动，预览后签字，一次生效。',
      '批阅过这道题的人不能答复；下方按题统计。',
    ],
    calls: [appeals.listAppeals, appeals.appealStatistics, appeals.changeByAppeals, paperPlace, toolConfig],
  },
  {
    path: analysisPaths.appeal,
    under: analysisPaths.appeals,
    name: '答复申诉',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealScreen.tsx')).AppealScreen,
    help: [
      '左边是理由、评分和答复，右边是这道题的答卷。',
      '维持原分的答复立即告诉学生；改分的在签字生效后告诉。',
      '答复后自动到下一项。',
    ],
    calls: [appeals.appealDetail, appeals.answerAppeal, toolConfig],
  },
  ...subjectScreens.map(({ tool, mode }): ScreenRoute => ({
    path: subjectsAddress(tool, mode),
    under: examPaths.toolbox,
    name: changeToolNames[tool],
    ...examManagers,
    load: async () => (await import('./changes/SubjectsScreen.tsx')).subjectsOf(tool, mode),
    help: [
      subjectHelp({ tool, mode }),
      '选好以后先预览，签字以前什么都不变。',
      '各科自己的成绩不变，变的是这里的总分或这一科。',
    ],
    calls: [examCourses, examTotals, toolConfig],
  })),
  ...changeTools.map((tool): ScreenRoute => ({
    path: changeAddress(tool),
    under: examPaths.toolbox,
    name: changeToolNames[tool],
    ...examManagers,
    load: async () => (await import('./changes/ChangeScreen.tsx')).screenOf(tool),
    help: [
      changeHelp[tool],
      '先预览：谁的分、名次和哪些数据会变；签字以前什么都不变。',
      '签字后一次生效，记下姓名和原因；在改动记录里可以撤销。',
    ],
    calls: [
      changes.changeStand,
      changes.makeChange,
      changes.mergePapers,
      listExams,
      changes.changeFile,
      changes.listChanges,
      changes.changeDetail,
      changes.signChange,
      changes.undoChange,
      changes.seniorLab,
      changes.changeCandidates,
    ],
  })),
]
