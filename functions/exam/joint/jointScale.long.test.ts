/**
 * A joint exam at a hundredth of its design case (400 schools, 500 000 candidates, 6 papers): what its making writes, how
 * large its partitions are, and what a change of one school touches. The table is in `shared/exam/README.md`.
 */
import { beforeAll, expect, it } from 'vitest'
import { changeRosterJob, createExamJob } from '#shared/exam/exam.jobs.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { AreaId, CourseId, GradeId, JobId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { defaultCourses } from '#shared/school/roster/school.rules.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { asideKey, putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { queueJob } from '#functions/kit/work.ts'
import { gradeOf } from '#functions/school/roster/school.public.ts'
import { students } from '#functions/school/roster/school.store.ts'
import { creationKey } from '../creation/creation.ts'
import { draftOf } from '../exam.commands.ts'
import { examOf } from '../exam.public.ts'
import { candidates, examClasses, examSchools, examTeachers, numberPlace, paperSteps } from '../exam.store.ts'
import { works } from '../exam.work.ts'
import { aStudentIn } from './joint.fixtures.ts'
import { planRoster } from '../roster/roster.plan.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'

const design = { schools: 400, candidates: 500_000, papers: 6 }
const scale = 100
const schoolCount = design.schools / scale
const perSchool = design.candidates / design.schools
/** Of a partition: bytes that are kept together, and units a second; a tenth of each is the room that a design leaves. */
const tenth = { bytes: 10 * 2 ** 30 * 0.1, writes: 100 }
const minutes = 10

const courseNames = defaultCourses(1).slice(0, design.papers)
let schools: Awaited<ReturnType<typeof aSchoolThroughGateway>>[]
let exam: Exam
let made: { write: number; read: number }

const bytesOf = (rows: readonly object[]): number => rows.reduce((n, r) => n + Buffer.byteLength(JSON.stringify(r)), 0)
const inExam = async () => {
  const of = `exam#${exam.examId}`
  const [all, classes, steps, teachers] = await Promise.all([
    examSchools.query(of, { prefix: 'school#' }),
    examClasses.query(of, { prefix: 'class#' }),
    paperSteps.query(of, { prefix: 'step#' }),
    examTeachers.query(of, { prefix: 'teacher#' }),
  ])
  return [...all, ...classes, ...steps, ...teachers]
}
const rosterIn = (schoolId: string) => candidates.query(`cand#${exam.examId}#${schoolId}`, { consistent: true })

beforeAll(async () => {
  actAs('exam-api')
  schools = []
  for (let i = 0; i < schoolCount; i++) {
    const school = await aSchoolThroughGateway(`规模${i}小${newId('school').slice(-8)}`)
    const first = await aStudentIn(school, school.classId, 1)
    await asFunction('school-api', async () => {
      const [own] = await students.query(`students#${school.schoolId}`)
      const others = Array.from({ length: perSchool - 1 }, (_, n): Student => {
        const number = `2026${String(n + 2).padStart(4, '0')}`
        return { ...own!, studentId: newId<StudentId>('student'), studentName: `学生${n + 2}`, studentNumber: number }
      })
      expect(own!.studentId).toBe(first)
      await students.putMany(others)
    })
    schools.push(school)
  }
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const { caller } = await testCaller({ userType: 18, tenant: owner })
  const grade = (await gradeOf(schools[0]!.gradeId as GradeId))!
  const courses = courseNames.map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const facts = { examName: '全省联考', examType: 9, examDate: now(), gradeName: '一年级', term: '2026-1' }
  const draft = draftOf(owner, facts, courses, schoolCount, caller)
  await asFunction('exam-work', async () => {
    const jobId = newId<JobId>('job')
    const wishKey = creationKey(jobId, owner, draft.examId, 'wish.json')
    const { stage, enrolmentYear } = grade
    const of = schools.map(({ schoolId }) => ({ schoolId }))
    await putJson(wishKey, { exam: draft, caller, schools: of, grade: { stage, enrolmentYear } })
    const run = { job: createExamJob.name, jobId, tenant: owner, startedBy: caller.userId, out: {} }
    made = await unitsDuring(() => driveJob(works, { ...run, input: { examId: draft.examId, wishKey } }))
  })
  exam = (await examOf(draft.examId))!
}, 600_000)

it('is made with so many units a candidate, so that the whole is within ten minutes of what the tables take', async () => {
  expect([exam.candidateCount, exam.schoolCount, exam.papers.length]).toEqual([
    design.candidates / scale,
    schoolCount,
    design.papers,
  ])
  // The row, and an entry in each of its two indexes; what a school has beside them is little.
  const each = made.write / exam.candidateCount
  expect(each).toBeLessThan(3.2)
  expect(each).toBeGreaterThan(1)
})

it('lies in partitions of which none comes near its limits at the design case', async () => {
  const own = await inExam()
  const rosters = await Promise.all(schools.map((s) => rosterIn(s.schoolId)))
  const largest = Math.max(...rosters.map(bytesOf))
  const numbered = [...Map.groupBy(rosters.flat(), (c) => numberPlace(c, c.studentNumber)).values()]
  const figures = {
    'exam#': bytesOf(own) * scale,
    'cand#': largest,
    'number#': Math.max(...numbered.map(bytesOf)) * scale,
  }
  for (const bytes of Object.values(figures)) expect(bytes).toBeLessThan(tenth.bytes)
  // The exam's own rows in ten minutes, and what an index by number takes of all rosters.
  const perSecond = (rows: number) => (rows * scale) / (minutes * 60)
  expect(perSecond(own.length)).toBeLessThan(tenth.writes)
  expect(perSecond(Math.max(...numbered.map((rows) => rows.length)))).toBeLessThan(tenth.writes)
})

it('and a change of one school’s roster writes that school’s rows alone, however many others there are', async () => {
  const [one, ...others] = schools
  await aStudentIn(one!, one!.classId, 9000, '新生')
  const { examId } = exam
  const beside = async () =>
    Promise.all([
      ...others.map((s) => rosterIn(s.schoolId)),
      inExam().then((rows) => rows.filter((r) => !JSON.stringify(r).includes(one!.schoolId))),
    ])
  const before = await beside()
  const { tenant, userId } = one!.admin.caller
  const used = await asFunction('exam-work', async () => {
    const wish = { kind: 'today' as const }
    const { plan } = await planRoster(exam, { schoolId: one!.schoolId, wish }, () => Promise.resolve(new Set<string>()))
    const changeKey = asideKey(newId<JobId>('job'), tenant, 'exam', examId, 'roster.json')
    await putJson(changeKey, { plan, caller: one!.admin.caller, act: 'exam.roster' })
    const state = await queueJob(changeRosterJob, { examId, changeKey }, { tenant, userId }, {})
    return unitsDuring(() => driveJob(works, { ...state, job: changeRosterJob.name }))
  })
  expect(await beside()).toEqual(before)
  expect((await rosterIn(one!.schoolId)).length).toBe(perSchool + 1)
  expect((await examOf(examId))!.candidateCount).toBe(exam.candidateCount + 1)
  expect(used.write).toBeLessThan(40)
})
