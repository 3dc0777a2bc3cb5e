/** A file of codes and coordinates: judged whole by the roster's importer, then written a school at a time. */
import { codesIn, planPlaces } from '#shared/school/place.rules.ts'
import { importPlacesJob } from '#shared/school/school.jobs.ts'
import type { ImportRead, PlaceItem } from '#shared/school/school.jobs.ts'
import { maxStaffRows } from '#shared/school/imports/sheet.rules.ts'
import type * as z from 'zod'
import { objectKey } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import { jobParts, work } from '#functions/kit/work.ts'
import { FileRefused, isUnreadable } from './imports/import.plan.ts'
import type { JudgedPart } from './imports/import.plan.ts'
import { manifestName, readJudged, writeReport } from './imports/import.read.ts'
import { codeOwners } from './people/names.ts'
import { placing } from './place.store.ts'
import { readTable, TooLong } from './imports/roster.file.ts'
import { schoolOf } from './roster/school.public.ts'
import { seenSchools } from './seen.ts'
import type { Viewer } from '#shared/school/roster/scope.rules.ts'

async function* judgePlaces(viewer: Viewer, fileName: string, bytes: Uint8Array): AsyncGenerator<JudgedPart> {
  const table = await readTable(bytes, fileName, maxStaffRows).catch((error: unknown) => {
    if (error instanceof TooLong) throw new FileRefused(`一次最多导入${maxStaffRows}行，请分成几个文件`)
    if (!isUnreadable(error)) throw error
    throw new FileRefused('文件无法读取，请用模板另存为xlsx或csv后重新上传')
  })
  const [schools, codes] = await Promise.all([seenSchools(viewer), codeOwners(codesIn(table))])
  const { good, ...said } = planPlaces(table, { schools, codes })
  if (said.rows === 0) throw new FileRefused(said.problems[0]!.text)
  yield { ...said, items: good as PlaceItem[] }
}

/** One school's row of a file; true when it is as the file says. A change to the school since the check stays. */
const placeOne = async (item: PlaceItem): Promise<boolean> => {
  const { schoolId, version, ...change } = item
  const school = await schoolOf(schoolId)
  if (!school) return false
  // The same part before it was stopped.
  const there = (Object.keys(change) as (keyof typeof change)[]).every(
    (name) => JSON.stringify(school[name]) === JSON.stringify(change[name]),
  )
  if (there) return true
  return transact(placing(school, { ...school, ...change, version }), newId('attempt'))
}

export const placesWork = work(importPlacesJob, {
  read: async ({ input, jobId, tenant, progress, offer }) => {
    const { fileName, userType } = input
    const of = { jobId, keyOf: (name: string) => objectKey(jobId, tenant, 'school', 'import', jobId, name) }
    const { newClasses, ...told } = await readJudged(of, input, (bytes) =>
      judgePlaces({ userType, tenant }, fileName, bytes),
    )
    if (told.go) await progress({ total: told.good, message: '正在导入' })
    const report = await writeReport(of, fileName, told)
    if (report) await offer([report])
    const manifestKey = of.keyOf(manifestName)
    return { ...told, newClasses: newClasses.length, manifestKey } satisfies z.input<typeof ImportRead>
  },

  add: async ({ items }) => {
    let done = 0
    for (const item of items) if (await placeOne(item)) done++
    return done
  },

  finish: async ({ input, jobId, out }) => {
    const { go: _go, manifestKey: _key, ...read } = out.read
    const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#add#', consistent: true })
    return { ...read, mode: input.mode, added: parts.reduce((n, p) => n + p.done, 0) }
  },
})
