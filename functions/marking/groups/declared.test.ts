/** Teachers of the schools mark an area's exam once they were declared for it and approved, and no longer than that. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AttemptId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { markingQuality } from '#shared/marking/quality/quality.calls.ts'
import { setSchoolRule } from '#shared/marking/groups/class.calls.ts'
import { markingGroups } from '#shared/marking/groups/group.calls.ts'
import {
  arrangement,
  claimBundle,
  markingProgressCall,
  markingTasks,
  openMarking,
} from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { candidateOf, examSchoolsOf } from '#functions/exam/exam.public.ts'
import { candidates, exams, examSchools, examTeachers, papers, paperSteps } from '#functions/exam/exam.store.ts'
import { aSchoolThroughGateway } from '#functions/exam/school.fixtures.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { handler } from '../marking.api.ts'
import { seat } from '../marking.fixtures.ts'
import type { Sitting } from '../marking.fixtures.ts'
import { recountHere } from '../counts.ts'
import { deskNow, startOf } from '../desk/desk.ts'
import { staffOf } from './group.read.ts'
import { answers, arrangements, bundles } from '../marking.store.ts'
import { bundlesOf, queueLater } from '../queue.ts'
import { claim, finish, forgetAll, open, points, submit } from '../marking.steps.fixtures.ts'
import * as scan from '../scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('../scanned.fixtures.ts'))
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
  const put = (marks?: (typeof paperId)[], schoolId?: SchoolId) =>
    asFunction('exam-api', () =>
      examTeachers.put({ ...row(declared), ...(marks ? { marks } : {}), ...(schoolId ? { schoolId } : {}) }),
    )
  await put()
  await asFunction('exam-api', async () => {
    await examTeachers.put(row(other))
    await exams.edit({ examId }, (e) => ({ ...e!, owner }))
    await papers.edit({ paperId }, (p) => ({ ...p!, owner }))
  })
  scan.readings.set(
    paperId,
    sitting.students.map((s) => scan.readingOf(sitting, s)),
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
  // Teachers of several schools have one name: each is shown with the own.
  const [school] = await examSchoolsOf(of.paper.examId)
  await put([paperId], school!.schoolId)
  expect((await able()).map((t) => t.schoolName)).toEqual([school!.schoolName])
  await open(of)
  expect(await tasks(declared.token)).toEqual([paperId])
  expect(await tasks(other.token)).toEqual([])
  expect((await claim(of, other.token)).http).toBe(403)
  const got = (await claim(of, declared.token)).data!
  expect(got.answers).toHaveLength(2)
  for (const a of got.answers) expect((await submit(of, declared.token, got, a.studentId, points(300))).status).toBe(0)
  await finish(of, declared.token, got)
  await asFunction('marking-api', () => recountHere(of.paper))
  forgetAll()
  // Where work is told by name, who organises reads the school behind it; the marker does not.
  const named = async (token: string) =>
    (await send(handler, markingProgressCall, { paperId }, token)).data!.markers.map((m) => m.teacherName)
  expect(await named(of.manager.token)).toEqual([`老师 ${school!.schoolName}`])
  expect(await named(declared.token)).toEqual(['老师'])
  const graded = (await send(handler, markingQuality, { paperId }, of.manager.token)).data!.markers
  expect(new Set(graded.map((m) => m.teacherName))).toEqual(new Set([`老师 ${school!.schoolName}`]))
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
  expect(own).toMatchObject({ ledger: null, missingKeys: 0, short: [] })
  await open(of)
  // Both have marked: what another has done, and gave on average, is not told.
  const got = (await claim(of, declared.token)).data!
  await submit(of, declared.token, got, got.answers[0]!.studentId, points(300))
  await asFunction('marking-api', async () => {
    const [, second] = got.answers
    const row = (await answers.get({ paperId, studentId: second!.studentId, questionId: essay.questionId }))!
    const mark = { value: points(700), by: another, at: 1, epoch: 1, attemptId: newId<AttemptId>('attempt') }
    await answers.put({ ...row, first: { ...mark, imageVersion: row.imageVersion } })
    await recountHere(of.paper)
  })
  const progress = async (token: string) => {
    forgetAll()
    return (await send(handler, markingProgressCall, { paperId }, token)).data!
  }
  const told = await progress(declared.token)
  expect(told.markers).toMatchObject([{ userId: me, marked: 1, mean: 0.3 }])
  expect(JSON.stringify([seen, own, told])).not.toContain(another)
  expect((await progress(of.manager.token)).markers.map((m) => m.mean).sort()).toEqual([0.3, 0.7])
  // Who manages sees them all.
  expect((await groups(of.manager.token)).groups).toMatchObject([
    { markers: [me, another], warnings: [{ kind: 'gone' }] },
  ])
  expect((await detail(of.manager.token)).arrangement).toMatchObject({ principals: [another], blocks: [{}] })
})

it('marks the papers that it was approved for and no other of the exam', async () => {
  const { of, declared, put } = await ofAnArea()
  await put([newId('paper') as never])
  await open(of)
  expect(await tasks(declared.token)).toEqual([])
  expect((await claim(of, declared.token)).http).toBe(403)
})

/** A teacher of the school that sits is approved too. */
const withOwnTeacher = async () => {
  const made = await ofAnArea()
  const [own] = made.of.teachers as [Sitting['teachers'][number]]
  const { paperId } = made
  await asFunction('exam-api', async () => {
    const key = { examId: made.of.paper.examId, teacherId: own.caller.teacherId! }
    await examTeachers.put({ ...(await examTeachers.get(key))!, marks: [paperId] })
  })
  return { ...made, own }
}

