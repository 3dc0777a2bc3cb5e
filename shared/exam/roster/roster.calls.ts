import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, ExamId, JobId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examManagers, jointSchoolPeople } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { mostCourses } from '../exam.calls.ts'
import { paperName } from '../creation/course.calls.ts'
import { examProblems } from '../exam.problems.ts'
import { Candidate } from '../exam.types.ts'
import { NumberWish } from './numbers.rules.ts'
import { RosterChange, RosterWish } from './roster.rules.ts'

const ofExam = { ...examManagers, scope: on('exam', 'examId') }
/** Of a joint exam one of its schools; of a school's own exam it need not be said. */
const of = { examId: ExamId, schoolId: SchoolId.optional() }
const changed = () => z.object({ version: z.int(), uuid: JobId.optional() })
const changing = {
  problems: [
    examProblems.notFound,
    examProblems.rosterFixed,
    examProblems.rosterSame,
    examProblems.emptyRoster,
    examProblems.doubledNumbers,
    examProblems.classNotInGrade,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['exam', 'exams', 'jobs'],
}

export const availableStudents = call('GET /api/exam/plan/student/available', {
  summary: 'Students of the grade that sits an exam who are no candidates of it',
  ...ofExam,
  input: () => z.object({ ...pageFields, ...of, classId: ClassId.optional(), name: sought() }),
  output: () =>
    pageOf(Candidate.pick({ studentId: true, studentName: true, studentNumber: true, classId: true, className: true })),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

/** So many changed candidates are named in a preview; the lines count all. */
export const mostNamed = 200

const Preview = z.object({
  lines: z.array(z.string()),
  changes: z.array(RosterChange),
  total: z.int(),
  candidates: z.int(),
  /** The exam's, with which the change is then made. */
  version: z.int(),
})

export const rosterToday = call('GET /api/exam/plan/student/today', {
  summary: 'How the school’s roster of today differs from an exam’s; nothing differs, nothing is named',
  ...ofExam,
  input: () => z.object(of),
  /** Whose roster it is. */
  output: () => Preview.extend({ schoolName: z.string() }),
  problems: [examProblems.notFound, examProblems.rosterFixed, examProblems.emptyRoster, examProblems.doubledNumbers],
  feeds: ['exam'],
})

export const rosterPreview = call('POST /api/exam/plan/student/preview', {
  summary: 'What a change of an exam’s roster would do: who comes, goes, moves, and what follows; nothing is changed',
  ...ofExam,
  input: () => z.object({ ...of, wish: RosterWish }),
  output: () => Preview,
  problems: changing.problems,
})

export const changeRoster = call('POST /api/exam/plan/student/update', {
  summary: 'Change an exam’s roster as it was previewed; above some candidates by a job',
  ...ofExam,
  input: () => z.object({ ...of, wish: RosterWish, version: z.int() }),
  output: changed,
  ...changing,
})

/** Of a school in an area's exam, by its own people. */
const ownPreview = () =>
  Preview.omit({ version: true }).extend({
    /** Of what was looked at: with it the change is then made. */
    seen: z.string(),
    /** Of the grade: those that sit the exam, and those that could. */
    classes: z.array(z.object({ classId: ClassId, className: z.string(), students: z.int(), sits: z.boolean() })),
  })
const ofOwn = { ...jointSchoolPeople, scope: caller } as const

export const ownRosterToday = call('GET /api/exam/union/plan/part/student/today', {
  summary: "How the caller's school's roster of today differs from its roster in a joint exam",
  ...ofOwn,
  input: () => z.object({ examId: ExamId }),
  output: ownPreview,
  problems: [
    examProblems.notFound,
    examProblems.rosterFixed,
    examProblems.partClosed,
    examProblems.emptyRoster,
    examProblems.doubledNumbers,
  ],
  feeds: ['ownParts'],
})

export const ownRosterPreview = call('POST /api/exam/union/plan/part/student/preview', {
  summary: "What a change of the own school's roster in a joint exam would do; nothing is changed",
  ...ofOwn,
  input: () => z.object({ examId: ExamId, wish: RosterWish }),
  output: ownPreview,
  problems: [...changing.problems, examProblems.partClosed],
})

export const changeOwnRoster = call('POST /api/exam/union/plan/part/student/update', {
  summary: "Change the own school's roster in a joint exam as it was previewed, by a job that writes its rows alone",
  ...ofOwn,
  input: () => z.object({ examId: ExamId, wish: RosterWish, seen: z.string() }),
  output: () => z.object({ uuid: JobId }),
  problems: [...changing.problems, examProblems.partClosed, examProblems.rosterMoved],
  refreshes: ['ownParts', 'jobs'],
})

const classes = () => z.array(ClassId).min(1, '请选择班级').max(200)

export const addClasses = call('POST /api/exam/plan/class', {
  summary: 'Let further classes of the grade sit an exam, with all of their students',
  ...ofExam,
  input: () => z.object({ ...of, classIds: classes(), version: z.int() }),
  output: changed,
  ...changing,
})

export const removeClasses = call('POST /api/exam/plan/class/delete', {
  summary: 'Take classes out of an exam; who has sheets stays a candidate',
  ...ofExam,
  input: () => z.object({ ...of, classIds: classes(), version: z.int() }),
  output: changed,
  ...changing,
})

export const addCourses = call('POST /api/exam/plan/course', {
  summary:
    'Add papers of further courses to a school’s own exam, or one more of a course that it has, by a name of its own',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      courseIds: z.array(CourseId).min(1, '请选择科目').max(mostCourses),
      paperName: paperName(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int(), paperIds: z.array(PaperId) }),
  problems: [
    examProblems.notFound,
    examProblems.courseTaken,
    examProblems.coursesFixed,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['exam', 'exams'],
})

export const removeCourse = call('POST /api/exam/plan/course/delete', {
  summary: 'Take a paper out of a school’s own exam before it has a card or scans',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperId: PaperId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.paperInUse, commonProblems.stale],
  refreshes: ['exam', 'exams'],
})

const numbering = [
  examProblems.notFound,
  examProblems.rosterFixed,
  examProblems.numbersFixed,
  examProblems.rosterSame,
  examProblems.badNumbers,
  commonProblems.notFound,
  commonProblems.stale,
]

export const numbersPreview = call('POST /api/exam/plan/student/number/preview', {
  summary: 'Which numbers, rooms and seats the candidates of a school’s own exam would have; nothing is changed',
  ...ofExam,
  input: () => z.object({ examId: ExamId, wish: NumberWish }),
  output: () =>
    z.object({
      lines: z.array(z.string()),
      first: z.array(
        Candidate.pick({ studentId: true, studentName: true, studentNumber: true, className: true }).extend({
          was: z.string(),
          place: z.string(),
        }),
      ),
      version: z.int(),
    }),
  problems: numbering,
})

export const giveNumbers = call('POST /api/exam/plan/student/number', {
  summary: 'Give the candidates of a school’s own exam the numbers, rooms and seats that were previewed',
  ...ofExam,
  input: () => z.object({ examId: ExamId, wish: NumberWish, version: z.int() }),
  output: changed,
  problems: numbering,
  refreshes: ['exam', 'jobs'],
})

export const seatFile = call('GET /api/exam/plan/student/seat/file', {
  summary: 'The lists for the doors of the rooms and the labels for the desks, as a workbook',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [examProblems.notFound, examProblems.noSeats],
})

export const numberTemplate = call('GET /api/exam/plan/student/number/template', {
  summary: 'The candidates of a school’s own exam with their numbers, rooms and seats, as a workbook to be filled in',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [examProblems.notFound],
})
