/** A roster that is changed after its exam was made. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeRosterJob } from '#shared/exam/exam.jobs.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import { releaseTemplate, setRelease } from '#shared/exam/tools/release.calls.ts'
import { setTag } from '#shared/exam/roster/tag.calls.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent, deleteStudents, listStudents, moveStudents } from '#shared/school/people/student.calls.ts'
import type { ExamId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { tableIn } from '#functions/kit/workbook.ts'
import { uploadAs } from '#functions/school/school.fixtures.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '#functions/exam/exam.api.ts'
import { candidatesOf, examClassesOf, examOf, papersOf } from '#functions/exam/exam.public.ts'
import { examSizes } from '#functions/exam/exam.sizes.ts'
import { candidates, changedPlace, examSchools } from '../exam.store.ts'
import { applyRoster, closeRoster, writeRoster } from './roster.commands.ts'
import { planRoster } from './roster.plan.ts'
import { ownRoster } from './tag.commands.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { movePaper } from '#functions/exam/step.public.ts'

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let classTwo: string
let courses: { courseId: string; courseName: string }[]
let examId: ExamId
let paperIds: PaperId[]
let number = 0

const admin = () => school.admin.token
type Answer = { http: number; status: number; message: string; data: Record<string, never> }
const ask = async (call: Parameters<typeof send>[1], input: object, token = admin()) =>
  (await send(handler, call, input as never, token)) as Answer

const aStudent = async (classId: string, studentName: string) => {
  const studentNumber = `2026${String(++number).padStart(4, '0')}`
  const { data } = await viaGateway(createStudent, { classId, studentName, studentNumber } as never, admin())
  return data.studentId as StudentId
}
const studentsIn = async () =>
  (await viaGateway(listStudents, { schoolId: school.schoolId, gradeId: school.gradeId } as never, admin())).data.list

const named = async () => (await candidatesOf(examId)).map((c) => `${c.studentName} ${c.className}`)
const version = async () => (await examOf(examId))!.version
const change = async (wish: object, at?: number) =>
  ask(calls.changeRoster, { examId, wish, version: at ?? (await version()) })

beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`名单小学${newId('school').slice(-8)}`)
  const { gradeId, schoolId } = school
  classTwo = (await viaGateway(createClass, { gradeId, className: '2班' }, admin())).data.classId
  courses = (await viaGateway(listCourses, { schoolId }, admin())).data
  await aStudent(school.classId, '甲')
  await aStudent(school.classId, '乙')
  await aStudent(classTwo, '丙')
})

beforeEach(async () => {
  const { schoolId, gradeId, classId } = school
  const wish = { schoolId, gradeId, classIds: [classId], courseIds: courses.slice(0, 2).map((c) => c.courseId) }
  const { data } = await send(
    handler,
    examCalls.createExam,
    { ...wish, examName: '期中', examType: 3, examDate: 0 } as never,
    admin(),
  )
  ;({ examId, paperIds } = data)
})

const usual = { ...examSizes }
afterEach(() => void Object.assign(examSizes, usual))

describe('the roster of an exam', () => {
  it('is previewed, and then what was previewed is done: who came, moved in and left since', async () => {
    const left = await aStudent(school.classId, '丁')
    const preview = async (wish: object) => ask(calls.rosterPreview, { examId, wish })
    expect((await preview({ kind: 'today' })).data).toMatchObject({ lines: ['新增1人。'], candidates: 3, total: 1 })
    expect(await named()).toHaveLength(2)
    expect((await change({ kind: 'today' })).status).toBe(0)
    expect(await named()).toEqual(['甲 1班', '乙 1班', '丁 1班'])
    expect(await examOf(examId)).toMatchObject({ candidateCount: 3, classCount: 1 })
    expect((await preview({ kind: 'today' })).message).toContain('没有变化')
    await viaGateway(moveStudents, { studentIds: [left], classId: classTwo } as never, admin())
    expect((await preview({ kind: 'today' })).data).toMatchObject({ changes: [{ kind: 'gone', studentName: '丁' }] })
    const row = (await studentsIn()).find((s) => s.studentId === left)!
    await viaGateway(
      deleteStudents,
      { students: [{ studentId: left, version: row.version }], studentIds: [left] } as never,
      admin(),
    )
  })

  it('takes single students of other classes, with their class; whole classes come and go', async () => {
    const found = (await ask(calls.availableStudents, { examId })).data as unknown as {
      list: { studentId: StudentId; studentName: string }[]
    }
    const [third] = found.list.filter((s) => s.studentName === '丙')
    await change({ kind: 'add', studentIds: [third!.studentId] })
    expect(await named()).toEqual(['甲 1班', '乙 1班', '丙 2班'])
    expect((await examClassesOf(examId)).map((c) => [c.className, c.candidateCount])).toEqual([
      ['1班', 2],
      ['2班', 1],
    ])
    await ask(calls.removeClasses, { examId, classIds: [classTwo], version: await version() })
    expect((await examClassesOf(examId)).map((c) => c.className)).toEqual(['1班'])
    await ask(calls.addClasses, { examId, classIds: [classTwo], version: await version() })
    expect(await named()).toContain('丙 2班')
    const all = (await candidatesOf(examId)).map((c) => c.studentId)
    expect((await change({ kind: 'remove', studentIds: all })).message).toContain('至少要有一名考生')
    expect((await change({ kind: 'add', studentIds: [newId('student')] })).message).toContain('不存在')
  })

  it('is changed once where two change it, and only by who manages the exam', async () => {
    const seen = await version()
    await ask(calls.addClasses, { examId, classIds: [classTwo], version: seen })
    expect(
      (await change({ kind: 'remove', studentIds: [(await candidatesOf(examId))[0]!.studentId] }, seen)).message,
    ).toContain('修改了这条数据')
    const teacher = await testCaller({ userType: 3, tenant: `s:${school.schoolId}`, teacherId: newId('teacher') })
    expect((await ask(calls.rosterPreview, { examId, wish: { kind: 'today' } }, teacher.token)).http).toBe(403)
  })

  it('keeps who has sheets, and stands once marking is open', async () => {
    const [first] = await candidatesOf(examId)
    const wish = { kind: 'remove' as const, studentIds: (await candidatesOf(examId)).map((c) => c.studentId) }
    const exam = (await examOf(examId))!
    const sheets = () => Promise.resolve(new Set<string>([first!.studentId]))
    const planned = await asFunction('exam-api', () => planRoster(exam, { wish }, sheets))
    expect(planned.changes.map((c) => c.kind).sort()).toEqual(['gone', 'kept'])
    await asFunction('exam-api', () => applyRoster(planned, exam.version, school.admin.caller))
    expect((await candidatesOf(examId)).map((c) => c.studentId)).toEqual([first!.studentId])
    await movePaper({ examId, paperId: paperIds[0]! }, 'opened')
    expect((await ask(calls.rosterPreview, { examId, wish: { kind: 'today' } })).message).toContain('阅卷已开启')
  })

  it('of many is written by a job to the same', async () => {
    examSizes.copied = 1
    const { data } = await ask(calls.addClasses, { examId, classIds: [classTwo], version: await version() })
    const uuid = (data as { uuid?: string }).uuid!
    expect(uuid).toBeDefined()
    expect(changeRosterJob.name).toBe('exam.roster')
    await expect
      .poll(async () => (await jobRecords.get({ jobId: uuid as never }))?.status, { timeout: 120_000 })
      .toBe(40)
    expect(await examOf(examId)).toMatchObject({ candidateCount: 3, classCount: 2 })
    expect(await named()).toContain('丙 2班')
  })

  it('of two jobs at once has the sums of what both wrote, and the school keeps what is not its roster', async () => {
    const before = (await examOf(examId))!
    const planned = (wish: Parameters<typeof planRoster>[1]['wish']) =>
      asFunction('exam-api', () => planRoster(before, { wish }, () => Promise.resolve(new Set())))
    const [first] = await candidatesOf(examId)
    const both = [
      await planned({ kind: 'addClasses', classIds: [classTwo as never] }),
      await planned({ kind: 'remove', studentIds: [first!.studentId] }),
    ]
    const at = { examId, schoolId: school.schoolId }
    const planning = Date.now()
    await asFunction('exam-api', async () => {
      await examSchools.update(at, { groups: ['示范校'] })
      for (const { plan } of both) await writeRoster(plan, () => Promise.resolve(new Set()))
      for (const { plan } of both)
        await closeRoster((await examOf(examId))!, { plan, caller: school.admin.caller, act: 'exam.roster' })
    })
    const there = await candidatesOf(examId)
    expect(there.map((c) => c.studentName).sort()).toEqual(['丙', '乙'].sort())
    expect(await examOf(examId)).toMatchObject({ candidateCount: 2, classCount: 2 })
    const row = await examSchools.get(at)
    expect(row).toMatchObject({ candidateCount: 2, classCount: 2, groups: ['示范校'] })
    // Who has seen the board is told of it from when it was written, not from when it was planned.
    expect(await examSchools.since(changedPlace('school', examId), planning)).toHaveLength(1)
    expect((await examClassesOf(examId)).map((c) => c.candidateCount)).toEqual([1, 1])
  })
})

it('a course comes with its paper and its step, and goes while nothing hangs on it', async () => {
  const third = courses[2]!
  const { data } = await ask(calls.addCourses, { examId, courseIds: [third.courseId], version: await version() })
  const [paperId] = (data as unknown as { paperIds: PaperId[] }).paperIds
  expect((await examOf(examId))!.papers.map((p) => p.courseName)).toContain(third.courseName)
  expect(await papersOf(examId)).toHaveLength(3)
  expect((await examSchools.get({ examId, schoolId: school.schoolId }))!.papers).toHaveLength(3)
  const again = await ask(calls.addCourses, { examId, courseIds: [third.courseId], version: await version() })
  expect(again.message).toContain('已在本场考试中')
  await movePaper({ examId, paperId: paperId! }, 'keyed')
  expect((await ask(calls.removeCourse, { examId, paperId, version: await version() })).status).toBe(0)
  expect(await papersOf(examId)).toHaveLength(2)
  await movePaper({ examId, paperId: paperIds[0]! }, 'scanned')
  const used = await ask(calls.removeCourse, { examId, paperId: paperIds[0], version: await version() })
  expect(used.message).toContain('已有扫描')
})

const bookAt = async ({ data }: { data: unknown }): Promise<string[][]> => {
  const bytes = await (await fetch((data as { url: string }).url)).arrayBuffer()
  return (await tableIn(new Uint8Array(bytes))).map((r) => [...r.cells])
}

it('candidates have the numbers and seats that were previewed, which a later update of the roster leaves them', async () => {
  const give = async (wish: object, at?: number) =>
    ask(calls.giveNumbers, { examId, wish, version: at ?? (await version()) })
  const rule = { kind: 'rule', prefix: '2611', order: 'class' }
  const { data } = await ask(calls.numbersPreview, { examId, wish: rule })
  const seen = data as unknown as { first: { studentNumber: string }[]; version: number; lines: string[] }
  expect(seen.lines).toEqual(['2人的考号改变。'])
  await give(rule, seen.version)
  const numbers = async () => (await candidatesOf(examId)).map((c) => c.studentNumber)
  expect(await numbers()).toEqual(seen.first.map((c) => c.studentNumber))
  expect((await give(rule)).message).toContain('没有变化')
  // Taken away as a table, filled in otherwise and brought back.
  const rows = await bookAt(await ask(calls.numberTemplate, { examId }))
  expect(rows[0]).toEqual(['学号', '姓名', '班级', '考号', '考场', '座位号'])
  expect(rows.slice(1).map((r) => r[3])).toEqual(await numbers())
  const lines = [rows[0]!, ...rows.slice(1).map((r, i) => [...r.slice(0, 3), `8800${i}`, '07', `1${i}`])]
  const upload = async (of: string[][]) => ({
    ...{ kind: 'file', fileName: '考号.csv' },
    key: await uploadAs(admin(), of.map((r) => r.join()).join('\n'), '考号.csv', 'roster'),
  })
  expect((await give(await upload(lines.slice(0, 2)))).message).toContain('1名考生不在表中')
  expect((await give(await upload(lines))).status).toBe(0)
  expect((await candidatesOf(examId)).map((c) => [c.studentNumber, c.room, c.seat])).toEqual([
    ['88000', '07', '10'],
    ['88001', '07', '11'],
  ])
  expect((await give({ kind: 'noSeats' })).status).toBe(0)
  expect((await give(rule)).status).toBe(0)
  expect((await ask(calls.seatFile, { examId })).message).toContain('还没有编排')
  expect((await give({ kind: 'seats', order: 'random', perRoom: 1 })).status).toBe(0)
  expect((await candidatesOf(examId)).map((c) => c.room).sort()).toEqual(['01', '02'])
  const { data: file } = await ask(calls.seatFile, { examId })
  expect((file as unknown as { fileName: string }).fileName).toBe('期中考场和座位.xlsx')
  const tag = { examId, tag: '艺术生', adds: true, wish: { kind: 'all' }, version: await version() }
  expect((await ask(setTag, tag)).status).toBe(0)
  await ask(calls.addClasses, { examId, classIds: [classTwo], version: await version() })
  const [moved] = await candidatesOf(examId)
  await viaGateway(moveStudents, { studentIds: [moved!.studentId], classId: classTwo } as never, admin())
  await change({ kind: 'today' })
  expect((await candidatesOf(examId)).find((c) => c.studentId === moved!.studentId)).toMatchObject({
    className: '2班',
    tags: ['艺术生'],
  })
  expect(await numbers()).toEqual(expect.arrayContaining(['2611001', '2611002']))
  await movePaper({ examId, paperId: paperIds[0]! }, 'scanned')
  expect((await give({ kind: 'roster' })).message).toContain('不能再改考号')
  expect((await give({ kind: 'noSeats' })).status).toBe(0)
})

describe('to whom a paper is released', () => {
  const releases = async (act: 'only' | 'add', wish: object) =>
    ask(setRelease, { paperId: paperIds[0], act, wish, version: await version() })
  const withheld = async () =>
    Object.fromEntries((await candidatesOf(examId)).map((c) => [c.studentName, c.withheld?.length ?? 0]))

  it('is a table that was cut down: by its numbers alone', async () => {
    await aStudent(school.classId, '名单之外')
    expect((await change({ kind: 'today' })).status).toBe(0)
    const rows = await bookAt(await ask(releaseTemplate, { paperId: paperIds[0] }))
    expect(rows[0]).toEqual(['考号', '姓名', '班级', '现在'])
    expect(rows.slice(1).every((r) => r[3] === '发布')).toBe(true)
    const kept = rows.slice(0, 2)
    const list = kept.map((r) => r.join()).join('\n')
    const wish = { kind: 'file', fileName: '名单.csv', key: await uploadAs(admin(), list, '名单.csv', 'roster') }
    expect((await releases('only', wish)).status).toBe(0)
    const shown = Object.entries(await withheld()).flatMap(([name, n]) => (n === 0 ? [name] : []))
    expect(shown).toEqual([kept[1]![1]])
    expect((await releases('add', { kind: 'all' })).status).toBe(0)
  })

  it.each([
    ['at once', usual.copied],
    ['by a job', 1],
  ])(
    'holds, said %s, for who did not choose the course and for who comes later',
    async (_, copied) => {
      await aStudent(school.classId, `又一名${copied}`)
      expect((await change({ kind: 'today' })).status).toBe(0)
      examSizes.copied = copied
      const [first, second] = await candidatesOf(examId)
      await asFunction('exam-api', () => candidates.put({ ...second!, without: [paperIds[0]!] }))
      const { data } = await releases('only', { kind: 'students', studentIds: [first!.studentId] })
      const uuid = (data as { uuid?: string }).uuid
      expect(uuid !== undefined).toBe(copied === 1)
      if (uuid)
        await expect
          .poll(async () => (await jobRecords.get({ jobId: uuid as never }))?.status, { timeout: 120_000 })
          .toBe(40)
      examSizes.copied = usual.copied
      expect((await withheld())[second!.studentName]).toBe(1)
      const late = `后来${copied}`
      await aStudent(school.classId, late)
      expect((await change({ kind: 'today' })).status).toBe(0)
      expect(await withheld()).toMatchObject({ [first!.studentName]: 0, [late]: 1 })
      expect((await releases('add', { kind: 'all' })).status).toBe(0)
      expect(new Set(Object.values(await withheld()))).toEqual(new Set([0]))
      await aStudent(school.classId, `${late}再来`)
      expect((await change({ kind: 'today' })).status).toBe(0)
      expect((await withheld())[`${late}再来`]).toBe(0)
    },
    60_000,
  )

  it('is said by a job of rows that others write at the same time', async () => {
    const { school: part, roster } = await asFunction('exam-api', () => ownRoster(examId))
    const put = roster.map((c) => ({ ...c, withheld: [paperIds[0]!] }))
    const none = { gone: [], classes: [], goneClasses: [], teachers: [] }
    const plan = { school: part, put, was: roster, ...none, candidateCount: roster.length, classCount: 1 }
    const writing = () =>
      asFunction('exam-work', () => writeRoster(plan, () => Promise.resolve(new Set()), 'exam.releaseTo'))
    const tag = { examId, tag: '艺术生', adds: true, wish: { kind: 'all' }, version: await version() }
    expect((await ask(setTag, tag)).status).toBe(0)
    for (let i = 0; i < 2; i++) {
      await writing()
      const words = (await candidatesOf(examId)).map((c) => [c.tags, c.withheld])
      expect(words).toEqual(roster.map(() => [['艺术生'], [paperIds[0]]]))
    }
  })
})
