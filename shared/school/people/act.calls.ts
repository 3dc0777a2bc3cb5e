/** What is done to many students at once, and taking it back. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, CourseId, ExamId, GradeId, JobId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine } from '#shared/kit/text.ts'
import { schoolProblems } from '../school.problems.ts'
import { ExportInput } from '../school.jobs.ts'
import { Leave, RosterAct } from '../roster/school.types.ts'
import { rosterManagers, rosterReaders } from '../roster/scope.rules.ts'

const chosen = () => z.array(StudentId).min(1, '请选择学生').max(500, '一次最多选择500名学生')

export const ActRow = RosterAct.pick({
  actId: true,
  kind: true,
  title: true,
  by: true,
  undone: true,
  createdAt: true,
})

export const listActs = call('GET /api/school/roster/act/list', {
  summary: 'Moves of students and graduations, latest first: who did what when',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.array(ActRow),
  feeds: ['acts', 'roster'],
})

export const undoAct = call('POST /api/school/roster/act/undo', {
  summary: 'Take a move or a graduation back; what was changed again since then stays',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, actId: AttemptId }),
  output: () => z.object({ undone: z.int(), kept: z.int() }),
  problems: [schoolProblems.actUndone, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster', 'acts'],
})

export const followRoster = call('POST /api/school/roster/follow', {
  summary: 'Make the counters and finding rows of a school anew from its students',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.object({ uuid: JobId }),
})

export const graduateGrade = call('POST /api/school/grade/graduate', {
  summary: 'Send a grade off before its year says so',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, version: z.int() }),
  output: () => z.object({ actId: AttemptId }),
  problems: [schoolProblems.alreadyGraduated, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster', 'acts'],
})

export const setLeave = call('POST /api/school/student/leave', {
  summary: 'Note that students are away, or that they are back (no `leave`)',
  userTypes: rosterManagers,
  scope: on('student', 'studentIds'),
  input: () =>
    z.object({
      studentIds: chosen(),
      leave: Leave.extend({ reason: optionalLine('原因', 100) })
        .refine((l) => l.until === undefined || l.until > l.from, {
          error: '结束日期应晚于开始日期',
          path: ['until'],
        })
        .optional(),
    }),
  output: () => z.object({ changed: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['students'],
})

export const tagStudents = call('POST /api/school/student/tag', {
  summary: 'Put tags on students and take others off',
  userTypes: rosterManagers,
  scope: on('student', 'studentIds'),
  input: () =>
    z.object({
      studentIds: chosen(),
      add: z.array(line('标签', 12)).max(10, '一次最多10个标签').default([]),
      remove: z.array(line('标签', 12)).max(10, '一次最多10个标签').default([]),
    }),
  output: () =>
    z.object({
      changed: z.int(),
      /** What takes it back: only who got a tag loses it, only who lost one gets it. */
      undo: z.array(
        z.object({ studentIds: z.array(StudentId), add: z.array(z.string()), remove: z.array(z.string()) }),
      ),
    }),
  problems: [schoolProblems.tooManyTags, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students'],
})

export const chooseCourses = call('POST /api/school/student/course', {
  summary: 'Set the courses that students have chosen',
  userTypes: rosterManagers,
  scope: on('student', 'studentIds'),
  input: () => z.object({ studentIds: chosen(), courseIds: z.array(CourseId).max(20, '最多选择20门课程') }),
  output: () => z.object({ changed: z.int() }),
  problems: [schoolProblems.notOfSchool, schoolProblems.choiceRule, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students'],
})

export const exportRoster = call('POST /api/school/roster/export', {
  summary: 'Export students, their chosen courses, teachers or classes as xlsx or csv, or all of it as a OneRoster zip',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => ExportInput.extend({ format: ExportInput.shape.format.default('xlsx') }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.notOfSchool],
})

/** Where a student was: the class in each exam as it was sat, and every change of class. */
export const StudentHistory = z.object({
  exams: z.array(
    z.object({
      examId: ExamId,
      examName: z.string(),
      examDate: z.int(),
      gradeName: z.string(),
      /** The class as it was called when the exam was made. */
      className: z.string(),
      /** He has another class now, or it has another name. */
      changed: z.boolean(),
    }),
  ),
  moves: z.array(z.object({ at: z.int(), from: z.string(), to: z.string(), by: z.string(), undone: z.boolean() })),
})
export const studentHistory = call('GET /api/school/student/history', {
  summary: 'The classes of a student: in each exam as it was sat, and how they changed',
  userTypes: rosterReaders,
  scope: on('student', 'studentId'),
  input: () => z.object({ studentId: StudentId }),
  output: () => StudentHistory,
  problems: [commonProblems.notFound],
  feeds: ['students', 'exams'],
})
