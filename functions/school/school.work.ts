import { exportRosterJob, importStudentsJob } from '#shared/school/school.jobs.ts'
import type { ImportItem, ImportRead } from '#shared/school/school.jobs.ts'
import type * as z from 'zod'
import { commonProblems } from '#shared/kit/problem.ts'
import { fileName } from '#shared/kit/text.ts'
import { getJson, getObject, objectKey, putJson, putLines, putObject } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobParts, work, workers } from '#functions/kit/work.ts'
import { eraseWork } from './erase.work.ts'
import { writeExport } from './export.write.ts'
import { addClasses, addItems } from './import.add.ts'
import { classIndex, planImport } from './import.plan.ts'
import type { NewClass, PlanItem } from './import.plan.ts'
import { sealForJob } from './personal.store.ts'
import { problemSheet } from './roster.file.ts'
import { schoolOf } from './school.public.ts'
import { exportStudentWork } from './student.export.ts'

const keyOf = (tenant: string, jobId: string, name: string) => objectKey(jobId, tenant, 'school', 'import', jobId, name)

const sealedItem = async (jobId: string, { personal, ...item }: PlanItem): Promise<unknown> =>
  personal ? { ...item, sealed: await sealForJob(jobId, personal) } : item

export const works = [
  work(importStudentsJob, {
    read: async ({ input, jobId, tenant, progress, offer }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const plan = await planImport(school, input, await getObject(input.key))
      const good = plan.items.length
      const wanted = good + plan.newClasses.length
      const go = wanted > 0 && (input.mode === 'good' || (input.mode === 'all' && plan.problems.length === 0))
      const manifestKey = keyOf(tenant, jobId, 'students.jsonl')
      if (go) {
        await putLines(manifestKey, await Promise.all(plan.items.map((i) => sealedItem(jobId, i))))
        await putJson(keyOf(tenant, jobId, 'classes.json'), plan.newClasses, { replace: true })
        await progress({ total: good, message: '正在导入' })
      }
      if (plan.problems.length > 0) {
        const sheet = await problemSheet(input.fileName, plan.problems)
        const key = keyOf(tenant, jobId, 'problems.xlsx')
        await putObject(key, sheet, { replace: true })
        const stem = input.fileName.replace(/\.[^.]*$/, '')
        await offer([{ key, name: fileName(`${stem}-问题`, 'xlsx'), size: sheet.length }])
      }
      return {
        go,
        manifestKey,
        rows: plan.rows,
        good,
        existing: plan.existing,
        problemCount: plan.problems.length,
        newClasses: plan.newClasses.length,
        problems: plan.problems.slice(0, 30).map((p) => ({ ...p, text: p.text.slice(0, 60) })),
      } satisfies z.input<typeof ImportRead>
    },

    classes: async ({ input, jobId, tenant }) => {
      const wanted = await getJson<NewClass[]>(keyOf(tenant, jobId, 'classes.json'))
      return { created: (await addClasses(input.schoolId, wanted)).slice(0, 100) }
    },

    add: async ({ input, items, jobId }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const first = input.passwordHash
        ? { passwordHash: input.passwordHash, passwordStatus: input.mustChangePassword ? 1 : 0 }
        : null
      return addItems(jobId, school, items as ImportItem[], await classIndex(school.schoolId), first)
    },

    finish: async ({ input, jobId, out }) => {
      const { go: _go, manifestKey: _key, ...read } = out['read'] as z.output<typeof ImportRead>
      const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#add#', consistent: true })
      return { ...read, kind: input.kind, mode: input.mode, added: parts.reduce((n, p) => n + p.done, 0) }
    },
  }),

  work(exportRosterJob, {
    write: async ({ input, jobId, tenant, offer, progress }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      await progress({ message: '正在导出' })
      const suffix = input.kind === 'oneroster' ? 'zip' : input.format
      const key = objectKey(jobId, tenant, 'school', 'export', jobId, `roster.${suffix}`)
      const { rows, size, title } = await writeExport(school, input, key)
      await offer([{ key, name: fileName(`${school.schoolName}-${title}`, suffix), size }])
      return { rows, size }
    },
  }),
  exportStudentWork,
  eraseWork,
]

export const handler = workers('school', works)
