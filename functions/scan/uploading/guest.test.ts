/** A school that sits an area's exam scans its own cards where its people were given them, and as long as it may. */
import { beforeAll, expect, it } from 'vitest'
import * as partCalls from '#shared/exam/joint/part.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import * as alias from '#shared/scan/alias.calls.ts'
import { createBatch } from '#shared/scan/scan.calls.ts'
import { ownUploaders, setOwnUploader } from '#shared/scan/uploading/ownUploader.calls.ts'
import {
  schoolUploadStates,
  uploaderChoices,
  uploadersByClass,
  uploadTasks,
} from '#shared/scan/uploading/uploader.calls.ts'
import type { AreaId, ClassId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { handler as examHandler } from '#functions/exam/exam.api.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  standAt,
  storeExam,
  storeSchool,
} from '#functions/exam/stored.fixtures.ts'
import { examSchoolsOf } from '#functions/exam/exam.public.ts'
import { examSchools, examTeachers } from '#functions/exam/exam.store.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { teachers } from '#functions/school/roster/school.store.ts'
import { scanPaperResolver, seenCandidate, seenPaper } from '../managed.ts'
import { handler } from '../scan.api.ts'
import { giveClasses } from './uploader.store.ts'

beforeAll(() => actAs('scan-api'))

/** Two schools of two classes each, and a teacher of the second. */
const aJointExam = async () => {
  const [one, two] = [0, 1].map(() => newId<SchoolId>('school')) as [SchoolId, SchoolId]
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const [a, b, c, d] = classesNamed('1班', '2班', '3班', '4班')
  const stored = examOfSchool(one, [], {
    classes: [a!, b!],
    candidateCount: 4,
    owner,
    examType: 7,
    schoolCount: 2,
    step: 2,
  })
  const { exam, paper, school } = stored
  const students = [0, 1, 2, 3].map(() => newId<StudentId>('student'))
  await storeExam(stored, [candidateAt(school, 0, students[0]!, a!), candidateAt(school, 1, students[1]!, b!)])
  const other = schoolIn(exam, two, 2, { classCount: 2, candidateCount: 2 })
  const roster = [candidateAt(other, 2, students[2]!, c!), candidateAt(other, 3, students[3]!, d!)]
  await storeSchool(other, classesIn(other, [c!, d!]), roster, 2)
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const teacher = await testCaller({ userType: 3, tenant: schoolTenant(two), teacherId: newId<TeacherId>('teacher') })
  const { caller } = teacher
  const give = (classIds: readonly string[]) =>
    giveClasses(
      paper,
      { teacherId: caller.teacherId!, teacherName: '李老师', userId: caller.userId },
      classIds as never,
      false,
      organiser.caller,
    )
  const files = [{ key: `${caller.tenant}/uploads/scan/x.jpg`, name: 'x.jpg', size: 1 }]
  const handsIn = (call: typeof createBatch | typeof alias.scanZip = createBatch) =>
    send(handler, call, { paperId: paper.paperId, files }, teacher.token)
  const say = (call: typeof partCalls.closeSchools | typeof partCalls.takeOverSchools, more: object) =>
    asFunction('exam-api', () =>
      send(examHandler, call, { examId: exam.examId, schoolIds: [two], ...more } as never, organiser.token),
    )
  return {
    two,
    exam,
    paper,
    organiser,
    students,
    classes: [a, b, c, d].map((x) => x!.classId),
    teacher,
    give,
    handsIn,
    say,
  }
}

it('of a released exam’s schools each is told of itself alone, and another area of none', async () => {
  const { exam, two, organiser } = await aJointExam()
  const area = { areaId: newId<AreaId>('area'), areaName: '邻县' }
  await asFunction('exam-api', async () => {
    const row = (await examSchoolsOf(exam.examId)).find((s) => s.schoolId === two)!
    await examSchools.put({ ...row, area })
  })
  await standAt(exam.examId, 7)
  const told = async (who: { token: string }) =>
    (await send(handler, schoolUploadStates, { examId: exam.examId }, who.token)).data.map((s) => s.schoolId)
  expect(await told(organiser)).toHaveLength(2)
  expect(await told(await testCaller({ userType: 2, tenant: schoolTenant(two) }))).toEqual([two])
  expect(await told(await testCaller({ userType: 14, tenant: `a:${area.areaId}` }))).toEqual([])
})

