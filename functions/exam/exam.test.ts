import { beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import * as schoolCalls from '#shared/school/school.calls.ts'
import * as classCalls from '#shared/school/classes/class.calls.ts'
import * as courseCalls from '#shared/school/classes/course.calls.ts'
import * as teacherCalls from '#shared/school/people/teacher.calls.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import type { ExamId, PaperId, QuestionId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo } from '#functions/kit/clients.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { audits } from '#functions/kit/audit.ts'
import { dayKey } from '#shared/kit/time.ts'
import { objectKey, putObject, sizeOf } from '#functions/kit/objects.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { actAs, asFunction, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'
import { candidatesOf, examOf, examSchoolsOf, examTeachersOf, paperOf } from './exam.public.ts'
import { movePaper } from './step.public.ts'
import { purgeExam } from './exam.purge.ts'
import { candidates, exams, examSchools, purgesDue } from './exam.store.ts'
import { handler as timer } from './exam.work.ts'

const schools = { ...schoolCalls, ...classCalls, ...courseCalls, ...teacherCalls, ...studentCalls }

type Who = Awaited<ReturnType<typeof testCaller>>

const digitsOf = (id: string): string => String([...id].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 1e9, 7))

/** A school of two classes with students and teachers, made through its own calls. */
const aSchool = async () => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const areaCode = digitsOf(newId('area')).padStart(4, '1')
  const { areaId } = (await viaGateway(schools.createArea, { areaName: '考试区', areaCode }, operator.token)).data
  const school = { areaId, schoolName: `考试中学${areaCode}`, stage: 1, accountName: `e${newId('account').slice(-12)}` }
  const schoolId: SchoolId = (await viaGateway(schools.createSchool, school, operator.token)).data.schoolId
  const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
  const grades = (await viaGateway(schools.listGrades, { schoolId }, admin.token)).data
  const courses = (await viaGateway(schools.listCourses, { schoolId }, admin.token)).data
  const gradeId = grades[0]!.gradeId
  const aClass = async (className: string) =>
    (await viaGateway(schools.createClass, { gradeId, className }, admin.token)).data.classId
  const classIds = [await aClass('1班'), await aClass('2班')] as const
  const students: StudentId[] = []
  for (const [i, classId] of [classIds[0], classIds[0], classIds[1]].entries())
    students.push(
      (
        await viaGateway(
          schools.createStudent,
          { classId, studentName: `学生${i}`, studentNumber: `2026000${i}` },
          admin.token,
        )
      ).data.studentId,
    )
  const aTeacher = async (teaches: { classId: (typeof classIds)[number]; isHead: boolean }[]) => {
    const accountName = `t${newId('account').slice(-12)}`
    const { data } = await viaGateway(
      schools.createTeacher,
      { schoolId, teacherName: '老师', accountName, password: 'first-password', teaches },
      admin.token,
    )
    return testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: data.teacherId })
  }
  const head = await aTeacher([{ classId: classIds[0], isHead: true }])
  const outsider = await aTeacher([])
  return { schoolId, admin, gradeId, classIds, students, courseId: courses[1]!.courseId, head, outsider, grades }
}

const question = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: newId<QuestionId>('question'),
  number: String(n),
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer: 'A',
  ...more,
})

const storedExam = async (examId: string): Promise<Record<string, unknown>> =>
  (await dynamo().send(new GetCommand({ TableName: exams.tableName(), Key: exams.keyOf({ examId }) }))).Item!

