/** What a school sets for itself: stages and their grades, and when its year and its second term begin. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { GradeId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolProblems } from '../school.problems.ts'
import { School } from '../roster/school.types.ts'
import { wrongInSetting } from './setting.rules.ts'
import { SettingPageName, settingSchemas } from '../roster/setting.types.ts'
import type { SettingPage } from '../roster/setting.types.ts'
import { acts, rosterManagers } from '../roster/scope.rules.ts'

export const GradeConfig = z.object({
  schoolId: SchoolId,
  schoolStageList: School.shape.schoolStageList,
  turnMonth: z.int(),
  secondTermMonth: z.int(),
  /** 2026-1: the school year and the term of now. */
  term: z.string(),
  termName: z.string(),
  version: z.int(),
  /** Every grade type (1–16) of the school's stages; without an id the grade is not there yet. */
  grades: z.array(
    z.object({ gradeType: z.int(), gradeName: z.string(), enrolmentYear: z.int(), gradeId: GradeId.optional() }),
  ),
})
export type GradeConfig = z.infer<typeof GradeConfig>

export const gradeConfig = call('GET /api/base/data/school/grade/config', {
  summary: "A school's stages, its grades by type, and its school year",
  userTypes: [1, 2, 13, 15, 18, 8, 9, 10, 11, 12, 14, 20, 3, 19],
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => GradeConfig,
  problems: [commonProblems.notFound],
  feeds: ['roster', 'schools'],
})

const month = (name: string) => z.int(`请选择${name}`).min(1, `${name}应在1到12之间`).max(12, `${name}应在1到12之间`)

export const saveGradeConfig = call('POST /api/base/data/school/grade/config', {
  summary: "Set a school's stages and the months in which its year and its second term begin; missing grades are added",
  userTypes: acts.settings.types,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      schoolStageList: z.array(z.enum(['01', '02', '03', '04'])).min(1, '请至少选择一个学段'),
      turnMonth: month('学年起始月'),
      secondTermMonth: month('第二学期起始月'),
      version: z.int(),
    }),
  output: () => GradeConfig,
  problems: [schoolProblems.yearTurned, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster', 'schools'],
})

export const settingDetail = call('GET /api/school/setting/detail', {
  summary: 'A settings page of a school or of one grade, as it is in force, and whose it is',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, page: SettingPageName, gradeId: GradeId.optional() }),
  output: () =>
    z.object({
      values: z.record(z.string(), z.unknown()),
      from: z.enum(['default', 'school', 'grade']),
      /** Of what is kept for this very place; 0: nothing is yet. */
      version: z.int(),
    }),
  problems: [schoolProblems.notOfSchool],
  feeds: ['settings'],
})

/** What is wrong with a page's values: its own schema says, then the page as a whole. */
const judgePage = (sent: { page: SettingPage } & Record<string, unknown>, context: z.core.$RefinementCtx): void => {
  const parsed = settingSchemas[sent.page].safeParse(sent)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message })
    return
  }
  const wrong = wrongInSetting(sent.page, parsed.data as never)
  if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.text })
}

export const saveSetting = call('POST /api/school/setting/save', {
  summary: 'Save a settings page of a school or of one grade',
  userTypes: acts.settings.types,
  scope: on('school', 'schoolId'),
  /** The fields of the page stand beside these. */
  input: () =>
    z
      .looseObject({
        schoolId: SchoolId,
        page: SettingPageName,
        gradeId: GradeId.optional(),
        version: z.int().min(0),
      })
      .superRefine(judgePage),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.notOfSchool, schoolProblems.notPerGrade, commonProblems.stale],
  refreshes: ['settings'],
})

export const clearSetting = call('POST /api/school/setting/clear', {
  summary: "Let a grade go by the school's settings again, or a school by the defaults",
  userTypes: acts.settings.types,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, page: SettingPageName, gradeId: GradeId.optional(), version: z.int() }),
  output: () => z.object({ cleared: z.boolean() }),
  problems: [commonProblems.stale],
  refreshes: ['settings'],
})
