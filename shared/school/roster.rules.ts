/**
 * A roster file against a school: which rows are new students, which are there already, and what is wrong with the rest.
 * Pure: the file has been read into rows of text, and the ids of new students are given out later.
 */
import * as z from 'zod'
import { cleanText } from '#shared/kit/text.ts'
import { cleanIdCard, cleanPhone, isIdCard, isPhone } from './personal.rules.ts'
import type { PersonalTexts } from './personal.types.ts'
import { headOf } from './sheet.rules.ts'
import type { TableRow } from './sheet.rules.ts'

export const RosterProblem = z.object({
  /** The row as the spreadsheet counts it, the head being 1; 0 is the file itself. */
  row: z.int(),
  column: z.string(),
  text: z.string(),
})
export type RosterProblem = z.infer<typeof RosterProblem>

export type RosterRow = {
  row: number
  gradeId: string
  className: string
  studentName: string
  studentNumber: string
  gender?: 1 | 2
  /** ID card and phone: sealed before the row is kept anywhere. */
  personal?: PersonalTexts
}

export type RosterContext = {
  grades: readonly { gradeId: string; gradeName: string; enrolmentYear: number }[]
  classes: readonly { classId: string; gradeId: string; className: string }[]
  students: readonly { studentNumber: string; studentName: string; classId: string; deleted: boolean }[]
  /** The grade that the whole file is for. */
  gradeId?: string | undefined
  createClasses: boolean
}

export type RosterPlan = {
  rows: number
  good: RosterRow[]
  /** Students that are stored already, with an ID card or a phone to note of them. */
  fills: RosterRow[]
  /** Rows that say what is stored already. */
  existing: number
  newClasses: { gradeId: string; className: string }[]
  problems: RosterProblem[]
}

export const rosterColumns = ['姓名', '学号', '班级', '年级', '性别'] as const
/** May stand beside them; never exported. */
export const personalColumns = ['身份证号', '手机号'] as const
const required = ['姓名', '学号', '班级'] as const
const otherNames: Record<string, (typeof rosterColumns)[number] | (typeof personalColumns)[number]> = {
  身份证: '身份证号',
  身份证号码: '身份证号',
  证件号码: '身份证号',
  手机: '手机号',
  手机号码: '手机号',
  联系电话: '手机号',
  电话: '手机号',
  学生姓名: '姓名',
  名字: '姓名',
  考号: '学号',
  学生学号: '学号',
  准考证号: '学号',
  班级名称: '班级',
  行政班: '班级',
  年级名称: '年级',
}

/** Class names are compared without spaces and brackets of either width: 高一（1）班 and 高一(1)班 are one. */
export const classKey = (name: string): string => cleanText(name).replace(/[\s()（）[\]【】]/g, '')

