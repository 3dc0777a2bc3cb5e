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
import { changeTools } from '#shared/analysis/changes/change.types.ts'
import { changeToolNames } from '#shared/analysis/changes/change.words.ts'
import { faceOf, reportIds } from '#shared/analysis/reports/faces.ts'
import { examManagers, examOverseers, jointOrganisers } from '#shared/kit/people.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import { examTotals } from '#shared/exam/tools/total.calls.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { analysisPaths, changeAddress, reportAddress, subjectsAddress } from './analysis.paths.ts'

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
    calls: [publication.publishStand, publication.publishTogether],
  },
  {
    path: analysisPaths.shows,
    within: 'examId',
    name: '联考可见范围',
    ...jointOrganisers,
    load: async () => (await import('./ShowsScreen.tsx')).ShowsScreen,
    calls: [examDetail, showJointResults, shownToSchool, reports.paperReport],
  },
  {
    path: analysisPaths.downloads,
    under: examPaths.toolbox,
    name: '下载中心',
    ...examOverseers,
    load: async () => (await import('./downloads/DownloadCenterScreen.tsx')).DownloadCenterScreen,
    calls: [exports.listFiles, exports.takeFile, toolConfig],
  },
  {
    path: analysisPaths.answers,
    under: examPaths.toolbox,
    name: '优秀答案下载',
    ...examOverseers,
    load: async () => (await import('./downloads/MakeFilesScreens.tsx')).AnswersScreen,
    calls: [examDetail, exports.exportAnswers],
  },
  {
    path: analysisPaths.transcripts,
    under: examPaths.toolbox,
    name: '成绩单下载',
    ...examOverseers,
    load: async () => (await import('./downloads/MakeFilesScreens.tsx')).TranscriptsScreen,
    calls: [examDetail, examTotals, exports.exportTranscript],
  },
  {
    path: analysisPaths.notes,
    within: 'examId',
    name: '题目笔记',
    ...examOverseers,
    load: async () => (await import('./notes/NotesScreen.tsx')).NotesScreen,
    calls: [notes.listNotes, notes.saveNote, notes.deleteNote, notes.lockNotes, notes.takeNotes],
  },
  {
    path: analysisPaths.tutor,
    under: examPaths.toolbox,
    name: '学生辅导',
    ...examOverseers,
    load: async () => (await import('./tutors/TutorScreens.tsx')).TutorScreen,
    calls: [tutors.tutorStart, tutors.tutorList, tutors.putTutor, tutors.removeTutor],
  },
  {
    path: analysisPaths.tutorRule,
    under: examPaths.toolbox,
    name: '按规则找',
    ...examOverseers,
    load: async () => (await import('./tutors/TutorScreens.tsx')).TutorRuleScreen,
    calls: [tutors.tutorStart, tutors.tutorSuggest, tutors.putTutor],
  },
  {
    path: analysisPaths.myTutored,
    name: '学生辅导',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./tutors/TutorScreens.tsx')).MyTutoredScreen,
    calls: [tutors.myTutored],
  },
  {
    path: analysisPaths.evidence,
    under: examPaths.toolbox,
    name: '成绩证据包',
    ...examOverseers,
    load: async () => (await import('./evidence/EvidenceScreen.tsx')).EvidenceScreen,
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
    calls: [standings.reportStandings],
  },
  {
    path: analysisPaths.reportDetail,
    under: analysisPaths.reportList,
    name: '报告详情',
    ...examOverseers,
    load: async () => (await import('./ReportListScreens.tsx')).ReportDetailScreen,
    calls: [standings.reportVersions, toolConfig],
  },
  {
    path: analysisPaths.params,
    under: examPaths.toolbox,
    name: '参数设置',
    ...examOverseers,
    load: async () => (await import('./ParamsScreen.tsx')).ParamsScreen,
    calls: [params.examParams, params.setExamParams],
  },
  {
    path: analysisPaths.appealWindow,
    under: examPaths.toolbox,
    name: '申诉设置',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealWindowScreen.tsx')).AppealWindowScreen,
    calls: [appeals.appealWindow, appeals.setAppeals],
  },
  {
    path: analysisPaths.appeals,
    under: examPaths.toolbox,
    name: '成绩申诉',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealsScreen.tsx')).AppealsScreen,
    calls: [appeals.listAppeals, appeals.appealStatistics, appeals.changeByAppeals, paperPlace, toolConfig],
  },
  {
    path: analysisPaths.appeal,
    under: analysisPaths.appeals,
    name: '答复申诉',
    ...examOverseers,
    load: async () => (await import('./appeals/AppealScreen.tsx')).AppealScreen,
    calls: [appeals.appealDetail, appeals.answerAppeal, toolConfig],
  },
  ...subjectScreens.map(({ tool, mode }): ScreenRoute => ({
    path: subjectsAddress(tool, mode),
    under: examPaths.toolbox,
    name: changeToolNames[tool],
    ...examManagers,
    load: async () => (await import('./changes/SubjectsScreen.tsx')).subjectsOf(tool, mode),
    calls: [examCourses, examTotals],
  })),
  ...changeTools.map((tool): ScreenRoute => ({
    path: changeAddress(tool),
    under: examPaths.toolbox,
    name: changeToolNames[tool],
    ...examManagers,
    load: async () => (await import('./changes/ChangeScreen.tsx')).screenOf(tool),
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
