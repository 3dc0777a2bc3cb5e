/** Where the tools of an exam are: each is a screen of the room whose work it is. */
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import {
  analysisPaths,
  appealsPath,
  appealWindowPath,
  changePath,
  downloadsPath,
  publishPath,
  subjectsPath,
} from '#web/analysis/analysis.paths.ts'
import { pathTo } from '#web/kit/route.types.ts'
import {
  arrangePath,
  fixPath,
  importScoresPath,
  otherFuncPath,
  passwordPath,
  remarkPath,
  resetReadPath,
} from '#web/marking/marking.paths.ts'
import { downloadPath, progressPath, scanPath, scanPaths, toPaper } from '#web/scan/scan.paths.ts'
import { examPaths, paperPath, toolMounts } from '../exam.paths.ts'

/** `released`: readers see the paper's scores, so that they are changed by change sets alone. */
type Of = {
  examId: string
  paperId: string
  released?: boolean
  /** Its marks are being made, and the viewer manages the exam: what is wrong with a question is put right for all by a set. */
  marking?: boolean
}

export const toolPaths: Readonly<Record<ToolCode, (of: Of) => string>> = {
  'unusual-paper-handle': ({ paperId }) => toPaper(scanPaths.declarations, paperId),
  'answer-edit': ({ examId, paperId, released, marking }) =>
    released || marking ? changePath('answer-edit', examId, paperId) : paperPath(examId, paperId),
  'answer-card-download': ({ examId }) => downloadPath(examId),
  'download-center': ({ examId }) => downloadsPath(examId),
  'good-answer-download': ({ examId }) => pathTo(analysisPaths.answers, { examId }),
  'transcript-download': ({ examId }) => pathTo(analysisPaths.transcripts, { examId }),
  tutor: ({ examId, paperId }) => pathTo(analysisPaths.tutor, { examId, paperId }),
  'evidence-pack': ({ examId }) => pathTo(analysisPaths.evidence, { examId }),
  'appeal-visible': ({ examId }) => appealWindowPath(examId),
  'appeal-score': ({ examId, paperId }) => appealsPath(examId, paperId),
  'adjust-read-arrange': ({ paperId }) => arrangePath(paperId),
  'adjust-score': ({ examId, paperId }) => changePath('adjust-score', examId, paperId),
  'maneuver-score': ({ examId, paperId }) => changePath('maneuver-score', examId, paperId),
  'question-type-set': ({ examId, paperId }) => changePath('question-type-set', examId, paperId),
  senior: ({ examId }) => subjectsPath('senior', examId),
  'knowledge-relate': ({ examId, paperId }) => pathTo(examPaths.knowledge, { examId, paperId }),
  'question-conversion': ({ examId }) => subjectsPath('question-conversion', examId),
  'miss-exam': ({ examId, paperId }) => changePath('miss-exam', examId, paperId),
  'score-edit': ({ examId, paperId, released }) =>
    released ? changePath('score-edit', examId, paperId) : fixPath(examId, paperId),
  'reset-read': ({ examId, paperId }) => resetReadPath(examId, paperId),
  remark: ({ examId, paperId }) => remarkPath(examId, paperId),
  'read-password': ({ examId, paperId }) => passwordPath(examId, paperId),
  'params-setting': ({ examId }) => pathTo(analysisPaths.params, { examId }),
  'base-info': ({ examId }) => pathTo(examPaths.baseInfo, { examId }),
  'other-func': ({ examId }) => otherFuncPath(examId),
  'exam-base-info': ({ examId }) => pathTo(examPaths.facts, { examId }),
  'paper-info': ({ examId }) => pathTo(examPaths.paperInfo, { examId }),
  'permission-setting': ({ examId }) => pathTo(examPaths.permissions, { examId }),
  'exam-visibility': ({ examId }) => pathTo(examPaths.visibility, { examId }),
  'report-list': ({ examId }) => pathTo(analysisPaths.reportList, { examId }),
  'publish-score': ({ paperId }) => publishPath(paperId),
  'student-tag': ({ examId }) => pathTo(examPaths.tags, { examId }),
  'exam-merge': ({ examId, paperId }) => changePath('exam-merge', examId, paperId),
  'course-manage': ({ examId }) => pathTo(examPaths.courses, { examId }),
  'teacher-manager': ({ examId }) => pathTo(examPaths.teachings, { examId }),
  'exam-teacher-declare': ({ examId }) => pathTo(examPaths.teacherDeclarations, { examId }),
  'answer-card-upload': ({ paperId }) => scanPath(paperId),
  'performance-import': ({ paperId }) => importScoresPath(paperId),
  'answer-card-upload-school': ({ examId }) => progressPath(examId),
}

