/** Areas, schools and the accounts of those who lead them. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { AreaId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, sought } from '#shared/kit/text.ts'
import { account, mustChange, OpenedAccount, password } from './people/account.fields.ts'
import { whole } from './roster/list.fields.ts'
import { schoolProblems } from './school.problems.ts'
import { Area, Leader, School } from './roster/school.types.ts'
import { acts, operators, rosterManagers, rosterReaders } from './roster/scope.rules.ts'

export const listAreas = call('GET /api/school/area/list', {
  summary: 'Areas that the caller may see',
  userTypes: [...operators, 13, 14],
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(Area.pick({ areaId: true, areaName: true, areaCode: true, cityId: true, counties: true, version: true })),
  feeds: ['areas'],
})

export const createArea = call('POST /api/school/area/create', {
  summary: 'Create an area',
  userTypes: [1],
  scope: caller,
  input: () =>
    z.object({
      areaName: line('区域名称', 40),
      areaCode: z.string().regex(/^\d{2,12}$/, '区域代码应为2到12位数字'),
      /** The city above it. */
      cityId: AreaId.optional(),
    }),
  output: () => z.object({ areaId: AreaId }),
  problems: [schoolProblems.areaTaken, schoolProblems.cityUnknown, schoolProblems.cityIsCounty],
  refreshes: ['areas'],
})

export const placeArea = call('POST /api/school/area/place', {
  summary: 'Name the city above an area, or none; its schools follow',
  userTypes: [1],
  scope: on('area', 'areaId'),
  input: () => z.object({ areaId: AreaId, cityId: AreaId.optional(), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    commonProblems.notFound,
    commonProblems.stale,
    schoolProblems.cityUnknown,
    schoolProblems.cityIsSelf,
    schoolProblems.cityIsCounty,
    schoolProblems.hasCounties,
  ],
  refreshes: ['areas', 'schools'],
})

export const SchoolRow = School.omit({ schema: true, deletedAt: true }).extend({ areaName: z.string() })
export type SchoolRow = z.infer<typeof SchoolRow>

export const listSchools = call('GET /api/school/school/list', {
  summary: 'Schools that the caller may see',
  userTypes: [...operators, ...rosterManagers, 9, 14],
  scope: caller,
  input: () => z.object({ ...pageFields, name: sought(), areaId: AreaId.optional() }),
  output: () => pageOf(SchoolRow),
  feeds: ['schools'],
  timeoutMs: 120_000,
})

export const schoolCount = call('GET /api/base/data/school/schoolCount', {
  summary: 'How many schools the caller may see',
  userTypes: [...operators, ...rosterManagers, 9, 14],
  scope: caller,
  input: () => z.object({}),
  output: () => z.int(),
  feeds: ['schools'],
})

export const createSchool = call('POST /api/school/school/create', {
  summary: "Create a school with its stage's grades and courses and an administrator's account",
  userTypes: [1],
  scope: on('area', 'areaId'),
  input: () =>
    z.object({
      areaId: AreaId,
      schoolName: line('学校名称', 60),
      stage: z.int().min(1).max(4),
      turnMonth: whole('学年起始月', 1, 12).default(8),
      accountName: account(),
      password: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => OpenedAccount.extend({ schoolId: SchoolId }),
  problems: [schoolProblems.schoolTaken, schoolProblems.accountTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['schools'],
})

export const schoolDetail = call('GET /api/base/data/school/detail', {
  summary: 'One school with its counts',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () =>
    SchoolRow.extend({
      gradeCount: z.int(),
      classCount: z.int(),
      teacherCount: z.int(),
      studentCount: z.int(),
      mayManage: z.boolean(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['schools', 'roster'],
})

export const updateSchool = call('POST /api/school/school/update', {
  summary: 'Rename a school or set when its year turns',
  userTypes: [1, 2],
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      schoolName: line('学校名称', 60),
      turnMonth: whole('学年起始月', 1, 12),
      version: z.int(),
    }),
  output: () => SchoolRow,
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['schools'],
})

export const openStaff = call('POST /api/school/staff/create', {
  summary: 'Open an account of a leader, director or administrator of a school',
  userTypes: acts.staff.types,
  scope: on('school', 'schoolId'),
  fresh: true,
  input: () =>
    z.object({
      schoolId: SchoolId,
      userType: z.int().refine((t) => [2, 8, 9, 10, 11, 12, 15, 20].includes(t), '请选择身份'),
      userName: line('姓名', 40),
      accountName: account(),
      /** Grades led (type 11) and subjects directed (types 8, 12, 20): what such a person sees. */
      gradeIds: Leader.shape.gradeIds,
      subjects: Leader.shape.subjects,
      password: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => OpenedAccount.extend({ userId: UserId }),
  problems: [schoolProblems.accountTaken, schoolProblems.notOfSchool],
  refreshes: ['leaders'],
})
