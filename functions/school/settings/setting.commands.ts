import type { GradeConfig } from '#shared/school/settings/setting.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import {
  gradeTypeOf,
  gradeTypesOf,
  hasGraduated,
  stageNames,
  termName,
  termOf,
} from '#shared/school/roster/school.rules.ts'
import type { Grade, School } from '#shared/school/roster/school.types.ts'
import { gradePages, settingSchemas } from '#shared/school/roster/setting.types.ts'
import type { Setting, SettingPage } from '#shared/school/roster/setting.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { GradeId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolYear } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { gradeYear, takingName } from '../people/names.ts'
import { coursesOf, gradesOf, schoolOf } from '../roster/school.public.ts'
import { grades, schools, settings } from '../roster/school.store.ts'
import { tallyOf } from '../classes/studentCounts.ts'
import { changeThing, changesOf } from '../people/told.ts'
import type * as settingCalls from '#shared/school/settings/setting.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** Every grade type of the school's stages, with the grade that is it now. */
const rowsOf = (school: School, own: readonly Grade[], at: number): GradeConfig['grades'] =>
  school.schoolStageList.flatMap((text) => {
    const stage = Number(text)
    return gradeTypesOf(stage).map(({ gradeType, name }, i) => {
      const grade = own.find((g) => g.stage === stage && gradeTypeOf(g, at, school.turnMonth) === gradeType)
      return {
        gradeType,
        gradeName: name,
        enrolmentYear: schoolYear(at, school.turnMonth) - i,
        ...(grade ? { gradeId: grade.gradeId } : {}),
      }
    })
  })

export const configOf = async (school: School): Promise<GradeConfig> => {
  const at = now()
  const secondTermMonth = school.secondTermMonth ?? 2
  const term = termOf(at, school.turnMonth, secondTermMonth)
  return {
    schoolId: school.schoolId,
    schoolStageList: school.schoolStageList,
    turnMonth: school.turnMonth,
    secondTermMonth,
    term,
    termName: termName(term),
    version: school.version,
    grades: rowsOf(school, await gradesOf(school.schoolId), at),
  }
}

export const ownGrade = async ({
  schoolId,
  gradeId,
}: {
  schoolId: string
  gradeId?: string | undefined
}): Promise<void> => {
  if (gradeId && !(await gradesOf(schoolId)).some((g) => g.gradeId === gradeId)) refuse(schoolProblems.notOfSchool)
}

/** A stage with students in it stays. */
const refuseLosing = async (school: School, kept: readonly string[]): Promise<void> => {
  const lost = school.schoolStageList.filter((text) => !kept.some((k) => k === text)).map(Number)
  if (lost.length === 0) return
  const at = now()
  const [own, tally] = await Promise.all([gradesOf(school.schoolId), tallyOf(school.schoolId, 'grades')])
  for (const stage of lost) {
    const attending = own.filter((g) => g.stage === stage && !hasGraduated(g, at, school.turnMonth))
    const count = attending.reduce((sum, g) => sum + (tally.grades.get(g.gradeId) ?? 0), 0)
    if (count > 0) refuse(schoolProblems.stageHasStudents, { stage: stageNames[stage] ?? '', count })
  }
}

const settingNames = {
  defaultMaterial: '默认教材',
  reportSetting: '报告设置',
  tutorSetting: '导师设置',
  homeworkSetting: '作业设置',
  seniorSetting: '高中选考设置',
  reportTemplate: '报告模板',
} as const satisfies Record<SettingPage, string>

/** The fields of the pages as their forms call them. */
const fieldWords: Readonly<Record<string, string>> = {
  materials: '教材',
  excellent: '优秀线',
  good: '良好线',
  pass: '及格线',
  low: '低分线',
  deviation: '标准差',
  studentRank: '学生和家长查看排名',
  teacherTotalRank: '教师查看全部排名',
  enabled: '导师制',
  maxTutees: '人数上限',
  correctMode: '批改方式',
  deadlineHour: '截止时刻',
  late: '逾期提交',
  remindHours: '提前提醒（小时）',
  mode: '选科模式',
  electiveCourseIds: '可选课程',
  heading: '报告标题',
  sections: '报告内容',
  footer: '页脚',
}

/** A page's values as they are told: a switch in words, a list by its length. */
const flat = (values: unknown): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, unknown>).map(([field, value]) => [
      fieldWords[field] ?? field,
      typeof value === 'boolean'
        ? value
          ? '开'
          : '关'
        : Array.isArray(value)
          ? `${value.length}项`
          : typeof value === 'number'
            ? value
            : String(value ?? ''),
    ]),
  )

