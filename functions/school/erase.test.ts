import { beforeAll, describe, expect, it } from 'vitest'
import { createExam, deleteExam, examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import { listActs, tagStudents } from '#shared/school/people/act.calls.ts'
import * as calls from '#shared/school/people/personal.calls.ts'
import { eraseStudentJob, exportStudentJob } from '#shared/school/school.jobs.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent, listStudents, moveStudents } from '#shared/school/people/student.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { JobId, StudentId } from '#shared/kit/ids.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { getObject, objectKey, ObjectMissing, putObject } from '#functions/kit/objects.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { handler } from './school.api.ts'
import { aSchool, anIdCard } from './school.fixtures.ts'
import { students } from './roster/school.store.ts'
import { works } from './school.work.ts'

const name = '独孤金丝雀'
const number = '77665544'
const idCard = anIdCard()

describe('erasing a student', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let studentId: StudentId
  let neighbourId: StudentId
  let examId: string
  const token = () => school.admin.token
  const drive = (job: typeof eraseStudentJob | typeof exportStudentJob, attempts?: number) =>
    asFunction('school-work', async () => {
      const input = { studentId, schoolId: school.schoolId }
      const by = { tenant: schoolTenant(school.schoolId), userId: school.admin.caller.userId }
      const begun = await queueJob(job, input, by)
      const state = await driveJob(works, { ...begun, job: job.name }, attempts)
      const jobId = begun.jobId as JobId
      return { out: state.out, files: (await jobRecords.get({ jobId }))?.files ?? [] }
    })
  beforeAll(async () => {
    actAs('school-api')
    school = await aSchool('清除中学')
    const { schoolId, classId, gradeId } = school
    const add = async (studentName: string, studentNumber: string) =>
      (await send(handler, createStudent, { classId, studentName, studentNumber }, token())).data.studentId
    studentId = await add(name, number)
    // A longer name and number that hold the canary's.
    neighbourId = await add(`${name}儿`, `1${number}`)
    const of = { schoolId, kind: 'student' as const, personId: studentId as string }
    await send(handler, calls.savePersonal, { ...of, idCard, phone: '13900007777', version: 0 }, token())
    const other = (await send(handler, createClass, { gradeId, className: '2班' }, token())).data.classId
    await send(handler, moveStudents, { studentIds: [studentId], classId: other }, token())
    await send(handler, tagStudents, { studentIds: [studentId], add: ['金丝雀'] }, token())
    const opened = await openAccount({
      accountName: `qc${schoolId.slice(-6)}${number}`,
      userName: name,
      password: 'first-password',
      users: [{ userType: 4, tenant: schoolTenant(schoolId), schoolId, stage: 1, studentId }],
    })
    const row = (await students.get({ schoolId, studentNumber: number }))!
    await students.save({ ...row, userId: opened!.users[0]!.userId })
    const courses = (await send(handler, listCourses, { schoolId }, token())).data
    const plan = { schoolId, examName: '期中', examType: 3, gradeId, classIds: [classId, other] }
    const made = { ...plan, courseIds: [courses[0]!.courseId], examDate: Date.UTC(2026, 10, 1) }
    examId = (await viaGateway(createExam, made, token())).data.examId
  })

  it('first of all gives everything that is kept, in one file', async () => {
    const { files } = await drive(exportStudentJob)
    expect(files).toMatchObject([{ name: '学生个人数据.zip' }])
    const bytes = await asFunction('school-work', () => getObject(files[0]!.key))
    const { fromBufferPromise } = await import('yauzl')
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    const told: Record<string, string> = {}
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = []
      for await (const c of await zip.openReadStreamPromise(entry)) chunks.push(c as Buffer)
      told[entry.fileName] = Buffer.concat(chunks).toString('utf8')
    }
    expect(JSON.parse(told['data.json']!)).toMatchObject({
      school: '清除中学',
      student: { studentName: name, studentNumber: number, idCard, phone: '13900007777', className: '2班' },
      moves: [{ by: school.admin.caller.userName }],
      exams: [{ examName: '期中', className: '2班' }],
    })
  })
  it('wants the name typed again, an administrator, and no exam that waits for its scores', async () => {
    const wish = { schoolId: school.schoolId, studentId, studentName: name, reason: '本人或监护人要求' as const }
    const wrong = await send(handler, calls.eraseStudent, { ...wish, studentName: '别人' }, token())
    expect(wrong.message).toBe('输入的姓名与该学生不符')
    const open = await send(handler, calls.eraseStudent, wish, token())
    expect(open.message).toBe('该学生还有未发布成绩的考试：“期中”。请先发布成绩或删除考试')
    const office = await testCaller({ userType: 15, tenant: `s:${school.schoolId}` })
    expect((await send(handler, calls.eraseStudent, wish, office.token)).http).toBe(403)
  })
  it('leaves nothing of him, and everything of the others', async () => {
    const exam = { examId: examId as never }
    const { version } = (await viaGateway(examDetail, exam, token())).data.exam
    expect((await viaGateway(deleteExam, { ...exam, version }, token())).status).toBe(0)
    const { schoolId } = school
    const key = objectKey('canary', schoolTenant(schoolId), 'school', 'import', 'job_canary', 'students.jsonl')
    const seats = objectKey('seats', schoolTenant(schoolId), 'uploads', 'seatList', 'up_canary', 'seats.csv')
    const exports = ['export', 'exports'].map((folder) =>
      objectKey('scans', schoolTenant(schoolId), 'scan', folder, 'job_canary.csv'),
    )
    const made = ['print', 'render', 'seats'].map((folder) =>
      objectKey(folder, schoolTenant(schoolId), 'card', examId, folder, 'job_canary.pdf'),
    )
    const stays = objectKey('stays', schoolTenant(schoolId), 'card', 'ex_other', 'print', 'job_other.pdf')
    const others = objectKey('other', schoolTenant(schoolId), 'school', 'import', 'job_other', 'students.jsonl')
    await asFunction('school-work', async () => {
      await putObject(key, JSON.stringify({ studentName: name, studentNumber: number }), { replace: true })
      for (const at of [seats, ...exports]) await putObject(at, `姓名,考号\n${name},${number}`, { replace: true })
      for (const at of [...made, stays]) await putObject(at, 'a picture of names', { replace: true })
      await putObject(others, JSON.stringify({ studentName: '别人' }), { replace: true })
    })
    expect((await drive(eraseStudentJob)).out['finish']).toMatchObject({ exams: 1, papers: 1 })

    const list = (await send(handler, listStudents, { schoolId }, token())).data.list
    expect(list.map((s) => s.studentName)).toEqual([`${name}儿`])
    expect(list[0]!.studentId).toBe(neighbourId)
    const of = { schoolId, kind: 'student' as const, personId: studentId as string }
    expect((await send(handler, calls.personalOf, of, token())).message).toBe('数据不存在或已删除')
    expect((await send(handler, calls.findPersonal, { schoolId, text: idCard }, token())).data).toEqual([])
    const told = (await send(handler, listActs, { schoolId }, token())).data
    expect(told.map((a) => a.title)).toEqual(['＊＊＊＊＊调到2班'])
    await asFunction('school-work', async () => {
      await expect(getObject(key)).rejects.toThrow(ObjectMissing)
      for (const gone of [seats, ...exports, ...made])
        await expect(getObject(gone), gone).rejects.toThrow(ObjectMissing)
      expect((await getObject(others)).toString()).toContain('别人')
      expect((await getObject(stays)).toString()).toBe('a picture of names')
    })
    // The exam keeps its place; its roster is read past its deletion.
    const seen = await asFunction('exam-api', async () => {
      const { candidatesOf } = await import('#functions/exam/exam.public.ts')
      return candidatesOf(examId)
    })
    expect(seen.map((c) => c.studentName).sort()).toEqual(['已清除', `${name}儿`])
    expect(JSON.stringify(seen)).not.toContain(`"${number}"`)
    expect((await viaGateway(examStudents, { ...exam, pageSize: 10 }, token())).http).not.toBe(500)
  })
})
