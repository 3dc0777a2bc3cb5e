/** A small marked paper with its exam, classes, teachers, scans and scripts, as the other rooms would have stored them: for tests. */
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type {
  AttemptId,
  BatchId,
  ExamId,
  JobId,
  PaperId,
  QuestionId,
  ScanId,
  SchoolId,
  StudentId,
  TeacherId,
  Tenant,
} from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { Job } from '#shared/kit/job.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '#functions/exam/stored.fixtures.ts'
import { papers } from '#functions/exam/exam.store.ts'
import { objectKey, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { queueJob } from '#functions/kit/work.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { answers } from '#functions/marking/marking.store.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { batches, pages, slots } from '#functions/scan/scan.store.ts'
import { publications } from './analysis.store.ts'

export type Marked = Awaited<ReturnType<typeof markedPaper>>

/** Waits until the journal tells what the answers say; the stream is read a little later. */
const untilSame = async (paperId: PaperId, studentIds: readonly string[]): Promise<void> => {
  const paper = (await papers.get({ paperId }))!
  const whole = { from: '', before: '~' }
  for (let attempt = 0; attempt < 200; attempt++) {
    if (differingStudents(await scoresIn(paper, studentIds), await journalScoresIn(paper, whole)).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the journal did not come')
}

/** One batch of sheets of one page, each with its place; `from` numbers the first of them. */
export const handedIn = async (
  { paperId, examId }: { paperId: PaperId; examId: ExamId },
  { userId, tenant }: Caller,
  studentIds: readonly StudentId[],
  from = 0,
): Promise<BatchId> => {
  const batchId = newId<BatchId>('batch')
  const owner = tenant as Tenant
  await asFunction('scan-work', async () => {
    for (const [i, studentId] of studentIds.entries()) {
      const imageKey = objectKey(studentId, owner, 'scan', paperId, `${studentId}.jpg`)
      await putObject(imageKey, `picture of ${studentId}`, { type: 'image/jpeg' })
      await slots.create({
        schema: 1,
        paperId,
        studentId,
        page: 1,
        pageCount: 1,
        scanId: newId<ScanId>('scan'),
        batchId,
        no: `00000.00000.${String(from + i).padStart(5, '0')}`,
        imageKey,
        width: 1654,
        height: 2339,
        imageVersion: 1,
        waits: false,
        choices: {},
        blocks: [],
        version: 1,
      })
    }
    await batches.create({
      schema: 1,
      batchId,
      paperId,
      examId,
      owner,
      fileTenant: owner,
      uploadedBy: userId,
      uploaderName: '测试用户',
      fileCount: 1,
      handed: studentIds.length,
      state: 'recognised',
      jobId: newId<JobId>('job'),
      createdAt: now(),
      version: 1,
    })
  })
  return batchId
}

/** Waits until the journal tells what the answers of these candidates say. */
export const journalSettled = (paperId: PaperId, studentIds: readonly string[]): Promise<void> =>
  asFunction('analysis-work', () => untilSame(paperId, studentIds))

const essayMark = (i: number): number => 100 * (1 + (i % 10))

/**
 * Two classes; the last student is absent. Student i chose the key if i is even, and has (1 + i mod 10) points in the
 * essay. One teacher teaches each class, one more teaches nothing here.
 */
export const markedPaper = async (
  count: number,
  /** Whose school and students: the same people sit two exams. */
  like?: { schoolId: SchoolId; studentIds: StudentId[]; manager: Awaited<ReturnType<typeof testCaller>> },
) => {
  const schoolId = like?.schoolId ?? newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const classes = classesNamed('1班', '2班')
  const studentIds = like?.studentIds ?? Array.from({ length: count }, () => newId<StudentId>('student'))
  const manager = like?.manager ?? (await testCaller({ userType: 2, tenant }))
  // One after another: each takes on another function's role for a moment.
  const teachers: Awaited<ReturnType<typeof testCaller>>[] = []
  for (let i = 0; i < 3; i++)
    teachers.push(await testCaller({ userType: 3, tenant, teacherId: newId<TeacherId>('teacher') }))
  const choice: PaperQuestion = {
    questionId: newId<QuestionId>('question'),
    number: '1',
    unitType: 1,
    fullScore: 500,
    optionCount: 4,
    answer: 'A',
  }
  const essay: PaperQuestion = { questionId: newId<QuestionId>('question'), number: '2', unitType: 5, fullScore: 1000 }
  const stored = examOfSchool(schoolId, [choice, essay], {
    classes,
    candidateCount: count,
    gradeName: '七年级',
    examDate: now() - 86_400_000,
    step: 6,
  })
  const { exam, paper } = stored
  const { examId, paperId } = paper
  const absent = studentIds.at(-1)!
  await storeExam(
    stored,
    studentIds.map((studentId, i) => candidateAt(stored.school, i, studentId, classes[i % 2]!)),
    teachers.slice(0, 2).map(({ caller }, i) => teacherAt(paper, i, caller, classes[i]!)),
  )
  const sheets = studentIds.filter((id) => id !== absent)
  const batchId = await handedIn(paper, manager.caller, sheets)
  await asFunction('marking-work', async () => {
    for (const [i, studentId] of studentIds.entries())
      await takeIn(paper, {
        studentId,
        state: studentId === absent ? 'absent' : 'present',
        imageVersion: 1,
        complete: studentId !== absent,
        choices: { [choice.questionId]: [i % 2 === 0 ? 'A' : 'B'] },
        blocks: [],
        pages: [],
      })
  })
  const mark = (studentId: StudentId, score: number, imageVersion = 1): Promise<void> =>
    asFunction('marking-work', async () => {
      const value = { kind: 'score' as const, score }
      const by = manager.caller.userId
      const attemptId = newId<AttemptId>('attempt')
      await answers.update(
        { paperId, studentId, questionId: essay.questionId },
        { first: { value, by, at: now(), attemptId, epoch: 1, imageVersion } },
      )
    })
  for (const [i, studentId] of studentIds.entries()) if (studentId !== absent) await mark(studentId, essayMark(i))
  const total = (i: number): number | null =>
    studentIds[i] === absent ? null : essayMark(i) + (i % 2 === 0 ? choice.fullScore : 0)
  const made = {
    exam,
    paper,
    examId,
    paperId,
    schoolId,
    school: stored.school,
    gradeId: stored.school.gradeId,
    tenant,
    classes,
    studentIds,
    absent,
    choice,
    essay,
    manager,
    teachers,
    batchId,
    mark,
    total,
    /** Waits until the journal has read what was marked. */
    settled: () => journalSettled(paperId, studentIds),
    /** The one without a sheet hands in after all, and is marked. */
    comesLate: async (score: number): Promise<void> => {
      await handedIn(paper, manager.caller, [absent], count)
      const read = { imageVersion: 2, complete: true, choices: { [choice.questionId]: ['A'] }, blocks: [], pages: [] }
      await asFunction('marking-work', () => takeIn(paper, { studentId: absent, state: 'present', ...read }))
      await mark(absent, score, 2)
    },
    /** Another picture came: its mark is void (I10), until the one of before is back. */
    replacePicture: (studentId: StudentId, imageVersion = 2) =>
      asFunction('marking-work', async () => {
        await answers.update({ paperId, studentId, questionId: essay.questionId }, { imageVersion })
      }),
    /** A score that no journal tells of: changed behind marking's back, under an attempt that was told already. */
    forge: (studentId: StudentId, score: number) =>
      asFunction('marking-work', async () => {
        const key = { paperId, studentId, questionId: essay.questionId }
        const stored = (await answers.get(key))!
        await answers.update(key, { first: { ...stored.first!, value: { kind: 'score', score } } })
      }),
    /** A sheet that is not settled. */
    strayPage: () =>
      asFunction('scan-work', async () => {
        await pages.create({
          schema: 1,
          batchId,
          no: '00000.00000.99999',
          scanId: newId<ScanId>('scan'),
          paperId,
          owner: tenant,
          source: { file: 0, name: 'a.jpg', page: 1 },
          sha256: '',
          width: 0,
          height: 0,
          state: 'open',
          waits: true,
          doubts: [],
          settled: {},
          journal: [],
          version: 1,
        })
      }),
    /** The key is corrected: B is right too late for those who chose A. */
    correctKey: (answer: string) =>
      asFunction('exam-api', async () => {
        const stored = (await papers.get({ paperId }))!
        await papers.save({
          ...stored,
          keyVersion: stored.keyVersion + 1,
          questions: stored.questions.map((q) => (q.questionId === choice.questionId ? { ...q, answer } : q)),
        })
      }),
  }
  await made.settled()
  return made
}

/** Notes a publication on its way, as the call does before it starts the job. */
export const awaiting = async (of: Marked, jobId: JobId, at?: number): Promise<void> => {
  const stored = await publications.get({ paperId: of.paperId })
  const pending = { jobId, by: of.manager.caller.userId, since: now(), ...(at === undefined ? {} : { at }) }
  if (stored) await publications.save({ ...stored, pending })
  else
    await publications.create({
      schema: 1,
      paperId: of.paperId,
      examId: of.examId,
      owner: of.tenant,
      current: null,
      pending,
      version: 1,
    })
}

/** An export that is about to run, as its call leaves it. */
export const queuedExport = async (of: Marked, job: Pick<Job, 'name' | 'title'>, input: object) => {
  const { caller } = of.manager
  const whole = { paperId: of.paperId, by: caller, ...input }
  const state = await queueJob(job, whole, { tenant: of.tenant, userId: caller.userId })
  return { ...state, job: job.name }
}
