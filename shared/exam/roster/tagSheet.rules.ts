/** 标签 out and in as a table: a row a candidate, all tags of one in one cell. Pure. */
import type { Candidate } from '../exam.types.ts'
import { byNumbers, numberHeads, underHead } from './sheet.rules.ts'
import type { Sheet } from './sheet.rules.ts'
import { mostTags, mostTagsOfCandidate, mostTagLength } from './tag.rules.ts'

const heads = { number: numberHeads, name: ['姓名'], tags: ['标签'] } as const
const between = '、'
const shown = 20

export const tagSheet = (roster: readonly Candidate[]): string[][] => [
  ['考号', '姓名', '班级', '标签'],
  ...[...roster]
    .sort((a, b) => a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true }))
    .map((c) => [c.studentNumber, c.studentName, c.className, (c.tags ?? []).join(between)]),
]

/** Each as it is written, by any of the signs between two; none twice. */
const tagsIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[、,，;；\s]+/)
      .map((t) => t.trim())
      .filter((t) => t !== ''),
  ),
]

/** The candidates who change, with the tags that the table says; who is not in it keeps the own. With any problem none changes. */
export const planTagSheet = (
  sheet: Sheet,
  roster: readonly Candidate[],
): { put: Candidate[]; meant: number; problems: string[] } => {
  const none = { put: [], meant: 0 }
  const table = underHead(sheet, heads, ['number', 'tags'])
  if (!table) return { ...none, problems: ['前十行没有“考号”“标签”两列'] }
  const people = byNumbers(roster)
  const rows = new Map<string, number>()
  const problems: string[] = []
  const put: Candidate[] = []
  for (const of of table.body) {
    const { row } = of
    const number = table.cell(of, 'number')
    const wanted = tagsIn(table.cell(of, 'tags'))
    if (number === '' && wanted.length === 0) continue
    const person = people.get(number)
    const say = (text: string) => problems.push(`第${row}行：${text}`)
    const long = wanted.find((t) => t.length > mostTagLength)
    const name = table.cell(of, 'name')
    const before = person && rows.get(person.studentId)
    if (!person) say(`${number.slice(0, 30) || '没有考号的一行'}不是本场考试的考生`)
    else if (before !== undefined) say(`${number}与第${before}行是同一名考生`)
    else if (name !== '' && name !== person.studentName)
      say(`${number}的考生是${person.studentName}，不是${name.slice(0, 20)}`)
    else if (long !== undefined) say(`标签“${long.slice(0, 20)}”太长，最多${mostTagLength}个字`)
    else if (wanted.length > mostTagsOfCandidate) say(`一名考生最多${mostTagsOfCandidate}个标签`)
    else {
      const { tags = [], ...rest } = person
      const same = tags.length === wanted.length && tags.every((t) => wanted.includes(t))
      if (!same) put.push(wanted.length > 0 ? { ...rest, tags: wanted } : rest)
    }
    if (person) rows.set(person.studentId, row)
  }
  if (rows.size === 0 && problems.length === 0) problems.push('表里没有考生')
  const changed = new Map(put.map((c) => [c.studentId, c]))
  const after = new Set(roster.flatMap((c) => (changed.get(c.studentId) ?? c).tags ?? []))
  if (after.size > mostTags) problems.push(`一场考试最多${mostTags}个标签，这样会有${after.size}个`)
  const more = problems.length - shown
  if (problems.length > 0)
    return { ...none, problems: [...problems.slice(0, shown), ...(more > 0 ? [`另有${more}处`] : [])] }
  return { put, meant: rows.size, problems: [] }
}
