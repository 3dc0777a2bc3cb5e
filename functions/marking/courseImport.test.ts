/** Totals of several courses from one file, over the stores. How a file is read is told in `shared/marking/courseImport.rules.test.ts`. */
import { beforeAll, expect, it } from 'vitest'
import { ExamPaper } from '#shared/exam/exam.types.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { courseImport, courseTemplate, importCourses } from '#shared/marking/import.calls.ts'
import { importCoursesJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { CourseId, JobId, PaperId, QuestionId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { papers as papersTable } from '#functions/exam/exam.store.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '#functions/exam/stored.fixtures.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { newId } from '#functions/kit/ports.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { handler } from './marking.api.ts'
import { scoresIn } from './marking.public.ts'
import { arrangements, heads } from './marking.store.ts'
import { works } from './marking.work.ts'

beforeAll(() => actAs('marking-work'))

const totalOf = (fullScore: number): PaperQuestion => ({
  questionId: newId<QuestionId>('question'),
  number: '总分',
  unitType: 5,
  fullScore,
  markStep: 50,
})

/** Three candidates; 语文 and 数学 by their totals, 英语 with questions of its own; the third has not chosen 数学. */
const exam = async () => {
  const schoolId = newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const classes = classesNamed('1班')
  const manager = await testCaller({ userType: 2, tenant })
  const teacher = await testCaller({ userType: 3, tenant, teacherId: newId<TeacherId>('teacher') })
  const stored = examOfSchool(schoolId, [totalOf(15_000)], { classes, candidateCount: 3 })
  const paper = (courseName: string, questions: PaperQuestion[]): Paper => ({
    ...stored.paper,
    ...{ paperId: newId<PaperId>('paper'), courseId: newId<CourseId>('course'), courseName, questions },
  })
  const own = { ...stored.paper, courseName: '语文' }
  const papers = [own, paper('数学', [totalOf(15_000)]), paper('英语', [{ ...totalOf(1000), number: '1' }])]
  stored.paper = own
  stored.exam.papers = papers.map((p) => ({ ...stored.exam.papers[0]!, ...ExamPaper.partial().parse(p) }))
  stored.school.papers = papers.map(({ paperId, courseId }) => ({ paperId, courseId }))
  const students = Array.from({ length: 3 }, () => newId<StudentId>('student'))
  await storeExam(
    stored,
    students.map((id, i) => ({
      ...candidateAt(stored.school, i, id, classes[0]!),
      ...(i === 2 ? { without: [papers[1]!.paperId] } : {}),
    })),
    [teacherAt(own, 0, teacher.caller, classes[0]!)],
  )
  await asFunction('exam-api', () => papersTable.putMany(papers))
  return { examId: own.examId, tenant, papers, students, manager, teacher }
}
type Of = Awaited<ReturnType<typeof exam>>

const uploaded = (of: Of, head: string, ...lines: string[]) =>
  uploadAs(of.manager.token, [head, ...lines].join('\n'), '总分.csv', 'scores')
const wish = (of: Of, key: string, mode: 'check' | 'all' = 'all') => ({
  ...{ examId: of.examId, key, mode },
  fileName: '总分.csv',
})
const imported = (of: Of, key: string, mode: 'check' | 'all' = 'all') =>
  driveJob(works, {
    job: importCoursesJob.name,
    jobId: newId<JobId>('job'),
    tenant: of.tenant,
    startedBy: of.manager.caller.userId,
    input: wish(of, key, mode),
    out: {},
  })
const scripts = async (of: Of): Promise<number> => {
  const keys = of.papers.flatMap(({ paperId }) => of.students.map((studentId) => ({ paperId, studentId })))
  return (await heads.getMany(keys)).length
}
const whole = ['1000,学生0,120,99.5,219.5', '1001,学生1,缺考,60,60', '1002,学生2,90,,90']
const head = '考号,姓名,语文,数学,总分'

it('is taken whole: each course has its scores and absences, and its marking is closed; no other is touched', async () => {
  const of = await exam()
  const [chinese, maths, english] = of.papers as [Paper, Paper, Paper]
  const { out } = await imported(of, await uploaded(of, head, ...whole))
  expect(out['finish']).toMatchObject({ rows: 3, added: 3, absent: 1, lacking: 0, problemCount: 0 })
  const scored = async (paper: Paper) => {
    const { studentIds, scores, states } = await scoresIn(paper, of.students)
    return of.students.map((id) => {
      const at = studentIds.indexOf(id)
      return at < 0 ? null : [states[at], ...scores[at]!]
    })
  }
  expect(await scored(chinese)).toEqual([
    ['present', 12_000],
    ['absent', -1],
    ['present', 9000],
  ])
  expect(await scored(maths)).toEqual([['present', 9950], ['present', 6000], null])
  expect(await scored(english)).toEqual([null, null, null])
  const states = await Promise.all(of.papers.map(async (p) => (await arrangements.get(p))?.state ?? 'draft'))
  expect(states).toEqual(['closed', 'closed', 'draft'])
  expect((await stepsOfPaper(chinese)).map((s) => s.step)).toEqual([6])
  // What has scores takes no other file, and says so of each course.
  const { data } = await send(handler, courseImport, { examId: of.examId }, of.manager.token)
  expect(data.papers.map((p) => [p.courseName, p.fullScore, p.barred])).toEqual([
    ['语文', 15_000, '已经有成绩或正在阅卷，不能再导入'],
    ['数学', 15_000, '已经有成绩或正在阅卷，不能再导入'],
    ['英语', 1000, '设有小题，请按小题导入'],
  ])
  await expect(imported(of, await uploaded(of, head, ...whole))).rejects.toThrow('语文已经有成绩或正在阅卷')
}, 60_000)

it('is not taken at all where one cell of one course is wrong; half of the list is told', async () => {
  const of = await exam()
  const wrong = await uploaded(of, head, '1000,学生0,120,99.5,219.5', '1001,学生1,80,160,240')
  const { out } = await imported(of, wrong, 'check')
  expect(out['finish']).toMatchObject({
    ...{ mode: 'check', rows: 2, good: 1, added: 0, lacking: 1, problemCount: 1 },
    problems: [{ row: 3, column: '数学', text: '数学的分数“160”应为0到150之间0.5的整数倍' }],
    preview: [{ cells: ['120', '99.5'] }, { cells: ['80', '160'] }],
  })
  await expect(imported(of, wrong)).rejects.toThrow('没有导入任何成绩')
  expect(await scripts(of)).toBe(0)
  for (const paper of of.papers) expect((await arrangements.get(paper))?.importing).toBeUndefined()
  await expect(imported(of, await uploaded(of, '考号,姓名,语文,英语', '1000,学生0,1,1'))).rejects.toThrow(
    '英语设有小题',
  )
  expect(await scripts(of)).toBe(0)
}, 60_000)

it('is filled into a workbook of the courses that take totals, and is its manager’s', async () => {
  const of = await exam()
  const { data } = await send(handler, courseTemplate, { examId: of.examId }, of.manager.token)
  const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer())
  expect((await tableIn(bytes)).map((r) => r.cells)[0]).toEqual(['考号', '姓名', '语文', '数学'])
  const key = await uploaded(of, head, ...whole)
  expect((await send(handler, importCourses, wish(of, key, 'check'), of.teacher.token)).http).toBe(403)
  expect((await send(handler, courseImport, { examId: of.examId }, of.teacher.token)).http).toBe(403)
  const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
  expect((await send(handler, importCourses, wish(of, key, 'check'), stranger.token)).http).toBe(403)
  const foreign = await uploadAs(stranger.token, head, '总分.csv', 'scores')
  expect((await send(handler, importCourses, wish(of, foreign), of.manager.token)).status).toBe(
    refused.foreignUpload.status,
  )
}, 60_000)
