/**
 * Files of teachers and of classes against a school. A teacher takes a row for each class taught; rows of one account are
 * one teacher. Pure, as `roster.rules.ts`.
 */
import { accountNameFault } from '#shared/kit/accountName.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { classKey } from '../roster.rules.ts'
import { sheetReader } from '../imports/sheet.rules.ts'
import type { TableRow } from '../imports/sheet.rules.ts'

export const teacherColumns = ['姓名', '账号', '年级', '班级', '课程', '班主任'] as const
export const classColumns = ['年级', '班级'] as const

type Grades = readonly { gradeId: string; gradeName: string; enrolmentYear: number }[]
type Classes = readonly { classId: string; gradeId: string; className: string }[]
export type Taught = { gradeId: string; className: string; courseId?: string; isHead: boolean }

export type StaffContext = {
  grades: Grades
  classes: Classes
  courses: readonly { courseId: string; courseName: string }[]
  teachers: readonly {
    accountName: string
    teacherName: string
    teaches: readonly { classId: string; courseId?: string | undefined; isHead: boolean }[]
  }[]
}

export type TeacherRow = { row: number; teacherName: string; accountName: string; taught: Taught[] }
export type TeacherPlan = { rows: number; good: TeacherRow[]; existing: number; problems: FileProblem[] }
export type ClassPlan = {
  rows: number
  good: { row: number; gradeId: string; className: string }[]
  existing: number
  problems: FileProblem[]
}

const gradeNamed = (grades: Grades, text: string): Grades[number] | undefined =>
  grades.find((g) => [g.gradeName, `${g.enrolmentYear}级`].includes(text))

const yes = ['是', '1', 'y', 'yes', '√', '班主任']
const no = ['', '否', '0', 'n', 'no', '×']

const taughtKey = (t: { gradeId: string; className: string; courseId?: string | undefined }): string =>
  `${t.gradeId}/${classKey(t.className)}/${t.courseId ?? ''}`

