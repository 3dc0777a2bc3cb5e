import * as z from 'zod'
import { ClassId, ExamId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { FileMode, FileProblem } from '#shared/kit/checkedFile.ts'
import { each, job, step, when } from '#shared/kit/job.ts'
import { BaseInfo } from './joint/baseInfo.rules.ts'

/** A school that is to take part. Without `classIds` all classes that have students. */
export const ExamSchoolItem = z.object({
  schoolId: SchoolId,
  gradeId: GradeId,
  ordinal: z.int(),
  classIds: z.array(ClassId).optional(),
})
export type ExamSchoolItem = z.infer<typeof ExamSchoolItem>

/**
 * Makes an exam of many schools, or of many candidates: a school at a time, and the exam itself when all are there. Run
 * again, it goes on where it was. Who is to take part lies under `wishKey`.
 */
export const createExamJob = job('exam.create', {
  title: '新建考试',
  input: () => z.object({ examId: ExamId, wishKey: z.string() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), schools: z.int() })),
    each('copy', { from: 'plan', item: () => ExamSchoolItem, batch: 1, concurrency: 4 }),
    step('finish', () => z.object({ examId: ExamId, candidates: z.int() })),
  ],
})

/**
 * Lets schools into a joint exam that is there, or out of it: a school at a time, and the exam's sums when all are done. Run
 * again, it goes on where it was. Which schools, lies under `wishKey`.
 */
export const changeSchoolsJob = job('exam.schools', {
  title: '增减参加学校',
  input: () => z.object({ examId: ExamId, wishKey: z.string() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), schools: z.int() })),
    each('change', { from: 'plan', item: () => ExamSchoolItem, batch: 1, concurrency: 4 }),
    step('finish', () => z.object({ schools: z.int(), candidates: z.int() })),
  ],
})

/** Goes through the rosters of a joint exam once its organiser has said which courses are chosen: a school at a time. */
export const electivesJob = job('exam.electives', {
  title: '按选科更新名单',
  input: () => z.object({ examId: ExamId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), schools: z.int() })),
    each('choose', { from: 'plan', item: () => z.object({ schoolId: SchoolId }), batch: 1, concurrency: 4 }),
    step('finish', () => z.object({ schools: z.int() })),
  ],
})

/** Writes a changed roster of many candidates; what it is to be lies under `changeKey`. Run again, it writes the same. */
export const changeRosterJob = job('exam.roster', {
  title: '更新考生名单',
  input: () => z.object({ examId: ExamId, changeKey: z.string() }),
  flow: [step('write', () => z.object({ changed: z.int() })), step('finish', () => z.object({ candidates: z.int() }))],
})

const BaseInfoFile = z.object({
  rows: z.int(),
  good: z.int(),
  existing: z.int(),
  problemCount: z.int(),
  problems: z.array(FileProblem),
  schools: z.int(),
  /** Students who become candidates. */
  joining: z.int(),
  /** Candidates of the file's schools who are not in it. */
  lacking: z.int(),
  renumbered: z.int(),
  /** Schools of the file with a row that is wrong, of which nothing is taken: how many, and the first by name. */
  leftSchools: z.int().default(0),
  leftNames: z.array(z.string()).default([]),
})
/**
 * Takes the base info of a joint exam's candidates from a file: all that is said of a school is sound or nothing of it is
 * written. Run again, it writes the same.
 */
export const importBaseInfoJob = job('exam.importBaseInfo', {
  title: '导入考生信息',
  input: () => z.object({ examId: ExamId, key: z.string(), fileName: z.string(), mode: FileMode }),
  flow: [
    step('read', () => BaseInfoFile.extend({ go: z.boolean(), manifestKey: z.string() })),
    when('go', {
      from: 'read',
      field: 'go',
      then: [each('write', { from: 'read', item: () => BaseInfo, batch: 100, concurrency: 4 })],
    }),
    step('finish', () => BaseInfoFile.extend({ mode: FileMode, added: z.int() })),
  ],
})
