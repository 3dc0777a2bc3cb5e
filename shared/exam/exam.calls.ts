import * as z from 'zod'
import { call, caller, on, self } from '#shared/kit/call.ts'
import { ClassId, CourseId, ExamGroupId, ExamId, GradeId, JobId, PaperId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examManagers, examOverseers, examViewers, jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { line, sought } from '#shared/kit/text.ts'
import { examProblems } from './exam.problems.ts'
import { besideTool, ofTool } from './tools/tool.types.ts'
import { Like } from './creation/like.rules.ts'
import { mostInvitedAtOnce, SchoolCodeTyped } from './joint/invite.types.ts'
import { isTool } from './tools/tool.rules.ts'
import {
  Candidate,
  Exam,
  JointShows,
  Paper,
  PaperQuestion,
  jointExamTypes,
  singleSchoolExamTypes,
} from './exam.types.ts'

export const ExamRow = Exam.omit({ schema: true, deletedAt: true, deletedBy: true, papers: true }).extend({
  mayManage: z.boolean(),
  /** `released`: its scores can be read, also while other papers of the exam wait for theirs; `correctedAt`: told otherwise since. */
  courses: z.array(
    z.object({ paperId: PaperId, courseName: z.string(), released: z.boolean(), correctedAt: z.int().optional() }),
  ),
})
export type ExamRow = z.infer<typeof ExamRow>

export const listExams = call('GET /api/exam/plan/list', {
  summary: 'Exams that the caller may see, newest first',
  ...examViewers,
  scope: caller,
  input: () =>
    z.object({
      ...pageFields,
      name: sought(),
      examType: queryInt(z.int()).optional(),
      status: queryInt(z.int().min(1).max(3)).optional(),
      /** Only exams of which at least one paper's scores can be read. */
      readable: queryBool().optional(),
      gradeId: GradeId.optional(),
      /** Only exams in which the caller may use this tool. */
      tool: z.string().refine(isTool, '没有这个工具').optional(),
    }),
  /** `more`: there are more than were counted. */
  output: () => pageOf(ExamRow).extend({ more: z.boolean().optional() }),
  feeds: ['exams'],
})

/** An exam as those see it who look after all schools: whose it is and where it stands, nothing of what is in it. */
export const ExamAtWork = Exam.pick({
  examId: true,
  examName: true,
  examDate: true,
  gradeName: true,
  candidateCount: true,
  status: true,
  markingProgress: true,
}).extend({ owner: Tenant })

export type ExamAtWork = z.infer<typeof ExamAtWork>

export const examsAtWork = call('GET /api/exam/plan/at-work', {
  summary: 'Exams of all schools that are under way, the longest first, and those whose day passed without a sheet',
  userTypes: [-1, 1, 18, 19],
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.object({
      running: z.object({ count: z.int(), first: z.array(ExamAtWork) }),
      silent: z.object({ count: z.int(), first: z.array(ExamAtWork) }),
    }),
})

export const examTypeLookup = call('GET /api/exam/plan/types', {
  summary: 'The exam types that the caller may create',
  ...examOverseers,
  scope: self,
  input: () => z.object({}),
  output: () => z.array(z.object({ value: z.int(), label: z.string() })),
})

/** So many courses are sat in one exam. */
export const mostCourses = 20

/** Named by who asks: asked again under it within a day, it is the same exam. */
const RequestId = z.uuid().optional()

/** A slip in the year is told as one: before 1970 or after 2100. */
const examDay = () => z.int().min(0, '考试日期太早，请检查年份').max(Date.UTC(2101, 0), '考试日期太晚，请检查年份')

export const createExam = call('POST /api/v1/workbench/exam/examPlan', {
  summary: 'Create an exam of one course or several for classes of a grade; the roster is copied now',
  ...examManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      examName: line('考试名称', 60),
      examType: z.int().refine((t) => (singleSchoolExamTypes as readonly number[]).includes(t), '请选择考试类型'),
      gradeId: GradeId,
      classIds: z.array(ClassId).min(1, '请选择班级').max(200),
      courseIds: z.array(CourseId).min(1, '请选择科目').max(mostCourses, '最多选择20个科目'),
      examDate: examDay(),
      /** A former exam of the school, and what of it is taken. */
      like: Like.optional(),
      requestId: RequestId,
    }),
  /** The papers in the order of the courses. With a uuid, the exam is there when that job is done: it is a large one. */
  output: () =>
    z.object({ examId: ExamId, paperIds: z.array(PaperId), candidateCount: z.int(), uuid: JobId.optional() }),
  problems: [
    examProblems.noStudents,
    examProblems.classNotInGrade,
    examProblems.notFound,
    examProblems.askedOtherwise,
    commonProblems.notFound,
  ],
  refreshes: ['exams'],
})

/** So many schools take part at most. */
export const mostSchools = 400

/** So many groups are chosen from for one exam. */
export const mostGroupsTaken = 20

