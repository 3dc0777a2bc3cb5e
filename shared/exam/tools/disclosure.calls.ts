import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AreaId, ClassId, ExamId, PaperId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { DisclosureSet } from './disclosure.types.ts'
import { Candidate } from '../exam.types.ts'
import { examProblems } from '../exam.problems.ts'
import { ofTool } from './tool.types.ts'

const ofExam = { ...ofTool('exam-visibility'), scope: on('exam', 'examId') }

export const disclosure = call('GET /api/exam/plan/display', {
  summary:
    'What of an exam’s results is shown to students, parents, teachers and leaders, and to which accounts beside',
  ...ofExam,
  /** Teachers are told of one school: a joint exam has many thousand. */
  input: () => z.object({ examId: ExamId, schoolId: SchoolId.optional() }),
  output: () =>
    DisclosureSet.extend({
      version: z.int(),
      stage: z.int(),
      /** Those of the school's teachers who have an account, and who is named already: whom more may be shown. */
      available: z.array(z.object({ userId: UserId, name: z.string() })),
      /** Of a joint exam: its schools (`mostSchools` at most) and the areas they are of, from whom results may be kept. */
      schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
      areas: z.array(z.object({ areaId: AreaId, areaName: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['disclosure'],
})

export const disclosurePeople = call('GET /api/exam/plan/display/person', {
  summary: 'As whom a result of an exam may be looked at: its candidates, found by name, number or class',
  ...ofExam,
  input: () => z.object({ ...pageFields, examId: ExamId, classId: ClassId.optional(), name: sought() }),
  output: () =>
    pageOf(Candidate.pick({ studentId: true, studentName: true, studentNumber: true, className: true })).extend({
      papers: z.array(z.object({ paperId: PaperId, courseName: z.string() })),
      classes: z.array(z.object({ classId: ClassId, className: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

export const setDisclosure = call('POST /api/exam/plan/display/update', {
  summary: 'Change what of an exam’s results is shown, for the parts that are sent',
  ...ofExam,
  input: () => z.object({ examId: ExamId, version: z.int().min(0), ...DisclosureSet.partial().shape }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.neverRank, commonProblems.notFound, commonProblems.stale],
  refreshes: ['disclosure', 'report'],
})
