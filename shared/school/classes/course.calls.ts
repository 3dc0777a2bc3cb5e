/** Courses of a school. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CourseId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { whole } from '../roster/list.fields.ts'
import { schoolProblems } from '../school.problems.ts'
import { Course, knowledgeSubjects } from '../roster/school.types.ts'
import { rosterManagers, rosterReaders } from '../roster/scope.rules.ts'

export const listCourses = call('GET /api/school/course/list', {
  summary: 'Courses of a school',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.array(Course.omit({ schema: true, deletedAt: true })),
  feeds: ['courses'],
})

export const createCourse = call('POST /api/school/course/create', {
  summary: 'Add a course',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, courseName: line('课程名称', 20) }),
  output: () => z.object({ courseId: CourseId }),
  problems: [schoolProblems.courseTaken],
  refreshes: ['courses'],
})

export const updateCourse = call('POST /api/school/course/update', {
  summary: 'Rename a course, set its place among the others and whose knowledge points it goes by',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      courseId: CourseId,
      courseName: line('课程名称', 20).optional(),
      courseSort: whole('序号', 1, 999).optional(),
      /** '' takes it away. */
      knowledgeOf: z.union([z.enum(knowledgeSubjects), z.literal('')]).optional(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.courseTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['courses'],
})

export const deleteCourse = call('POST /api/school/course/delete', {
  summary: 'Delete a course that no teacher teaches, or take the deletion back; exams keep its name',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, courseId: CourseId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [
    schoolProblems.courseInUse,
    schoolProblems.courseWalks,
    schoolProblems.courseTaken,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['courses'],
})
