/** A school brings its roster in an area's exam up to date: two schools, one organiser. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import { closeSchools } from '#shared/exam/joint/part.calls.ts'
import { changeRosterJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { RosterWish } from '#shared/exam/roster/roster.rules.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { moveStudents } from '#shared/school/people/student.calls.ts'
import type { ApplicationState } from '#shared/exam/joint/application.types.ts'
import type { JobId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { asideKey, putJson } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examOf, examSchoolsOf } from '../exam.public.ts'
import { works } from '../exam.work.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'
import { candidates, examClasses, examSchools, examTeachers } from '../exam.store.ts'
import { applications } from './joint.store.ts'
import { applyRoster, closeRoster, writeRoster } from '../roster/roster.commands.ts'
import { planRoster } from '../roster/roster.plan.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { moveInSchool } from '../step.public.ts'

let one: JointSchool
let two: JointSchool
let classTwo: string
let of: Awaited<ReturnType<typeof aJointExamOf>>
let ids: StudentId[]

beforeAll(async () => {
  actAs('exam-api')
  one = await aSchoolThroughGateway(`联考一小${newId('school').slice(-8)}`)
  two = await aSchoolThroughGateway(`联考二小${newId('school').slice(-8)}`)
  const wish = { gradeId: one.gradeId, className: '2班' }
  classTwo = (await viaGateway(createClass, wish as never, one.admin.token)).data.classId
  ids = [await aStudentIn(one, one.classId, 1, '甲'), await aStudentIn(one, one.classId, 2, '乙')]
  await aStudentIn(two, two.classId, 1, '丙')
})

beforeEach(async () => {
  of = await aJointExamOf([one, two])
})

const today = (who = one) => send(handler, calls.ownRosterToday, { examId: of.examId }, who.admin.token)
const change = (wish: RosterWish, seen: string, who = one) =>
  send(handler, calls.changeOwnRoster, { examId: of.examId, wish, seen }, who.admin.token)
const done = (uuid: string) =>
  expect.poll(async () => (await jobRecords.get({ jobId: uuid as never }))?.status, { timeout: 120_000 }).toBe(40)
const names = async () =>
  (await candidatesOf(of.examId)).map((c) => `${c.studentName} ${c.studentNumber} ${c.className}`)

it('is previewed with who comes and moves, then written by a job of the school, and no row of another school', async () => {
  expect((await today()).data).toMatchObject({ total: 0, candidates: 2, seen: '' })
  await aStudentIn(one, one.classId, 3, '丁')
  const untouched = (await examSchoolsOf(of.examId))[1]
  const seen = (await today()).data
  expect(seen).toMatchObject({ lines: ['新增1人。'], total: 1, candidates: 3 })
  expect(seen.classes.map((c) => [c.className, c.students, c.sits])).toEqual([
    ['1班', 2, true],
    ['2班', 0, false],
  ])
  expect((await today(two)).data).toMatchObject({ total: 0, candidates: 1 })
  // What the other school or the organiser does in between holds nothing up.
  await aStudentIn(two, two.classId, 9, '戊')
  const both = [
    await change({ kind: 'today' }, seen.seen),
    await change({ kind: 'today' }, (await today(two)).data.seen, two),
  ]
  for (const { data } of both) await done(data.uuid)
  expect(await names()).toEqual([
    '甲 120260001 1班',
    '乙 120260002 1班',
    '丁 120260003 1班',
    '丙 220260001 1班',
    '戊 220260009 1班',
  ])
  expect(await examOf(of.examId)).toMatchObject({ candidateCount: 5, classCount: 2, schoolCount: 2 })
  expect((await jobRecords.get({ jobId: both[0]!.data.uuid as never }))!.tenant).toBe(`s:${one.schoolId}`)
  expect((await examSchoolsOf(of.examId)).map((s) => s.candidateCount)).toEqual([3, 2])
  expect(untouched).toMatchObject({ candidateCount: 1 })
  ids = [...ids, (await candidatesOf(of.examId)).find((c) => c.studentName === '丁')!.studentId]
})

it('is what was seen or nothing: a roster that changed since is looked at anew', async () => {
  await viaGateway(moveStudents, { studentIds: [ids[1]!], classId: classTwo } as never, one.admin.token)
  const { seen, changes } = (await today()).data
  expect(changes.map((c) => [c.kind, c.studentName])).toEqual([['gone', '乙']])
  await viaGateway(moveStudents, { studentIds: [ids[0]!], classId: classTwo } as never, one.admin.token)
  expect((await change({ kind: 'today' }, seen)).status).toBe(examProblems.rosterMoved.status)
  // With its class they come in again, and are told as moved.
  const wish = { kind: 'addClasses' as const, classIds: [classTwo as never] }
  const asked = await send(handler, calls.ownRosterPreview, { examId: of.examId, wish }, one.admin.token)
  expect(asked.status).toBe(examProblems.rosterSame.status)
  await viaGateway(moveStudents, { studentIds: ids.slice(0, 2), classId: one.classId } as never, one.admin.token)
})

it('waits for no other school: one whose papers are marked has a fixed roster, one that takes none of them not', async () => {
  const { examId, exam } = of
  const [paper] = exam.papers
  const at = (who: JointSchool, move: 'scanned' | 'opened') =>
    asFunction('exam-api', () => moveInSchool({ examId, paperId: paper!.paperId, schoolId: who.schoolId }, move))
  await at(two, 'opened')
  expect((await today(two)).status).toBe(examProblems.rosterFixed.status)
  expect((await today()).status).toBe(0)
  await at(one, 'scanned')
  const sheets = () => Promise.resolve(new Set<string>([ids[0]!]))
  const wish = { kind: 'remove' as const, studentIds: ids.slice(0, 2) }
  const planned = await asFunction('exam-api', () => planRoster(exam, { schoolId: one.schoolId, wish }, sheets))
  expect(planned.changes.map((c) => [c.kind, c.studentName, c.scanned])).toEqual([
    ['kept', '甲', true],
    ['gone', '乙', undefined],
  ])
})

it('is no one else’s, and none of a school that is closed or declined', async () => {
  const { examId, organiser } = of
  expect((await send(handler, calls.ownRosterToday, { examId }, organiser.token)).status).toBe(
    examProblems.notFound.status,
  )
  const close = (closed: boolean) =>
    send(
      handler,
      closeSchools,
      { examId, schoolIds: [one.schoolId], closed, reason: '已截止' } as never,
      organiser.token,
    )
  await close(true)
  expect((await today()).message).toContain('已截止')
  expect((await change({ kind: 'today' }, 'x')).status).toBe(examProblems.partClosed.status)
  await close(false)
  expect((await today()).status).toBe(0)
})

it('overwrites nothing that came between the look and the job, and takes no one who has sheets since', async () => {
  const { examId } = of
  const none = () => Promise.resolve(new Set<string>())
  const planned = async (wish: RosterWish) =>
    (await asFunction('exam-api', () => planRoster(of.exam, { schoolId: one.schoolId, wish }, none))).plan
  const rows = async () => (await candidatesOf(examId)).filter((c) => c.schoolId === one.schoolId)
  const [first, second] = await rows()
  const write = (plan: Awaited<ReturnType<typeof planned>>, sheets: typeof none = none) =>
    asFunction('exam-work', () => writeRoster(plan, sheets))
  const moved = { problem: examProblems.rosterMoved }

  await aStudentIn(one, one.classId, 8, '庚')
  const today = await planned({ kind: 'today' })
  const renamed = { ...first!, studentName: '甲甲' }
  const plan = { ...today, put: [...today.put, renamed], was: [first!] }
  // The organiser seats one of them in between.
  const seated = { ...first!, room: '01', seat: '7' }
  await asFunction('exam-api', () => candidates.put(seated))
  await expect(write(plan)).rejects.toMatchObject(moved)
  expect((await rows()).find((c) => c.studentId === first!.studentId)).toEqual(seated)
  expect((await rows()).some((c) => c.studentName === '庚')).toBe(false)
  // A run that goes on after its first row does the others and leaves that one.
  const newcomer = plan.put.find((c) => c.studentName === '庚')!
  await asFunction('exam-api', () => candidates.create(newcomer))
  await write(plan)
  expect((await rows()).find((c) => c.studentId === first!.studentId)).toEqual(seated)

  const leaving = await planned({ kind: 'remove', studentIds: [second!.studentId] })
  await expect(write(leaving, () => Promise.resolve(new Set([second!.studentId])))).rejects.toMatchObject(moved)
  expect((await rows()).some((c) => c.studentId === second!.studentId)).toBe(true)
  await write(leaving)
  expect((await rows()).some((c) => c.studentId === second!.studentId)).toBe(false)
})

/** A change that waits for its job, as it is planned now. */
const planOf = async (wish: RosterWish) =>
  (await asFunction('exam-api', () => planRoster(of.exam, { schoolId: one.schoolId, wish }, noSheets))).plan
