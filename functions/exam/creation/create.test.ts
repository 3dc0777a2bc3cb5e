/** Exams that a job makes: of several schools, and of more candidates than a call copies. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { dueOf } from '#shared/exam/joint/part.rules.ts'
import { dayStart, showTime } from '#shared/kit/time.ts'
import { termOf } from '#shared/school/roster/school.rules.ts'
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import type { AreaId, CourseId, ExamId, JobId } from '#shared/kit/ids.ts'
import { createClass, listClasses, listGrades, updateClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { createStudent, listStudents, moveStudents } from '#shared/school/people/student.calls.ts'
import { createTeacher, deleteTeacher } from '#shared/school/people/teacher.calls.ts'
import { students } from '#functions/school/roster/school.store.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { creationKey } from './creation.ts'
import { draftOf } from '../exam.commands.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examClassesOf, examOf, examSchoolsOf, examTeachersOf, papersOf } from '../exam.public.ts'
import { examSizes } from '../exam.sizes.ts'
import { candidates, examClasses, purgesDue } from '../exam.store.ts'
import { handler as timer, works } from '../exam.work.ts'
import { stepsOfPaper } from '../step.public.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
const account = () => `j${newId('account').slice(-12)}`

/** Two schools of one area: two students in one class of the first, one in the second; the same numbers in both. */
const anArea = async () => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const areaCode = [...randomOf(12)].map((b) => String(b % 10)).join('')
  const { areaId } = (await viaGateway(createArea, { areaName: '联考区', areaCode }, operator.token)).data
  const schools: {
    schoolId: never
    admin: Who
    gradeId: string
    classId: string
    courses: { courseId: string; courseName: string }[]
  }[] = []
  let enrolmentYear = 0
  for (const [i, count] of [2, 1].entries()) {
    const wish = { areaId, schoolName: `联考${areaCode}第${i + 1}小学`, stage: 1, accountName: account() }
    const { schoolId } = (await viaGateway(createSchool, wish, operator.token)).data
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    const grade = (await viaGateway(listGrades, { schoolId }, admin.token)).data[0]!
    enrolmentYear = grade.enrolmentYear
    const { classId } = (await viaGateway(createClass, { gradeId: grade.gradeId, className: '1班' }, admin.token)).data
    for (let n = 1; n <= count; n++) {
      const student = { classId, studentName: `学生${n}`, studentNumber: `2026000${n}` }
      await viaGateway(createStudent, student, admin.token)
    }
    const courses = (await viaGateway(listCourses, { schoolId }, admin.token)).data
    schools.push({ schoolId: schoolId as never, admin, gradeId: grade.gradeId, classId, courses })
  }
  const bureau = await testCaller({ userType: 18, tenant: `a:${areaId as AreaId}` })
  return { schools, bureau, enrolmentYear }
}

let of: Awaited<ReturnType<typeof anArea>>
const wish = (more: object = {}) => ({
  schoolIds: of.schools.map((s) => s.schoolId),
  stage: 1,
  enrolmentYear: of.enrolmentYear,
  courseNames: ['语文', '数学'],
  examName: '全区联考',
  examType: 7,
  examDate: Date.UTC(2026, 10, 20),
  ...more,
})

/** Asks for an exam, and walks its job here instead of in the cloud. */
const begun = async (more: object = {}, who = of.bureau) => {
  const { data } = await send(handler, calls.createJointExam, wish(more) as never, who.token)
  return data as { examId: ExamId; uuid: JobId }
}

/** An exam as its job begins with it. */
const wished = () => {
  const { schoolIds, stage, enrolmentYear, courseNames, ...said } = wish()
  const { caller } = of.bureau
  const courses = courseNames.map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const exam = draftOf(caller.tenant, { ...said, gradeName: '一年级', term: '2026-1' }, courses, 2, caller)
  return { exam, caller, schools: schoolIds.map((schoolId) => ({ schoolId })), grade: { stage, enrolmentYear } }
}

const usual = { ...examSizes }
beforeAll(async () => {
  actAs('exam-api')
  of = await anArea()
})
afterEach(() => void Object.assign(examSizes, usual))

