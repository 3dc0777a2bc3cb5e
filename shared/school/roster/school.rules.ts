import { schoolYear } from '#shared/kit/time.ts'
import type { Grade, Student } from './school.types.ts'

const names: Record<number, readonly string[]> = {
  1: ['高一', '高二', '高三'],
  2: ['七年级', '八年级', '九年级'],
  3: ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级'],
  4: ['大一', '大二', '大三', '大四'],
}
/** The grade type (1–16) of a stage's first year. */
const firstType: Record<number, number> = { 3: 1, 2: 7, 1: 10, 4: 13 }

export const stageNames: Record<number, string> = { 1: '高中', 2: '初中', 3: '小学', 4: '大学' }
/** Stage codes of the specification: 1…4 and the strings of school data meet only here. */
export const stageStrings: Record<number, '01' | '02' | '03' | '04'> = { 1: '01', 2: '02', 3: '03', 4: '04' }

/** Which year of its stage a grade is in (1…), at a moment; more than the stage has years: graduated; below 1: not begun. */
export const yearOf = (grade: Pick<Grade, 'enrolmentYear'>, at: number, turnMonth = 8): number =>
  schoolYear(at, turnMonth) - grade.enrolmentYear + 1

/** What a grade is called and counted by. */
type Aging = Pick<Grade, 'stage' | 'enrolmentYear' | 'graduatedAt'>

export const hasGraduated = (grade: Aging, at: number, turnMonth = 8): boolean =>
  (grade.graduatedAt !== undefined && grade.graduatedAt <= at) ||
  yearOf(grade, at, turnMonth) > (names[grade.stage]?.length ?? 0)

/** What people call the grade now: 高一 …, or 2024级 once it has left. */
export const gradeNameOf = (grade: Aging, at: number, turnMonth = 8): string =>
  (hasGraduated(grade, at, turnMonth) ? undefined : names[grade.stage]?.[yearOf(grade, at, turnMonth) - 1]) ??
  `${grade.enrolmentYear}级`

/** 1…16, or null for a grade that has left or has not begun. */
export const gradeTypeOf = (grade: Aging, at: number, turnMonth = 8): number | null => {
  const year = yearOf(grade, at, turnMonth)
  return year >= 1 && !hasGraduated(grade, at, turnMonth) ? firstType[grade.stage]! + year - 1 : null
}

/** The grade types of a stage with their names, lowest first. */
export const gradeTypesOf = (stage: number): { gradeType: number; name: string }[] =>
  (names[stage] ?? []).map((name, i) => ({ gradeType: firstType[stage]! + i, name }))

/** School year and term of a moment: the second term begins in February unless the school says otherwise. 2026-1 is autumn 2026. */
export const termOf = (at: number, turnMonth = 8, secondTermMonth = 2): string => {
  const year = schoolYear(at, turnMonth)
  const calendarYear = secondTermMonth < turnMonth ? year + 1 : year
  const secondFrom = Date.UTC(calendarYear, secondTermMonth - 1, 1) - 8 * 3_600_000
  return `${year}-${at >= secondFrom ? 2 : 1}`
}

/** 2026-1 as people say it: 2026—2027学年第一学期. */
export const termName = (term: string): string => {
  const [year = '', half] = term.split('-')
  return `${year}—${Number(year) + 1}学年第${half === '2' ? '二' : '一'}学期`
}

/** Whether a student is away at a moment. */
export const isAway = (student: Pick<Student, 'leave'>, at: number): boolean =>
  student.leave !== undefined &&
  student.leave.from <= at &&
  (student.leave.until === undefined || at < student.leave.until)

/** Subjects of a stage in their usual order (spec 3 §9); the third is English. */
const courseNames: Record<number, readonly string[]> = {
  1: ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'],
  2: ['语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理', '道德与法治'],
  3: ['语文', '数学', '英语'],
  4: [],
}
export const defaultCourses = (stage: number): readonly string[] => courseNames[stage] ?? []

/** Enrolment years of the grades that a stage has at a moment, lowest grade first. */
export const defaultEnrolmentYears = (stage: number, at: number, turnMonth = 8): number[] =>
  (names[stage] ?? []).map((_, i) => schoolYear(at, turnMonth) - i)
