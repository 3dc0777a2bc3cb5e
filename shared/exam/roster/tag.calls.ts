/** 标签 of an exam's candidates (tool student-tag). */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, JobId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { CandidateWish } from './candidateWish.rules.ts'
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
      name: z.string().max(60).optional(),
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

const wished = () => ({ examId: ExamId, tag: TagName, adds: z.boolean(), wish: CandidateWish })
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