it('is whole when it is seen: a row for each school and class, the papers that each takes, numbers that are of no other candidate', async () => {
  const { examId } = await begun()
  expect(examId).toMatch(/^ex_/)
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const exam = (await examOf(examId))!
  expect(exam).toMatchObject({ schoolCount: 2, classCount: 2, candidateCount: 3, owner: of.bureau.caller.tenant })
  const schools = await examSchoolsOf(examId)
  expect(schools.map((s) => [s.ordinal, s.candidateCount, s.papers.length])).toEqual([
    [1, 2, 2],
    [2, 1, 2],
  ])
  expect(new Set(schools.map((s) => s.area?.areaName))).toEqual(new Set(['联考区']))
  const [maths] = exam.papers.filter((p) => p.courseName === '数学')
  for (const [i, s] of schools.entries()) {
    const own = of.schools[i]!.courses.find((c) => c.courseName === '数学')!
    expect(s.papers.find((p) => p.paperId === maths!.paperId)?.courseId).toBe(own.courseId)
  }
  expect((await examClassesOf(examId)).map((c) => c.candidateCount)).toEqual([2, 1])
  expect((await candidatesOf(examId)).map((c) => c.studentNumber)).toEqual(['120260001', '120260002', '220260001'])
  expect((await papersOf(examId)).map((p) => p.courseName).sort()).toEqual(['数学', '语文'])
  expect((await stepsOfPaper({ examId, paperId: maths!.paperId })).map((s) => s.step)).toEqual([1, 1])
  const seen = async (who: Who) => (await send(handler, calls.listExams, {}, who.token)).data.list.map((e) => e.examId)
  expect(await seen(of.bureau)).toEqual([examId])
  const { papers } = (await send(handler, calls.examDetail, { examId }, of.bureau.token)).data
  expect(papers.map((p) => p.courseName)).toEqual(['语文', '数学'])
  expect(await seen(of.schools[0]!.admin)).toEqual([])
  // A page reads the rosters of its own schools alone, and the last is clamped.
  const page = async (pageNumber: number) => {
    const counted = withFaults(() => null)
    const input = { examId, pageNumber, pageSize: 1 }
    const { data } = await send(handler, calls.examStudents, input, of.bureau.token)
    counted.stop()
    const queries = counted.calls.filter((c) => c.command === 'QueryCommand').length
    return [data.pageNumber, data.total, data.list.map((c) => c.studentNumber).join(), queries] as const
  }
  const [one, two, three, beyond] = [await page(1), await page(2), await page(3), await page(9)]
  expect([one, two, three, beyond].map(([at, total, number]) => [at, total, number])).toEqual([
    [1, 3, '120260001'],
    [2, 3, '120260002'],
    [3, 3, '220260001'],
    [3, 3, '220260001'],
  ])
  expect(new Set([one, two, three].map((p) => p[3])).size).toBe(1)
})

it('a teacher teaches the exam’s course in it, at any row that the school has of that course', async () => {
  const [school] = of.schools
  const own = school!.courses.find((c) => c.courseName === '数学')!
  const teaches = [{ classId: school!.classId, courseId: own.courseId, isHead: false }]
  const teacher = {
    schoolId: school!.schoolId,
    teacherName: '老师',
    accountName: account(),
    password: 'first-password',
  }
  await viaGateway(createTeacher, { ...teacher, teaches } as never, school!.admin.token)
  const { examId } = await begun({ examName: '有教师' })
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const maths = (await examOf(examId))!.papers.find((p) => p.courseName === '数学')!
  expect((await examTeachersOf(examId)).map((t) => t.teaches)).toEqual([
    [{ classId: school!.classId, courseId: maths.courseId, isHead: false }],
  ])
})

/** A creation whose job is walked here as far as its last step, and breaks there. */
const broken = async () => {
  const whole = wished()
  const { exam, caller } = whole
  const jobId = newId<JobId>('job')
  const wishKey = creationKey(jobId, exam.owner, exam.examId, 'wish.json')
  await putJson(wishKey, whole)
  const by = { tenant: exam.owner, userId: caller.userId }
  const state = await queueJob(createExamJob, { examId: exam.examId, wishKey }, by, { jobId })
  const run = { ...state, job: createExamJob.name }
  const [work] = works
  const steps = { ...work!.steps, finish: () => Promise.reject(new Error('cut off')) }
  await expect(driveJob([{ ...work!, steps }], run, 1)).rejects.toThrow('cut off')
  return { exam, run }
}

