/** 试卷信息 of an exam (tool paper-info): its papers, and the files that belong to each. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CourseId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { ofTool } from './tool.types.ts'

export const paperFileKinds = {
  paper: '试卷',
  answer: '答案与解析',
  listening: '听力',
  scheme: '评分标准',
  other: '其他',
} as const
/** So many has a paper. */
export const mostPaperFiles = 20

/** The bytes lie where they were uploaded. */
export const PaperFile = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  fileId: z.uuid(),
  kind: z.enum(Object.keys(paperFileKinds) as [keyof typeof paperFileKinds]),
  fileName: line('文件名', 200),
  size: z.int(),
  key: z.string(),
  byName: z.string(),
  at: z.int(),
  deletedAt: z.int().optional(),
  version: z.int(),
})
export type PaperFile = z.infer<typeof PaperFile>

const ofPaper = { ...ofTool('paper-info'), scope: on('paper', 'paperId') }
const named = { paperId: PaperId, fileId: PaperFile.shape.fileId }
const refreshes = ['paperFiles']

export const paperInfo = call('GET /api/exam/paper/info', {
  summary: 'The papers of an exam with their questions counted and their files',
  ...ofTool('paper-info'),
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      z.object({
        paperId: PaperId,
        courseId: CourseId,
        courseName: z.string(),
        questions: z.int(),
        objective: z.int(),
        fullScore: z.int(),
        files: z.array(
          PaperFile.pick({ fileId: true, kind: true, fileName: true, size: true, byName: true, at: true }),
        ),
      }),
    ),
  problems: [examProblems.notFound],
  feeds: ['paperFiles', 'exam'],
})

export const addPaperFile = call('POST /api/exam/paper/file/add', {
  summary: 'Keep an uploaded file with a paper; what is sent twice is kept once',
  ...ofPaper,
  input: () =>
    z.object({ ...named, ...PaperFile.pick({ kind: true, fileName: true }).shape, key: z.string().min(1).max(400) }),
  output: () => z.object({}),
  problems: [
    examProblems.notFound,
    examProblems.foreignPaperFile,
    examProblems.tooManyPaperFiles,
    commonProblems.conflict,
  ],
  refreshes,
})

export const deletePaperFile = call('POST /api/exam/paper/file/delete', {
  summary: 'Take a file from a paper, or have it back',
  ...ofPaper,
  input: () => z.object({ ...named, undo: z.boolean().optional() }),
  output: () => z.object({}),
  problems: [examProblems.notFound, commonProblems.notFound, commonProblems.stale, examProblems.tooManyPaperFiles],
  refreshes,
})

export const takePaperFile = call('POST /api/exam/paper/file/take', {
  summary: 'An address to load a paper’s file by, for an hour; put on record',
  ...ofPaper,
  input: () => z.object(named),
  output: () => z.object({ url: z.string() }),
  problems: [examProblems.notFound, commonProblems.notFound],
})
