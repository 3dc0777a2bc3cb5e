/** Codes, coordinates and order of schools: one by one and by file. */
import * as z from 'zod'
import { FileMode } from '#shared/kit/checkedFile.ts'
import { call, caller, on } from '#shared/kit/call.ts'
import { JobId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { whole } from './roster/list.fields.ts'
import { degrees, mostSort, schoolCodeText } from './place.rules.ts'
import { SchoolRow } from './school.calls.ts'
import { schoolProblems } from './school.problems.ts'
import { acts } from './roster/scope.rules.ts'

export const placeSchool = call('POST /api/base/data/admin/school/updateSchoolSort', {
  summary: 'A school’s code, and where it stands in lists and on the map; what is not sent is taken away',
  userTypes: acts.school.types,
  scope: on('school', 'schoolId'),
  input: () =>
    z
      .object({
        schoolId: SchoolId,
        schoolCode: schoolCodeText().optional(),
        sort: whole('排序号', 0, mostSort).optional(),
        latitude: degrees('纬度', 90).optional(),
        longitude: degrees('经度', 180).optional(),
        version: z.int(),
      })
      .refine((s) => (s.latitude === undefined) === (s.longitude === undefined), {
        message: '请同时填写纬度和经度',
        path: ['longitude'],
      }),
  output: () => SchoolRow,
  problems: [schoolProblems.codeTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['schools'],
})

export const importPlaces = call('POST /api/base/data/admin/school/import/latitude/longitude', {
  summary:
    'Import codes, coordinates and order of the schools that the caller may see from an uploaded xlsx or csv file',
  userTypes: acts.school.types,
  scope: caller,
  input: () =>
    z.object({ key: z.string().min(1, '请先上传文件').max(400), fileName: line('文件名', 200), mode: FileMode }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.notYourUpload],
})

export const exportPlaces = call('GET /api/base/data/admin/school/export/latitude/longitude', {
  summary: 'A signed URL of the schools that the caller may see with code, coordinates and order; keys are in no file',
  userTypes: acts.school.types,
  scope: caller,
  effect: true,
  input: () => z.object({}),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  timeoutMs: 120_000,
})

export const placeTemplate = call('GET /api/school/place/template', {
  summary: 'A signed URL of the template of codes and coordinates',
  userTypes: acts.school.types,
  scope: caller,
  input: () => z.object({}),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
})