it('every step may run again and be cut off: the exam is the same, and not there before the end', async () => {
  await asFunction('exam-work', async () => {
    const { exam, run } = await broken()
    expect(await examOf(exam.examId)).toBeNull()
    // A student and a class that have left the school since are not in it.
    const [first] = await candidatesOf(exam.examId)
    const left = { ...first!, studentId: newId('student') as never, studentNumber: '19' }
    await candidates.put(left)
    const [named] = await examClassesOf(exam.examId)
    await examClasses.put({ ...named!, classId: newId('class') as never, className: '已撤销' })
    await driveJob(works, run)
    await driveJob(works, run)
    expect((await examClassesOf(exam.examId)).map((c) => c.className)).toEqual(['1班', '1班'])
    expect(await examOf(exam.examId)).toMatchObject({ candidateCount: 3, version: 1 })
    expect((await candidatesOf(exam.examId)).map((c) => c.studentNumber)).toEqual([
      '120260001',
      '120260002',
      '220260001',
    ])
  })
})

it('is not there until it is whole, wherever its job died', async () => {
  await asFunction('exam-work', async () => {
    const of = wished()
    const { exam } = of
    const jobId = newId<JobId>('job')
    const wishKey = creationKey(jobId, exam.owner, exam.examId, 'wish.json')
    await putJson(wishKey, of)
    const by = { tenant: exam.owner, userId: of.caller.userId }
    const state = await queueJob(createExamJob, { examId: exam.examId, wishKey }, by, { jobId })
    const run = { ...state, job: createExamJob.name }
    let deaths = 0
    // Every third call of the stores, by turns before it and after it: what was done before is done again each time.
    for (let at = 0, over = false; !over; at += 3) {
      const died = withFaults(({ index }) => (index === at ? (at % 2 ? 'crashAfter' : 'crashBefore') : null))
      over = await driveJob(works, run, 1).then(
        () => true,
        () => !++deaths,
      )
      died.stop()
      const there = await examOf(exam.examId)
      if (there) expect([there.candidateCount, (await candidatesOf(exam.examId)).length], `${at}`).toEqual([3, 3])
    }
    expect(deaths).toBeGreaterThan(10)
    expect(await examOf(exam.examId)).toMatchObject({ candidateCount: 3, schoolCount: 2, version: 1 })
    expect((await papersOf(exam.examId)).length).toBe(2)
  })
}, 120_000)

it('begun anew after a creation that broke it is another exam, and of the first nothing is seen; in two days that is gone', async () => {
  const { examId: brokenId, papers: brokenPapers } = (await asFunction('exam-work', broken)).exam
  const { examId } = await begun({ examName: '再次新建' })
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  expect(await examOf(examId)).toMatchObject({ schoolCount: 2, classCount: 2, candidateCount: 3 })
  const roster = await candidatesOf(examId)
  expect(roster.map((c) => c.studentNumber)).toEqual(['120260001', '120260002', '220260001'])
  const list = (await send(handler, calls.listExams, {}, of.bureau.token)).data.list.map((e) => e.examId)
  expect(list).toContain(examId)
  expect(list).not.toContain(brokenId)
  const left = () => candidatesOf(brokenId)
  const purge = () => asFunction('exam-work', () => timer({ schedule: 'purgeLeft' }))
  // It may still be in the making: what it has is kept.
  await purge()
  expect(await left()).toHaveLength(3)
  await purgesDue.put({ schema: 1, examId: brokenId, since: now() - 3 * 86_400_000 })
  await purge()
  expect(await left()).toEqual([])
  expect(await examClassesOf(brokenId)).toEqual([])
  expect(await examSchoolsOf(brokenId)).toEqual([])
  expect(await papersOf(brokenId)).toEqual([])
  expect(brokenPapers).toHaveLength(2)
  expect(await candidatesOf(examId)).toEqual(roster)
})

