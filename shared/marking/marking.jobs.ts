import * as z from 'zod'
import { FileMode, FileProblem } from '#shared/kit/checkedFile.ts'
import { each, job, step, when } from '#shared/kit/job.ts'
import { Actor } from '#shared/kit/actor.ts'
import { AttemptId, ExamId, PaperId, QuestionId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { RosterSlice } from '#shared/exam/exam.types.ts'
import { CourseFileRow, CourseScript } from './imports/courseImport.rules.ts'
import { ReplayPhase } from './rubric/replay.types.ts'
import { ImportedScript, ScoreFileRow } from './imports/import.rules.ts'

/** Makes scripts and work from the readings. Run again, it takes in late and replaced pages and changes nothing else. */
export const openMarkingJob = job('marking.open', {
  title: '开启阅卷',
  input: () => z.object({ paperId: PaperId, override: z.string().optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), students: z.int(), keyVersion: z.int() })),
    each('scripts', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 40 }),
    each('queue', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 40 }),
    step('open', () => z.object({ students: z.int(), answers: z.int() })),
  ],
})

/**
 * Groups the like answers of questions that are marked so: of what no one has had in hand, a question and at most a
 * thousand candidates of one school at once. `anew`: also what lies on sheets already; else these stay as they are.
 */
export const groupLikeJob = job('marking.groupLike', {
  title: '归并相同作答',
  input: () => z.object({ paperId: PaperId, questionId: QuestionId.optional(), anew: z.boolean().optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string() })),
    each('group', {
      from: 'plan',
      item: () => z.object({ questionId: QuestionId, slices: z.array(RosterSlice) }),
      batch: 1,
      concurrency: 20,
    }),
  ],
})

/**
 * Shows a question's answers to the deployment's reader, and keeps what it says as proposals; no mark follows. Run again, it
 * asks of what has not been answered, or with `anew` of all, to see whether it says the same.
 */
export const readAnswersJob = job('marking.readAnswers', {
  title: '请阅读器读作答',
  again: true,
  input: () =>
    z.object({ paperId: PaperId, questionId: QuestionId, most: z.int().optional(), anew: z.boolean().optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), parts: z.int(), rulesVersion: z.int() })),
    each('read', {
      from: 'plan',
      item: () => z.object({ part: z.int(), slice: RosterSlice, most: z.int() }),
      batch: 1,
      concurrency: 16,
    }),
    step('finish', () => z.object({ read: z.int() })),
  ],
})

/** Takes marks back and queues their answers again. Run again, it takes back no mark that was given since. */
export const markAgainJob = job('marking.again', {
  title: '重新评阅',
  again: true,
  input: () => z.object({ paperId: PaperId, attemptId: AttemptId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string() })),
    each('take', {
      from: 'plan',
      item: () =>
        z.union([RosterSlice, z.object({ studentIds: z.array(StudentId), questionId: QuestionId.optional() })]),
      batch: 1,
      concurrency: 16,
    }),
    step('finish', () => z.object({ answers: z.int() })),
  ],
})

/** What a changed rubric makes of marks that were given: found, done, or given back. Run again, it does no more. */
export const replayRubricJob = job('marking.replayRubric', {
  title: '按新的评分细则重算',
  again: true,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, attemptId: AttemptId, phase: ReplayPhase }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), parts: z.int() })),
    each('replay', {
      from: 'plan',
      item: () => z.object({ part: z.int(), slice: RosterSlice }),
      batch: 1,
      concurrency: 16,
    }),
    step('finish', () => z.object({ marks: z.int() })),
  ],
})

/**
 * Counts every script of a paper anew: a large one whose key or tolerance was changed. Compares its journal with its rows,
 * and tells it what its reader has missed. Changes nothing else.
 */
export const recountJob = job('marking.recount', {
  title: '汇总阅卷进度',
  again: true,
  input: () => z.object({ paperId: PaperId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), keyVersion: z.int() })),
    each('count', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 16 }),
    step('whole', () => z.object({ whole: z.boolean() })),
  ],
})

const File = z.object({ key: z.string(), name: z.string(), size: z.int() })

/** The report of marking as a file, from the counters as they are then. */
export const exportMarkingJob = job('marking.exportReport', {
  title: '导出阅卷质量报告',
  cancellable: true,
  input: () => z.object({ paperId: PaperId, form: z.enum(['pdf', 'xlsx']), by: Actor }),
  flow: [step('write', () => File, 600)],
})

/** The record of a question's marking: as many rows as there are candidates, or answers of one marker. */
export const exportRecordJob = job('marking.exportRecord', {
  title: '导出阅卷记录',
  cancellable: true,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      userId: UserId.optional(),
      schoolId: SchoolId.optional(),
      by: Actor,
    }),
  flow: [step('write', () => File, 900)],
})