/** Digits of any width, without the blanks and the ".0" or leading quote that spreadsheets leave. */
export const cleanNumber = (text: string): string => {
  const bare = cleanText(text).replace(/\s/g, '').replace(/^'/, '')
  return /^\d+\.0+$/.test(bare) ? bare.replace(/\.0+$/, '') : bare
}

type Say = (column: string, text: string) => unknown
/** What the cells of ID card and phone say; the numbers themselves stand in no message. */
export const personalIn = (cell: (column: string) => string, say: Say): PersonalTexts => {
  const texts: PersonalTexts = {}
  const [idCard, phone] = [cleanIdCard(cell('身份证号')), cleanPhone(cell('手机号'))]
  if (/E\+/.test(idCard)) say('身份证号', '身份证号被表格改成了科学计数法，请把该列设为文本后重填')
  else if (idCard !== '' && !isIdCard(idCard)) say('身份证号', '身份证号码不正确')
  else if (idCard !== '') texts.idCard = idCard
  if (phone !== '' && !isPhone(phone)) say('手机号', '手机号码不正确')
  else if (phone !== '') texts.phone = phone
  return texts
}

/** Judges a whole file. Rows that are empty in every known column are passed over. */
export const planRoster = (table: readonly TableRow[], context: RosterContext): RosterPlan => {
  const plan: RosterPlan = { rows: 0, good: [], fills: [], existing: 0, newClasses: [], problems: [] }
  const head = headOf(table, { columns: [...rosterColumns, ...personalColumns], otherNames, tell: ['姓名', '学号'] })
  const fail = (text: string): RosterPlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  if (!head) return fail(`没有找到表头，第一行应有：${required.join('、')}`)
  const lacking = required.filter((c) => !head.columns.has(c))
  if (lacking.length > 0) return fail(`缺少列：${lacking.join('、')}`)

  const stored = new Map(context.students.map((s) => [s.studentNumber, s]))
  const classNames = new Map(context.classes.map((c) => [c.classId, c]))
  const classesByName = new Map(context.classes.map((c) => [`${c.gradeId}/${classKey(c.className)}`, c]))
  const firstRow = new Map<string, number>()
  const opened = new Map<string, { gradeId: string; className: string }>()
  const firstCard = new Map<string, number>()

  for (const { row, cells } of table.slice(head.at + 1)) {
    const cell = head.cellOf(cells)
    if (rosterColumns.every((c) => cell(c) === '')) continue
    plan.rows++
    const before = plan.problems.length
    const say = (column: string, text: string) => plan.problems.push({ row, column, text })

    const studentName = cell('姓名')
    if (studentName === '') say('姓名', '姓名为空')
    else if (studentName.length > 40) say('姓名', '姓名不能超过40个字')

    const studentNumber = cleanNumber(cell('学号'))
    if (studentNumber === '') say('学号', '学号为空')
    else if (/e\+/i.test(studentNumber))
      say('学号', `学号“${studentNumber}”被表格改成了科学计数法，请把该列设为文本后重填`)
    else if (!/^\d{4,18}$/.test(studentNumber)) say('学号', `学号“${studentNumber}”应为4到18位数字`)
    else if (firstRow.has(studentNumber)) say('学号', `学号“${studentNumber}”与第${firstRow.get(studentNumber)}行重复`)
    else firstRow.set(studentNumber, row)

    const gradeText = cell('年级')
    const grade =
      gradeText === ''
        ? context.grades.find((g) => g.gradeId === context.gradeId)
        : context.grades.find((g) => [g.gradeName, `${g.enrolmentYear}级`].includes(gradeText))
    if (!grade)
      say('年级', gradeText === '' ? '没有填写年级，也没有选择年级' : `学校没有“${gradeText}”，请先添加该年级`)
    else if (context.gradeId !== undefined && grade.gradeId !== context.gradeId)
      say('年级', `“${gradeText}”不是所选的年级`)

    const className = cell('班级')
    let known: { classId: string; className: string } | undefined
    if (className === '') say('班级', '班级为空')
    else if (grade) {
      const key = `${grade.gradeId}/${classKey(className)}`
      known = classesByName.get(key)
      if (!known && !context.createClasses)
        say('班级', `${grade.gradeName}没有班级“${className}”，请先添加班级，或勾选“自动创建班级”`)
      else if (!known && className.length > 40) say('班级', '班级名称不能超过40个字')
      else if (!known && !opened.has(key)) opened.set(key, { gradeId: grade.gradeId, className })
    }

    const genderText = cell('性别')
    const gender = ['男', '1', '男生'].includes(genderText)
      ? 1
      : ['女', '2', '女生'].includes(genderText)
        ? 2
        : undefined
    if (genderText !== '' && gender === undefined) say('性别', `性别“${genderText}”应为男或女`)

    const personal = personalIn(cell, say)
    const card = personal.idCard
    if (card && firstCard.has(card)) say('身份证号', `身份证号与第${firstCard.get(card)}行相同`)
    else if (card) firstCard.set(card, row)
    const noted = Object.keys(personal).length > 0 ? { personal } : {}

    const other = stored.get(studentNumber)
    if (other && !other.deleted && plan.problems.length === before) {
      if (other.studentName !== studentName) say('学号', `学号“${studentNumber}”已被“${other.studentName}”使用`)
      else if (!known || other.classId !== known.classId)
        say('班级', `该学生已在“${classNames.get(other.classId)?.className ?? '其他班级'}”，如需调班请在学生列表中操作`)
      else {
        plan.existing++
        if (noted.personal && grade)
          plan.fills.push({ row, gradeId: grade.gradeId, className, studentName, studentNumber, ...noted })
        continue
      }
    }
    if (plan.problems.length > before || !grade) continue
    plan.good.push({
      row,
      gradeId: grade.gradeId,
      className: known?.className ?? opened.get(`${grade.gradeId}/${classKey(className)}`)?.className ?? className,
      studentName,
      studentNumber,
      ...(gender === undefined ? {} : { gender }),
      ...noted,
    })
  }
  if (plan.rows === 0) return fail('文件里没有学生，请按模板填写后再上传')
  const used = new Set(plan.good.map((r) => `${r.gradeId}/${classKey(r.className)}`))
  plan.newClasses = [...opened].filter(([key]) => used.has(key)).map(([, c]) => c)
  return plan
}
