/** Totals of several courses from one file, over the stores. How a file is read is told in `shared/marking/imports/courseImport.rules.test.ts`. */
import { beforeAll, expect, it } from 'vitest'
import { ExamPaper } from '#shared/exam/exam.types.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import {
  completeImport,
  courseImport,
  courseTemplate,
  importCourses,
  importPapers,
  removeImportTotal,
  setImportTotals,
  updateImportTotals,
} from '#shared/marking/imports/import.calls.ts'
import type { CourseScript } from '#shared/marking/imports/courseImport.rules.ts'
import { openMarking } from '#shared/marking/marking.calls.ts'
import { importCoursesJob, openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems as refused } from '#shared/marking/marking.problems.ts'
import type { CourseId, JobId, PaperId, QuestionId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { examSchools, papers as papersTable } from '#functions/exam/exam.store.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam, teacherAt } from '#functions/exam/stored.fixtures.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { getObject } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { handler } from '../marking.api.ts'
import { scoresIn } from '../marking.public.ts'
import { arrangements, heads } from '../marking.store.ts'
import { works } from '../marking.work.ts'

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
})

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
})

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
})

it('sets, changes and takes out what papers are worth: all of them or none, and only as long as nothing is imported', async () => {
  const of = await exam()
  const [chinese, maths, english] = of.papers as [Paper, Paper, Paper]
  const { token } = of.manager
  const stand = async () => (await send(handler, importPapers, { examId: of.examId }, token)).data.papers
  const set = (papers: { paperId: PaperId; version: number; fullScore: number }[], call = setImportTotals) =>
    send(handler, call, { examId: of.examId, papers }, token)
  expect((await stand()).map((p) => p.total)).toEqual([true, true, false])
  // One that has questions of its own keeps the others as they are.
  const wrong = await set([
    { ...chinese, fullScore: 12_000 },
    { ...english, fullScore: 10_000 },
  ])
  expect(wrong).toMatchObject({ status: refused.totalBarred.status, message: '英语：设有小题，请按小题导入' })
  expect((await stand())[0]!.fullScore).toBe(15_000)
  // So does one that a colleague has changed since.
  const stale = await set([
    { ...chinese, fullScore: 12_000 },
    { ...maths, version: 0, fullScore: 10_000 },
  ])
  expect(stale.status).toBe(commonProblems.stale.status)
  expect((await stand())[0]!.fullScore).toBe(15_000)
  const done = await set([{ ...chinese, fullScore: 12_000 }], updateImportTotals)
  expect(done.data.papers).toEqual([{ paperId: chinese.paperId, version: 2 }])
  // Sent again, its answer having been lost.
  expect((await set([{ ...chinese, fullScore: 12_000 }], updateImportTotals)).data).toEqual(done.data)
  expect((await stand())[0]).toMatchObject({ fullScore: 12_000, version: 2 })
  for (const fullScore of [0, 99, 130, 100_050])
    expect((await set([{ paperId: chinese.paperId, version: 2, fullScore }])).status).toBe(
      commonProblems.badInput.status,
    )
  const remove = (paper: Paper, version: number) =>
    send(handler, removeImportTotal, { examId: of.examId, paperId: paper.paperId, version }, token)
  expect((await remove(maths, 1)).status).toBe(0)
  expect((await stand())[1]).toMatchObject({ fullScore: null, total: false })
  const without = await set([{ paperId: maths.paperId, version: 2, fullScore: 15_000 }], updateImportTotals)
  expect(without.message).toBe('数学：还没有满分')
  expect((await set([{ paperId: maths.paperId, version: 2, fullScore: 15_000 }])).status).toBe(0)
  const strange = { paperId: newId<PaperId>('paper'), version: 1, fullScore: 15_000 }
  expect((await set([strange])).status).toBe(commonProblems.notFound.status)
  const worth = { examId: of.examId, papers: [{ paperId: maths.paperId, version: 3, fullScore: 10_000 }] }
  expect((await send(handler, setImportTotals, worth, of.teacher.token)).http).toBe(403)
  expect((await stand())[1]).toMatchObject({ fullScore: 15_000, version: 3 })
  // With a file it is over.
  const key = await uploadAs(
    token,
    ['考号,姓名,语文', '1000,学生0,110', '1001,学生1,90', '1002,学生2,缺考'].join('\n'),
    '总分.csv',
    'scores',
  )
  await imported(of, key)
  expect((await set([{ paperId: chinese.paperId, version: 2, fullScore: 15_000 }])).message).toContain('已经有成绩')
  expect((await remove(chinese, 2)).message).toContain('已经有成绩')
  const again = { examId: of.examId, key, fileName: '总分.csv', mode: 'all' as const }
  expect((await send(handler, completeImport, again, token)).data.uuid).toMatch(/^jo_/)
})

