import { examDetail, listExams, paperPlace } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import * as quality from '#shared/marking/quality/quality.calls.ts'
import * as sample from '#shared/marking/quality/sample.calls.ts'
import * as seed from '#shared/marking/quality/seed.calls.ts'
import * as standard from '#shared/marking/quality/standard.calls.ts'
import * as trial from '#shared/marking/quality/trial.calls.ts'
import { exportRecord, readRecord } from '#shared/marking/quality/record.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Who is led to mark by the menu: who organises joint exams marks none of them. */
const markers = { ...examManagers, userTypes: examManagers.userTypes.filter((type) => type !== 13) }

/** How well it is marked: figures, samples, standards, trials, seeds. */
export const qualityRoutes: readonly ScreenRoute[] = [
  {
    path: paths.history,
    under: paths.tasks,
    name: '我的阅卷记录',
    ...markers,
    hide: true,
    load: async () => (await import('./QualityScreen.tsx')).QualityScreen,
    help: [
      '您评过的考试，选一科看自己的给分。',
      '点题目看自己给的每一份分和图像。',
      '阅卷结束后可以看到与他人的比较。',
    ],
    calls: [listExams, paperPlace, quality.markingQuality, quality.certifyMarking],
  },
  {
    path: paths.trial,
    under: paths.tasks,
    name: '试评',
    ...markers,
    hide: true,
    load: async () => (await import('./TrialScreen.tsx')).TrialScreen,
    help: [
      '正式阅卷之前，每位老师先评同样的几份，和专家给分比较。',
      '给的分随时保存，交卷以前可以改；全部评完再交卷。',
      '达到要求就能领取正式答卷；没有通过请与组长联系。',
    ],
    calls: [trial.trialDesk, trial.trialMark, trial.finishTrial],
  },
  {
    path: paths.quality,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseQuality, '/v2/quality-analysis/read-monitor/read-quality'],
    name: '阅卷质量',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./QualityScreen.tsx')).QualityScreen,
    help: [
      '每位教师给分的宽严、集中程度，每道题两评是否一致。',
      '先看标着三角的：点教师，看他的分布和答卷。',
      '只作提示；要调整，请教师重看或更正个别得分。',
    ],
    calls: [quality.markingQuality, quality.certifyMarking, examDetail, listExams, paperPlace],
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
    load: async () => (await import('./ReadRecordScreen.tsx')).ReadRecordScreen,
    help: [
      '一道题的每份答卷：谁在何时给了多少分，被改过的也在。',
      '按题目、阅卷老师、学校或考号查找；导出的是整道题，在下载中心里。',
      '只有考试管理者和看全部班级的领导能看到。',
    ],
    calls: [readRecord, exportRecord, examDetail, listExams, toolConfig, paperPlace],
  },
  {
    path: paths.marker,
    under: paths.quality,
    name: '教师评分',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MarkerScreen.tsx')).MarkerScreen,
    help: [
      '一位教师评一道题的分布、快慢和前后变化。',
      '在“抽看答卷”选随机或相差大的，核对给分。',
      '管理者点考号可更正这份答卷。',
    ],
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
    load: async () => (await import('./SamplesScreen.tsx')).SamplesScreen,
    help: [
      '按老师、分数段或时间随机抽出评过的答卷来看。',
      '“同意”只计数；“改分”写理由，成为这份作答的仲裁分。',
      '每位老师抽查了多少、同意多少、比复核高低列在上面；自己评的抽不到。',
    ],
    calls: [
      sample.sampledQuality,
      sample.sampledMarks,
      sample.drawSamples,
      sample.checkSample,
      examDetail,
      listExams,
      paperPlace,
    ],
  },
  {
    path: paths.standards,
    within: 'examId',
    name: '标准卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./StandardsScreen.tsx')).StandardsScreen,
    help: [
      '专家定了分的答卷：标杆卷供对照，试评卷先评，种子卷混在答卷里。',
      '在“选卷”里挑有代表性的，写专家给分和理由。',
      '标准卷只统一尺度，不改变这份答卷的得分。',
    ],
    calls: [
      standard.standards,
      standard.standardChoices,
      standard.saveStandard,
      standard.removeStandard,
      examDetail,
      paperPlace,
    ],
  },
  {
    path: paths.trialReport,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseTrialReport, '/v2/quality-analysis/read-monitor/test-read-report'],
    name: '试评报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./TrialReportScreen.tsx')).TrialReportScreen,
    help: [
      '试评中每位老师与专家、老师与老师之间有多一致。',
      'κ 和 ICC 越接近1越一致；相差看分差，偏向看正负。',
      '没有通过的可以请他再试一次，或写明原因放行，都有记录。',
    ],
    calls: [trial.trialReport, trial.passTrial, examDetail, listExams, paperPlace],
  },
  {
    path: paths.markingReport,
    within: 'examId',
    name: '阅卷质量报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MarkingReportScreen.tsx')).MarkingReportScreen,
    help: [
      '这份试卷评得有多一致，谁偏严偏松，各评了多少，约什么时候评完。',
      '表格右上角可以下载CSV，整页可以打印。',
      '数字来自评分时的计数，阅卷中每次打开都是最新的。',
    ],
    calls: [quality.markingReport, quality.exportMarkingReport, examDetail],
  },
  {
    path: paths.seeds,
    within: 'examId',
    name: '种子卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./SeedsScreen.tsx')).SeedsScreen,
    help: [
      '混在正常答卷里的种子卷，老师评得与专家、与自己先前是否一致。',
      '超出的份数到了规定就提醒老师，再多就不再发放答卷。',
      '可以把最后一份合格种子卷以后的评分退回，请其他老师重评。',
    ],
    calls: [seed.seedReport, seed.releaseMarker, seed.remarkDoubted, examDetail, listExams, paperPlace],
  },
]