it('reaches a paper by what was given, and of it the own classes alone', async () => {
  const of = await aJointExam()
  const { paper, students, classes, teacher } = of
  const reaches = () => scanPaperResolver([paper.paperId], teacher.caller)
  expect([await reaches(), (await of.handsIn()).http]).toEqual([false, 403])
  // Everything, as an uploader of the organiser's own would have it: here it is the own school.
  await of.give([])
  expect(await reaches()).toBe(true)
  const seen = await seenPaper(paper.paperId, teacher.caller)
  const own = expect.arrayContaining(classes.slice(2)) as unknown
  expect(seen.sight).toMatchObject({ manages: false, classIds: own, takesOut: own })
  expect(seen.sight.classIds).toHaveLength(2)
  expect((await seenCandidate(seen, students[2]!)).studentId).toBe(students[2])
  await expect(seenCandidate(seen, students[0]!)).rejects.toMatchObject({ httpStatus: 403 })
  // Of classes of both schools the own one is left, of another's none.
  await of.give([classes[0]!, classes[3]!])
  expect((await seenPaper(paper.paperId, teacher.caller)).sight.classIds).toEqual([classes[3]])
  await of.give([classes[0]!])
  expect([await reaches(), (await of.handsIn()).http]).toEqual([false, 403])
})

it('is closed, taken over and opened again by the organiser', async () => {
  const of = await aJointExam()
  await of.give([])
  // It may hand in: what lacks is the card.
  const goesOn = async () => expect((await of.handsIn()).status).toBe(scanProblems.noCard.status)
  await goesOn()
  const tasks = (await send(handler, uploadTasks, {}, of.teacher.token)).data.list
  expect(tasks.map((t) => t.examId)).toEqual([of.exam.examId])
  await of.say(partCalls.closeSchools, { closed: true, reason: '已收齐' })
  expect((await of.handsIn()).message).toBe('组织方已截止本校的上传：已收齐')
  // By any name: the helper program's calls are the same act.
  for (const call of [alias.scanFiles, alias.scanFile, alias.scanZip])
    expect((await of.handsIn(call)).status).toBe(scanProblems.schoolBarred.status)
  await of.say(partCalls.closeSchools, { closed: false })
  await goesOn()
  await of.say(partCalls.takeOverSchools, { takenOver: true })
  expect((await of.handsIn()).message).toContain('接管')
  await of.say(partCalls.takeOverSchools, { takenOver: false })
  await goesOn()
})

it('is not handed in to by a school that has declined, until it takes part after all', async () => {
  const of = await aJointExam()
  await of.give([])
  const head = await testCaller({ userType: 2, tenant: schoolTenant(of.two) })
  const answers = (more: object) =>
    asFunction('exam-api', () =>
      send(examHandler, partCalls.answerPart, { examId: of.exam.examId, ...more } as never, head.token),
    )
  await answers({ accepts: false, reason: '停课', version: 0 })
  expect((await of.handsIn()).message).toBe('学校没有参加本场联考')
  await answers({ accepts: true, version: 1 })
  expect((await of.handsIn()).status).toBe(scanProblems.noCard.status)
})

