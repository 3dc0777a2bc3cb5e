/** 标签 of an exam's candidates (tool student-tag). */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, JobId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { CandidateWishSent } from './candidateWish.rules.ts'
import { examProblems } from '../exam.problems.ts'
import { Candidate } from '../exam.types.ts'
import { TagName } from './tag.rules.ts'
import { ofTool } from '../tools/tool.types.ts'

const ofExam = { ...ofTool('student-tag'), scope: on('exam', 'examId') }
const reading = { problems: [examProblems.notFound, examProblems.ownOnly], feeds: ['tags', 'exam'] }
const Counted = z.array(z.object({ tag: z.string(), students: z.int() }))

export const taggedStudents = call('GET /api/exam/student/tag/list', {
  summary: 'The candidates of a school’s own exam with their tags, and how many have each',
  ...ofExam,
  input: () =>
    z.object({
      ...pageFields,
      examId: ExamId,
      tag: TagName.optional(),
      classId: ClassId.optional(),
      name: sought(),
    }),
  output: () =>
    pageOf(
      Candidate.pick({ studentId: true, studentName: true, studentNumber: true, className: true }).extend({
        tags: z.array(z.string()),
      }),
    ).extend({ tags: Counted }),
  ...reading,
})

export const taggedClasses = call('GET /api/exam/student/tag/class', {
  summary: 'The classes of a school’s own exam, and how many of each have which tag',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(z.object({ classId: ClassId, className: z.string(), students: z.int(), tags: Counted })),
  ...reading,
})

const wished = () => ({ examId: ExamId, tag: TagName, adds: z.boolean(), wish: CandidateWishSent })
const changing = {
  problems: [
    examProblems.notFound,
    examProblems.ownOnly,
    examProblems.badTags,
    examProblems.tagsSame,
    commonProblems.stale,
  ],
}

export const tagPreview = call('POST /api/exam/student/tag/preview', {
  summary: 'How many candidates a tag would be given to, or taken from; nothing is changed',
  ...ofExam,
  input: () => z.object(wished()),
  output: () => z.object({ changed: z.int(), meant: z.int(), version: z.int() }),
  ...changing,
})

export const setTag = call('POST /api/exam/student/tag/update', {
  summary: 'Give candidates a tag, or take it from them, as it was previewed; of many by a job',
  ...ofExam,
  input: () => z.object({ ...wished(), version: z.int() }),
  output: () => z.object({ version: z.int(), uuid: JobId.optional() }),
  ...changing,
  refreshes: ['tags', 'exam', 'jobs'],
})

export const tagFile = call('GET /api/exam/student/tag/file', {
  summary:
    'The candidates of a school’s own exam with all their tags, as a workbook that can be changed and brought back',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [examProblems.notFound, examProblems.ownOnly],
})

const uploadedFile = () => ({
  examId: ExamId,
  key: z.string().min(1).max(400),
  fileName: z.string().min(1).max(300),
})

export const tagImportPreview = call('POST /api/exam/student/tag/import/preview', {
  summary: 'How many candidates’ tags a table would change; nothing is changed',
  ...ofExam,
  input: () => z.object(uploadedFile()),
  output: () => z.object({ changed: z.int(), meant: z.int(), version: z.int() }),
  ...changing,
})

export const tagImport = call('POST /api/exam/student/tag/import', {
  summary:
    'Give the candidates of a table the tags that it says, as it was previewed: all of it or nothing; of many by a job',
  ...ofExam,
  input: () => z.object({ ...uploadedFile(), version: z.int() }),
  output: () => z.object({ version: z.int(), uuid: JobId.optional() }),
  ...changing,
  refreshes: ['tags', 'exam', 'jobs'],
})
