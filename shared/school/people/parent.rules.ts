/** A file of parents against a school: which links are new, and what is wrong with the rest. */
import { accountNameFault } from '#shared/kit/accountName.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { cleanNumber, personalIn } from '../roster.rules.ts'
import type { PersonalTexts } from './personal.types.ts'
import { keyIndex } from '../settings/key.index.ts'
import { sheetReader } from '../imports/sheet.rules.ts'
import type { SheetRow, TableRow } from '../imports/sheet.rules.ts'

export const parentColumns = ['学号', '学生姓名', '家长姓名', '账号'] as const
export type ParentRow = {
  row: number
  childNumber: string
  parentName: string
  accountName: string
  personal?: PersonalTexts
}
export type ParentEntry = ParentRow & { childName: string; problems: FileProblem[] }
export type ParentPart = { rows: number; good: ParentRow[]; existing: number; problems: FileProblem[] }
export const linkKey = (accountName: string, childNumber: string): string =>
  `${accountName.toLowerCase()}#${childNumber}`

/** A text as a number of 32 bits: whether an account came with the same name before. */
const mark = (text: string): number => [...text].reduce((n, c) => (Math.imul(n, 31) + c.codePointAt(0)!) >>> 0, 7)

/** Judges a file of parents in slices, as `rosterPlanner`; one row a child, so that two children of a parent take two. */
export const parentPlanner = () => {
  const sheet = sheetReader({
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
  const [names, seen] = [keyIndex(), keyIndex()]
  let rows = 0
  const readRow = ({ row, cell }: SheetRow): ParentEntry => {
    const problems: FileProblem[] = []
    const say = (column: string, text: string) => problems.push({ row, column, text })
    const parentName = cell('家长姓名')
    if (parentName === '') say('家长姓名', '家长姓名为空')
    else if (parentName.length > 40) say('家长姓名', '姓名不能超过40个字')
    const accountName = cell('账号')
    const account = accountName.toLowerCase()
    const fault = accountNameFault(accountName)
    if (fault) say('账号', fault)
    else if ((names.get(account) ?? mark(parentName)) !== mark(parentName))
      say('账号', `账号“${accountName}”在文件中有两个姓名`)
    names.set(account, mark(parentName))
    const personal = personalIn(cell, say)
    return {
      row,
      childNumber: cleanNumber(cell('学号')),
      childName: cell('学生姓名'),
      parentName,
      accountName,
      ...(Object.keys(personal).length > 0 ? { personal } : {}),
      problems,
    }
  }
  const againstChild = (entry: ParentEntry, child: { studentName: string } | undefined): FileProblem[] => {
    const { row, childNumber, childName } = entry
    if (!child)
      return [{ row, column: '学号', text: childNumber === '' ? '学号为空' : `学校没有学号为“${childNumber}”的学生` }]
    return childName === '' || childName === child.studentName
      ? []
      : [{ row, column: '学生姓名', text: `学号“${childNumber}”的学生不是“${childName}”` }]
  }
  return {
    begin: (first: readonly TableRow[]): string | null =>
      sheet.begin(first) ? null : `没有找到表头，第一行应有：${parentColumns.join('、')}`,
    read: (slice: readonly TableRow[]): ParentEntry[] => {
      const entries = sheet.rows(slice, parentColumns).map(readRow)
      rows += entries.length
      return entries
    },
    /** `children` by number, without the deleted; `links`: account names and numbers that are linked already. */
    settle: (
      entries: readonly ParentEntry[],
      children: ReadonlyMap<string, { studentName: string }>,
      links: ReadonlySet<string>,
    ): ParentPart => {
      const part: ParentPart = { rows: entries.length, good: [], existing: 0, problems: [] }
      for (const entry of entries) {
        const { problems, childName: _name, ...rest } = entry
        const wrong = [...againstChild(entry, children.get(entry.childNumber)), ...problems]
        part.problems.push(...wrong)
        if (wrong.length > 0) continue
        const key = linkKey(entry.accountName, entry.childNumber)
        if (seen.get(key) !== undefined || links.has(key)) part.existing++
        else part.good.push(rest)
        seen.set(key, entry.row)
      }
      return part
    },
    end: (): { refusal: string | null } => ({
      refusal: rows === 0 ? '文件里没有家长，请按模板填写后再上传' : null,
    }),
  }
}