/** A job that has read its file and is about to write. */
const begun = async (of: Of) => {
  const work = works.find((w) => w.job.name === importCoursesJob.name)!
  const jobId = newId<JobId>('job')
  const input = wish(of, await uploaded(of, head, ...whole))
  await asFunction('marking-work', () =>
    queueJob(importCoursesJob, input, { tenant: of.tenant, userId: of.manager.caller.userId }, { jobId }),
  )
  const context = { input, jobId, tenant: of.tenant, progress: () => Promise.resolve(), out: {} }
  const read = (await work.steps['read']!(context as never)) as { manifestKey: string }
  const text = (await getObject(read.manifestKey)).toString('utf8')
  const items = text.split('\n').map((l) => JSON.parse(l) as CourseScript)
  const run = (step: string) => work.steps[step]!({ ...context, items, out: { read } } as never)
  return { jobId, write: () => run('write'), close: () => run('close') }
}

it('keeps marking shut while it is on its way, and does not close what was opened', async () => {
  const of = await exam()
  const [chinese] = of.papers as [Paper]
  const { jobId, write, close } = await begun(of)
  const opened = () => send(handler, openMarking, { paperId: chinese.paperId, override: '直接开启' }, of.manager.token)
  expect((await opened()).status).toBe(refused.importing.status)
  const opening = driveJob(works, {
    ...{ job: openMarkingJob.name, jobId: newId<JobId>('job'), tenant: of.tenant, out: {} },
    startedBy: of.manager.caller.userId,
    input: { paperId: chinese.paperId },
  })
  await expect(opening).rejects.toMatchObject({ problem: refused.importing })
  await arrangements.edit(chinese, (a) => a && { ...a, state: 'open' })
  await expect(write()).rejects.toMatchObject({ problem: refused.alreadyOpen })
  await expect(close()).rejects.toMatchObject({ problem: refused.alreadyOpen })
  expect((await arrangements.get(chinese))!.state).toBe('open')
  // Of one that failed nothing is held up.
  await arrangements.edit(chinese, (a) => a && { ...a, state: 'draft' })
  await asFunction('platform-api', () => jobRecords.update({ jobId }, { status: jobStatus.failed }))
  expect((await opened()).status).not.toBe(refused.importing.status)
})

it('is held against the questions that it read: no full mark is set on the way, and a paper changed elsewhere stops it', async () => {
  const of = await exam()
  const [chinese] = of.papers as [Paper]
  const { write, close } = await begun(of)
  const worth = {
    examId: of.examId,
    papers: [{ paperId: chinese.paperId, version: chinese.version, fullScore: 12_000 }],
  }
  expect((await send(handler, setImportTotals, worth, of.manager.token)).message).toContain('正在导入成绩')
  await asFunction('exam-api', () =>
    papersTable.edit(chinese, (p) => p && { ...p, keyVersion: p.keyVersion + 1, questions: [totalOf(12_000)] }),
  )
  await expect(write()).rejects.toMatchObject({ problem: refused.importMoved })
  await expect(close()).rejects.toMatchObject({ problem: refused.importMoved })
  expect((await arrangements.get(chinese))!.state).toBe('draft')
})

it('of a joint exam asks no total of who is of a school that does not take the course', async () => {
  const of = await exam()
  const [, maths] = of.papers as [Paper, Paper]
  await asFunction('exam-api', async () => {
    const [row] = await examSchools.query(`exam#${of.examId}`, { prefix: 'school#' })
    await examSchools.put({ ...row!, papers: row!.papers.filter((p) => p.paperId !== maths.paperId) })
  })
  const blank = ['1000,学生0,120,,120', '1001,学生1,缺考,,0', '1002,学生2,90,,90']
  const { out } = await imported(of, await uploaded(of, head, ...blank))
  expect(out['finish']).toMatchObject({ added: 3, absent: 1, lacking: 0, problemCount: 0 })
  expect(await heads.get({ paperId: maths.paperId, studentId: of.students[0]! })).toBeNull()
})
