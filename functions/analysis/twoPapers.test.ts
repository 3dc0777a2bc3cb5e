/** Two papers of one course from the making of their exam to its total: each class sits its own, and a class that is moved sits the other. */
import { beforeAll, expect, it, vi } from 'vitest'
import { transcript } from '#shared/analysis/analysis.calls.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import { setPaperClasses } from '#shared/exam/creation/course.calls.ts'
import { createExam, savePaper } from '#shared/exam/exam.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { addCourses } from '#shared/exam/roster/roster.calls.ts'
import { createTotal } from '#shared/exam/tools/total.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { ExamId, JobId, PaperId, QuestionId, SchoolId } from '#shared/kit/ids.ts'
import { importScoresJob } from '#shared/marking/marking.jobs.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import { candidatesOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { works as markingWorks } from '#functions/marking/marking.work.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { handler } from './analysis.api.ts'
import type { Marked } from './analysis.fixtures.ts'
import { publications } from './analysis.store.ts'
import { publish } from './analysis.testing.ts'
import { reportOf } from './snapshot.ts'

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let [one, two]: string[] = []
let [examId, first, second, total]: string[] = []
const ask = async (call: Parameters<typeof send>[1], input: object) => {
  const answer = await asFunction('exam-api', () =>
    send(examHandler, call, { examId, ...input } as never, school.admin.token),
  )
  expect([call.path, answer.status]).toEqual([call.path, 0])
  return answer.data as Record<string, never>
}
const version = async () => (await asFunction('exam-api', () => examOf(examId as ExamId)))!.version
const sits = async (paperId: string, ...classIds: string[]) =>
  ask(setPaperClasses, { paperId, classIds, version: await version() })
const paperNow = async (paperId: string) => (await asFunction('exam-api', () => paperOf(paperId as PaperId)))!
const of = (paperId: string) =>
  ({ examId, paperId, tenant: schoolTenant(school.schoolId as SchoolId), manager: school.admin }) as unknown as Marked

/** As a file says it: letters, and points of the essay. */
const scores = async (paperId: string, ...lines: string[]): Promise<void> => {
  const file = ['考号,姓名,1,2', ...lines].join('\n')
  const key = await uploadAs(school.admin.token, file, '成绩.csv', 'scores')
  const input = { paperId: paperId as PaperId, key, fileName: '成绩.csv', mode: 'all' as const }
  const { tenant } = of(paperId)
  await asFunction('marking-work', () =>
    driveJob(markingWorks, {
      ...{ job: importScoresJob.name, jobId: newId<JobId>('job'), tenant, startedBy: school.admin.caller.userId },
      ...{ input, out: {} },
    }),
  )
}
/** Once the journal tells what the answers say. */
const released = async (paperId: string): Promise<void> => {
  const paper = await paperNow(paperId)
  await asFunction('analysis-work', async () => {
    const ids = (await candidatesOf(paper.examId)).map((c) => c.studentId)
    await vi.waitFor(
      async () =>
        expect(
          differingStudents(await scoresIn(paper, ids), await journalScoresIn(paper, { from: '', before: '~' })),
        ).toEqual([]),
      { timeout: 120_000, interval: 100 },
    )
    await publish(of(paperId))
  })
}
const linesOf = async (paperId: string) => {
  const { data } = await asFunction('analysis-api', () =>
    send(handler, transcript, { paperId: paperId as PaperId, pageSize: 100 }, school.admin.token),
  )
  return transcriptLines(data)
    .list.map((l) => `${l.studentName} ${l.total ?? l.state}`)
    .sort()
}

beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`两卷中学${newId('school').slice(-8)}`)
  const { schoolId, gradeId, classId, admin } = school
  one = classId
  two = (await viaGateway(createClass, { gradeId, className: '2班' } as never, admin.token)).data.classId
  for (const [i, at] of [one, one, two, two].entries()) {
    const wish = { classId: at, studentName: `学生${i}`, studentNumber: `2026000${i}` }
    await viaGateway(createStudent, wish as never, admin.token)
  }
  const { courseId } = (await viaGateway(listCourses, { schoolId }, admin.token)).data[0]!
  const wish = { schoolId, gradeId, classIds: [one, two], courseIds: [courseId], examName: '期中', examType: 3 }
  const made = (await ask(createExam, { ...wish, examDate: 0 })) as unknown as { examId: string; paperIds: string[] }
  examId = made.examId
  first = made.paperIds[0]!
  const more = { courseIds: [courseId], paperName: '语文B卷', version: await version() }
  second = ((await ask(addCourses, more)) as unknown as { paperIds: string[] }).paperIds[0]!
  const question = (n: number, more: Partial<PaperQuestion>): PaperQuestion =>
    ({ questionId: newId<QuestionId>('question'), number: String(n), ...more }) as PaperQuestion
  for (const [paperId, answer] of [
    [first, 'A'],
    [second, 'B'],
  ] as const) {
    const questions = [
      question(1, { unitType: 1, fullScore: 500, optionCount: 4, answer }),
      question(2, { unitType: 5, fullScore: 1000 }),
    ]
    await ask(savePaper, { paperId, questions, version: (await paperNow(paperId)).version })
  }
})

it('a class that was said for the wrong paper is moved to the other, and all that follows is of the paper that it sits', async () => {
  // Said the wrong way round at first: 1班 the second, 2班 the first.
  await sits(second!, one!)
  await sits(first!, two!)
  await sits(first!, one!, two!)
  await sits(second!, two!)
  await sits(first!, one!)
  // The same letters are worth another thing in each: its own key decides.
  await scores(first!, '20260000,学生0,A,8', '20260001,学生1,B,6')
  await scores(second!, '20260002,学生2,A,9', '20260003,学生3,B,7')
  const wish = { name: '语文合计', all: [], first: [first, second] }
  total = ((await ask(createTotal, wish)) as unknown as { paperId: string }).paperId
  await released(first!)
  expect(await linesOf(first!)).toEqual(['学生0 1300', '学生1 600'])
  // A total waits for both.
  expect(await asFunction('analysis-work', () => publications.get({ paperId: total as PaperId }))).toBeNull()
  await released(second!)
  expect(await linesOf(second!)).toEqual(['学生2 900', '学生3 1200'])
  for (const paperId of [first!, second!]) {
    const paper = await paperNow(paperId)
    const { overall } = await asFunction('analysis-work', () => reportOf(paper, 1))
    expect(overall).toMatchObject({ registered: 2, present: 2 })
  }
  await vi.waitFor(
    async () =>
      expect(await asFunction('analysis-work', () => publications.get({ paperId: total as PaperId }))).toMatchObject({
        current: 1,
      }),
    { timeout: 120_000, interval: 200 },
  )
  expect(await linesOf(total)).toEqual(['学生0 1300', '学生1 600', '学生2 900', '学生3 1200'])
})