/** Of these tools so many mounts are addresses of their own screens. */
const claimed: Partial<Record<ToolCode, number>> = {
  'unusual-paper-handle': 3,
  'answer-card-download': 1,
  'answer-card-upload': 1,
  'answer-card-upload-school': 1,
  'publish-score': 1,
  'performance-import': 3,
}
const weakStudents = ({ examId, paperId }: Of): string =>
  `${pathTo(analysisPaths.tutorRule, { examId, paperId })}?rule=weak`
/** Screens of a tool with a whole address of their own (2 §2.4), which name no exam either. */
const apart: Partial<Record<ToolCode, Readonly<Record<string, (of: Of) => string>>>> = {
  tutor: {
    '/v2/exam/detail/week-student': weakStudents,
    '/v2/exam/instructor-detail/week-student': weakStudents,
  },
}

/** The screens within a tool, by the last part of their addresses. */
const toolParts: Partial<Record<ToolCode, Readonly<Record<string, (of: Of) => string>>>> = {
  'permission-setting': {
    list: toolPaths['permission-setting'],
    add: ({ examId }) => pathTo(examPaths.addPermission, { examId }),
  },
  // Which subject's is chosen in the list.
  'report-list': { 'report-detail': toolPaths['report-list'] },
  'student-tag': {
    'class-add': ({ examId }) => pathTo(examPaths.tagClassAdd, { examId }),
    'class-delete': ({ examId }) => pathTo(examPaths.tagClassDelete, { examId }),
  },
  'question-conversion': {
    'course-convert': ({ examId }) => subjectsPath('question-conversion', examId, 'course-convert'),
    'question-convert': ({ examId }) => subjectsPath('question-conversion', examId, 'question-convert'),
  },
  // One student's answers with pages and marks; what is changed of them after a release goes on from there.
  'score-edit': { 'score-edit-detail': ({ examId, paperId }) => fixPath(examId, paperId) },
  'exam-visibility': {
    student: toolPaths['exam-visibility'],
    teacher: ({ examId }) => pathTo(examPaths.teacherVisibility, { examId }),
  },
}

/** Some stand in the management of an exam's papers too. */
const paperMount = '/v2/exam-management/detail/paper-manage'
const inPaperMount: readonly ToolCode[] = ['adjust-score', 'answer-edit', 'question-conversion', 'course-manage']
/** Further addresses: beside the monitors of a joint exam; and what a subject without a report leads to. */
const beside: Partial<Record<ToolCode, readonly string[]>> = {
  'base-info': ['/v2/exam/united-examination-detail/base-info'],
  'report-list': ['/v2/exam/detail/no-report', '/v2/exam/instructor-detail/no-report'],
}

/** An address without an exam, in every mount, and where it leads once the exam is chosen. */
export type Door = { code: ToolCode; paths: string[]; to: (of: Of) => string }

export const doorsOf = (code: ToolCode): Door[] => {
  const at = (part: string): string[] => toolMounts.map((mount) => `${mount}/${code}${part}`)
  const more = [...(inPaperMount.includes(code) ? [`${paperMount}/${code}`] : []), ...(beside[code] ?? [])]
  const own = { code, paths: [...at('').slice(claimed[code] ?? 0), ...more], to: toolPaths[code] }
  const parts = Object.entries(toolParts[code] ?? {}).map(([part, to]) => ({ code, paths: at(`/${part}`), to }))
  const others = Object.entries(apart[code] ?? {}).map(([path, to]) => ({ code, paths: [path], to }))
  return [own, ...parts, ...others].filter(({ paths }) => paths.length > 0)
}