/** Judges a file of teachers. A teacher of whom one row is wrong is not added at all. */
export const planTeachers = (table: readonly TableRow[], context: StaffContext): TeacherPlan => {
  const plan: TeacherPlan = { rows: 0, good: [], existing: 0, problems: [] }
  const sheet = sheetReader({
    columns: teacherColumns,
    otherNames: {
      教师姓名: '姓名',
      登录账号: '账号',
      用户名: '账号',
      任教班级: '班级',
      学科: '课程',
      任教课程: '课程',
      年级名称: '年级',
    },
    tell: ['姓名', '账号'],
  })
  const fail = (text: string): TeacherPlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  if (!sheet.begin(table)) return fail('没有找到表头，第一行应有：姓名、账号')
  const stored = new Map(context.teachers.map((t) => [t.accountName.toLowerCase(), t]))
  const placeOf = new Map(context.classes.map((c) => [c.classId, c]))
  const known = new Map(context.classes.map((c) => [`${c.gradeId}/${classKey(c.className)}`, c]))
  const byAccount = new Map<string, TeacherRow & { wrong: boolean; rows: number }>()
  for (const { row, cell } of sheet.rows(table)) {
    plan.rows++
    const before = plan.problems.length
    const say = (column: string, text: string) => plan.problems.push({ row, column, text })
    const teacherName = cell('姓名')
    const accountName = cell('账号').replace(/\s/g, '').replace(/\.0+$/, '')
    if (teacherName === '') say('姓名', '姓名为空')
    else if (teacherName.length > 40) say('姓名', '姓名不能超过40个字')
    if (accountName === '') say('账号', '账号为空')
    else {
      const fault = accountNameFault(accountName)
      if (fault) say('账号', fault.replace('账号', `账号“${accountName}”`))
    }
    const gradeText = cell('年级')
    const classText = cell('班级')
    const courseText = cell('课程')
    const headText = cell('班主任').toLowerCase()
    const grade = gradeNamed(context.grades, gradeText)
    if (gradeText !== '' && !grade) say('年级', `学校没有“${gradeText}”，请先添加该年级`)
    if (gradeText === '' && classText !== '') say('年级', '填写了班级，请同时填写年级')
    const place = grade && known.get(`${grade.gradeId}/${classKey(classText)}`)
    if (grade && classText !== '' && !place) say('班级', `${grade.gradeName}没有班级“${classText}”，请先添加班级`)
    const course = context.courses.find((c) => c.courseName === courseText)
    if (courseText !== '' && !course) say('课程', `学校没有课程“${courseText}”，请先添加课程`)
    if (courseText !== '' && classText === '') say('班级', '填写了课程，请同时填写班级')
    const isHead = yes.includes(headText)
    if (!isHead && !no.includes(headText)) say('班主任', `班主任“${headText}”应为是或否`)
    if (isHead && classText === '') say('班级', '班主任应填写班级')
    const there = stored.get(accountName.toLowerCase())
    if (there && teacherName !== '' && there.teacherName !== teacherName)
      say('账号', `账号“${accountName}”已被“${there.teacherName}”使用`)
    const key = accountName.toLowerCase()
    const same = byAccount.get(key)
    if (same && teacherName !== '' && same.teacherName !== teacherName)
      say('账号', `账号“${accountName}”与第${same.row}行重复，姓名却不同`)
    const entry = same ?? { row, teacherName, accountName, taught: [], wrong: false, rows: 0 }
    if (accountName !== '') byAccount.set(key, entry)
    entry.rows++
    if (plan.problems.length > before) entry.wrong = true
    else if (grade && place) {
      const taught: Taught = {
        gradeId: grade.gradeId,
        className: place.className,
        ...(course ? { courseId: course.courseId } : {}),
        isHead,
      }
      const twice = entry.taught.find((t) => taughtKey(t) === taughtKey(taught))
      if (twice) twice.isHead ||= isHead
      else entry.taught.push(taught)
    }
  }
  if (plan.rows === 0) return fail('文件里没有教师，请按模板填写后再上传')
  for (const { wrong, rows: _rows, ...teacher } of byAccount.values()) {
    if (wrong) continue
    if (teacher.taught.length > 60) {
      plan.problems.push({ row: teacher.row, column: '班级', text: '一名教师最多任教60个班级和课程' })
      continue
    }
    const there = stored.get(teacher.accountName.toLowerCase())
    const places = (there?.teaches ?? []).flatMap((t) => {
      const at = placeOf.get(t.classId)
      return at ? [{ ...at, courseId: t.courseId, isHead: t.isHead }] : []
    })
    // Being head of a class is one thing, teaching a course in it another: each may stand in a row of its own.
    const isThere = (t: Taught): boolean => {
      const own = places.filter(
        (p) => taughtKey({ ...p, courseId: undefined }) === taughtKey({ ...t, courseId: undefined }),
      )
      return (
        own.some((p) => t.courseId === undefined || p.courseId === t.courseId) &&
        (!t.isHead || own.some((p) => p.isHead))
      )
    }
    if (there && teacher.taught.every(isThere)) plan.existing++
    else plan.good.push(teacher)
  }
  return plan
}

/** Judges a file of classes. */
export const planClasses = (table: readonly TableRow[], context: { grades: Grades; classes: Classes }): ClassPlan => {
  const plan: ClassPlan = { rows: 0, good: [], existing: 0, problems: [] }
  const sheet = sheetReader({
    columns: classColumns,
    otherNames: { 班级名称: '班级', 行政班: '班级', 年级名称: '年级' },
    tell: classColumns,
  })
  const fail = (text: string): ClassPlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  if (!sheet.begin(table)) return fail('没有找到表头，第一行应有：年级、班级')
  const known = new Set(context.classes.map((c) => `${c.gradeId}/${classKey(c.className)}`))
  const firstRow = new Map<string, number>()
  for (const { row, cell } of sheet.rows(table)) {
    const [gradeText, className] = [cell('年级'), cell('班级')]
    plan.rows++
    const before = plan.problems.length
    const say = (column: string, text: string) => plan.problems.push({ row, column, text })
    const grade = gradeNamed(context.grades, gradeText)
    if (gradeText === '') say('年级', '年级为空')
    else if (!grade) say('年级', `学校没有“${gradeText}”，请先添加该年级`)
    if (className === '') say('班级', '班级为空')
    else if (className.length > 40) say('班级', '班级名称不能超过40个字')
    if (!grade || plan.problems.length > before) continue
    const key = `${grade.gradeId}/${classKey(className)}`
    const twice = firstRow.get(key)
    if (twice !== undefined) say('班级', `班级“${className}”与第${twice}行重复`)
    else if (known.has(key)) plan.existing++
    else plan.good.push({ row, gradeId: grade.gradeId, className })
    if (twice === undefined) firstRow.set(key, row)
  }
  return plan.rows === 0 ? fail('文件里没有班级，请按模板填写后再上传') : plan
}