it('an own exam is copied while its creator waits up to so many candidates; above, by a job that makes the same rows', async () => {
  const { schoolId, admin, gradeId, classId, courses } = of.schools[0]!
  const own = async (examName: string) => {
    const wish = { schoolId, gradeId, classIds: [classId], courseIds: [courses[0]!.courseId], examName }
    const said = { examType: 3, examDate: Date.UTC(2026, 10, 20) }
    return (await send(handler, calls.createExam, { ...wish, ...said } as never, admin.token)).data
  }
  const rowsOf = async (examId: ExamId) => {
    const exam = (await examOf(examId))!
    const bare = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, examId: 'any' }))
    return {
      ...{ classCount: exam.classCount, candidateCount: exam.candidateCount, schoolCount: exam.schoolCount },
      ...{ status: exam.status, owner: exam.owner, courses: exam.papers.map((p) => p.courseName) },
      schools: bare((await examSchoolsOf(examId)).map((s) => ({ ...s, papers: s.papers.map((p) => p.courseId) }))),
      classes: bare(await examClassesOf(examId)),
      candidates: bare(await candidatesOf(examId)),
      teachers: bare(await examTeachersOf(examId)),
      steps: (await stepsOfPaper({ examId, paperId: exam.papers[0]!.paperId })).map((s) => s.step),
    }
  }
  expect(examSizes.copied).toBe(2000)
  examSizes.copied = 2
  const small = await own('恰好')
  expect(small).toMatchObject({ candidateCount: 2 })
  expect(small.uuid).toBe(undefined)
  const copied = await rowsOf(small.examId)
  expect(copied).toMatchObject({ candidateCount: 2, classCount: 1, steps: [1] })
  examSizes.copied = 1
  const large = await own('超过')
  expect(large).toMatchObject({ candidateCount: 2, uuid: expect.stringMatching(/^jo_/) as string })
  await expect.poll(() => examOf(large.examId), { timeout: 120_000 }).not.toBeNull()
  expect(await rowsOf(large.examId)).toEqual(copied)
})

it('is refused where a school has no such grade, or no school such a course; and to whom no area is', async () => {
  const failed = async (more: object) => {
    const { uuid } = await begun(more)
    await expect.poll(async () => (await jobRecords.get({ jobId: uuid }))?.status, { timeout: 120_000 }).toBe(30)
    return (await jobRecords.get({ jobId: uuid }))!.message
  }
  expect(await failed({ enrolmentYear: 2001 })).toContain('有2所学校没有所选年级')
  expect(await failed({ courseNames: ['数学', '占星'] })).toContain('占星')
  const ask = (who: Who, more: object) => send(handler, calls.createJointExam, wish(more) as never, who.token)
  const other = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect((await ask(other, {})).http).toBe(403)
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  expect((await ask(operator, {})).message).toContain('区域')
})

it('a school that is named twice, as one that lies in two groups is, takes part once; one without students holds no other up', async () => {
  of = await anArea()
  const [one, two] = of.schools
  await asFunction('school-api', async () => {
    for (const s of await students.query(`students#${two!.schoolId}`)) await students.put({ ...s, deletedAt: now() })
  })
  const { examId } = await begun({ schoolIds: [one!.schoolId, two!.schoolId, one!.schoolId] })
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const rows = await examSchoolsOf(examId)
  expect(rows.map((s) => [s.ordinal, s.schoolId, s.candidateCount])).toEqual([
    [1, one!.schoolId, 2],
    [2, two!.schoolId, 0],
  ])
  expect(await examOf(examId)).toMatchObject({ schoolCount: 2, candidateCount: 2, classCount: 1 })
  expect((await candidatesOf(examId)).map((c) => c.studentNumber)).toEqual(['120260001', '120260002'])
  // With no student in any school there is nothing to be sat.
  const { uuid } = await begun({ schoolIds: [two!.schoolId] })
  await expect.poll(async () => (await jobRecords.get({ jobId: uuid }))?.status, { timeout: 120_000 }).toBe(30)
})

it('two organisers at once make two exams of the same schools, each whole', async () => {
  of = await anArea()
  const second = await testCaller({ userType: 18, tenant: of.bureau.caller.tenant })
  const both = await Promise.all([begun({ examName: '甲方联考' }), begun({ examName: '乙方联考' }, second)])
  for (const { examId } of both) {
    await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
    expect(await examOf(examId)).toMatchObject({ schoolCount: 2, candidateCount: 3 })
    expect((await candidatesOf(examId)).map((c) => c.studentNumber)).toEqual(['120260001', '120260002', '220260001'])
  }
})

