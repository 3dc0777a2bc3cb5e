import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { ExamSchool, mostGroupsOfSchool, mostSchoolGroups, SchoolGroup } from '../exam.types.ts'

/** So many schools are put into groups at once: one transaction. */
export const mostGroupedAtOnce = 90

export const jointSchools = call('GET /api/exam/union/plan/school', {
  summary:
    'The schools that take part in a joint exam, how far each is, and the groups by which the organiser compares them',
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId, name: optionalLine('学校', 50) }),
  output: () =>
    z.array(
      ExamSchool.pick({
        schoolId: true,
        schoolName: true,
        area: true,
        groups: true,
        classCount: true,
        candidateCount: true,
      }).extend({
        /** Of its papers: of so many its own answers came, of these so many are marked; so many are over for all schools; when the last of these moved on. */
        papers: z.int(),
        begun: z.int(),
        marked: z.int(),
        over: z.int(),
        lastAt: z.int().optional(),
        /** Its day is over, and not one sheet has come in. */
        silent: z.boolean(),
        /** Whether it takes part, as it has said, and why not. */
        answer: z.enum(['none', 'accepted', 'declined']),
        reason: z.string(),
      }),
    ),
  problems: [examProblems.notFound, examProblems.areaOnly],
  feeds: ['exam', 'jointSchools'],
})

/** So many schools come or go at once. */
export const mostChangedAtOnce = 50
const chosen = {
  examId: ExamId,
  schoolIds: z.array(SchoolId).min(1, '请选择学校').max(mostChangedAtOnce, `一次最多选${mostChangedAtOnce}所学校`),
}
const looked = () => z.object({ lines: z.array(z.string()) })
const adding = {
  ...jointOrganisers,
  /** The schools are the caller's as well: the command asks. */
  scope: on('exam', 'examId'),
  input: () => z.object(chosen),
  problems: [
    examProblems.notFound,
    examProblems.areaOnly,
    examProblems.rosterFixed,
    examProblems.schoolThere,
    examProblems.withoutGrade,
    examProblems.tooManySchools,
    examProblems.oneSchool,
    commonProblems.notFound,
  ],
} as const
const removing = {
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  input: () => z.object(chosen),
  problems: [
    examProblems.notFound,
    examProblems.areaOnly,
    examProblems.rosterFixed,
    examProblems.schoolScanned,
    examProblems.sheetsBeingRead,
    examProblems.lastSchool,
  ],
} as const
const begun = () => z.object({ uuid: JobId })
const refreshes = ['exam', 'exams', 'jointSchools', 'jobs']

export const addSchoolsPreview = call('POST /api/exam/union/plan/school/add/preview', {
  ...adding,
  summary: 'What it would do to let further schools of the area into a joint exam; nothing is changed',
  output: looked,
})
export const addSchools = call('POST /api/exam/union/plan/school/add', {
  ...adding,
  summary: 'Let further schools of the area into a joint exam with their grade of today, by a job',
  output: begun,
  refreshes,
})
export const removeSchoolsPreview = call('POST /api/exam/union/plan/school/delete/preview', {
  ...removing,
  summary: 'What it would do to let schools out of a joint exam; nothing is changed',
  output: looked,
})
export const removeSchools = call('POST /api/exam/union/plan/school/delete', {
  ...removing,
  summary: 'Let schools without sheets out of a joint exam, by a job',
  output: begun,
  refreshes,
})

const names = z.array(SchoolGroup).max(mostGroupsOfSchool, `一所学校最多在${mostGroupsOfSchool}个分组里`)

/** What is not named stays, so that an older screen undoes nothing that others have set since. */
export const groupSchools = call('POST /api/exam/union/plan/school/group', {
  summary:
    'Put schools of a joint exam into groups by which they are compared, and take them out of others; figures follow with their next version',
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      schoolIds: z.array(SchoolId).min(1, '请选择学校').max(mostGroupedAtOnce),
      add: names,
      remove: z.array(SchoolGroup).max(mostSchoolGroups).default([]),
    }),
  output: () => z.object({ schools: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.areaOnly,
    examProblems.tooManyGroups,
    examProblems.groupsOfSchool,
    commonProblems.stale,
  ],
  refreshes: ['exam'],
})
