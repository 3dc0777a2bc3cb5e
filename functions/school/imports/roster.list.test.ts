import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listStudents } from '#shared/school/people/student.calls.ts'
import * as students from '#shared/school/people/student.calls.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { createTeacher, listTeachers } from '#shared/school/people/teacher.calls.ts'
import { followRosterJob } from '#shared/school/school.jobs.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send } from '#functions/kit/testing.ts'
import { numbersIn, untilCounted } from './import.count.ts'
import { beginCounting, endCounting } from '../classes/roster.counting.ts'
import { countsOf, finds, followStudents, rosterCounts, tails, unitOf } from '../classes/roster.counts.ts'
import { handler } from '../school.api.ts'
import { aSchool } from '../school.fixtures.ts'
import { changedBy } from '../school.stream.ts'
import { handler as work, works } from '../school.work.ts'

const rung = vi.hoisted((): [string, string, number][] => [])
vi.mock('#functions/kit/count.ts', async (original) => ({
  ...(await original<object>()),
  countMetric: (...of: [string, string, number]) => rung.push(of),
}))

/** The stream follows by itself, row by row: all of it is waited for, however long a busy machine takes. */
const following = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 120_000, interval: 100 })

describe('what the stream keeps of students', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  const ids: StudentId[] = []
  const add = async (studentName: string, studentNumber: string) => {
    const made = { classId: school.classId, studentName, studentNumber }
    ids.push((await send(handler, students.createStudent, made, school.admin.token)).data.studentId)
  }
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('流水中学')
    await add('单于明', '20261101')
    await add('单雄信', '20261102')
  })
  const all = async () => (await countsOf(school.schoolId))?.get('all') ?? 0
  const found = async () => (await finds.query(`find#${school.schoolId}`)).map((f) => f.text).sort()

  it('counts and finding rows follow what is added, renamed and deleted', async () => {
    await following(all).toBe(2)
    const { data } = await send(handler, students.studentDetail, { studentId: ids[0]! }, school.admin.token)
    const { classId, studentNumber, version } = data
    const renamed = { studentId: ids[0]!, classId, studentNumber, studentName: '单于亮', version }
    await send(handler, students.updateStudent, renamed, school.admin.token)
    await following(found).toEqual(['于亮', '亮', '信', '单于亮', '单雄信', '雄信'])
    await send(handler, students.deleteStudents, { studentIds: [ids[1]!] }, school.admin.token)
    await following(all).toBe(1)
    await following(found).toEqual(['于亮', '亮', '单于亮'])
  })
  it('telling twice, or late, changes nothing; the counters are the sum of what is remembered', async () => {
    const record = (names: string[]) => ({
      dynamodb: {
        Keys: { pk: { S: `students#${school.schoolId}` }, sk: { S: '20261101' } },
        OldImage: { studentName: { S: names[0]! } },
        NewImage: { studentName: { S: names[1]! } },
      },
    })
    const late = changedBy([record(['单于明', '单于明']), record(['单于明', '单于亮'])])
    expect(late).toEqual([{ schoolId: school.schoolId, studentNumber: '20261101', names: ['单于明', '单于亮'] }])
    await asFunction('school-stream', async () => {
      await followStudents(late)
      await followStudents(late)
    })
    expect(await found()).toEqual(['于亮', '亮', '单于亮'])
    expect(await all()).toBe(1)
    const remembered = await rosterCounts.remembered(school.schoolId)
    expect([...remembered.values()].reduce((n, t) => n + (t.counts['all'] ?? 0), 0)).toBe(1)
  })
  it('a small school is read whole: a list is right the moment after', async () => {
    await add('新来的', '20261109')
    const { list } = (await send(handler, listStudents, { schoolId: school.schoolId, name: 'xld' }, school.admin.token))
      .data
    expect(list.map((s) => s.studentName)).toEqual(['新来的'])
  })
  it('a large school is filtered by any part of a name, and by a number from both ends; an index is made anew', async () => {
    const large = await aSchool('索引中学')
    const { schoolId, classId, gradeId } = large
    const people = ['欧阳小明 20270123', '王小明 20270234', '李四 20270345', '小明 01239999'].map((p) => p.split(' '))
    for (const [studentName = '', studentNumber = ''] of people)
      await send(handler, students.createStudent, { classId, studentName, studentNumber }, large.admin.token)
    const rowsOf = async () => (await tails.query(`tail#${schoolId}`)).length
    await following(rowsOf).toBe(4)
    // As it is while a large import runs: nothing is folded.
    await asFunction('school-work', () => beginCounting(schoolId, 'job-2', 6000))
    const find = async (name: string, more: object = {}) =>
      (await send(handler, listStudents, { schoolId, name, ...more }, large.admin.token)).data.list.map(
        (s) => s.studentName,
      )
    expect(await find('小明')).toEqual(['小明', '欧阳小明', '王小明'])
    expect(await find('xm')).toEqual(['小明', '欧阳小明', '王小明'])
    expect(await find('阳小')).toEqual(['欧阳小明'])
    expect(await find('0123')).toEqual(['小明', '欧阳小明'])
    expect(await find('０２３４')).toEqual(['王小明'])
    expect(await find('345', { gradeId, classId })).toEqual(['李四'])
    expect(await find('345', { gender: 2 })).toEqual([])
    expect(await find('45')).toEqual([])
    expect(await find('2027')).toEqual(['欧阳小明', '王小明', '李四'])
    // Rows from before there were finding rows: one job writes them.
    await asFunction('school-stream', async () => {
      for (const [, studentNumber = ''] of people) await tails.remove({ schoolId, studentNumber })
    })
    expect(await find('0234')).toEqual([])
    const follow = () =>
      asFunction('school-work', () =>
        driveJob(works, {
          job: followRosterJob.name,
          jobId: newId<JobId>('job'),
          tenant: `s:${schoolId}`,
          startedBy: large.admin.caller.userId,
          input: { schoolId },
          out: {},
        }),
      )
    await follow()
    expect(await find('0234')).toEqual(['王小明'])
    expect((await countsOf(schoolId))?.get('all')).toBe(4)
    // A change that the reader has missed: told by night, unless an import is on its way.
    const miss = () => rosterCounts.take(schoolId, [unitOf(schoolId, '20270123')], async () => new Map())
    expect(rung).toEqual([])
    for (const told of [[], [['school', 'countsLate', 1]]]) {
      expect(await asFunction('school-stream', miss)).toBe(1)
      await follow()
      expect((await countsOf(schoolId))?.get('all')).toBe(4)
      expect(rung).toEqual(told)
      await asFunction('school-work', () => endCounting(schoolId, 'job-2'))
    }
    // The timer takes large schools, for of others the rows are read: this one becomes one.
    const timer = () => asFunction('school-work', () => work({ schedule: 'followDue' }))
    expect(await timer()).toEqual({ schools: 0 })
    const more = { stamp: 'x', counts: { all: 5000 } }
    await asFunction('school-stream', () => rosterCounts.take(schoolId, ['x'], async () => new Map([['x', more]])))
    expect(await timer()).toEqual({ schools: 1 })
  })
  it('an import waits for its rows to be counted, and the school says so while it waits', async () => {
    const { schoolId } = school
    const line = (studentNumber?: string) => JSON.stringify(studentNumber ? { studentNumber } : { className: '9班' })
    const manifest = (...lines: string[]) => Buffer.from(lines.join('\n'))
    const known = [line('20261101'), line()]
    const coming = async () =>
      (await send(handler, students.studentsCounting, { schoolId }, school.admin.token)).data.coming
    await asFunction('school-work', async () => {
      await beginCounting(schoolId, 'job-1', 6000)
      expect(await untilCounted(schoolId, manifest(...known), 0)).toBe(true)
      expect(await untilCounted(schoolId, manifest(...known, line('20269999')), 30, 10)).toBe(false)
    })
    expect(await coming()).toBe(6000)
    await asFunction('school-work', () => endCounting(schoolId, 'job-1'))
    expect(await coming()).toBe(0)
    const many = Array.from({ length: 250 }, (_, i) => String(i))
    const parts = [...numbersIn(manifest(...many.map((n) => line(n))))]
    expect(parts.map((p) => p.length)).toEqual([100, 100, 50])
    expect(parts.flat()).toEqual(many)
  })
})

