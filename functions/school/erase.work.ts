/** Erasing a student: each room takes out what it keeps (its `holding.public.ts`); the school's own part is here. */
import { eraseStudentJob } from '#shared/school/school.jobs.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { bytesHold, keysUnder, removeObjects } from '#functions/kit/erase.ts'
import { eraseFromRows } from '#functions/kit/kinds.ts'
import type { Holding, Sittings } from '#functions/kit/holding.ts'
import { getJson, getObject, objectKey, putJson, putLines } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { transact } from '#functions/kit/table.ts'
import { work } from '#functions/kit/work.ts'
import type { Work } from '#functions/kit/work.ts'
import { planErasure } from './erase.plan.ts'
import type { ErasePlan } from './erase.plan.ts'
import { personals, settingPersonal } from './people/personal.store.ts'
import { schoolOf, teachersOf } from './roster/school.public.ts'
import { students, teachers } from './roster/school.store.ts'
import { studentNow } from './people/student.row.ts'

type Job = { jobId: string; tenant: string }
const keyOf = ({ jobId, tenant }: Job, name: string): string => objectKey(jobId, tenant, 'school', 'erase', jobId, name)
const planOf = (of: Job): Promise<ErasePlan> => getJson<ErasePlan>(keyOf(of, 'plan.json'))

const eraseTutee = async (schoolId: string, studentId: string): Promise<void> => {
  for (const { teacherId, tutees } of await teachersOf(schoolId)) {
    if (!tutees?.some((t) => t === studentId)) continue
    await teachers.edit({ schoolId, teacherId }, (row) => {
      const rest = (row?.tutees ?? []).filter((t) => t !== studentId)
      return row && { ...row, tutees: rest }
    })
  }
}

const erasePersonal = async (of: Parameters<typeof settingPersonal>[0]): Promise<void> => {
  await edit(`the personal data of ${of.personId}`, async () => {
    const row = await personals.get(of)
    const writes = row && (await settingPersonal(of, { idCard: '', phone: '' }, row, row.version))
    return !writes || (await transact(writes, newId('attempt'))) || beaten
  })
  await personals.remove(of)
}

/** Files that hold the student and have not gone of themselves yet: imported, exported, found wrong. */
const eraseFiles = async ({ tenants, texts }: ErasePlan): Promise<number> => {
  let removed = 0
  for (const tenant of tenants)
    for (const path of [
      ['uploads', 'roster'],
      ['uploads', 'seatList'],
      ['uploads', 'scores'],
      ['school', 'import'],
      ['school', 'export'],
      ['scan', 'export'],
      ['scan', 'exports'],
    ])
      for (const key of await keysUnder(tenant, ...path))
        if (await bytesHold(await getObject(key), texts)) {
          await removeObjects([key])
          removed++
        }
  return removed
}

export const eraseWork = (sittings: Sittings, holdings: readonly Holding[]): Work =>
  work(eraseStudentJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const student = (await studentNow(input.studentId)) ?? refuse(commonProblems.notFound)
      const school = (await schoolOf(student.schoolId)) ?? refuse(commonProblems.notFound)
      const plan = await planErasure(sittings, school, student)
      await putJson(keyOf({ jobId, tenant }, 'plan.json'), plan, { replace: true })
      const manifestKey = keyOf({ jobId, tenant }, 'papers.jsonl')
      await putLines(manifestKey, plan.papers)
      await progress({ total: plan.papers.length, message: '正在清除考试中的数据' })
      return { manifestKey, papers: plan.papers.length }
    },

    papers: async ({ jobId, tenant, items }) => {
      const { known } = await planOf({ jobId, tenant })
      for (const paper of items) for (const { erasePaper } of holdings) await erasePaper?.(paper, known)
    },

    people: async ({ input, jobId, tenant, progress }) => {
      const { known, userId, tenants, exams, papers } = await planOf({ jobId, tenant })
      const { schoolId, studentId } = input
      await progress({ message: '正在清除名单和账号' })
      await eraseFromRows({ schoolId, known, papers })
      for (const { eraseStudent } of holdings) await eraseStudent?.({ tenant: tenants[0]!, userId, known })
      await erasePersonal({ schoolId, kind: 'student', personId: studentId })
      await eraseTutee(schoolId, studentId)
      return { exams }
    },

    files: async ({ jobId, tenant, progress }) => {
      await progress({ message: '正在清除文件' })
      return { removed: await eraseFiles(await planOf({ jobId, tenant })) }
    },

    finish: async ({ input, jobId, tenant, out }) => {
      const row = await studentNow(input.studentId)
      if (row) await students.remove(row)
      // The plan names the student: it goes last.
      await removeObjects(await keysUnder(tenant, 'school', 'erase', jobId))
      const counts = out as { plan: { papers: number }; people: { exams: number }; files: { removed: number } }
      return { papers: counts.plan.papers, exams: counts.people.exams, files: counts.files.removed }
    },
  })
