import { exportRosterJob, importStudentsJob } from '#shared/school/school.jobs.ts'
import type { ImportRead } from '#shared/school/school.jobs.ts'
import type * as z from 'zod'
import { commonProblems } from '#shared/kit/problem.ts'
import type { StepEvent } from '#shared/kit/job.ts'
import { fileName } from '#shared/kit/text.ts'
import { holdings } from '#functions/app/holdings.ts'
import { examSittings } from '#functions/exam/holding.public.ts'
import { getJson, getObject, objectKey, putJson } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobParts, work, workers } from '#functions/kit/work.ts'
import { eraseWork } from './erase.work.ts'
import { writeExport } from './imports/export.write.ts'
import { addClasses, addItems } from './imports/import.add.ts'
import { untilCounted } from './imports/import.count.ts'
import { classIndex } from './imports/import.plan.ts'
import type { NewClass } from './imports/import.plan.ts'
import { manifestName, readImport, writeReport } from './imports/import.read.ts'
import { bindSlips, firstOf, keepSlips, printSlipsWork } from './people/slips.ts'
import { fewStudents } from './classes/roster.counts.ts'
import { beginCounting, endCounting } from './classes/roster.counting.ts'
import { schoolOf } from './roster/school.public.ts'
import { followDue, followWork } from './follow.work.ts'
import { placesWork } from './place.work.ts'
import { teachingWork } from './teaching.work.ts'
import { exportStudentWork } from './people/student.export.ts'

const keyOf = (tenant: string, jobId: string, name: string) => objectKey(jobId, tenant, 'school', 'import', jobId, name)

/** The step has 880 s, and its reading takes some of them. */
const countingMs = 840_000

export const works = [
  work(importStudentsJob, {
    read: async ({ input, jobId, tenant, progress, offer }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const of = { jobId, keyOf: (name: string) => keyOf(tenant, jobId, name) }
      const { newClasses, ...told } = await readImport(of, school, input)
      if (told.go) {
        await putJson(keyOf(tenant, jobId, 'classes.json'), newClasses, { replace: true })
        await progress({ total: told.good, message: '正在导入' })
      }
      const report = await writeReport(of, input.fileName, told)
      if (report) await offer([report])
      return { ...told, newClasses: newClasses.length, manifestKey: of.keyOf(manifestName) } satisfies z.input<
        typeof ImportRead
      >
    },

    classes: async ({ input, jobId, tenant, out }) => {
      const { good } = out.read
      if (good > fewStudents) await beginCounting(input.schoolId, jobId, good)
      const wanted = await getJson<NewClass[]>(keyOf(tenant, jobId, 'classes.json'))
      return { created: (await addClasses(input.schoolId, wanted)).slice(0, 100) }
    },

    add: async ({ input, items, jobId }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      const opening = await firstOf(input, jobId)
      const places = await classIndex(school.schoolId)
      const done = await addItems(jobId, school, items, places, opening?.first ?? null)
      await keepSlips(jobId, items, opening?.slips ?? [])
      return done
    },

    count: async ({ input, jobId, out, progress }) => {
      const { good, manifestKey } = out.read
      if (good <= fewStudents) return { counted: true }
      await progress({ message: '已写入，正在更新人数' })
      const counted = await untilCounted(input.schoolId, await getObject(manifestKey), countingMs)
      if (counted) await endCounting(input.schoolId, jobId)
      return { counted }
    },

    finish: async ({ input, jobId, out }) => {
      const { go: _go, manifestKey: _key, ...read } = out.read
      const { counted = true } = out.count ?? {}
      const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#add#', consistent: true })
      const added = parts.reduce((n, p) => n + p.done, 0)
      const slips = await bindSlips(jobId, input.schoolId)
      return { ...read, kind: input.kind, mode: input.mode, counted, added, slips }
    },
  }),

  work(exportRosterJob, {
    write: async ({ input, jobId, tenant, offer, progress }) => {
      const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
      await progress({ message: '正在导出' })
      const suffix = input.kind === 'oneroster' ? 'zip' : input.format
      const key = objectKey(jobId, tenant, 'school', 'export', jobId, `roster.${suffix}`)
      const { rows, size, title } = await writeExport(examSittings, school, input, key)
      await offer([{ key, name: fileName(`${school.schoolName}-${title}`, suffix), size }])
      return { rows, size }
    },
  }),
  placesWork,
  teachingWork,
  followWork,
  exportStudentWork(examSittings, holdings),
  eraseWork(examSittings, holdings),
  printSlipsWork,
]

const runStep = workers('school', works)

export const handler = async (event: StepEvent | { schedule: string }): Promise<unknown> => {
  if (!('schedule' in event)) return runStep(event)
  if (event.schedule !== 'followDue') throw new Error(`no such schedule: ${event.schedule}`)
  return { schools: await followDue() }
}
