import { placeColumns } from '#shared/school/place.rules.ts'
import { importPlacesJob } from '#shared/school/school.jobs.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showDate } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { keepLife, objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { codeOwners } from './people/names.ts'
import { placing } from './place.store.ts'
import { sheetOf, templateOf } from './imports/roster.file.ts'
import { schoolOf } from './roster/school.public.ts'
import { schools } from './roster/school.store.ts'
import { rowOfSchool, seenSchools } from './seen.ts'
import type * as placeCalls from '#shared/school/place.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const placeSchool = async (
  input: InputOf<typeof placeCalls.placeSchool>,
): Promise<AnswerOf<typeof placeCalls.placeSchool>> => {
  const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
  const { sort: _sort, location: _location, schoolCode: _code, ...kept } = school
  const { sort, latitude, longitude, schoolCode, version } = input
  const next = {
    ...kept,
    ...(schoolCode ? { schoolCode } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(latitude === undefined || longitude === undefined ? {} : { location: { latitude, longitude } }),
    version,
  }
  if (await transact(placing(school, next), newId('attempt'))) return rowOfSchool({ ...next, version: version + 1 })
  const owner = schoolCode ? (await codeOwners([schoolCode])).get(schoolCode) : undefined
  if (schoolCode && owner !== undefined && owner !== school.schoolId)
    return refuse(schoolProblems.codeTaken, { code: schoolCode })
  return refuseStale(schools, school)
}

export const importPlaces = async (
  input: InputOf<typeof placeCalls.importPlaces>,
  caller: Caller,
): Promise<AnswerOf<typeof placeCalls.importPlaces>> => {
  if (tenantOfUpload(input.key) !== caller.tenant) return refuse(schoolProblems.notYourUpload)
  await keepLife(input.key)
  const jobId = newId<JobId>('job')
  if (input.mode !== 'check') {
    const record = auditRecord(caller, 'school.importPlaces', jobId, { after: input, reason: input.mode })
    if (!(await audited([], record))) throw new Error('the import could not be put on record')
  }
  const { userType, tenant, userId } = caller
  return startJob(importPlacesJob, { ...input, userType }, { tenant, userId }, { jobId })
}

export const exportPlaces = async (caller: Caller): Promise<AnswerOf<typeof placeCalls.exportPlaces>> => {
  const seen = await seenSchools(caller)
  const fileName = `学校代码与位置-${showDate(now())}.xlsx`
  const exportId = newId<string>('file')
  // I16: what leaves the house is on record, or does not leave.
  const record = auditRecord(caller, 'school.exportPlaces', caller.tenant, { after: seen.length, reason: exportId })
  if (!(await audited([], record))) throw new Error('the export could not be put on record')
  const lines = seen.map((s) => [
    s.schoolName,
    s.areaName,
    s.schoolCode ?? '',
    s.location ? String(s.location.latitude) : '',
    s.location ? String(s.location.longitude) : '',
    s.sort === undefined ? '' : String(s.sort),
  ])
  const key = objectKey(exportId, caller.tenant, 'school', 'export', exportId, 'places.xlsx')
  await putObject(key, await sheetOf('学校', [placeColumns, ...lines]), { type: 'application/octet-stream' })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}

export const placeTemplate = async (caller: Caller): Promise<AnswerOf<typeof placeCalls.placeTemplate>> => {
  const fileName = '学校代码与位置导入模板.xlsx'
  const key = objectKey('places-template-1', caller.tenant, 'school', 'templates', 'places-1.xlsx')
  await putObject(key, await templateOf('places'), { type: 'application/octet-stream', replace: true })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
