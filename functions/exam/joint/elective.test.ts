/** Which courses of a joint exam are chosen: the organiser says it, and the rosters of all schools follow. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as calls from '#shared/exam/joint/elective.calls.ts'
import { electivesJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, ClassId, JobId, Tenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { jobEnds } from '#functions/kit/jobEnds.testing.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { coursesOf } from '#functions/school/roster/school.public.ts'
import { classes, students } from '#functions/school/roster/school.store.ts'
import { chooseInSchool } from './elective.commands.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examOf, examSchoolsOf } from '../exam.public.ts'
import { candidates, exams } from '../exam.store.ts'
import { works } from '../exam.work.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

let schools: JointSchool[]
let of: Awaited<ReturnType<typeof aJointExamOf>>
let chooser: Awaited<ReturnType<typeof testCaller>>

beforeAll(async () => {
  actAs('exam-api')
  schools = []
  for (const n of [1, 2]) {
    const school = await aSchoolThroughGateway(`选科${n}小${newId('school').slice(-8)}`)
    for (const i of [1, 2]) await aStudentIn(school, school.classId, i)
    // The first student of each has chosen 数学.
    await asFunction('school-api', async () => {
      const maths = (await coursesOf(school.schoolId)).find((c) => c.courseName === '数学')!
      const [first] = await students.query(`students#${school.schoolId}`)
      await students.put({ ...first!, courseIds: [maths.courseId] })
    })
    schools.push(school)
  }
})
beforeEach(async () => {
  of = await aJointExamOf(schools)
  chooser = await testCaller({ userType: 13, tenant: of.exam.owner })
})

const paperOf = (name: string) => of.exam.papers.find((p) => p.courseName === name)!.paperId
const choose = async (name: string, elective: boolean, more: object = {}) => {
  const version = (await examOf(of.examId))!.electivesVersion ?? 0
  const wish = { examId: of.examId, paperIds: [paperOf(name)], elective, version, ...more }
  const answer = await send(handler, calls.chooseElectives, wish, chooser.token)
  if (answer.status === 0) await jobEnds(answer.data.uuid)
  return answer
}
const walked = (attempts?: number) => {
  const head = { job: electivesJob.name, jobId: newId<JobId>('job'), tenant: of.exam.owner, out: {} }
  return driveJob(works, { ...head, startedBy: chooser.caller.userId, input: { examId: of.examId } }, attempts)
}
/** Said not by the call: its job would go through the schools beside the test. */
const said = () => exams.edit({ examId: of.examId }, (e) => e && { ...e, electives: { [paperOf('语文')]: true } })
const noPages = () => Promise.resolve(new Set<string>())
/** Who does not sit a paper, school after school. */
const absentees = async (name: string) =>
  (await candidatesOf(of.examId)).filter((c) => c.without?.includes(paperOf(name))).map((c) => c.studentName)
const takers = async () => {
  const { data } = await send(handler, calls.electiveCourses, { examId: of.examId }, chooser.token)
  return data.map((c) => [c.courseName, c.elective, c.takers])
}

it('is said by its organiser, and sat by those who chose it; said back, by all', async () => {
  // The schools say nothing: what students chose can be chosen, and who chose nothing sits all.
  expect(await takers()).toEqual([
    ['语文', undefined, 4],
    ['数学', undefined, 4],
  ])
  const first = await choose('语文', true)
  expect(first.status).toBe(0)
  await walked()
  // Who chose 数学 and not 语文 sits 数学 alone.
  expect(await absentees('语文')).toEqual(['学生1', '学生1'])
  expect(await takers()).toEqual([
    ['语文', true, 2],
    ['数学', undefined, 4],
  ])
  expect((await examSchoolsOf(of.examId)).map((s) => s.papers.map((p) => p.takers))).toEqual([
    [1, undefined],
    [1, undefined],
  ])
  await walked()
  expect(await absentees('语文')).toEqual(['学生1', '学生1'])
  expect((await choose('语文', true)).status).toBe(examProblems.electiveSame.status)
  // What else changes of the exam refuses no word on its courses, also where it is written under it.
  await exams.edit({ examId: of.examId }, (e) => e && { ...e, examName: `${e.examName}（改）` })
  const { saving } = exams
  vi.spyOn(exams, 'saving').mockImplementationOnce((row, ...more) =>
    saving({ ...row, version: (row as { version: number }).version - 1 }, ...more),
  )
  expect((await choose('语文', false)).status).toBe(0)
  await walked()
  expect([await absentees('语文'), (await takers()).map((t) => t[2])]).toEqual([[], [4, 4]])
})

