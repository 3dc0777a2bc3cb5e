/** Teachers that schools of a joint exam declare for its marking, and what its organiser's decision does: two schools. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/joint/application.calls.ts'
import { closeSchools } from '#shared/exam/joint/part.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { anonymousName } from '#shared/kit/anonymous.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { audits, objectIndex } from '#functions/kit/audit.ts'
import { eraseFromRows } from '#functions/kit/kinds.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { teachers } from '#functions/school/roster/school.store.ts'
import { handler } from '../exam.api.ts'
import { candidates, examTeachers } from '../exam.store.ts'
import { applications } from './joint.store.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

let one: JointSchool
let two: JointSchool
let of: Awaited<ReturnType<typeof aJointExamOf>>
let wang: TeacherId
let li: TeacherId
let zhao: TeacherId

const aTeacher = async ({ schoolId, admin }: JointSchool, teacherName: string): Promise<TeacherId> => {
  const wish = { schoolId, teacherName, accountName: `d${newId('account').slice(-12)}`, teaches: [] }
  return (await viaGateway(createTeacher, wish as never, admin.token)).data.teacherId
}

beforeAll(async () => {
  actAs('exam-api')
  one = await aSchoolThroughGateway(`申报一小${newId('school').slice(-8)}`)
  two = await aSchoolThroughGateway(`申报二小${newId('school').slice(-8)}`)
  await aStudentIn(one, one.classId, 1)
  await aStudentIn(two, two.classId, 1)
  wang = await aTeacher(one, '王老师')
  li = await aTeacher(one, '李老师')
  zhao = await aTeacher(two, '赵老师')
})
beforeEach(async () => {
  of = await aJointExamOf([one, two])
})

const papers = () => of.exam.papers.map((p) => p.paperId)
const kind = 'teacher' as const
const apply = (personIds: readonly TeacherId[], more: object = {}, who = one) =>
  send(
    handler,
    calls.apply,
    { examId: of.examId, kind, personIds: [...personIds], paperIds: [papers()[0]!], ...more },
    who.admin.token,
  )
const own = async (more: object = {}, who = one) =>
  (await send(handler, calls.ownApplications, { examId: of.examId, kind, ...more }, who.admin.token)).data
const list = async (more: object = {}, token = of.organiser.token) =>
  (await send(handler, calls.applications, { examId: of.examId, kind, ...more }, token)).data
const decide = (
  rows: readonly { schoolId: string; personId: string; version: number }[],
  approve: boolean,
  review?: string,
) =>
  send(
    handler,
    calls.decideApplications,
    {
      examId: of.examId,
      kind,
      of: rows.map((r) => ({ schoolId: r.schoolId, personId: r.personId, version: r.version })) as never,
      approve,
      ...(review ? { review } : {}),
    },
    of.organiser.token,
  )
const withdraw = (personIds: readonly TeacherId[]) =>
  send(handler, calls.withdrawApplications, { examId: of.examId, kind, personIds: [...personIds] }, one.admin.token)
const marksOf = async (teacherId: TeacherId) =>
  (await asFunction('exam-api', () => examTeachers.get({ examId: of.examId, teacherId })))?.marks

describe('a teacher who is declared', () => {
  it('is told to its organiser as long as it waits, and to no other area', async () => {
    const waiting = async (token: string) =>
      (await send(handler, calls.waitingApplications, {}, token)).data
        .filter((w) => w.examId === of.examId)
        .map((w) => [w.kind, w.count])
    expect(await waiting(of.organiser.token)).toEqual([])
    await apply([wang, li])
    expect(await waiting(of.organiser.token)).toEqual([['teacher', 2]])
    const elsewhere = await testCaller({ userType: 18, tenant: `a:${newId<string>('area')}` as never })
    expect(await waiting(elsewhere.token)).toEqual([])
    await decide((await list()).list, true)
    expect(await waiting(of.organiser.token)).toEqual([])
  })

  it('waits once however often it is sent, is approved with what is marked, and can be taken back', async () => {
    expect((await apply([wang, li, wang])).data).toEqual({ applied: 2 })
    expect((await apply([wang, li])).data).toEqual({ applied: 0 })
    expect((await own()).list.map((p) => [p.personName, p.application?.state])).toEqual(
      expect.arrayContaining([
        ['王老师', 'pending'],
        ['李老师', 'pending'],
      ]),
    )
    const waiting = await list()
    expect(waiting.list.map((a) => a.personName).sort()).toEqual(['李老师', '王老师'])
    expect(await marksOf(wang)).toBeUndefined()
    expect((await decide(waiting.list, true)).data).toEqual({ decided: 2 })
    // Again is harmless, with the version of then.
    expect((await decide(waiting.list, true)).data).toEqual({ decided: 0 })
    expect(await marksOf(wang)).toEqual([papers()[0]])
    expect((await list()).list).toEqual([])
    const approved = (await list({ state: 'approved' })).list
    expect(approved).toHaveLength(2)
    const [row] = approved.filter((a) => a.personId === wang)
    expect((await decide([row!], false)).status).toBe(examProblems.applyReview.status)
    expect((await decide([row!], false, '名额已满')).data).toEqual({ decided: 1 })
    expect(await marksOf(wang)).toBeUndefined()
    expect(await marksOf(li)).toEqual([papers()[0]])
    expect((await own({ state: 'returned' })).list.map((p) => p.application?.review)).toEqual(['名额已满'])
    const records = await asRoot(() => audits.queryIndex('gsi1', objectIndex(of.exam.owner, of.examId)))
    const acts = records.map((r) => r.act)
    expect(acts.filter((a) => a === 'exam.apply')).toHaveLength(1)
    expect(acts.filter((a) => a === 'exam.decideApplication')).toHaveLength(2)
    // No name of a teacher is in the record: it is never erased.
    expect(JSON.stringify(records)).not.toContain('王老师')
  })

  it('is changed or withdrawn by its school until it is approved, and then by no school', async () => {
    await apply([wang], { note: '骨干教师' })
    const [before] = (await list()).list
    expect((await apply([wang], { paperIds: papers() })).data).toEqual({ applied: 1 })
    expect((await decide([before!], true)).status).toBe(commonProblems.stale.status)
    expect((await withdraw([wang])).data).toEqual({ withdrawn: 1 })
    expect((await withdraw([wang])).data).toEqual({ withdrawn: 0 })
    const [gone] = (await list({ state: 'withdrawn' })).list
    expect((await decide([gone!], true)).message).toBe('王老师已撤回，不能通过')
    await apply([wang], { paperIds: papers() })
    await decide((await list()).list, true)
    expect(await marksOf(wang)).toEqual(papers())
    // Whose teacher he is: he may teach nothing in the exam.
    const row = await asFunction('exam-api', () => examTeachers.get({ examId: of.examId, teacherId: wang }))
    expect(row).toMatchObject({ schoolId: one.schoolId, teaches: [] })
    expect((await withdraw([wang])).message).toBe('王老师已通过，不能撤回')
    expect((await apply([wang, li])).message).toBe('王老师已通过，不能重新申报')
    expect((await own()).list.find((p) => p.personId === li)!.application).toBeUndefined()
  })

  it('has an account, is of the school that declares, and marks papers that the school takes', async () => {
    const bare = newId<TeacherId>('teacher')
    await asFunction('school-api', async () => {
      const row = (await teachers.query(`school#${one.schoolId}`, { prefix: 'teacher#' }))[0]!
      const { userId: _user, accountId: _account, ...kept } = row
      await teachers.create({ ...kept, teacherId: bare, teacherName: '钱老师' })
    })
    expect((await apply([wang, bare])).message).toContain('钱老师还没有登录账号')
    expect((await own()).list.find((p) => p.personId === bare)!.barred).toBe('还没有登录账号')
    expect((await list()).list).toEqual([])
    expect((await apply([zhao])).status).toBe(commonProblems.notFound.status)
    const other = newId('paper')
    expect((await apply([wang], { paperIds: [other] })).status).toBe(commonProblems.notFound.status)
    expect((await apply([], {})).message).toContain('请选择人员')
  })

  it('is not declared by a school that is closed, and is seen by its own school and the organiser alone', async () => {
    await apply([wang])
    await apply([zhao], {}, two)
    expect((await own({}, two)).list.some((p) => p.personName === '王老师')).toBe(false)
    expect((await list({ schoolId: two.schoolId })).list.map((a) => a.personName)).toEqual(['赵老师'])
    const first = await list({ pageSize: 1 })
    const second = await list({ pageSize: 1, after: first.next })
    expect([first, second].flatMap((p) => p.list.map((a) => a.personName)).sort()).toEqual(['王老师', '赵老师'])
    expect(second.next).toBeUndefined()
    const asked = await send(handler, calls.applications, { examId: of.examId, kind }, one.admin.token)
    expect(asked.http).toBe(403)
    const stranger = await testCaller({ userType: 18, tenant: `a:${newId('area')}` as never })
    expect((await send(handler, calls.applications, { examId: of.examId, kind }, stranger.token)).http).toBe(403)
    const close = { examId: of.examId, schoolIds: [one.schoolId as SchoolId], closed: true, reason: '已结束' }
    await send(handler, closeSchools, close, of.organiser.token)
    expect((await own()).barred).toContain('已结束')
    expect((await apply([li])).status).toBe(examProblems.applyClosed.status)
    // What waits can still be withdrawn.
    expect((await withdraw([wang])).data).toEqual({ withdrawn: 1 })
  })
})

describe('a student who is at a school for a time', () => {
  const transient = { examId: '' as never, kind: 'transient' as const }
  it('has a tag of the exam once that is approved, beside the others, and none when it is returned', async () => {
    const { examId } = of
    const [student] = await asFunction('exam-api', () => candidates.query(`cand#${examId}#${one.schoolId}`))
    await asFunction('exam-api', () => candidates.put({ ...student!, tags: ['艺术生'] }))
    const tags = async () => (await asFunction('exam-api', () => candidates.get({ ...student!, examId })))?.tags
    const at = { ...transient, examId }
    const personIds = [student!.studentId]
    const wish = { ...at, personIds, paperIds: papers(), note: '学籍在外地' }
    expect((await send(handler, calls.apply, wish, one.admin.token)).data).toEqual({ applied: 1 })
    const leader = await testCaller({ userType: 14, tenant: of.exam.owner })
    const seen = (await send(handler, calls.applications, at, leader.token)).data.list
    expect(seen.map((a) => [a.says, a.note])).toEqual([[`${student!.studentNumber} 1班`, '学籍在外地']])
    const how = (approve: boolean, version: number) => ({
      ...at,
      of: [{ schoolId: one.schoolId as SchoolId, personId: student!.studentId, version }],
      approve,
      review: '已核对',
    })
    expect((await send(handler, calls.decideApplications, how(true, seen[0]!.version), leader.token)).status).toBe(0)
    expect(await tags()).toEqual(['艺术生', '借读'])
    const back = await send(handler, calls.decideApplications, how(false, seen[0]!.version + 1), leader.token)
    expect(back.data).toEqual({ decided: 1 })
    expect(await tags()).toEqual(['艺术生'])
    const full = ['一', '二', '三', '四', '五']
    await asFunction('exam-api', () => candidates.put({ ...student!, tags: full }))
    const refused = await send(handler, calls.decideApplications, how(true, seen[0]!.version + 2), leader.token)
    expect(refused.message).toContain('已有5个标签')
    expect(await tags()).toEqual(full)
    // Of the teachers that mark an area's leader decides nothing.
    await apply([wang])
    const declared = (await list()).list.map(({ schoolId, personId, version }) => ({ schoolId, personId, version }))
    const asked = { examId, kind, of: declared, approve: true }
    expect((await send(handler, calls.decideApplications, asked, leader.token)).http).toBe(403)
    const [theirs] = await asFunction('exam-api', () => candidates.query(`cand#${examId}#${two.schoolId}`))
    const foreign = { ...wish, personIds: [theirs!.studentId] }
    expect((await send(handler, calls.apply, foreign, one.admin.token)).status).toBe(commonProblems.notFound.status)
  })

  it('who has left the roster holds up no decision over him and others', async () => {
    const { examId } = of
    const [student] = await asFunction('exam-api', () => candidates.query(`cand#${examId}#${one.schoolId}`))
    const personIds = [student!.studentId]
    const wish = { ...transient, examId, personIds, paperIds: papers(), note: '学籍在外地' }
    await send(handler, calls.apply, wish, one.admin.token)
    const [row] = (await list({ kind: 'transient' })).list
    const how = (approve: boolean, version: number) =>
      send(
        handler,
        calls.decideApplications,
        {
          ...transient,
          examId,
          of: [{ schoolId: row!.schoolId, personId: row!.personId, version }],
          approve,
          review: '已核对',
        },
        of.organiser.token,
      )
    await how(true, row!.version)
    await asFunction('exam-api', () => candidates.remove(student!))
    expect((await how(false, row!.version + 1)).data).toEqual({ decided: 1 })
  })

  it('is taken out of the application with his reason when he is erased', async () => {
    const { examId } = of
    const [student] = await asFunction('exam-api', () => candidates.query(`cand#${examId}#${one.schoolId}`))
    const { studentId, studentName, studentNumber } = student!
    const wish = { ...transient, examId, personIds: [studentId], paperIds: papers(), note: '学籍在外地' }
    await send(handler, calls.apply, wish, one.admin.token)
    const known = { studentId, studentName, studentNumber }
    await asFunction('school-work', () => eraseFromRows({ schoolId: one.schoolId, known: known as never, papers: [] }))
    const [row] = await asFunction('exam-api', () => applications.query(`apply#${examId}#${one.schoolId}`))
    expect(row).toMatchObject({ personName: anonymousName, note: '' })
    expect(JSON.stringify(row)).not.toContain('外地')
  })
})
