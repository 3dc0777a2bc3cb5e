/** Calls about who hands in which classes' cards of a paper, and how far they are. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, JobId, PaperId, SchoolId, TeacherId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { scanProblems } from '../scan.problems.ts'
import { looks } from '../scan.scope.ts'
import { UploaderAct } from './uploader.types.ts'

/** Who allots: the exam's managers, and type 19. Who uploads: teachers too. Who looks: all who oversee the exam. */
const managers = { userTypes: [...examManagers.userTypes, 19], universityTypes: [3, 15] } as const
const changed = ['uploaders', 'scans']

const allots = { ...managers, scope: on('paper', 'paperId') } as const
const looksExam = { ...examOverseers, scope: on('exam', 'examId') } as const

const Classes = z.array(z.object({ classId: ClassId, className: z.string() }))
const ofPaper = () => z.object({ paperId: PaperId })
const ofExam = () => z.object({ examId: ExamId })
const job = () => z.object({ uuid: JobId })
/** One uploader under the version that was seen. */
const oneUploader = { paperId: PaperId, userId: UserId, version: z.int() }
const uploaderProblems = [commonProblems.stale, commonProblems.notFound, scanProblems.noUploader]

export const UploaderRow = z.object({
  userId: UserId,
  teacherId: TeacherId,
  userName: z.string(),
  /** Empty: every class. */
  classes: Classes,
  /** Answer card upload state (2 §4). */
  status: z.int(),
  batches: z.int(),
  pages: z.int(),
  finishedAt: z.int().optional(),
  version: z.int(),
})
export type UploaderRow = z.infer<typeof UploaderRow>
const uploaderRow = () => UploaderRow

export const uploaderList = call('GET /api/exam/plan/worker/v2/uploader/list', {
  summary: 'The uploaders of a paper with their classes and how far they are',
  ...looks,
  input: () => z.object({ ...pageFields, paperId: PaperId, name: sought() }),
  output: () =>
    pageOf(UploaderRow).extend({
      examId: ExamId,
      examName: z.string(),
      courseName: z.string(),
      mayManage: z.boolean(),
    }),
  feeds: ['uploaders'],
})

export const planWorkers = call('GET /api/exam/plan/worker', {
  summary:
    'Who hands in cards of an exam, a person a row, with the papers and classes that are theirs and how far they are',
  ...looksExam,
  input: () => z.object({ ...pageFields, examId: ExamId, name: sought() }),
  output: () =>
    pageOf(
      z.object({
        userId: UserId,
        userName: z.string(),
        papers: z.array(
          UploaderRow.pick({ classes: true, status: true, pages: true }).extend({
            paperId: PaperId,
            courseName: z.string(),
          }),
        ),
      }),
    ),
  feeds: ['uploaders'],
})

export const uploaderChoices = call('GET /api/exam/plan/worker/get/answerCardUploader', {
  summary: 'The exam’s teachers, and whether they upload this paper; of a joint exam those of one school',
  ...looks,
  input: () => z.object({ paperId: PaperId, schoolId: SchoolId.optional() }),
  output: () =>
    z.array(
      z.object({
        teacherId: TeacherId,
        userId: UserId.optional(),
        teacherName: z.string(),
        classes: Classes,
        chosen: z.boolean(),
      }),
    ),
  feeds: ['uploaders'],
})

export const uploadersByClass = call('GET /api/exam/plan/worker/get/class/answerCardUploader', {
  summary: 'The classes of a paper with their uploaders; of a joint exam those of one school',
  ...looks,
  input: () => z.object({ ...pageFields, paperId: PaperId, schoolId: SchoolId.optional() }),
  output: () =>
    pageOf(
      z.object({
        classId: ClassId,
        className: z.string(),
        uploaders: z.array(z.object({ userId: UserId, userName: z.string() })),
      }),
    ),
  feeds: ['uploaders'],
})

export const addUploaders = call('POST /api/exam/plan/worker/add/answerCardUploader', {
  summary: 'Let teachers of the exam upload a paper, of some classes or of all',
  ...allots,
  input: () =>
    z.object({
      paperId: PaperId,
      userIds: z.array(UserId).min(1, '请选择教师').max(200),
      classIds: z.array(ClassId).max(500).default([]),
    }),
  output: () => z.object({ added: z.int() }),
  problems: [scanProblems.noUploader, scanProblems.notInExam],
  refreshes: changed,
})

