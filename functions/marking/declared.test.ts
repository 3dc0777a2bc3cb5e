/** Teachers of the schools mark an area's exam once they were declared for it and approved, and no longer than that. */
import { beforeAll, expect, it, vi } from 'vitest'
import type { TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { markingGroups } from '#shared/marking/group.calls.ts'
import { arrangement, markingTasks } from '#shared/marking/marking.calls.ts'
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { candidateOf } from '#functions/exam/exam.public.ts'
import { candidates, exams, examTeachers, papers } from '#functions/exam/exam.store.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { handler } from './marking.api.ts'
import { balancedLedger, readingOf, seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { startOf } from './desk.ts'
import { arrangements } from './marking.store.ts'
import { claim, finish, forgetAll, open, points, submit } from './marking.steps.fixtures.ts'

const scan = vi.hoisted(() => ({ readings: new Map<string, unknown>() }))
vi.mock('#functions/scan/scan.public.ts', () => ({
  ledgerOf: async (paperId: string) => balancedLedger(paperId as never) as SheetLedger,
  readingsOfStudents: async (paperId: string, ids: readonly string[]) =>
    (scan.readings.get(paperId) as StudentReading[]).filter((r) => ids.includes(r.studentId)),
}))
beforeAll(() => actAs('marking-work'))

/** A paper of an area, with two teachers of one of its schools: both teach the course, and neither is declared yet. */
const ofAnArea = async () => {
  const school = await aSchoolThroughGateway(`阅卷小学${newId('school').slice(-8)}`)
  const area = await asFunction('school-api', () => schoolOf(school.schoolId))
  const owner = `a:${area!.areaId!}` as const
  const sitting = await seat(2)
  const { examId, paperId, courseId } = sitting.paper
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const aTeacher = () =>
    testCaller({ userType: 3, tenant: schoolTenant(school.schoolId), teacherId: newId<TeacherId>('teacher') })
  // One after the other: each takes on another function's environment.
  const declared = await aTeacher()
  const other = await aTeacher()
  const row = ({ caller }: typeof declared) => ({
    schema: 1 as const,
    examId,
    teacherId: caller.teacherId!,
    userId: caller.userId,
    teacherName: '老师',
    teaches: [{ classId: newId('class') as never, courseId, isHead: false }],
  })
  const put = (marks?: (typeof paperId)[]) =>
    asFunction('exam-api', () => examTeachers.put({ ...row(declared), ...(marks ? { marks } : {}) }))
  await put()
  await asFunction('exam-api', async () => {
    await examTeachers.put(row(other))
    await exams.edit({ examId }, (e) => ({ ...e!, owner }))
    await papers.edit({ paperId }, (p) => ({ ...p!, owner }))
  })
  scan.readings.set(
    paperId,
    sitting.students.map((s) => readingOf(sitting, s)),
  )
  const manager = { userId: organiser.caller.userId, token: organiser.token }
  const of: Sitting = { ...sitting, paper: { ...sitting.paper, owner }, manager, tenant: owner as never }
  return { of, declared, other, put, paperId }
}
const tasks = async (token: string) => (await send(handler, markingTasks, {}, token)).data!.map((t) => t.paperId)

it('is given answers of the papers that were approved, marks them, and is given none once that is taken back', async () => {
  const { of, declared, other, put, paperId } = await ofAnArea()
  const able = async () => (await send(handler, arrangement, { paperId }, of.manager.token)).data!.teachers
  expect(await able()).toEqual([])
  await put([paperId])
  expect((await able()).map((t) => t.userId)).toEqual([declared.caller.userId])
  await open(of)
  expect(await tasks(declared.token)).toEqual([paperId])
  expect(await tasks(other.token)).toEqual([])
  expect((await claim(of, other.token)).http).toBe(403)
  const got = (await claim(of, declared.token)).data!
  expect(got.answers).toHaveLength(2)
  for (const a of got.answers) expect((await submit(of, declared.token, got, a.studentId, points(300))).status).toBe(0)
  await finish(of, declared.token, got)
  await put()
  forgetAll()
  expect(await tasks(declared.token)).toEqual([])
  expect((await claim(of, declared.token)).http).toBe(403)
})

it('is told nothing of the people of other schools: who marks, who is paused and what is wrong is for who manages', async () => {
  const { of, declared, put, paperId } = await ofAnArea()
  await put([paperId])
  const { essay } = of
  const [me, another] = [declared.caller.userId, of.teachers[0]!.userId]
  await asFunction('marking-api', () =>
    arrangements.put({
      ...startOf(of.paper),
      questions: [{ questionId: essay.questionId, markers: [me, another], arbitrators: [another] }],
      blocks: [{ questionIds: [essay.questionId], groupName: '作文组', limits: [{ userId: another, paused: true }] }],
      principals: [another],
      version: 1,
    }),
  )
  const groups = async (token: string) => (await send(handler, markingGroups, { paperId }, token)).data!
  const detail = async (token: string) => (await send(handler, arrangement, { paperId }, token)).data!
  const seen = await groups(declared.token)
  expect(seen).toMatchObject({ mayManage: false, people: [], warnings: [], principals: [] })
  expect(seen.groups).toMatchObject([{ markers: [me], leaders: [], warnings: [], markerCount: 2 }])
  const own = await detail(declared.token)
  expect(own.teachers).toEqual([])
  expect(JSON.stringify([seen, own])).not.toContain(another)
  // Who manages sees them all.
  expect((await groups(of.manager.token)).groups).toMatchObject([{ markers: [me, another], warnings: [{}, {}] }])
  expect((await detail(of.manager.token)).arrangement).toMatchObject({ principals: [another], blocks: [{}] })
})

it('marks the papers that it was approved for and no other of the exam', async () => {
  const { of, declared, put } = await ofAnArea()
  await put([newId('paper') as never])
  await open(of)
  expect(await tasks(declared.token)).toEqual([])
  expect((await claim(of, declared.token)).http).toBe(403)
})

it('is given no answer of the own school, which teachers of another mark', async () => {
  const { of, declared, other, put, paperId } = await ofAnArea()
  await put([paperId])
  await open(of)
  await asFunction('exam-api', async () => {
    const own = declared.caller.tenant.slice('s:'.length) as never
    for (const studentId of of.students) {
      const was = (await candidateOf(of.paper, studentId))!
      await candidates.remove(was)
      await candidates.put({ ...was, schoolId: own })
    }
  })
  expect((await claim(of, declared.token)).status).toBe(markingProblems.nothingLeft.status)
  const stranger = await testCaller({ userType: 3, tenant: schoolTenant(newId('school')), teacherId: newId('teacher') })
  const row = { examId: of.paper.examId, teacherId: other.caller.teacherId! }
  const was = (await asFunction('exam-api', () => examTeachers.get(row)))!
  const { teacherId, userId } = stranger.caller
  await asFunction('exam-api', () => examTeachers.put({ ...was, teacherId: teacherId!, userId, marks: [paperId] }))
  forgetAll()
  const got = await claim(of, stranger.token)
  expect([got.http, got.status, got.data?.answers.length]).toEqual([200, 0, 2])
})