// Behind the others: the timer takes its large school too.
describe('lists are sorted by the server, over all pages', () => {
  beforeAll(() => actAs('school-api'))
  it('students by name, number, grade and class, either way; many stay by number', async () => {
    const { schoolId, admin, grades, gradeId, classId } = await aSchool('排序中学')
    const made = async (gradeId: string, className: string) =>
      (await send(handler, createClass, { gradeId: gradeId as never, className }, admin.token)).data.classId
    // By its name it would be the first, by its grade it is the last.
    const higher = await made(grades[1]!.gradeId, '0班')
    const second = await made(gradeId, '2班')
    const people: [typeof classId, string, string][] = [
      [higher, '白一', '10000009'],
      [second, '张三', '10000010'],
      [classId, '李四', '10000011'],
      [classId, '王五', '10000002'],
    ]
    for (const [inClass, studentName, studentNumber] of people)
      await send(handler, students.createStudent, { classId: inClass, studentName, studentNumber }, admin.token)
    const list = async (more: object = {}) =>
      (await send(handler, listStudents, { schoolId, ...more }, admin.token)).data
    const names = async (sort?: string, more: object = {}) =>
      (await list({ ...(sort && { sort }), ...more })).list.map((s) => s.studentName)
    expect(await names()).toEqual(['王五', '白一', '张三', '李四'])
    expect(await names('studentName')).toEqual(['白一', '李四', '王五', '张三'])
    expect(await names('-studentName')).toEqual(['张三', '王五', '李四', '白一'])
    expect(await names('-studentNumber')).toEqual(['李四', '张三', '白一', '王五'])
    expect(await names('className')).toEqual(['王五', '李四', '张三', '白一'])
    expect(await names('-className')).toEqual(['白一', '张三', '王五', '李四'])
    expect(await names('gradeName')).toEqual(['王五', '张三', '李四', '白一'])
    expect(await names('-studentName', { pageSize: 2, pageNumber: 2 })).toEqual(['李四', '白一'])
    expect((await send(handler, listStudents, { schoolId, sort: 'pinyin' as never }, admin.token)).status).not.toBe(0)
    expect(await list()).not.toHaveProperty('fixed')
  })
  it('so many students that they are not read whole stay by number, but those of one grade', async () => {
    const { schoolId, admin, gradeId, classId } = await aSchool('大排序中学')
    for (const [studentName, studentNumber] of [
      ['王五', '10000002'],
      ['李四', '10000011'],
    ] as const)
      await send(handler, students.createStudent, { classId, studentName, studentNumber }, admin.token)
    await following(async () => (await countsOf(schoolId))?.get('all') ?? 0).toBe(2)
    const many = { stamp: 'x', counts: { all: 5000 } }
    const other = `x#${schoolId}`
    await asFunction('school-stream', () => rosterCounts.take(schoolId, [other], async () => new Map([[other, many]])))
    const list = async (more: object) => {
      const { fixed, list } = (
        await send(handler, listStudents, { schoolId, sort: 'studentName', ...more }, admin.token)
      ).data
      return [fixed, list.map((s) => s.studentName)]
    }
    expect(await list({})).toEqual([true, ['王五', '李四']])
    expect(await list({ gradeId })).toEqual([undefined, ['李四', '王五']])
    // What is coming is not counted yet.
    await asFunction('school-work', () => beginCounting(schoolId, 'job-3', 6000))
    expect(await list({ gradeId })).toEqual([true, ['王五', '李四']])
  })
  it('teachers by name and by account', async () => {
    const { schoolId, admin } = await aSchool('教师排序中学')
    const tail = newId('account').slice(-8)
    for (const [teacherName, accountName] of [
      ['张三', `a${tail}`],
      ['李四', `c${tail}`],
      ['王五', `b${tail}`],
    ] as const)
      await send(handler, createTeacher, { schoolId, teacherName, accountName }, admin.token)
    const names = async (sort?: 'accountName' | '-teacherName') =>
      (await send(handler, listTeachers, { schoolId, ...(sort && { sort }) }, admin.token)).data.list.map(
        (t) => t.teacherName,
      )
    expect(await names()).toEqual(['李四', '王五', '张三'])
    expect(await names('-teacherName')).toEqual(['张三', '王五', '李四'])
    expect(await names('accountName')).toEqual(['张三', '王五', '李四'])
  })
})