it('passes by what is of the own school as it lies in the queue, and is told that nothing else waits', async () => {
  const { of, own: stranger, declared, put, paperId } = await withOwnTeacher()
  const { examId } = of.paper
  const schoolId = declared.caller.tenant.slice('s:'.length) as SchoolId
  await put([paperId])
  // The school that sits is the declared teacher's.
  await asFunction('exam-api', async () => {
    const [row] = await examSchools.query(`exam#${examId}`, { prefix: 'school#' })
    await examSchools.remove(row!)
    await examSchools.put({ ...row!, schoolId })
    for (const studentId of of.students) {
      const was = (await candidateOf(of.paper, studentId))!
      await candidates.remove(was)
      await candidates.put({ ...was, schoolId })
    }
  })
  await open(of)
  const before = await bundlesOf(paperId)
  expect(before.map((b) => b.schoolId)).toEqual([schoolId])
  expect((await claim(of, declared.token)).status).toBe(markingProblems.nothingLeft.status)
  expect(await bundlesOf(paperId)).toEqual(before)
  // However much is left: the count knows nothing of schools.
  expect((await send(handler, markingTasks, {}, declared.token)).data).toMatchObject([{ left: 2, held: true }])
  // One that does not say whose it is, is known by the roster.
  const { schoolId: _whose, ...bare } = before[0]!
  await asFunction('marking-api', () => bundles.put(bare))
  expect((await claim(of, declared.token)).status).toBe(markingProblems.nothingLeft.status)
  expect((await claim(of, stranger.token)).data?.answers).toHaveLength(2)
})

it('is not counted as a marker once the declaration is taken back, and leads the own school’s answers to who manages', async () => {
  const { of, own, declared, put, paperId } = await withOwnTeacher()
  const { essay } = of
  await put([paperId])
  const named = { questionId: essay.questionId, markers: [declared.caller.userId], arbitrators: [own.userId] }
  await asFunction('marking-api', () => arrangements.put({ ...startOf(of.paper), questions: [named], version: 1 }))
  const manager = async () => {
    forgetAll()
    return (await send(handler, arrangement, { paperId }, of.manager.token)).data!
  }
  expect((await manager()).short).toEqual([])
  // No leader may arbitrate answers of the own school: who manages does beside them.
  const progress = (await send(handler, markingProgressCall, { paperId }, of.manager.token)).data!
  expect(progress.arbitrates).toEqual([essay.questionId])
  await put()
  expect((await manager()).short).toMatchObject([{ needs: 1, has: 0 }])
  const opened = await send(handler, openMarking, { paperId }, of.manager.token)
  expect(opened.status).toBe(markingProblems.tooFewMarkers.status)
  const groups = (await send(handler, markingGroups, { paperId }, of.manager.token)).data!.groups
  expect(groups[0]!.warnings.map((w) => [w.kind, w.bars])).toEqual(
    expect.arrayContaining([
      ['noMarker', true],
      ['gone', false],
    ]),
  )
})

it('is of the school that declared him, also where he teaches nothing in the exam', async () => {
  const { of, declared, paperId } = await ofAnArea()
  const schoolId = declared.caller.tenant.slice('s:'.length) as SchoolId
  const row = {
    schema: 1 as const,
    examId: of.paper.examId,
    teacherId: declared.caller.teacherId!,
    teacherName: '老师',
  }
  await asFunction('exam-api', () =>
    examTeachers.put({ ...row, userId: declared.caller.userId, teaches: [], marks: [paperId], schoolId }),
  )
  const staff = await asFunction('marking-api', async () => staffOf(await deskNow(paperId)))
  expect(staff.find((t) => t.userId === declared.caller.userId)).toMatchObject({ schoolId, ofCourse: true })
})

