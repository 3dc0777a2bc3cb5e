/** A small marked paper with its exam, classes, teachers, scans and scripts, as the other rooms would have stored them: for tests. */
import { differingStudents } from '#shared/analysis/publication.rules.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type {
  AttemptId,
  BatchId,
  ClassId,
  CourseId,
  ExamId,
  GradeId,
  JobId,
  PaperId,
  QuestionId,
  ScanId,
  SchoolId,
  StudentId,
  TeacherId,
  UserId,
} from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { candidates, exams, examTeachers, papers } from '#functions/exam/exam.store.ts'
import { objectKey, putObject } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { asFunction, testCaller } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { answers } from '#functions/marking/marking.store.ts'
import { takeIn } from '#functions/marking/scripts.ts'
import { batches, pages, slots } from '#functions/scan/scan.store.ts'

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

const essayMark = (i: number): number => 100 * (1 + (i % 10))

/**
 * Two classes; the last student is absent. Student i chose the key if i is even, and has (1 + i mod 10) points in the
 * essay. One teacher teaches each class, one more teaches nothing here.
 */
export const markedPaper = async (count: number) => {
  const schoolId = newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const examId = newId<ExamId>('exam')
  const paperId = newId<PaperId>('paper')
  const courseId = newId<CourseId>('course')
  const classes = ['1班', '2班'].map((className) => ({ classId: newId<ClassId>('class'), className }))
  const studentIds = Array.from({ length: count }, () => newId<StudentId>('student'))
  const manager = await testCaller({ userType: 2, tenant })
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
  const paper: Paper = {
    schema: 1,
    paperId,
    examId,
    owner: tenant,
    courseId,
    courseName: '数学',
    questions: [choice, essay],
    keyVersion: 1,
    version: 1,
  }
  const absent = studentIds.at(-1)!
  await asFunction('exam-api', async () => {
    await papers.create(paper)
    await candidates.putMany(
      studentIds.map((studentId, i) => ({
        schema: 1 as const,
        examId,
        studentId,
        schoolId,
        studentName: `学生${i}`,
        pinyin: 'xs',
        studentNumber: String(1000 + i),
        ...classes[i % 2]!,
      })),
    )
    await examTeachers.putMany(
      teachers.slice(0, 2).map(({ caller }, i) => ({
        schema: 1 as const,
        examId,
        teacherId: caller.teacherId!,
        userId: caller.userId,
        teacherName: `教师${i}`,
        teaches: [{ classId: classes[i]!.classId, courseId, isHead: false }],
      })),
    )
    await exams.create({
      schema: 1,
      examId,
      owner: tenant,
      examName: '期中考试',
      examType: 3,
      schoolId,
      gradeId: newId<GradeId>('grade'),
      gradeName: '七年级',
      term: '2026-1',
      examDate: now() - 86_400_000,
      classes,
      paperIds: [paperId],
      status: 2,
      markingProgress: 6,
      candidateCount: count,
      creatorId: newId<UserId>('user'),
      creatorName: '创建者',
      createdAt: now(),
      version: 1,
    })
  })
  const batchId = newId<BatchId>('batch')
  await asFunction('scan-work', async () => {
    for (const [i, studentId] of studentIds.entries()) {
      if (studentId === absent) continue
      const imageKey = objectKey(studentId, tenant, 'scan', paperId, `${studentId}.jpg`)
      await putObject(imageKey, `picture of ${studentId}`, { type: 'image/jpeg' })
      await slots.create({
        schema: 1,
        paperId,
        studentId,
        page: 1,
        pageCount: 1,
        scanId: newId<ScanId>('scan'),
        batchId,
        no: `00000.00000.${String(i).padStart(5, '0')}`,
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
      owner: tenant,
      fileTenant: tenant,
      uploadedBy: manager.caller.userId,
      uploaderName: '测试用户',
      fileCount: 1,
      handed: count - 1,
      state: 'recognised',
      jobId: newId<JobId>('job'),
      createdAt: now(),
      version: 1,
    })
  })
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
  const mark = (studentId: StudentId, score: number): Promise<void> =>
    asFunction('marking-work', async () => {
      const value = { kind: 'score' as const, score }
      const by = manager.caller.userId
      const attemptId = newId<AttemptId>('attempt')
      await answers.update(
        { paperId, studentId, questionId: essay.questionId },
        { first: { value, by, at: now(), attemptId, epoch: 1, imageVersion: 1 } },
      )
    })
  for (const [i, studentId] of studentIds.entries()) if (studentId !== absent) await mark(studentId, essayMark(i))
  const total = (i: number): number | null =>
    studentIds[i] === absent ? null : essayMark(i) + (i % 2 === 0 ? choice.fullScore : 0)
  const made = {
    paper,
    examId,
    paperId,
    schoolId,
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
    settled: () => asFunction('analysis-work', () => untilSame(paperId, studentIds)),
    /** Another picture came: its mark is void (I10). */
    replacePicture: (studentId: StudentId) =>
      asFunction('marking-work', async () => {
        await answers.update({ paperId, studentId, questionId: essay.questionId }, { imageVersion: 2 })
      }),
    /** A score that no journal tells of: changed behind marking's back, under an attempt that was told already. */
    forge: (studentId: StudentId, score: number) =>
      asFunction('marking-work', async () => {
        const key = { paperId, studentId, questionId: essay.questionId }
        const stored = (await answers.get(key))!
        await answers.update(key, { first: { ...stored.first!, value: { kind: 'score', score } } })
      }),
    /** A sheet that nobody has settled. */
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