const noSheets = () => Promise.resolve(new Set<string>())
const writes = (plan: Awaited<ReturnType<typeof planOf>>) => asFunction('exam-work', () => writeRoster(plan, noSheets))
const ofOne = async () =>
  (await asFunction('exam-api', () => candidates.query(`cand#${of.examId}#${one.schoolId}`))).map((c) => c.studentName)

it('leaves nothing behind where its school was taken out of the exam in between, also in the middle of it', async () => {
  const { examId } = of
  await aStudentIn(one, classTwo, 21, '辛')
  const plan = await planOf({ kind: 'addClasses', classIds: [classTwo as never] })
  const row = (await examSchoolsOf(examId)).find((s) => s.schoolId === one.schoolId)!
  await asFunction('exam-api', () => examSchools.remove(row))
  await expect(writes(plan)).rejects.toMatchObject({ problem: examProblems.rosterMoved })
  expect(await ofOne()).toEqual([])
  // Begun before it went: the sums are told of no school, and the rows that it had written go.
  await asFunction('exam-api', () => examSchools.put(row))
  await writes(plan)
  expect(await ofOne()).toEqual(['辛'])
  await asFunction('exam-api', () => examSchools.remove(row))
  const change = { plan, caller: one.admin.caller, act: 'exam.roster' as const }
  const closing = asFunction('exam-work', async () => closeRoster((await examOf(examId))!, change))
  await expect(closing).rejects.toMatchObject({ problem: examProblems.rosterMoved })
  expect(await ofOne()).toEqual([])
  expect(
    await asFunction('exam-api', () => examClasses.query(`exam#${examId}`, { prefix: `class#${one.schoolId}#` })),
  ).toEqual([])
  // Let in again it has another place, and other numbers.
  await asFunction('exam-api', () => examSchools.put({ ...row, ordinal: 9 }))
  await expect(writes(plan)).rejects.toMatchObject({ problem: examProblems.rosterMoved })
})

