/**
 * The settings pages (spec 3 §2): what each holds, with its defaults. A page is kept once for a school and, where it
 * may differ, once for a grade, which then stands before the school's.
 */
import * as z from 'zod'
import { CourseId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { line, optionalLine } from '#shared/kit/text.ts'
import { whole } from './list.fields.ts'

export const materialVersions = [
  '统编版',
  '人教版',
  '北师大版',
  '苏教版',
  '外研版',
  '湘教版',
  '沪教版',
  '鲁教版',
  '自编',
] as const

const percent = (name: string) => whole(name, 0, 100)

/** Which textbook a course is taught by: what questions and knowledge points are offered first. */
const defaultMaterial = {
  materials: z
    .array(z.object({ courseId: CourseId, material: z.enum(materialVersions) }))
    .max(60)
    .default([]),
}

/** What reports begin with; a paper's own settings stand before it. */
const reportSetting = {
  excellent: percent('优秀线').default(85),
  good: percent('良好线').default(70),
  pass: percent('及格线').default(60),
  low: percent('低分线').default(40),
  deviation: z.enum(['population', 'sample']).default('population'),
  /** Students and parents see the rank; teachers see it among all candidates. */
  studentRank: z.boolean().default(false),
  teacherTotalRank: z.boolean().default(true),
}

const tutorSetting = {
  enabled: z.boolean().default(true),
  maxTutees: whole('人数上限', 1, 200).default(30),
}

const homeworkSetting = {
  /** 2 teacher, 3 self, 4 peer (spec 2 §4). */
  correctMode: z.union([z.literal(2), z.literal(3), z.literal(4)]).default(2),
  deadlineHour: whole('截止时刻', 0, 23).default(22),
  late: z.boolean().default(true),
  remindHours: whole('提醒时间', 0, 72).default(3),
}

/** How courses are chosen in senior high school. */
export const electiveModes = ['free', '3+1+2', '3+3'] as const
const seniorSetting = {
  mode: z.enum(electiveModes).default('free'),
  /** Courses that may be chosen; none named: all. */
  electiveCourseIds: z.array(CourseId).max(40).default([]),
}

export const reportSections = ['summary', 'sections', 'classes', 'items', 'definitions'] as const
const reportTemplate = {
  heading: line('报告标题', 60).default('考试质量分析报告'),
  sections: z
    .array(z.enum(reportSections))
    .min(1, '请至少选择一部分')
    .default([...reportSections]),
  footer: optionalLine('页脚', 60),
}

const shapes = { defaultMaterial, reportSetting, tutorSetting, homeworkSetting, seniorSetting, reportTemplate }
export type SettingPage = keyof typeof shapes
export const settingPages = Object.keys(shapes) as SettingPage[]
export const SettingPageName = z.enum(settingPages as [SettingPage, ...SettingPage[]])
/** Pages that a grade may have its own of. */
export const gradePages: readonly SettingPage[] = [
  'defaultMaterial',
  'reportSetting',
  'tutorSetting',
  'homeworkSetting',
]

export const settingSchemas = {
  defaultMaterial: z.object(defaultMaterial),
  reportSetting: z.object(reportSetting),
  tutorSetting: z.object(tutorSetting),
  homeworkSetting: z.object(homeworkSetting),
  seniorSetting: z.object(seniorSetting),
  reportTemplate: z.object(reportTemplate),
} as const
export type SettingValues<P extends SettingPage> = z.output<(typeof settingSchemas)[P]>

export const Setting = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  page: SettingPageName,
  /** '' is the whole school. */
  gradeId: z.union([GradeId, z.literal('')]),
  values: z.record(z.string(), z.unknown()),
  createdAt: z.int(),
  version: z.int(),
})
export type Setting = z.infer<typeof Setting>