/** Certificates of work, a page a marker; `of`: of one alone. */
export const certifyMarkingJob = job('marking.certify', {
  title: '开具阅卷工作证明',
  cancellable: true,
  input: () => z.object({ paperId: PaperId, of: UserId.optional(), by: Actor }),
  flow: [step('write', () => File, 600)],
})

const ScoreFile = z.object({
  rows: z.int(),
  good: z.int(),
  absent: z.int(),
  /** Who takes the paper and has no row; of a province's all but those who have one. */
  lacking: z.int(),
  problemCount: z.int(),
  problems: z.array(FileProblem),
  /** The first rows as they were read. */
  preview: z.array(ScoreFileRow),
})
export const ScoresResult = ScoreFile.extend({ mode: FileMode, existing: z.int(), added: z.int() })
export type ScoresResult = z.infer<typeof ScoresResult>

/** Scores from a file: every row is judged before the first is written, and marking is closed with the last. */
export const importScoresJob = job('marking.importScores', {
  title: '导入成绩',
  input: () => z.object({ paperId: PaperId, key: z.string(), fileName: z.string(), mode: FileMode }),
  flow: [
    step('read', () => ScoreFile.extend({ go: z.boolean(), manifestKey: z.string(), startedAt: z.int() })),
    when('go', {
      from: 'read',
      field: 'go',
      then: [
        each('write', { from: 'read', item: () => ImportedScript, batch: 60, concurrency: 8 }),
        step('close', () => z.object({ added: z.int() })),
      ],
    }),
    step('finish', () => ScoresResult),
  ],
})

const CoursesFile = z.object({
  rows: z.int(),
  good: z.int(),
  /** Candidates of the exam who have no row. */
  lacking: z.int(),
  absent: z.int(),
  courses: z.array(z.object({ paperId: PaperId, courseName: z.string() })),
  problemCount: z.int(),
  problems: z.array(FileProblem),
  preview: z.array(CourseFileRow),
})
export const CoursesResult = CoursesFile.extend({ mode: FileMode, existing: z.int(), added: z.int() })
export type CoursesResult = z.infer<typeof CoursesResult>

/** Totals of several courses from one file: every row is judged before the first is written; their marking is closed with the last. */
export const importCoursesJob = job('marking.importCourses', {
  title: '导入各科总分',
  input: () => z.object({ examId: ExamId, key: z.string(), fileName: z.string(), mode: FileMode }),
  flow: [
    step('read', () => CoursesFile.extend({ go: z.boolean(), manifestKey: z.string(), startedAt: z.int() })),
    when('go', {
      from: 'read',
      field: 'go',
      then: [
        each('write', { from: 'read', item: () => CourseScript, batch: 60, concurrency: 8 }),
        step('close', () => z.object({ added: z.int() })),
      ],
    }),
    step('finish', () => CoursesResult),
  ],
})

/** Takes the scores of a file back, candidate by candidate: run again it goes on, and another file comes when all of it is done. */
export const takeImportBackJob = job('marking.takeImportBack', {
  title: '撤回导入的成绩',
  again: true,
  input: () => z.object({ paperId: PaperId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string() })),
    each('take', { from: 'plan', item: () => RosterSlice, batch: 1, concurrency: 16 }),
    step('finish', () => z.object({ done: z.boolean() })),
  ],
})

export const JournalVerified = z.object({
  papers: z.int(),
  /** Entries that the journal lacked and has been told now. */
  late: z.int(),
  /** Papers whose journal does not fit: its chain, or the scores that follow from it. */
  broken: z.int(),
  /** The first of what does not fit: `<paper>: <fault>`. */
  faults: z.array(z.string()),
})

/**
 * The journal of every paper that is or was just marked, held against its chain and against the answers; every night, and
 * where a change was missed for good. What it lacks it is told from the rows. `recount` counts every script anew as well.
 */
export const verifyJournalJob = job('marking.verifyJournal', {
  title: '核对阅卷日志',
  again: true,
  input: () => z.object({ paperId: PaperId.optional(), recount: z.boolean().optional() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), papers: z.int() })),
    each('verify', {
      from: 'plan',
      item: () =>
        z.union([
          z.object({ paperId: PaperId, shard: z.int() }),
          // `among`: candidates of other schools lie among these.
          RosterSlice.extend({ paperId: PaperId, among: z.boolean().optional() }),
        ]),
      batch: 1,
      concurrency: 8,
    }),
    step('finish', () => JournalVerified),
  ],
})