it('begins nothing once marking is open, whose slices are cut; what was begun is brought to its end', async () => {
  const { examId, exam } = of
  const [first] = await ofOne()
  const wish = { kind: 'remove' as const, studentIds: ids.slice(0, 1) }
  const plan = await planOf(wish)
  const at = { examId, paperId: exam.papers[0]!.paperId, schoolId: one.schoolId }
  await asFunction('exam-api', () => moveInSchool(at as never, 'opened'))
  await expect(writes(plan)).rejects.toMatchObject({ problem: examProblems.rosterFixed })
  expect(await ofOne()).toContain(first)
  await asFunction('exam-api', () => candidates.remove(plan.gone[0]!))
  await writes(plan)
})

it('says what its teachers teach and not whose answers they mark: that is decided while the job waits', async () => {
  const { examId } = of
  const [paper] = of.exam.papers
  const marks = [paper!.paperId]
  const teacher = { schema: 1 as const, examId, teacherId: newId<TeacherId>('teacher'), teacherName: '王老师' }
  const held = { classId: one.classId as never, isHead: true }
  const more = { classId: classTwo as never, isHead: true }
  const stored = () => asFunction('exam-api', () => examTeachers.get(teacher))
  const plan = async (n: number) => {
    await aStudentIn(one, classTwo, n)
    const wish = { kind: 'addClasses' as const, classIds: [classTwo as never] }
    return { ...(await planOf(wish)), teachers: [{ ...teacher, teaches: [more] }] }
  }
  const waiting = await plan(22)
  // Approved after it was planned.
  await asFunction('exam-api', () => examTeachers.put({ ...teacher, teaches: [held], marks }))
  await writes(waiting)
  expect(await stored()).toEqual({ ...teacher, teaches: [held, more], marks })
  // Returned after it was planned, in one transaction; again nothing is taught twice.
  await asFunction('exam-api', () => examTeachers.put({ ...teacher, teaches: [held] }))
  const now = { ...of.exam, ...(await examOf(examId))! }
  await asFunction('exam-api', async () =>
    applyRoster({ exam: now, plan: await plan(23) }, now.version, of.organiser.caller),
  )
  expect(await stored()).toEqual({ ...teacher, teaches: [held, more] })
  await writes(waiting)
  expect(await stored()).toEqual({ ...teacher, teaches: [held, more] })
})

