/**
 * A joint exam made by its job at a tenth of the design case (400 schools, 500 000 candidates, 6 papers), through the local
 * cloud as it stands: state machine, functions, policies and the database. What the cloud's processes take of the processor
 * is told apart, since the local database is one process and no figure of the real one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AreaId, CourseId, StudentId, Tenant } from '#shared/kit/ids.ts'
import { defaultCourses } from '#shared/school/roster/school.rules.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { startCloud } from '#infra/local/Cloud.ts'
import type { Bench } from './bench.types.ts'

const design = { schools: 400, perSchool: 1250, papers: 6 }
const scale = Number(process.env['QINGHE_SCALE'] ?? 10)
const goalSeconds = 600

const creation: Bench = {
  name: 'creation',
  run: async () => {
    process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-creation-'))
    const cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
    process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
      address: cloud.address,
      envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
    })
    try {
      const { actAs, asFunction, testCaller } = await import('#functions/kit/testing.ts')
      const { newId, now } = await import('#functions/kit/ports.ts')
      const { aSchoolThroughGateway } = await import('#functions/exam/school.fixtures.ts')
      const { aStudentIn } = await import('#functions/exam/joint/joint.fixtures.ts')
      const { students } = await import('#functions/school/roster/school.store.ts')
      const { gradeOf } = await import('#functions/school/roster/school.public.ts')
      const { draftOf } = await import('#functions/exam/exam.commands.ts')
      const { startCreation } = await import('#functions/exam/creation/creation.ts')
      const { examOf } = await import('#functions/exam/exam.public.ts')
      actAs('exam-api')
      const schools: Awaited<ReturnType<typeof aSchoolThroughGateway>>[] = []
      for (let i = 0; i < design.schools / scale; i++) {
        const school = await aSchoolThroughGateway(`第${i}小学${newId('school').slice(-8)}`)
        await aStudentIn(school, school.classId, 1)
        await asFunction('school-api', async () => {
          const [first] = await students.query(`students#${school.schoolId}`)
          const others = Array.from({ length: design.perSchool - 1 }, (_, n): Student => {
            const studentNumber = `2026${String(n + 2).padStart(4, '0')}`
            return { ...first!, studentId: newId<StudentId>('student'), studentName: `学生${n + 2}`, studentNumber }
          })
          await students.putMany(others)
        })
        schools.push(school)
      }
      const owner = `a:${newId<AreaId>('area')}` as Tenant
      const { caller } = await testCaller({ userType: 18, tenant: owner })
      const { stage, enrolmentYear } = (await gradeOf(schools[0]!.gradeId))!
      const courses = defaultCourses(1)
        .slice(0, design.papers)
        .map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
      const facts = { examName: '全省联考', examType: 9, examDate: now(), gradeName: '一年级', term: '2026-1' }
      const exam = draftOf(owner, facts, courses, schools.length, caller)
      const of = schools.map(({ schoolId }) => ({ schoolId }))
      const [began, before] = [performance.now(), process.cpuUsage()]
      await startCreation({ exam, caller, schools: of, grade: { stage, enrolmentYear } })
      let made = await examOf(exam.examId)
      for (; !made; made = await examOf(exam.examId)) await new Promise((resolve) => setTimeout(resolve, 500))
      const seconds = (performance.now() - began) / 1000
      const { user, system } = process.cpuUsage(before)
      const each = (user + system) / 1000 / made.candidateCount
      return [
        {
          name: `a joint exam of ${made.candidateCount} candidates, made by its job`,
          unit: 's',
          ours: seconds,
          goal: { kind: 'bound', value: goalSeconds / scale },
          note: `${schools.length} schools; ${each.toFixed(2)} ms of processor a candidate in the cloud's own process`,
        },
      ]
    } finally {
      await cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

export const creationBenches: readonly Bench[] = [creation]