it('days, terms and the time until which cards come are the same on machines of any zone', () => {
  const usual = process.env['TZ']
  try {
    const seen = ['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Pacific/Kiritimati'].map((zone) => {
      process.env['TZ'] = zone
      // Half an hour before midnight in China, at which the day, and on the first of February the term, turn.
      const moments = [Date.UTC(2026, 10, 20, 15, 30), Date.UTC(2027, 0, 31, 15, 59), Date.UTC(2027, 0, 31, 16, 0)]
      expect(new Date(moments[0]!).getHours()).toBe(
        { UTC: 15, 'Asia/Shanghai': 23 }[zone] ?? new Date(moments[0]!).getHours(),
      )
      return moments.map((at) => [showTime(at), dayStart(at), termOf(at), dueOf({ examDate: at }, undefined)])
    })
    expect(new Set(seen.map((s) => JSON.stringify(s))).size).toBe(1)
    expect(seen[0]!.map((s) => [s[0], s[2]])).toEqual([
      ['2026-11-20 23:30', '2026-1'],
      ['2027-01-31 23:59', '2026-1'],
      ['2027-02-01 00:00', '2026-2'],
    ])
  } finally {
    process.env['TZ'] = usual
  }
})

describe('between two tries of a creation', () => {
  const again = async (change: (school: (typeof of.schools)[number]) => Promise<unknown>) => {
    of = await anArea()
    const [school] = of.schools
    const { exam, run } = await asFunction('exam-work', broken)
    await change(school!)
    await asFunction('exam-work', () => driveJob(works, run))
    return (await examOf(exam.examId))!
  }

  it('a teacher who left is not of the exam, and who stays is', async () => {
    const teachers: Record<string, string> = {}
    of = await anArea()
    const teach = async (school: (typeof of.schools)[number], teacherName: string) => {
      const own = school.courses.find((c) => c.courseName === '数学')!
      const teacher = { schoolId: school.schoolId, teacherName, accountName: account(), password: 'first-password' }
      const teaches = [{ classId: school.classId, courseId: own.courseId, isHead: false }]
      const { data } = await viaGateway(createTeacher, { ...teacher, teaches } as never, school.admin.token)
      teachers[data.teacherId] = teacherName
      return data.teacherId
    }
    const [one, two] = of.schools
    const left = await teach(one!, '离任')
    await teach(one!, '留任')
    await teach(two!, '邻校')
    const { exam, run } = await asFunction('exam-work', broken)
    const named = async () => (await examTeachersOf(exam.examId)).map((t) => teachers[t.teacherId]).sort()
    expect(await named()).toEqual(['留任', '离任', '邻校'].sort())
    await viaGateway(deleteTeacher, { schoolId: one!.schoolId, teacherId: left } as never, one!.admin.token)
    await asFunction('exam-work', () => driveJob(works, run))
    expect(await named()).toEqual(['留任', '邻校'].sort())
  })

  it('a class that was renamed has its new name, for its candidates too', async () => {
    const exam = await again(async ({ schoolId, gradeId, classId, admin }) => {
      const { version } = (await viaGateway(listClasses, { schoolId, gradeId } as never, admin.token)).data[0]!
      await viaGateway(updateClass, { classId, className: '实验班', version } as never, admin.token)
    })
    expect((await examClassesOf(exam.examId)).map((c) => c.className)).toEqual(['实验班', '1班'])
    expect((await candidatesOf(exam.examId)).map((c) => c.className)).toEqual(['实验班', '实验班', '1班'])
  })

  it('a student who was moved sits in the new class, and is counted there alone', async () => {
    const exam = await again(async ({ schoolId, gradeId, classId, admin }) => {
      const { data } = await viaGateway(createClass, { gradeId, className: '2班' } as never, admin.token)
      const [first] = (await viaGateway(listStudents, { schoolId, gradeId, classId } as never, admin.token)).data.list
      const move = { studentIds: [first!.studentId], classId: data.classId }
      await viaGateway(moveStudents, move as never, admin.token)
    })
    expect(exam).toMatchObject({ classCount: 3, candidateCount: 3 })
    const classes = await examClassesOf(exam.examId)
    expect(classes.map((c) => [c.className, c.candidateCount])).toEqual([
      ['1班', 1],
      ['2班', 1],
      ['1班', 1],
    ])
    const roster = await candidatesOf(exam.examId)
    expect(roster.map((c) => classes.findIndex((k) => k.classId === c.classId)).sort()).toEqual([0, 1, 2])
  })
})