const addClasses = {
  ...allots,
  input: () => z.object({ paperId: PaperId, userId: UserId, classIds: z.array(ClassId).min(1, '请选择班级').max(500) }),
  output: uploaderRow,
  problems: [scanProblems.noUploader, scanProblems.notInExam],
  refreshes: changed,
}
export const addClassUploader = call('POST /api/exam/plan/worker/add/class/answerCardUploader', {
  summary: 'Give classes to a teacher, who so becomes an uploader',
  ...addClasses,
})
export const addClassToUploader = call('POST /api/exam/plan/school/v2/add/class/to/examUploader', {
  summary: 'Give an uploader more classes',
  ...addClasses,
})

export const allotClasses = call('POST /api/exam/plan/worker/v2/uploader/allocation', {
  summary: 'Say which classes an uploader hands in; none for all',
  ...allots,
  input: () => z.object({ ...oneUploader, classIds: z.array(ClassId).max(500) }),
  output: uploaderRow,
  problems: [...uploaderProblems, scanProblems.notInExam],
  refreshes: changed,
})

export const deleteUploader = call('POST /api/exam/plan/worker/v2/uploader/delete', {
  summary: 'Take an uploader away, or bring them back; what they uploaded stays',
  ...allots,
  input: () => z.object({ ...oneUploader, undo: z.boolean().default(false) }),
  output: uploaderRow,
  problems: uploaderProblems,
  refreshes: changed,
})

export const handOverUploader = call('POST /api/exam/plan/worker/v2/uploader/modify', {
  summary: 'Another teacher uploads in place of this one',
  ...allots,
  input: () => z.object({ ...oneUploader, to: UserId }),
  output: uploaderRow,
  problems: [...uploaderProblems, scanProblems.alreadyUploader],
  refreshes: changed,
})

export const exportUploaders = call('POST /api/exam/plan/worker/v2/uploader/list/export', {
  summary: 'The uploaders of a paper as a workbook',
  ...looks,
  input: ofPaper,
  output: job,
  refreshes: ['jobs'],
})
export const exportAllUploaders = call('POST /api/exam/plan/worker/v2/uploader/batch/export', {
  summary: 'The uploaders of every paper of an exam as one workbook',
  ...looksExam,
  input: ofExam,
  output: job,
  refreshes: ['jobs'],
})

const importFile = {
  key: z.string().max(400),
  fileName: z.string().min(1).max(300),
  mode: z.enum(['check', 'all']).default('all'),
}
export const importUploaders = call('POST /api/exam/plan/worker/v2/uploader/import', {
  summary: 'Uploaders of one paper from a workbook: all of its rows, or none and a list of problems',
  ...allots,
  input: () => z.object({ paperId: PaperId, ...importFile }),
  output: job,
  problems: [scanProblems.notYours],
  refreshes: [...changed, 'jobs'],
})
export const importAllUploaders = call('POST /api/exam/plan/worker/v2/uploader/batch/import', {
  summary: 'Uploaders of an exam’s papers from a workbook',
  ...managers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId, ...importFile }),
  output: job,
  problems: [scanProblems.notYours],
  refreshes: [...changed, 'jobs'],
})

export const uploaderTemplate = call('GET /api/exam/plan/worker/v2/uploader/template', {
  summary: 'A workbook to fill in: the exam’s subjects, teachers and classes are in it',
  ...looksExam,
  input: ofExam,
  output: () => z.object({ url: z.string() }),
})

export const unallottedClasses = call('GET /api/exam/plan/school/v2/get/unallocation/classes', {
  summary: 'Classes of a paper that no uploader has',
  ...looks,
  input: ofPaper,
  output: () => Classes,
  feeds: ['uploaders'],
})

export const myUploader = call('GET /api/exam/answerCard/uploader', {
  summary: 'What the caller may upload of a paper',
  ...looks,
  input: ofPaper,
  output: () =>
    z.object({
      mayUpload: z.boolean(),
      mayManage: z.boolean(),
      /** Of an uploader: the classes (empty: all), the state and the version. */
      uploader: UploaderRow.optional(),
    }),
  feeds: ['uploaders'],
})