describe('where each school marks its own', () => {
  const say = async (of: Sitting, ownSchools: boolean) => {
    const { version } = (await send(handler, arrangement, { paperId: of.paper.paperId }, of.manager.token)).data!
      .arrangement
    const done = await send(
      handler,
      setSchoolRule,
      { paperId: of.paper.paperId, ownSchools, version },
      of.manager.token,
    )
    forgetAll()
    return done
  }
  const left = async (token: string) =>
    (await send(handler, markingTasks, {}, token)).data!.map((t) => [t.left, t.total, t.held, t.ownApart ?? false])

  it('a marker is handed the own school’s answers alone, and who arbitrates decides for all of them', async () => {
    const { of, own, declared, put, paperId } = await withOwnTeacher()
    const { essay } = of
    await put([paperId])
    expect((await say(of, true)).status).toBe(0)
    const named = { questionId: essay.questionId, markers: [], arbitrators: [declared.caller.userId] }
    await asFunction('marking-api', async () => {
      await arrangements.edit({ paperId }, (a) => ({ ...a!, questions: [named] }))
    })
    await open(of)
    const [school] = await examSchoolsOf(of.paper.examId)
    const queued = await bundlesOf(paperId)
    expect(queued.map((b) => [b.schoolId, b.apart])).toEqual([[school!.schoolId, true]])
    expect((await claim(of, declared.token)).status).toBe(markingProblems.nothingLeft.status)
    expect(await left(declared.token)).toEqual([[0, 0, false, false]])
    const got = (await claim(of, own.token)).data!
    expect(got.answers).toHaveLength(2)
    expect(got.left).toBe(2)
    const [first, second] = got.answers
    await submit(of, own.token, got, first!.studentId, { kind: 'problem', reason: 'unreadable' })
    await submit(of, own.token, got, second!.studentId, points(300))
    expect((await finish(of, own.token, got)).data).toMatchObject({ done: true, left: 0 })
    const item = await asFunction('marking-api', () =>
      answers.get({ paperId, studentId: first!.studentId, questionId: essay.questionId }),
    )
    await asFunction('marking-work', () => queueLater(of.paper, essay, item!))
    const [final] = (await bundlesOf(paperId)).filter((b) => b.role === 'final')
    expect(final).not.toHaveProperty('apart')
    const decides = await send(
      handler,
      claimBundle,
      { paperId, questionId: essay.questionId, role: 'final' },
      declared.token,
    )
    expect(decides.data?.answers.map((a) => a.studentId)).toEqual([first!.studentId])
  })

  it('a school of which nothing has come holds up no school that has markers', async () => {
    const { of, own, paperId } = await withOwnTeacher()
    const { examId } = of.paper
    const silent = newId<SchoolId>('school')
    const [school] = await examSchoolsOf(examId)
    await asFunction('exam-api', async () => {
      const [step] = await paperSteps.query(`exam#${examId}`, { prefix: `step#${paperId}#` })
      await examSchools.put({ ...school!, schoolId: silent, schoolName: '没有上传的中学' })
      await paperSteps.put({ ...step!, schoolId: silent, step: paperStep.cardUpload })
    })
    await say(of, true)
    expect((await send(handler, arrangement, { paperId }, of.manager.token)).data!.shortClasses).toEqual([])
    await open(of)
    expect((await claim(of, own.token)).data?.answers).toHaveLength(2)
  })

  it('marking does not open with a school that has no marker, and what is said stands once it is open', async () => {
    const { of, declared, put, paperId } = await ofAnArea()
    await put([paperId])
    const [school] = await examSchoolsOf(of.paper.examId)
    await say(of, true)
    const seen = (await send(handler, arrangement, { paperId }, of.manager.token)).data!
    expect(seen.shortClasses).toEqual([{ className: school!.schoolName, text: '没有老师可以评' }])
    const opening = await send(handler, openMarking, { paperId }, of.manager.token)
    expect([opening.status, opening.message]).toEqual([
      markingProblems.tooFewInSchools.status,
      expect.stringContaining(`${school!.schoolName}没有老师可以评`),
    ])
    // Said otherwise, a marker of another school is enough.
    await say(of, false)
    expect((await send(handler, arrangement, { paperId }, of.manager.token)).data!.shortClasses).toEqual([])
    await open(of)
    expect((await claim(of, declared.token)).data?.answers).toHaveLength(2)
    expect((await say(of, true)).status).toBe(markingProblems.classRuleFixed.status)
    const { version } = (await send(handler, arrangement, { paperId }, of.manager.token)).data!.arrangement
    const by = (token: string) => send(handler, setSchoolRule, { paperId, ownSchools: true, version }, token)
    expect((await by(declared.token)).status).not.toBe(0)
  })
})
