/** The courses of an exam: renamed, put in order, added and taken out, each as it was previewed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/creation/course.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import { examProblems as no } from '#shared/exam/exam.problems.ts'
import { createTotal } from '#shared/exam/tools/total.calls.ts'
import { addCourses, removeCourse } from '#shared/exam/roster/roster.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { Crash, withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { renamePaper } from './course.commands.ts'
import { examOf, paperOf, totalsOf } from '../exam.public.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { movePaper } from '../step.public.ts'

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let courses: { courseId: string; courseName: string }[]
let examId: ExamId
let paperIds: PaperId[]

type Answer = { http: number; status: number; message: string; data: Record<string, never> }
const ask = async (call: Parameters<typeof send>[1], input: object, token = school.admin.token) =>
  (await send(handler, call, { examId, ...input } as never, token)) as Answer
const version = async () => (await examOf(examId))!.version
const stand = async () => (await send(handler, calls.courseStand, { examId }, school.admin.token)).data
const names = async () => (await stand()).papers.map((p) => p.courseName)
const lines = async (wish: object) => ((await ask(calls.coursePreview, { wish })).data as { lines?: string[] }).lines

beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`科目小学${newId('school').slice(-8)}`)
  const { schoolId, classId } = school
  courses = (await viaGateway(listCourses, { schoolId }, school.admin.token)).data
  const student = { classId, studentName: '甲', studentNumber: '20260001' }
  await viaGateway(createStudent, student as never, school.admin.token)
})

beforeEach(async () => {
  const { schoolId, gradeId, classId } = school
  const wish = { schoolId, gradeId, classIds: [classId], courseIds: courses.slice(0, 3).map((c) => c.courseId) }
  const made = { ...wish, examName: '期中', examType: 3, examDate: 0 }
  const { data } = await send(handler, examCalls.createExam, made as never, school.admin.token)
  ;({ examId, paperIds } = data)
})

describe('the courses of an exam', () => {
  it('are renamed with their totals; what follows is said before, and undone by the name before', async () => {
    const [first] = paperIds as [PaperId, PaperId]
    const total = { name: '三科', all: paperIds, first: [], others: [], othersCount: 1 }
    expect((await ask(createTotal, total)).status).toBe(0)
    const before = courses[0]!.courseName
    expect((await lines({ kind: 'rename', paperId: first, courseName: '综合' }))!.join('')).toBe(
      `“${before}”改名为“综合”：名单、阅卷和以后导出的文件用新名称。总分“三科”里的科目名称一起改。`,
    )
    expect(await names()).toContain(before)
    expect(
      (await ask(calls.renameCourse, { paperId: first, courseName: '综合', version: await version() })).status,
    ).toBe(0)
    expect((await names())[0]).toBe('综合')
    expect((await paperOf(first))!.courseName).toBe('综合')
    expect((await totalsOf(examId))[0]!.total!.map((p) => p.courseName)).toContain('综合')
    // Readers are told by the version that they read.
    await movePaper({ examId, paperId: first }, 'released')
    expect((await lines({ kind: 'rename', paperId: first, courseName: before }))!.join('')).toContain('再次发布时改')
    for (const [courseName, problem] of [
      ['综合', no.courseSame],
      [courses[1]!.courseName, no.courseTaken],
      ['三科', no.courseTaken],
    ] as const)
      expect((await ask(calls.renameCourse, { paperId: first, courseName, version: await version() })).status).toBe(
        problem.status,
      )
    for (const courseName of ['', '  ', '长'.repeat(21)])
      expect((await ask(calls.renameCourse, { paperId: first, courseName, version: await version() })).status).not.toBe(
        0,
      )
  })

  it('stand in the order that they are put in: all of them, once', async () => {
    const turned = paperIds.toReversed()
    expect((await ask(calls.orderCourses, { paperIds: turned, version: await version() })).status).toBe(0)
    expect((await stand()).papers.map((p) => p.paperId)).toEqual(turned)
    const { data } = await send(handler, examCalls.examDetail, { examId }, school.admin.token)
    expect(data.papers.map((p) => p.paperId)).toEqual(turned)
    const at = await version()
    for (const wrong of [turned.slice(1), [...turned, turned[0]!], [turned[0]!, turned[0]!, turned[1]!]])
      expect((await ask(calls.orderCourses, { paperIds: wrong, version: at })).status).toBe(no.courseOrder.status)
    expect((await ask(calls.orderCourses, { paperIds: turned, version: at })).status).toBe(no.courseSame.status)
    expect((await ask(calls.orderCourses, { paperIds, version: at - 1 })).status).toBe(commonProblems.stale.status)
  })

  it('come and go as it was said, and stay where something hangs on them', async () => {
    const more = (await stand()).more[0]!
    expect((await lines({ kind: 'add', courseIds: [more.courseId] }))![0]).toContain(`增加${more.courseName}，1名考生`)
    const added = await ask(addCourses, { courseIds: [more.courseId], version: await version() })
    const [paperId] = (added.data as unknown as { paperIds: PaperId[] }).paperIds
    expect((await stand()).more.map((c) => c.courseId)).not.toContain(more.courseId)
    expect(await lines({ kind: 'remove', paperId })).toEqual([`移出${more.courseName}：还没有题目。`])
    expect((await ask(removeCourse, { paperId, version: await version() })).status).toBe(0)
    await movePaper({ examId, paperId: paperIds[0]! }, 'scanned')
    expect((await stand()).papers[0]!.kept).toBe('已有扫描或成绩')
    const kept = await ask(calls.coursePreview, { wish: { kind: 'remove', paperId: paperIds[0] } })
    expect(kept.status).toBe(no.paperInUse.status)
    expect((await ask(calls.coursePreview, { wish: { kind: 'remove', paperId: newId('paper') } })).status).not.toBe(0)
  })

  it('are their managers’: a teacher is refused', async () => {
    const { token } = await testCaller({ userType: 3, tenant: (await examOf(examId))!.owner })
    expect((await ask(calls.courseStand, {}, token)).http).toBe(403)
    expect((await ask(calls.orderCourses, { paperIds, version: 1 }, token)).http).toBe(403)
  })

  it('have one name everywhere, at any failing store call (I16)', async () => {
    const [paperId] = paperIds as [PaperId]
    await ask(createTotal, { name: '三科', all: paperIds, first: [], others: [], othersCount: 1 })
    const kinds: readonly FaultKind[] = ['failBefore', 'appliedButFailed', 'conflict', 'crashAfter']
    let n = 0
    for (const kind of kinds)
      for (let at = 0; at < 5; at++) {
        const exam = (await examOf(examId))!
        const courseName = `名${++n}`
        const faults = withFaults((call) => (call.index === at ? kind : null))
        await asFunction('exam-api', () =>
          renamePaper(exam, { paperId, courseName, version: exam.version }, school.admin.caller),
        ).catch((error: unknown) => {
          if (!(error instanceof Crash) && !(error instanceof Error)) throw error
        })
        faults.stop()
        const told = [
          (await examOf(examId))!.papers.find((p) => p.paperId === paperId)!.courseName,
          (await paperOf(paperId))!.courseName,
          (await totalsOf(examId))[0]!.total!.find((p) => p.paperId === paperId)!.courseName,
        ]
        expect(new Set(told).size).toBe(1)
      }
  })
})
