/** A file of teaching classes against a grade: who learns what in which class, and who teaches it. Pure. */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { cleanText } from '#shared/kit/text.ts'
import { classKey, cleanNumber } from '../roster.rules.ts'
import { mostTeachersOfClass } from '../roster/school.types.ts'
import { sheetReader } from './sheet.rules.ts'
import type { SheetRow, TableRow } from './sheet.rules.ts'

export const teachingColumns = ['学号', '姓名', '科目', '教学班', '任课教师'] as const

const sheetColumns = {
  columns: teachingColumns,
  otherNames: {
    考号: '学号',
    学生学号: '学号',
    学生姓名: '姓名',
    课程: '科目',
    学科: '科目',
    班级: '教学班',
    教学班名称: '教学班',
    走班班级: '教学班',
    教师: '任课教师',
    老师: '任课教师',
  },
  tell: ['学号', '科目', '教学班'],
}

export type TeachingContext = {
  gradeName: string
  /** The grade's students by number; `elsewhere` are numbers of the school's other grades. */
  students: ReadonlyMap<string, { studentId: string; studentName: string }>
  courses: readonly { courseId: string; courseName: string }[]
  teachers: readonly { teacherId: string; teacherName: string; accountName: string }[]
  classes: readonly { courseId: string; className: string; classId: string; teacherIds: readonly string[] }[]
  /** In which class a student learns a course: by `courseId/studentId`. */
  members: ReadonlyMap<string, string>
}

export type TeachingRow = { row: number; studentId: string; courseId: string; className: string }
/** A class that the file names, with the teachers that it has then. */
export type NamedClass = { courseId: string; className: string; teacherIds: string[]; classId?: string }
export type TeachingPlan = {
  rows: number
  good: TeachingRow[]
  existing: number
  problems: FileProblem[]
  /** New ones, and those that get a teacher. */
  classes: NamedClass[]
}

export const memberKey = (courseId: string, studentId: string): string => `${courseId}/${studentId}`
const keyOfClass = (courseId: string, className: string): string => `${courseId}/${classKey(className)}`

/** Judges a file; what is stored already is no change. */
export const planTeaching = (table: readonly TableRow[], context: TeachingContext): TeachingPlan => {
  const plan: TeachingPlan = { rows: 0, good: [], existing: 0, problems: [], classes: [] }
  const fail = (text: string): TeachingPlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  const sheet = sheetReader(sheetColumns)
  if (!sheet.begin(table)) return fail('没有找到表头，第一行应有：学号、科目、教学班')
  const courses = new Map(context.courses.map((c) => [cleanText(c.courseName), c.courseId]))
  const stored = new Map(context.classes.map((c) => [keyOfClass(c.courseId, c.className), c]))
  const firstOf = new Map<string, number>()
  /** Named by rows that are good. */
  const named = new Map<string, NamedClass>()

  const teacherOf = (text: string, say: (column: string, text: string) => unknown): string | undefined => {
    if (text === '') return undefined
    const found = context.teachers.filter((t) => t.accountName === text)
    const byName = found.length > 0 ? found : context.teachers.filter((t) => cleanText(t.teacherName) === text)
    if (byName.length === 1) return byName[0]!.teacherId
    say(
      '任课教师',
      byName.length === 0
        ? `没有名为“${text.slice(0, 20)}”的教师`
        : `有${byName.length}名教师叫“${text.slice(0, 20)}”，请填写账号`,
    )
    return undefined
  }

  const judge = (row: SheetRow): void => {
    const before = plan.problems.length
    const say = (column: string, text: string) => plan.problems.push({ row: row.row, column, text })
    const [number, name, course, className] = [
      cleanNumber(row.cell('学号')),
      row.cell('姓名'),
      row.cell('科目'),
      row.cell('教学班'),
    ]
    const student = context.students.get(number)
    if (number === '') say('学号', '学号为空')
    else if (!student) say('学号', `${context.gradeName}没有学号为“${number.slice(0, 20)}”的学生`)
    else if (name !== '' && cleanText(student.studentName) !== name)
      say('姓名', `学号“${number}”是${student.studentName}，不是${name.slice(0, 20)}`)
    const courseId = courses.get(course)
    if (course === '') say('科目', '科目为空')
    else if (!courseId) say('科目', `学校没有名为“${course.slice(0, 20)}”的课程`)
    if (className === '') say('教学班', '教学班为空')
    else if (className.length > 40) say('教学班', '教学班名称最多40字')
    const teacherId = teacherOf(row.cell('任课教师'), say)
    const key = student && courseId && memberKey(courseId, student.studentId)
    const first = key ? firstOf.get(key) : undefined
    if (first !== undefined) say('科目', `与第${first}行是同一名学生的同一科目`)
    else if (key) firstOf.set(key, row.row)
    if (plan.problems.length > before || !student || !courseId) return
    const at = keyOfClass(courseId, className)
    const there = stored.get(at)
    const own =
      named.get(at) ??
      ({
        courseId,
        className: there?.className ?? className,
        teacherIds: [...(there?.teacherIds ?? [])],
        ...(there ? { classId: there.classId } : {}),
      } satisfies NamedClass)
    const comes = teacherId !== undefined && !own.teacherIds.includes(teacherId)
    if (comes && own.teacherIds.length >= mostTeachersOfClass)
      return void say('任课教师', `一个教学班最多${mostTeachersOfClass}名教师`)
    if (comes) own.teacherIds.push(teacherId)
    named.set(at, own)
    if (there && context.members.get(key!) === there.classId && !comes) plan.existing++
    else plan.good.push({ row: row.row, studentId: student.studentId, courseId, className: own.className })
  }

  for (const row of sheet.rows(table)) {
    plan.rows++
    judge(row)
  }
  if (plan.rows === 0) return fail('文件里没有学生，请按模板填写后再上传')
  const same = (c: NamedClass): boolean =>
    c.classId !== undefined &&
    stored.get(keyOfClass(c.courseId, c.className))?.teacherIds.length === c.teacherIds.length
  return { ...plan, classes: [...named.values()].filter((c) => !same(c)) }
}
