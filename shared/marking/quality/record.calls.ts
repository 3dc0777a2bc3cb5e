/** Who gave what when, answer by answer: for who manages the exam and its leaders. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { JobId, PaperId, QuestionId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { sought } from '#shared/kit/text.ts'
import { markingProblems } from '../marking.problems.ts'
import { MarkRole, MarkValue } from '../marking.types.ts'
import { RubricPoint } from '../rubric/rubric.types.ts'

/** So many answers are on a page at most; so many are found by the beginning of a number. */
export const mostRecorded = 100

const RecordedMark = z.object({
  role: MarkRole,
  markerName: z.string(),
  value: MarkValue,
  at: z.int(),
  /** Another took its place, or its picture is not the answer's any more. */
  past: z.boolean(),
})
export type RecordedMark = z.infer<typeof RecordedMark>

export const readRecord = call('GET /api/exam/mark/handle/record', {
  summary: 'The answers of a question with every mark: who gave it, what and when; of one marker or of all',
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      ...pageFields,
      paperId: PaperId,
      /** The first of the paper, unless said. */
      questionId: QuestionId.optional(),
      /** What one marker gave, the last bundles first; `schoolId` and `number` are of no meaning then. */
      userId: UserId.optional(),
      schoolId: SchoolId.optional(),
      /** How the candidate's number begins. */
      number: sought(),
    }),
  output: () =>
    pageOf(
      z.object({
        studentId: StudentId,
        studentNumber: z.string(),
        schoolName: z.string(),
        className: z.string(),
        marks: z.array(RecordedMark),
        /** Whether the candidate sits the paper at all. */
        takes: z.boolean(),
        /** The score that stands. */
        score: z.int().nullable(),
      }),
    ).extend({
      questionId: QuestionId.nullable(),
      /** What marks of the question chose from; none without a rubric. */
      points: z.array(RubricPoint.pick({ id: true, name: true })),
      questions: z.array(z.object({ questionId: QuestionId, number: z.string(), fullScore: z.int() })),
      markers: z.array(z.object({ userId: UserId, markerName: z.string(), marked: z.int() })),
      schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
    }),
  problems: [markingProblems.noQuestion],
  feeds: ['markingProgress'],
})

export const exportRecord = call('POST /api/exam/mark/handle/record/export', {
  summary: 'Start the record of a question’s marking as a workbook: of all candidates, of a school, or of one marker',
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      userId: UserId.optional(),
      schoolId: SchoolId.optional(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.noQuestion],
  refreshes: ['jobs'],
})