export const createJointExam = call('POST /api/exam/union/plan/create', {
  summary: 'Create an exam of several schools of an area, by a job; each school takes the courses of these names',
  ...jointOrganisers,
  scope: on('school', 'schoolIds'),
  input: () =>
    z.object({
      schoolIds: z.array(SchoolId).min(1, '请选择学校').max(mostSchools),
      stage: z.int().min(1).max(4),
      enrolmentYear: z.int().min(2000).max(2100),
      courseNames: z.array(line('科目', 20)).min(1, '请选择科目').max(mostCourses),
      examName: line('考试名称', 60),
      examType: z.int().refine((t) => (jointExamTypes as readonly number[]).includes(t), '请选择考试类型'),
      examDate: examDay(),
      /** Schools of other areas, which are asked: they come when they have said so. */
      schoolCodes: z.array(SchoolCodeTyped).max(mostInvitedAtOnce, `一次最多邀请${mostInvitedAtOnce}所学校`).optional(),
      /** Groups that it is made of: their contacts are its schools' to begin with. */
      groupIds: z.array(ExamGroupId).max(mostGroupsTaken).optional(),
      requestId: RequestId,
    }),
  output: () => z.object({ examId: ExamId, uuid: JobId }),
  problems: [
    examProblems.areaOnly,
    examProblems.askedOtherwise,
    examProblems.inviteUnknownAll,
    examProblems.inviteTwice,
    examProblems.inviteOne,
    examProblems.withoutGrade,
  ],
  refreshes: ['exams'],
})

export const showJointResults = call('POST /api/exam/union/plan/visible', {
  summary: 'Say what the schools of a joint exam see of each other once it is released',
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId, ...JointShows.shape, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.areaOnly, commonProblems.stale],
  refreshes: ['exam', 'report'],
})

export const examDetail = call('GET /api/exam/plan/detail', {
  summary: 'One exam with its papers',
  ...examViewers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      exam: Exam.omit({ schema: true, papers: true }),
      papers: z.array(
        Paper.pick({ paperId: true, courseId: true, courseName: true, cardId: true, keyVersion: true }).extend({
          /** Where this paper stands, as the exam's two say it of all. */
          status: z.int(),
          markingProgress: z.int(),
          questionCount: z.int(),
          objectiveCount: z.int(),
          fullScore: z.int(),
          missingKeys: z.int(),
          /** Of the viewer's own subject. */
          own: z.literal(true).optional(),
        }),
      ),
      mayManage: z.boolean(),
      /** Deleted by force: it is had back where it was deleted. */
      forced: z.literal(true).optional(),
      /** An area's exam, of which the viewer's school sees its own results and nothing of how they came about. */
      guest: z.boolean(),
      /** To who manages a school's own exam: whether rooms and seats are given. */
      seated: z.boolean().optional(),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

export const saveExam = call('POST /api/exam/plan/update', {
  summary: 'Change the name, the type or the day of an exam; its roster and its papers stay',
  ...ofTool('exam-base-info'),
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      examName: line('考试名称', 60),
      examType: z.int(),
      examDate: examDay(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.otherKind, commonProblems.stale],
  refreshes: ['exams', 'exam', 'paper'],
})

export const examCourses = call('GET /api/exam/plan/course', {
  summary: 'The papers of an exam by course',
  ...examViewers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(Paper.pick({ paperId: true, courseId: true, courseName: true })),
  feeds: ['exam'],
})

export const examPaper = call('GET /api/exam/plan/paper', {
  summary: 'One paper with its questions and its key',
  ...besideTool('answer-edit'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    Paper.extend({
      examName: z.string(),
      mayManage: z.boolean(),
      /** Marking has begun: the structure stays. */
      locked: z.boolean(),
      /** Scores are released: key and points are changed by change sets. */
      released: z.boolean(),
    }),
  problems: [examProblems.notFound],
  feeds: ['paper'],
})

export const paperPlace = call('GET /api/exam/plan/paper/place', {
  summary: 'Which exam and course a paper is of: what stands above a screen of that paper',
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => Paper.pick({ examId: true, courseName: true }).extend({ examName: z.string() }),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper'],
})

export const savePaper = call('POST /api/exam/plan/paper/update', {
  summary: 'Save the questions and the key of a paper',
  ...ofTool('answer-edit'),
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      questions: z.array(PaperQuestion).min(1, '试卷没有题目，请先添加题目').max(400),
      version: z.int(),
    }),
  output: () => Paper,
  problems: [
    examProblems.notFound,
    examProblems.badPaper,
    examProblems.paperLocked,
    examProblems.keyReleased,
    commonProblems.stale,
  ],
  refreshes: ['paper', 'exam'],
})

export const examClasses = call('GET /api/exam/plan/class', {
  summary: 'The classes of an exam with how many candidates each has',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(z.object({ classId: ClassId, className: z.string(), candidateCount: z.int() })),
  feeds: ['exam'],
})

export const examStudents = call('GET /api/exam/plan/student', {
  summary: 'The candidates of an exam',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      ...pageFields,
      examId: ExamId,
      /** Of an exam of several schools, to who sees all of them. */
      schoolId: SchoolId.optional(),
      classId: ClassId.optional(),
      name: sought(),
    }),
  output: () => pageOf(Candidate.omit({ schema: true, pinyin: true, tags: true, withheld: true, shownSince: true })),
  feeds: ['exam'],
})

export const deleteExam = call('POST /api/exam/plan/delete', {
  summary: 'Delete an exam; it can be restored from the recycle bin',
  ...examManagers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.hasScans, commonProblems.stale],
  refreshes: ['exams', 'exam'],
})

export const restoreExam = call('POST /api/exam/plan/restore', {
  summary: 'Undo the deletion of an exam',
  ...examManagers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.forced, commonProblems.stale],
  refreshes: ['exams', 'exam'],
})

export const examDeleteStatus = call('GET /api/exam/plan/delete/status', {
  summary: 'Whether an exam is deleted',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ deleted: z.boolean(), deletedAt: z.int().optional() }),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})