it('takes back what was applied for who leaves: who comes again is no transient, and holds no decision up', async () => {
  const { examId } = of
  const [first, second] = ids
  const at = { schema: 1 as const, examId, owner: of.exam.owner, schoolId: one.schoolId as never, schoolName: '一小' }
  const said = { paperIds: of.exam.papers.map((p) => p.paperId), note: '借读', byName: '管理员', at: 1, version: 1 }
  const put = (personId: StudentId, kind: 'transient' | 'absent', state: ApplicationState) =>
    asFunction('exam-api', () => applications.put({ ...at, ...said, personId, personName: '甲', kind, state }))
  const stateOf = async (personId: StudentId, kind: 'transient' | 'absent') =>
    (await asFunction('exam-api', () => applications.get({ examId, schoolId: one.schoolId, kind, personId })))?.state
  await put(first!, 'transient', 'approved')
  await put(first!, 'absent', 'approved')
  await put(second!, 'transient', 'pending')
  await writes(await planOf({ kind: 'remove', studentIds: [first!] }))
  expect([await stateOf(first!, 'transient'), await stateOf(first!, 'absent')]).toEqual(['withdrawn', 'approved'])
  expect(await stateOf(second!, 'transient')).toBe('pending')
  const now = (await examOf(examId))!
  const plan = await planOf({ kind: 'remove', studentIds: [second!] })
  await asFunction('exam-api', () => applyRoster({ exam: now, plan }, now.version, of.organiser.caller))
  expect(await stateOf(second!, 'transient')).toBe('withdrawn')
})

it('is whole where its job died before or after any of its writes and reads', async () => {
  const { examId } = of
  await aStudentIn(one, one.classId, 7, '己')
  const planned = await asFunction('exam-api', () =>
    planRoster(of.exam, { schoolId: one.schoolId, wish: { kind: 'today' } }, () => Promise.resolve(new Set())),
  )
  await asFunction('exam-work', async () => {
    const jobId = newId<JobId>('job')
    const { tenant, userId } = one.admin.caller
    const changeKey = asideKey(jobId, tenant, 'exam', examId, 'roster.json')
    await putJson(changeKey, { plan: planned.plan, caller: one.admin.caller, act: 'exam.roster' })
    const state = await queueJob(changeRosterJob, { examId, changeKey }, { tenant, userId }, { jobId })
    const run = { ...state, job: changeRosterJob.name }
    const deaths: string[] = []
    for (let at = 0, over = false; !over; at++) {
      const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
      over = await driveJob(works, run, 1).then(
        () => true,
        (error: unknown) => !deaths.push(String(error)),
      )
      died.stop()
    }
    expect(deaths.length).toBeGreaterThan(5)
    expect(new Set(deaths.map((d) => d.split(':')[0]))).toEqual(new Set(['Crash']))
  })
  expect((await candidatesOf(examId)).filter((c) => c.studentName === '己')).toHaveLength(1)
  const roster = await candidatesOf(examId)
  expect(await examOf(examId)).toMatchObject({ candidateCount: roster.length })
  expect((await examSchoolsOf(examId)).map((s) => s.candidateCount)).toEqual([roster.length - 2, 2])
})
