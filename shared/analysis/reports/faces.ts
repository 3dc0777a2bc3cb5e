/**
 * What is known of every report of a paper before it is asked for: its name, its address, who may see it. Routes, tabs,
 * calls and jobs need no more, so that the browser's shell carries no report. In the order of the tabs.
 */
import { examOverseers } from '#shared/kit/people.ts'
import type { People } from '#shared/kit/people.ts'
import type { groupAxes } from './report.params.ts'

export type ReportFace = {
  title: string
  /** Its title where other groups than classes are compared. */
  by?: Readonly<Partial<Record<(typeof groupAxes)[number], string>>>
  /** Its title where papers add up to a total: its items are papers. */
  ofTotals?: string
  /** The last part of its address, as the specification names it. */
  path: string
  /** Further addresses of the specification. */
  also?: readonly string[]
  audience: People
  /** A list rather than an answer: the table comes first. */
  list?: true
}

const faces = {
  summary: {
    title: '考试总结',
    path: 'summarize',
    also: ['/v2/exam/united-examination-detail/analysis-report'],
    audience: examOverseers,
  },
  transcript: {
    title: '成绩单',
    path: 'transcript',
    also: ['/v2/quality-analysis/detail/transcript', '/v2/exam/instructor-detail/transcript'],
    audience: examOverseers,
    list: true,
  },
  classContrast: {
    title: '班级对比',
    by: {
      school: '学校对比',
      home: '行政班对比',
      area: '区域对比',
      group: '学校分组对比',
      combination: '选科组合对比',
      tag: '考生标签对比',
    },
    path: 'class-contrast',
    also: ['/v2/exam/instructor-detail/school-contrast'],
    audience: examOverseers,
  },
  paperAnalysis: {
    title: '试卷分析',
    ofTotals: '学科分析',
    path: 'paper-analysis',
    also: [
      '/v2/quality-analysis/detail/paper-analysis',
      '/v2/exam/instructor-detail/paper-analysis',
      // It says what share of the paper is how hard, and what was chosen of each question.
      '/v2/exam/detail/p-statistics',
      '/v2/exam/instructor-detail/p-statistics',
      '/v2/exam/detail/question-answer-detail',
    ],
    audience: examOverseers,
  },
  scoreDistribution: {
    title: '分数分布',
    path: 'score-distribution',
    also: ['/v2/quality-analysis/detail/score-distribution'],
    audience: examOverseers,
  },
  avgAndPercent: {
    title: '均分与四率',
    path: 'avg-and-percent',
    also: ['/v2/quality-analysis/detail/avg-and-percent'],
    audience: examOverseers,
  },
  diagramBox: {
    title: '箱线图',
    path: 'diagram-box',
    also: ['/v2/quality-analysis/detail/diagram-box'],
    audience: examOverseers,
  },
  topStudent: {
    title: '尖子生',
    path: 'top-student',
    also: ['/v2/quality-analysis/detail/top-student'],
    audience: examOverseers,
  },
  criticalStudent: {
    title: '临界生',
    path: 'critical-student',
    also: ['/v2/exam/detail/critical-student', '/v2/exam/instructor-detail/critical-student'],
    audience: examOverseers,
  },
  ranking: {
    title: '名次分析',
    path: 'ranking-analysis',
    also: [
      '/v2/quality-analysis/detail/ranking-analysis',
      // By combination of chosen courses, where any were chosen.
      '/v2/exam/detail/combination-ranking',
      '/v2/exam/instructor-detail/combination-ranking',
    ],
    audience: examOverseers,
  },
  level: {
    title: '等级分析',
    path: 'level-analysis',
    also: [
      '/v2/quality-analysis/detail/level-analysis',
      '/v2/exam/detail/student-level-distribution',
      '/v2/exam/instructor-detail/student-level-distribution',
    ],
    audience: examOverseers,
  },
  questionType: {
    title: '题型分析',
    path: 'question-type-avg-analysis',
    also: ['/v2/quality-analysis/detail/question-type-avg-analysis'],
    audience: examOverseers,
  },
  knowledge: {
    title: '知识点分析',
    path: 'knowledge-analysis',
    audience: examOverseers,
  },
  questionItem: {
    title: '小题分析',
    ofTotals: '各科对比',
    path: 'question-item-avg-analysis',
    // Of a total its items are the subjects.
    also: ['/v2/quality-analysis/detail/question-item-avg-analysis', '/v2/exam/detail/subject-contrast'],
    audience: examOverseers,
  },
} as const satisfies Record<string, ReportFace>

export type ReportId = keyof typeof faces
export const reportIds = Object.keys(faces) as [ReportId, ...ReportId[]]
export const faceOf = (id: ReportId): ReportFace => faces[id]
