/** A file of parents against a school: which links are new, and what is wrong with the rest. */
import { cleanNumber, personalIn } from './roster.rules.ts'
import type { RosterProblem } from './roster.rules.ts'
import type { PersonalTexts } from './personal.types.ts'
import { headOf } from './sheet.rules.ts'
import type { TableRow } from './sheet.rules.ts'

export const parentColumns = ['学号', '学生姓名', '家长姓名', '账号'] as const
export type ParentRow = {
  row: number
  childNumber: string
  parentName: string
  accountName: string
  personal?: PersonalTexts
}
export type ParentPlan = { rows: number; good: ParentRow[]; existing: number; problems: RosterProblem[] }
export type ParentContext = {
  students: readonly { studentNumber: string; studentName: string; deleted: boolean }[]
  /** Account name and child's number of every link there is. */
  links: ReadonlySet<string>
}
export const linkKey = (accountName: string, childNumber: string): string =>
  `${accountName.toLowerCase()}#${childNumber}`

/** Judges a file of parents; one row a child, so that two children of a parent take two rows. */
export const planParents = (table: readonly TableRow[], context: ParentContext): ParentPlan => {
  const plan: ParentPlan = { rows: 0, good: [], existing: 0, problems: [] }
  const head = headOf(table, {
    columns: [...parentColumns, '手机号', '身份证号'],
    otherNames: {
      学生学号: '学号',
      姓名: '学生姓名',
      家长: '家长姓名',
      登录账号: '账号',
      家长账号: '账号',
      手机: '手机号',
      手机号码: '手机号',
      家长手机: '手机号',
      联系电话: '手机号',
    },
    tell: ['学号', '家长姓名', '账号'],
  })
  const fail = (text: string): ParentPlan => ({ ...plan, problems: [{ row: 0, column: '', text }] })
  if (!head) return fail(`没有找到表头，第一行应有：${parentColumns.join('、')}`)
  const students = new Map(context.students.filter((s) => !s.deleted).map((s) => [s.studentNumber, s]))
  const names = new Map<string, string>()
  const seen = new Set<string>()
  for (const { row, cells } of table.slice(head.at + 1)) {
    const cell = head.cellOf(cells)
    if (parentColumns.every((c) => cell(c) === '')) continue
    plan.rows++
    const before = plan.problems.length
    const say = (column: string, text: string) => plan.problems.push({ row, column, text })
    const childNumber = cleanNumber(cell('学号'))
    const child = students.get(childNumber)
    if (!child) say('学号', childNumber === '' ? '学号为空' : `学校没有学号为“${childNumber}”的学生`)
    else if (cell('学生姓名') !== '' && cell('学生姓名') !== child.studentName)
      say('学生姓名', `学号“${childNumber}”的学生不是“${cell('学生姓名')}”`)
    const parentName = cell('家长姓名')
    if (parentName === '') say('家长姓名', '家长姓名为空')
    else if (parentName.length > 40) say('家长姓名', '姓名不能超过40个字')
    const accountName = cell('账号')
    if (!/^[A-Za-z0-9_.@-]{3,40}$/.test(accountName)) say('账号', '账号应为3到40位字母、数字或 _ . @ -')
    else if ((names.get(accountName.toLowerCase()) ?? parentName) !== parentName)
      say('账号', `账号“${accountName}”在文件中有两个姓名`)
    names.set(accountName.toLowerCase(), parentName)
    const personal = personalIn(cell, say)
    if (plan.problems.length > before) continue
    const key = linkKey(accountName, childNumber)
    if (seen.has(key) || context.links.has(key)) {
      plan.existing++
      continue
    }
    seen.add(key)
    plan.good.push({
      row,
      childNumber,
      parentName,
      accountName,
      ...(Object.keys(personal).length > 0 ? { personal } : {}),
    })
  }
  return plan.rows === 0 ? fail('文件里没有家长，请按模板填写后再上传') : plan
}