export const uploaderNames = call('GET /api/exam/answerCard/get/exam/uploader/simple', {
  summary: 'The names of a paper’s uploaders',
  ...looks,
  input: ofPaper,
  output: () => z.array(z.object({ userId: UserId, userName: z.string() })),
  feeds: ['uploaders'],
})

export const finishUploading = call('POST /api/exam/uploader/recognition/finish/scan/server', {
  summary: 'The caller has handed in everything',
  ...allots,
  input: ofPaper,
  output: uploaderRow,
  problems: [scanProblems.noUploader, scanProblems.stillReading],
  refreshes: changed,
})

/** One's own tasks. */
const UploadTask = z.object({
  paperId: PaperId,
  examId: ExamId,
  examName: z.string(),
  courseName: z.string(),
  classes: Classes,
  status: z.int(),
  batches: z.int(),
  examDate: z.int(),
})
export const uploadTasks = call('GET /api/exam/plan/school/v2/upload', {
  summary: 'The papers that the caller uploads, the latest exam first',
  ...managers,
  scope: caller,
  input: () => z.object({ ...pageFields }),
  output: () => pageOf(UploadTask),
  feeds: ['uploaders'],
})
export const openUploadTasks = call('GET /api/exam/plan/school/v2/processing/upload', {
  summary: 'Of the caller’s papers those that are not handed in yet',
  ...managers,
  scope: caller,
  input: () => z.object({ ...pageFields }),
  output: () => pageOf(UploadTask),
  feeds: ['uploaders'],
})
export const workingUploaders = call('GET /api/exam/plan/school/v2/processing/uploader/list', {
  summary: 'The uploaders of a paper whose batches are being read',
  ...looks,
  input: ofPaper,
  output: () =>
    z.array(z.object({ userId: UserId, userName: z.string(), batches: z.int(), files: z.int(), since: z.int() })),
  feeds: ['scans'],
})

export const uploadStatistic = call('GET /api/exam/plan/school/v2/upload/status/statistic', {
  summary: 'Every paper of an exam: its uploaders by state and its sheets',
  ...looksExam,
  input: ofExam,
  output: () =>
    z.object({
      examName: z.string(),
      mayManage: z.boolean(),
      papers: z.array(
        z.object({
          paperId: PaperId,
          courseName: z.string(),
          uploaders: z.int(),
          finished: z.int(),
          candidates: z.int(),
          handed: z.int(),
          present: z.int(),
          absent: z.int(),
          missing: z.int(),
          open: z.int(),
          errors: z.int(),
          balanced: z.boolean(),
        }),
      ),
    }),
  feeds: ['uploaders', 'ledger'],
})
export const schoolUploadStates = call('GET /api/exam/plan/school/v2/get/uploadStatus/schools', {
  summary: 'The schools of an exam and how far each paper is',
  ...looksExam,
  input: () => z.object({ examId: ExamId, name: sought() }),
  output: () =>
    z.array(
      z.object({
        schoolId: z.string(),
        schoolName: z.string(),
        papers: z.array(z.object({ paperId: PaperId, courseName: z.string(), status: z.int() })),
      }),
    ),
  feeds: ['uploaders'],
})
export const courseErrors = call('GET /api/exam/plan/school/v2/exam/course/errors', {
  summary: 'How many exceptions each paper of an exam has, by kind',
  ...looksExam,
  input: ofExam,
  output: () =>
    z.array(
      z.object({
        paperId: PaperId,
        courseName: z.string(),
        errors: z.int(),
        kinds: z.array(z.object({ kind: z.string(), name: z.string(), count: z.int() })),
      }),
    ),
  feeds: ['doubts'],
})
export const uploaderHistory = call('GET /api/exam/plan/school/v2/history/examUploaders', {
  summary: 'What was done about a paper’s uploaders, the latest first',
  ...looks,
  input: () => z.object({ ...pageFields, paperId: PaperId }),
  output: () => pageOf(UploaderAct.extend({ userId: UserId, userName: z.string() })),
  feeds: ['uploaders'],
})
export const completedClasses = call('GET /api/exam/plan/school/v2/class/completed/examUploader', {
  summary: 'Classes of which every candidate is accounted for',
  ...looks,
  input: ofPaper,
  output: () => Classes,
  feeds: ['ledger'],
})