describe('an exam', () => {
  let school: Awaited<ReturnType<typeof aSchool>>
  let other: Awaited<ReturnType<typeof aSchool>>
  let examId: ExamId
  let paperId: PaperId
  const ask = <C extends Parameters<typeof send>[1]>(
    call: C,
    input: Parameters<typeof send<C>>[2],
    who: Who = school.admin,
  ) => send(handler, call, input, who.token)
  const wish = () => ({
    schoolId: school.schoolId,
    examName: '高一期中',
    examType: 3,
    gradeId: school.gradeId,
    classIds: [school.classIds[0]],
    courseIds: [school.courseId],
    examDate: Date.UTC(2026, 10, 20),
  })

  beforeAll(async () => {
    actAs('exam-api')
    ;[school, other] = [await aSchool(), await aSchool()]
    const made = (await ask(calls.createExam, wish())).data
    examId = made.examId
    paperId = made.paperIds[0]!
  })

  it('copies its roster: a student who moves later stays where he sat', async () => {
    expect((await candidatesOf(examId)).map((c) => [c.studentName, c.className])).toEqual([
      ['学生0', '1班'],
      ['学生1', '1班'],
    ])
    await viaGateway(
      schools.moveStudents,
      { studentIds: [school.students[0]!], classId: school.classIds[1] },
      school.admin.token,
    )
    const roster = await ask(calls.examStudents, { examId })
    expect(roster.data).toMatchObject({ total: 2, list: [{ className: '1班' }, { className: '1班' }] })
    expect((await ask(calls.examClasses, { examId })).data).toMatchObject([{ className: '1班', candidateCount: 2 }])
    expect((await examTeachersOf(examId)).map((t) => t.teaches.length)).toEqual([1])
    expect((await examOf(examId))?.term).toMatch(/^\d{4}-[12]$/)
  })

  it('is refused for a class of another grade, an empty class and nonsense', async () => {
    const { data } = await viaGateway(
      schools.createClass,
      { gradeId: school.grades[1]!.gradeId, className: '空班' },
      school.admin.token,
    )
    const foreign = await ask(calls.createExam, { ...wish(), classIds: [data.classId] })
    expect(foreign.message).toContain('不属于该年级')
    const empty = await ask(calls.createExam, {
      ...wish(),
      gradeId: school.grades[1]!.gradeId,
      classIds: [data.classId],
    })
    expect(empty.message).toContain('没有学生')
    expect((await ask(calls.createExam, { ...wish(), examName: ' ' })).message).toBe('考试名称不能为空')
    expect((await ask(calls.createExam, { ...wish(), examType: 9 })).message).toBe('请选择考试类型')
    expect((await ask(calls.createExam, { ...wish(), schoolId: other.schoolId })).http).toBe(403)
    expect((await ask(calls.listExams, {})).data.total).toBe(1)
  })

  it('is seen by whom it concerns', async () => {
    const seen = async (who: Who) => (await ask(calls.listExams, {}, who)).data.list.map((e) => [e.examId, e.mayManage])
    expect(await seen(school.admin)).toEqual([[examId, true]])
    expect(await seen(school.head)).toEqual([[examId, false]])
    expect(await seen(school.outsider)).toEqual([])
    expect(await seen(other.admin)).toEqual([])
    const tenant = `s:${school.schoolId}`
    const sat = await testCaller({ userType: 4, tenant, studentId: school.students[1]! })
    const satNot = await testCaller({ userType: 4, tenant, studentId: school.students[2]! })
    expect(await seen(sat)).toEqual([[examId, false]])
    expect(await seen(satNot)).toEqual([])
    for (const [who, http] of [
      [school.head, 200],
      [school.outsider, 403],
      [other.admin, 403],
      [sat, 200],
      [satNot, 403],
    ] as const)
      expect((await ask(calls.examDetail, { examId }, who)).http).toBe(http)
    expect((await ask(calls.examPaper, { paperId }, sat)).http).toBe(403)
    expect((await ask(calls.paperPlace, { paperId }, sat)).http).toBe(403)
    expect((await ask(calls.examStudents, { examId }, sat)).http).toBe(403)
  })

  it('its paper says where it belongs', async () => {
    const { examName } = (await ask(calls.examDetail, { examId })).data!.exam
    const { courseName } = (await ask(calls.examPaper, { paperId })).data!
    expect((await ask(calls.paperPlace, { paperId })).data).toEqual({ examId, examName, courseName })
  })

  it('its paper is saved whole, with the version that was read', async () => {
    const questions = [
      question(1),
      question(2, { unitType: 2, answer: 'AC', halfScore: 100 }),
      question(3, { unitType: 5, fullScore: 1200, answer: undefined, optionCount: undefined }),
    ]
    const saved = await ask(calls.savePaper, { paperId, questions, version: 1 })
    expect(saved.data).toMatchObject({ version: 2, keyVersion: 1 })
    const day = await asRoot(() => audits.query(`s:${school.schoolId}#${dayKey(now())}`, { consistent: true }))
    expect(day.find((r) => r.act === 'exam.savePaper' && r.object === paperId)?.told?.changes?.[0]).toEqual({
      field: '试题',
      before: '0题，满分0分',
      after: '3题，满分18分',
    })
    expect((await ask(calls.savePaper, { paperId, questions: [question(9)], version: 1 })).status).toBe(20_002)
    const wrong = await ask(calls.savePaper, { paperId, questions: [question(1, { answer: 'E' })], version: 2 })
    expect(wrong.message).toBe('[第1题：答案“E”超出选项范围]')
    for (const who of [school.head, other.admin])
      expect((await ask(calls.savePaper, { paperId, questions, version: 2 }, who)).http).toBe(403)
    expect((await paperOf(paperId))?.questions).toEqual(saved.data.questions)
    // Renaming a question scores nothing anew; another key does.
    const renamed = questions.map((q) => (q.number === '3' ? { ...q, number: '3a' } : q))
    expect((await ask(calls.savePaper, { paperId, questions: renamed, version: 2 })).data.keyVersion).toBe(1)
    const keyed = renamed.map((q) => (q.number === '1' ? { ...q, answer: 'B' } : q))
    expect((await ask(calls.savePaper, { paperId, questions: keyed, version: 3 })).data.keyVersion).toBe(2)
    expect((await ask(calls.examDetail, { examId })).data.papers).toMatchObject([
      { questionCount: 3, fullScore: 1800, missingKeys: 0 },
    ])
  })

  it('of several courses has a paper of each, in their order; the same course twice is one', async () => {
    const { schoolId, admin } = school
    const courses = (await viaGateway(schools.listCourses, { schoolId }, admin.token)).data.slice(0, 3).reverse()
    const courseIds = courses.map((c) => c.courseId)
    const made = (await ask(calls.createExam, { ...wish(), courseIds: [...courseIds, courseIds[0]!] })).data
    const { papers } = (await ask(calls.examDetail, { examId: made.examId })).data
    expect(papers.map((p) => [p.paperId, p.courseName])).toEqual(
      courses.map((c, i) => [made.paperIds[i], c.courseName]),
    )
    expect(await ask(calls.createExam, { ...wish(), courseIds: [] })).toMatchObject({ message: '请选择科目' })
    const foreign = (await viaGateway(schools.listCourses, other, other.admin.token)).data[0]!.courseId
    const refused = await ask(calls.createExam, { ...wish(), courseIds: [courseIds[0]!, foreign] })
    expect([refused.http, refused.status === 0]).toEqual([200, false])
    await ask(calls.deleteExam, { examId: made.examId, version: 1 })
  })

  it('has another name, type and day by who manages it, at the version that was seen; one school’s stays one school’s', async () => {
    const made = (await ask(calls.createExam, { ...wish(), examName: '改名前' })).data
    const of = { examId: made.examId, version: 1 }
    const facts = { examName: '改名后', examType: 4, examDate: wish().examDate + 86_400_000 }
    for (const who of [school.head, other.admin])
      expect((await ask(calls.saveExam, { ...of, ...facts }, who)).http).toBe(403)
    expect((await ask(calls.saveExam, { ...of, ...facts, examType: 7 })).message).toContain('不能改为联考')
    expect((await ask(calls.saveExam, { ...of, ...facts, examName: ' ' })).status).not.toBe(0)
    const roster = await candidatesOf(made.examId)
    expect((await ask(calls.saveExam, { ...of, ...facts })).data).toEqual({ version: 2 })
    expect((await ask(calls.saveExam, { ...of, ...facts, examName: '又一名' })).status).toBe(20_002)
    // Nothing changes and nothing is recorded.
    expect((await ask(calls.saveExam, { ...of, ...facts, version: 2 })).data).toEqual({ version: 2 })
    const { exam } = (await ask(calls.examDetail, { examId: made.examId })).data
    expect(exam).toMatchObject({ ...facts, version: 2 })
    expect(await candidatesOf(made.examId)).toEqual(roster)
    const day = await asRoot(() => audits.query(`s:${school.schoolId}#${dayKey(now())}`, { consistent: true }))
    const acts = day.filter((a) => a.act === 'exam.save')
    expect(acts.map((a) => a.told)).toEqual([
      {
        name: '改名前',
        changes: [
          { field: '考试名称', before: '改名前', after: '改名后' },
          { field: '考试类型', before: '期中考试', after: '期末考试' },
          { field: '考试日期', before: '2026-11-20', after: '2026-11-21' },
        ],
      },
    ])
    await ask(calls.deleteExam, { examId: made.examId, version: 2 })
    expect((await ask(calls.saveExam, { examId: made.examId, version: 3, ...facts })).message).toContain('已删除')
  })

  it('deleted by version, hidden at once, and back', async () => {
    // Held the day before: it was created later, and stands below.
    const before = { ...wish(), examName: '将删除', examDate: wish().examDate - 86_400_000 }
    const { examId: gone } = (await ask(calls.createExam, before)).data
    expect((await ask(calls.deleteExam, { examId: gone, version: 9 })).status).toBe(20_002)
    expect((await ask(calls.deleteExam, { examId: gone, version: 1 }, other.admin)).http).toBe(403)
    await ask(calls.deleteExam, { examId: gone, version: 1 })
    const names = async () => (await ask(calls.listExams, {})).data.list.map((e) => e.examName)
    expect(await names()).toEqual(['高一期中'])
    expect((await ask(calls.examDeleteStatus, { examId: gone })).data.deleted).toBe(true)
    await ask(calls.restoreExam, { examId: gone })
    expect(await names()).toEqual(['高一期中', '将删除'])
  })

  it('moves on, never back by itself; then the structure is fixed and it is not deleted', async () => {
    await movePaper({ examId, paperId }, 'opened')
    await movePaper({ examId, paperId }, 'keyed')
    const exam = await examOf(examId)
    expect(exam?.markingProgress).toBe(markingProgress.marking)
    expect((await ask(calls.deleteExam, { examId, version: exam!.version })).message).toContain('已有扫描数据')
    const paper = (await ask(calls.examPaper, { paperId })).data
    expect(paper.locked).toBe(true)
    const fewer = await ask(calls.savePaper, { paperId, questions: paper.questions.slice(1), version: paper.version })
    expect(fewer.message).toContain('阅卷已开始')
    const rescored = paper.questions.map((q) => ({ ...q, ...(q.number === '1' ? { fullScore: 400 } : {}) }))
    expect((await ask(calls.savePaper, { paperId, questions: rescored, version: paper.version })).status).toBe(0)
  })

  it('released, takes no other key and no other points: those are a change set; withdrawn, it does', async () => {
    await movePaper({ examId, paperId }, 'released')
    const paper = (await ask(calls.examPaper, { paperId })).data
    expect(paper.released).toBe(true)
    const save = (more: Partial<(typeof paper.questions)[number]>) => {
      const questions = paper.questions.map((q, i) => (i === 0 ? { ...q, ...more } : q))
      return ask(calls.savePaper, { paperId, questions, version: paper.version })
    }
    for (const other of [{ fullScore: 500 }, { answer: 'C' }])
      expect(await save(other)).toMatchObject({ status: examProblems.keyReleased.status, data: null })
    expect((await ask(calls.examPaper, { paperId })).data.questions).toEqual(paper.questions)
    await movePaper({ examId, paperId }, 'withdrawn')
    expect((await save({ fullScore: 500 })).status).toBe(0)
  })

  it('is purged with its roster when its time in the recycle bin is over, and not before', async () => {
    const made = (await ask(calls.createExam, wish())).data!
    const { exam } = (await ask(calls.examDetail, { examId: made.examId })).data!
    await ask(calls.deleteExam, { examId: made.examId, version: exam.version })
    const stored = await storedExam(made.examId)
    expect(Number(stored['ttl']) * 1000 - Number(stored['deletedAt'])).toBeGreaterThanOrEqual(keptDeletedMs)
    await purgeExam(made.examId)
    expect(await candidatesOf(made.examId)).toHaveLength(made.candidateCount)
    await ask(calls.restoreExam, { examId: made.examId })
    expect(await storedExam(made.examId)).not.toHaveProperty('ttl')
    // As the store does when the time is over.
    await exams.remove(made)
    const left = () => candidates.query(`cand#${made.examId}#${school.schoolId}`, { consistent: true })
    await expect.poll(left, { timeout: 120_000 }).toEqual([])
    await expect.poll(() => paperOf(made.paperIds[0]!), { timeout: 120_000 }).toBeNull()
    await expect.poll(() => examTeachersOf(made.examId), { timeout: 120_000 }).toEqual([])
  })

  it('whose purge no stream told of goes with its roster all the same; one that was had back is due no more', async () => {
    const makeDue = async () => {
      const made = (await ask(calls.createExam, wish())).data!
      const { exam } = (await ask(calls.examDetail, { examId: made.examId })).data!
      expect((await ask(calls.deleteExam, { examId: made.examId, version: exam.version })).status).toBe(0)
      expect(await purgesDue.get(made)).toMatchObject({ examId: made.examId })
      return { ...made, owner: exam.owner }
    }
    const had = await makeDue()
    const waiting = await makeDue()
    await ask(calls.restoreExam, { examId: had.examId })
    // Of an exam that went unheard: only what hung on it is there.
    const examId = newId<ExamId>('exam')
    const roster = (await candidatesOf(had.examId)).map((c) => ({ ...c, examId }))
    await candidates.putMany(roster)
    const [part] = await examSchoolsOf(had.examId)
    await examSchools.put({ ...part!, examId })
    // A plan that marking laid down for it.
    const planKey = objectKey('plan', had.owner, 'marking', examId, 'export', 'second', 'plan.jsonl')
    await asRoot(() => putObject(planKey, Buffer.from('{}')))
    // Begun just now, it is still being made.
    await purgesDue.put({ schema: 1, examId, since: now(), owner: had.owner })
    await asFunction('exam-work', () => timer({ schedule: 'purgeLeft' }))
    expect(await candidates.query(`cand#${examId}#${school.schoolId}`, { consistent: true })).toHaveLength(
      roster.length,
    )
    expect(await asRoot(() => sizeOf(planKey))).not.toBeNull()
    await purgesDue.put({ schema: 1, examId, since: now() - 3 * 86_400_000, owner: had.owner })
    await asFunction('exam-work', () => timer({ schedule: 'purgeLeft' }))
    expect(await candidates.query(`cand#${examId}#${school.schoolId}`, { consistent: true })).toEqual([])
    expect(await asRoot(() => sizeOf(planKey))).toBeNull()
    expect(await purgesDue.getMany([{ examId }, had, waiting])).toMatchObject([{ examId: waiting.examId }])
    expect(await candidatesOf(had.examId)).toHaveLength(had.candidateCount)
    expect(await candidatesOf(waiting.examId)).toHaveLength(waiting.candidateCount)
  })

  it('is of the term of its day, over the new year and the spring, whenever it is written down; a moved one of the new day’s', async () => {
    const at = (y: number, m: number, d: number): number => Date.UTC(y, m - 1, d) - 8 * 3_600_000
    const terms: (string | undefined)[] = []
    const ids: ExamId[] = []
    for (const examDate of [at(2026, 12, 31), at(2027, 1, 1), at(2027, 1, 31), at(2027, 2, 1), at(2027, 9, 1)]) {
      const { data } = await ask(calls.createExam, { ...wish(), examDate })
      ids.push(data.examId)
      terms.push((await examOf(data.examId))?.term)
    }
    expect(terms).toEqual(['2026-1', '2026-1', '2026-1', '2026-2', '2027-1'])
    const listed = (await ask(calls.listExams, { pageSize: 100 })).data.list.map((e) => e.examId)
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    const moved = { examId: ids[0]!, examName: '高一期中', examType: 3, examDate: at(2027, 3, 1), version: 1 }
    expect((await ask(calls.saveExam, moved)).status).toBe(0)
    expect((await examOf(ids[0]!))?.term).toBe('2026-2')
    for (const id of ids) await ask(calls.deleteExam, { examId: id, version: (await examOf(id))!.version })
  })
})
