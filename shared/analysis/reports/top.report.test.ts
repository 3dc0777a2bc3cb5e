import { expect, it } from 'vitest'
import { madeSnapshot } from '../snapshot.fixtures.ts'
import { madeData, noParams } from './report.fixtures.ts'
import { topReport } from './top.report.ts'

const policy = { smallest: 5, named: true }
const params = { ...noParams, count: 10 }
const snapshot = madeSnapshot(120)

it('names of whom the reader sees those who stand among the first of all, not the best of a few', () => {
  const [own] = madeData({ data: snapshot }).seen
  const classIds = [own!.classId]
  const seen = { ...madeData({ data: snapshot, classIds }, topReport, params), totalRank: true }
  const all = madeData({ data: snapshot }, topReport, { ...params, count: 200 }).lines
  const first = all.filter((l) => l.classId === own!.classId && l.rank! <= 10)
  // Places in the whole are shown to who may see them, of a class too.
  const ranked = { ...seen, lines: seen.lines.map((l) => all.find((x) => x.studentId === l.studentId)!) }
  const value = topReport.value(ranked, policy, params)
  expect(first.length).toBeLessThan(10)
  expect(value.sections[0]!.table.rows).toHaveLength(first.length)
  expect(value.sentence).toBe(`全体前10名中，您所看的班级有${first.length}名。`)
  // The last of them is no place of the whole by their number.
  expect(value.number?.name).toBe(`您所看的班级中最后一名（全体第${first.at(-1)!.rank}名）的总分`)
  const low = { ...ranked, lines: ranked.lines.filter((l) => l.rank! > 10) }
  const none = topReport.value(low, policy, params)
  expect([none.sentence, none.sections[0]!.table.rows]).toEqual(['您所看的班级没有学生在全体前10名。', []])
})

it('goes by the own list where no place in the whole is shown', () => {
  const classIds = [madeData({ data: snapshot }).seen[0]!.classId]
  const value = topReport.value(madeData({ data: snapshot, classIds }, topReport, params), policy, params)
  expect(value.sentence).toBe('您所看班级的前10名学生。')
  expect(value.number?.name).toBe('您所看的班级第10名的总分')
})