export const saveGradeConfig = async (
  input: InputOf<typeof settingCalls.saveGradeConfig>,
  caller: Caller,
): Promise<AnswerOf<typeof settingCalls.saveGradeConfig>> => {
  if (input.turnMonth === input.secondTermMonth) return refuse(schoolProblems.yearTurned)
  const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
  const { turnMonth, secondTermMonth, version } = input
  const schoolStageList = [...new Set(input.schoolStageList)].sort()
  await refuseLosing(school, schoolStageList)
  const next: School = { ...school, turnMonth, secondTermMonth, schoolStageList, version }
  const at = now()
  const own = await gradesOf(school.schoolId)
  // A grade of that year that was sent off early is there, and stays sent off.
  const there = (g: { stage: number; enrolmentYear: number }): boolean =>
    own.some((o) => o.stage === g.stage && o.enrolmentYear === g.enrolmentYear)
  const missing: Grade[] = schoolStageList
    .filter((text) => !school.schoolStageList.includes(text))
    .flatMap((text) =>
      gradeTypesOf(Number(text)).map((_, i) => ({
        schema: 1 as const,
        gradeId: newId<GradeId>('grade'),
        schoolId: school.schoolId,
        stage: Number(text),
        enrolmentYear: schoolYear(at, turnMonth) - i,
        createdAt: at,
        version: 1,
      })),
    )
    .filter((g) => !there(g) && !hasGraduated(g, at, turnMonth))
  const told = (s: School) => ({
    学段: s.schoolStageList.map((text) => stageNames[Number(text)] ?? text).join('、'),
    学年起始月: s.turnMonth,
    第二学期起始月: s.secondTermMonth,
  })
  const done = await changeThing(
    [schools.saving(next), ...missing.flatMap((g) => [grades.creating(g), takingName(gradeYear(g), g.gradeId)])],
    caller,
    'school.gradeConfig',
    { schoolId: school.schoolId, object: school.schoolId, name: '', before: told(school), after: told(next) },
  )
  return done ? configOf({ ...next, version: version + 1 }) : refuseStale(schools, school)
}

export const saveSetting = async (
  input: InputOf<typeof settingCalls.saveSetting>,
  caller: Caller,
): Promise<AnswerOf<typeof settingCalls.saveSetting>> => {
  const { schoolId, page, gradeId = '', version } = input
  const values = settingSchemas[page].parse(input)
  await ownGrade(input)
  if (gradeId !== '' && !gradePages.includes(page)) return refuse(schoolProblems.notPerGrade)
  const named = 'materials' in values ? values.materials.map((m) => m.courseId) : []
  const courseIds = 'electiveCourseIds' in values ? values.electiveCourseIds : named
  if (courseIds.length > 0) {
    const own = await coursesOf(schoolId)
    if (!courseIds.every((id) => own.some((c) => c.courseId === id))) return refuse(schoolProblems.notOfSchool)
  }
  const before = await settings.get({ schoolId, page, gradeId })
  if ((before?.version ?? 0) !== version) return refuseStale(settings, { schoolId, page, gradeId })
  const row: Setting = before
    ? { ...before, values }
    : { schema: 1, schoolId, page, gradeId, values, createdAt: now(), version: 1 }
  const record = auditRecord(caller, 'school.setting', `${schoolId}:${page}:${gradeId}`, {
    before: before?.values,
    after: values,
    told: {
      name: settingNames[page],
      changes: changesOf(flat(before?.values), flat(values)).slice(0, 30),
    },
    tenant: schoolTenant(schoolId),
  })
  const done = await audited([before ? settings.saving(row) : settings.creating(row)], record)
  return done ? { version: before ? version + 1 : 1 } : refuseStale(settings, row)
}

export const clearSetting = async (
  input: InputOf<typeof settingCalls.clearSetting>,
  caller: Caller,
): Promise<AnswerOf<typeof settingCalls.clearSetting>> => {
  const { schoolId, page, gradeId = '' } = input
  const row = await settings.get({ schoolId, page, gradeId })
  if (!row) return { cleared: false }
  const record = auditRecord(caller, 'school.clearSetting', `${schoolId}:${page}:${gradeId}`, {
    before: row.values,
    told: { name: settingNames[page] },
    tenant: schoolTenant(schoolId),
  })
  const done = await audited([settings.removing({ ...row, version: input.version })], record)
  return done ? { cleared: true } : refuseStale(settings, row)
}