it('is whole wherever its job died', async () => {
  await said()
  let deaths = 0
  // A look at the job's own record may be lost: the job goes on. So it is not over with the first that passes.
  for (let at = 0, passed = 0; passed < 3; at += 3) {
    const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
    await walked(1).then(
      () => passed++,
      () => deaths++,
    )
    died.stop()
  }
  expect(deaths).toBeGreaterThan(3)
  expect(await absentees('语文')).toEqual(['学生1', '学生1'])
  expect((await takers())[0]).toEqual(['语文', true, 2])
})

it('is what was said last, also where it was said while a roster was written', async () => {
  await said()
  const { get } = candidates
  vi.spyOn(candidates, 'get').mockImplementationOnce(async (row) => {
    await exams.edit({ examId: of.examId }, (e) => e && { ...e, electives: { [paperOf('语文')]: false } })
    return get(row)
  })
  await asFunction('exam-work', () => chooseInSchool(of.examId, schools[0]!.schoolId, noPages))
  expect(await absentees('语文')).toEqual([])
})

it('reaches every school, also behind one that has merged a class since', async () => {
  const { schoolId, classId } = schools[0]!
  await asFunction('school-api', async () => {
    const there = (await classes.query(`school#${schoolId}`, { prefix: 'class#' })).find((c) => c.classId === classId)!
    const merged = newId<ClassId>('class')
    await classes.put({ ...there, classId: merged, className: '合并班' })
    for (const s of await students.query(`students#${schoolId}`)) await students.put({ ...s, classId: merged })
    await classes.put({ ...there, deletedAt: now() })
  })
  await choose('语文', true)
  await walked()
  expect(await absentees('语文')).toEqual(['学生1', '学生1'])
})

it('leaves who has a page of the paper already where he sits, and asks of no other', async () => {
  const { schoolId } = schools[0]!
  const first = (await candidatesOf(of.examId)).find((c) => c.schoolId === schoolId && c.studentName === '学生1')!
  const asked: unknown[] = []
  const hasPage = (paperId: string, ids: readonly string[]) => {
    asked.push([paperId, ids])
    return Promise.resolve(new Set(ids))
  }
  await said()
  await asFunction('exam-work', () => chooseInSchool(of.examId, schoolId, hasPage))
  expect([asked, await absentees('语文')]).toEqual([[[paperOf('语文'), [first.studentId]]], []])
  await asFunction('exam-work', () => chooseInSchool(of.examId, schoolId, noPages))
  expect(await absentees('语文')).toEqual(['学生1'])
})

it('stands once cards have come, is said over what was seen, and is no one else’s', async () => {
  expect((await choose('语文', true, { version: 99 })).status).toBe(commonProblems.stale.status)
  expect((await choose('语文', true, { paperIds: [newId('paper')] })).status).toBe(examProblems.notFound.status)
  await asFunction('exam-work', () =>
    exams.edit(
      { examId: of.examId },
      (e) =>
        e && {
          ...e,
          papers: e.papers.map((p) => (p.courseName === '语文' ? { ...p, furthest: paperStep.cardExceptions } : p)),
        },
    ),
  )
  expect((await choose('语文', true)).status).toBe(examProblems.electiveFixed.status)
  expect((await choose('数学', true)).status).toBe(0)
  const other = await testCaller({ userType: 13, tenant: `a:${newId<AreaId>('area')}` as Tenant })
  const wish = { examId: of.examId, paperIds: [paperOf('数学')], elective: false, version: 0 }
  expect((await send(handler, calls.chooseElectives, wish, other.token)).http).toBe(403)
  expect((await send(handler, calls.chooseElectives, wish, schools[0]!.admin.token)).http).toBe(403)
})