it('whom the organiser may let upload is asked school by school, and a school is told of its own alone', async () => {
  const { two, exam, paper, classes, organiser, teacher, give } = await aJointExam()
  const { examId } = exam
  const one = (await examSchoolsOf(examId))[0]!.schoolId
  const teach = async (schoolId: SchoolId, teacherName: string, classId: string) => {
    const teacherId = newId<TeacherId>('teacher')
    const row = { schema: 1 as const, createdAt: 1, version: 1, schoolId, teacherId, teacherName, pinyin: '' }
    await asFunction('school-api', () => teachers.create({ ...row, accountName: teacherId, teaches: [] }))
    const teaches = [{ classId: classId as ClassId, isHead: false }]
    await asFunction('exam-api', () => examTeachers.create({ schema: 1, examId, teacherId, teacherName, teaches }))
  }
  await teach(one, '王老师', classes[0]!)
  await teach(two, '李老师', classes[2]!)
  const { paperId } = paper
  const shown = async (token: string, more: object = {}) => {
    const [people, byClass] = [
      await send(handler, uploaderChoices, { paperId, ...more }, token),
      await send(handler, uploadersByClass, { paperId, pageSize: 10, ...more }, token),
    ]
    return [people.data.map((t) => t.teacherName), byClass.data.list.map((c) => c.className)]
  }
  expect(await shown(organiser.token)).toEqual([[], []])
  expect(await shown(organiser.token, { schoolId: two })).toEqual([['李老师'], ['3班', '4班']])
  expect(await shown(organiser.token, { schoolId: one })).toEqual([['王老师'], ['1班', '2班']])
  expect(await shown(organiser.token, { schoolId: newId('school') })).toEqual([[], []])
  await give([])
  expect(await shown(teacher.token, { schoolId: one })).toEqual([['李老师'], ['3班', '4班']])
})

it('says itself who of its people scans which of its papers, and takes it back', async () => {
  const of = await aJointExam()
  const { exam, paper, two, teacher, classes } = of
  const { teacherId, userId } = teacher.caller
  const row = { schema: 1 as const, createdAt: 1, version: 1, schoolId: two, pinyin: '', teaches: [] }
  const other = newId<TeacherId>('teacher')
  await asFunction('school-api', async () => {
    await teachers.create({ ...row, teacherId: teacherId!, userId, teacherName: '李老师', accountName: 'li' })
    await teachers.create({ ...row, teacherId: other, teacherName: '没有账号', accountName: '' })
  })
  const head = await testCaller({ userType: 2, tenant: schoolTenant(two) })
  const { examId } = exam
  const { paperId } = paper
  const set = (wish: object, token = head.token) =>
    send(handler, setOwnUploader, { examId, teacherId: teacherId!, paperIds: [paperId], ...wish } as never, token)
  const shown = async () =>
    (await send(handler, ownUploaders, { examId }, head.token)).data.map((t) => [
      t.teacherName,
      t.papers.map((p) => p.scans),
    ])
  expect(await shown()).toEqual([
    ['李老师', [false]],
    ['没有账号', [false]],
  ])
  expect((await of.handsIn()).http).toBe(403)
  expect((await set({})).data).toEqual({ changed: 1 })
  expect((await set({})).data).toEqual({ changed: 0 })
  expect(await shown()).toContainEqual(['李老师', [true]])
  // It may hand in, of its own classes: what lacks is the card.
  expect((await of.handsIn()).status).toBe(scanProblems.noCard.status)
  const { classIds } = (await seenPaper(paperId, teacher.caller)).sight
  expect([...classIds!].sort()).toEqual(classes.slice(2).sort())
  expect((await set({ paperIds: [] })).data).toEqual({ changed: 1 })
  expect([await shown(), (await of.handsIn()).http]).toEqual([expect.arrayContaining([['李老师', [false]]]), 403])

  expect((await set({ teacherId: other })).status).toBe(scanProblems.noUploader.status)
  expect((await set({ paperIds: [newId('paper')] })).status).toBe(commonProblems.notFound.status)
  expect((await set({ teacherId: newId('teacher') })).status).toBe(commonProblems.notFound.status)
  // A school that does not sit it, and a teacher, say nothing; nor does one whose part is closed.
  const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
  expect((await set({}, stranger.token)).data).toBeNull()
  expect((await set({}, teacher.token)).http).toBe(403)
  await of.say(partCalls.closeSchools, { closed: true, reason: '已收齐' })
  expect((await set({})).status).toBe(scanProblems.schoolBarred.status)
})
