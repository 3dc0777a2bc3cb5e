/** Reports that are cut by groups say what the groups are: classes, or the schools of a joint exam. */
import { describe, expect, it } from 'vitest'
import { cellWords, totalsOf } from '#shared/kit/report/cell.words.ts'
import { wholeHidden } from '../report.words.ts'
import { paperReports } from './registry.ts'
import { madeData, noParams } from './report.fixtures.ts'
import type { Policy, ReportData } from './report.ts'

const policy: Policy = { smallest: 5, named: true }
const cut = paperReports.filter((r) => r.groups.includes('group'))
const schools = ['一中', '二中', '三中'].map((schoolName, i) => ({ schoolId: `s${i}`, schoolName }))
/** The same figures as those of three schools. */
const ofSchools = (data: ReportData): ReportData => ({
  ...data,
  schools,
  axis: 'school',
  axes: ['school', 'class'],
  groups: data.groups.map((g, i) => ({ ...g, groupId: schools[i]!.schoolId, groupName: schools[i]!.schoolName })),
})

describe.each(cut.map((r) => [r.id, r] as const))('%s', (_, report) => {
  const data = madeData({ students: 90 }, report)
  const byClass = report.value(data, policy, noParams)
  const bySchool = report.value(ofSchools(data), policy, noParams)
  it('says schools where schools are compared, and no class', () => {
    const { source: _source, options: _options, ...said } = bySchool
    expect(JSON.stringify(said)).not.toContain('班')
    expect(JSON.stringify(said)).toContain('一中')
    expect(JSON.stringify(byClass)).not.toContain('校')
  })
  it('adds groups up where each candidate is of one, and nowhere else', () => {
    const sums = (axis: ReportData['axis']) =>
      report
        .value({ ...data, axis, axes: [axis] }, policy, noParams)
        .sections.filter((s) => s.table.rows.some((r) => r.whole))
        .flatMap((s) => totalsOf(s.table) ?? [])
        .filter((cell) => typeof cell === 'number')
    expect([sums('tag'), sums('group')]).toEqual([[], []])
    // The comparison adds up to how many there are.
    if (report.id === 'classContrast') expect(sums('class').slice(0, 2)).toEqual([90, data.overall.present])
  })
  it('offers what to compare and which school, only where there are several', () => {
    expect(byClass.options).toBe(undefined)
    expect(bySchool.options).toEqual({
      by: [
        { value: 'school', label: '学校' },
        { value: 'class', label: '班级' },
      ],
      schoolId: schools.map((s) => ({ value: s.schoolId, label: s.schoolName })),
    })
  })
  it('says the same numbers for groups of any kind', () => {
    const numbers = (value: typeof byClass) =>
      value.sections.map((s) => s.table.rows.map((r) => r.cells.filter((c) => typeof c === 'number')))
    expect(numbers(bySchool)).toEqual(numbers(byClass))
  })
})

it('calls no group the worst where it is the only one that is shown', () => {
  const report = cut.find((r) => r.id === 'avgAndPercent')!
  const data = madeData({ students: 90 }, report)
  const [first, second] = data.groups.map((g) => ({ ...g, rates: { ...g.rates, low: { rate: 0.3, count: 9 } } }))
  const said = (groups: ReportData['groups']) => report.value({ ...data, groups }, policy, noParams).sentence
  expect(said([first!])).toBe(`${first!.groupName}的低分率是30.0%（9人）。`)
  expect(said([first!, second!])).toContain('最高')
})

it('a printed difference is that of the printed figures, in the sentence and in the table', () => {
  const report = cut.find((r) => r.id === 'classContrast')!
  const data = madeData({ students: 90 }, report)
  const means = [3058.6, 2998.4, 3030]
  const groups = data.groups.map((g, i) => ({ ...g, mean: means[i]!, meanDifference: means[i]! - 3020.449 }))
  const value = report.value({ ...data, overall: { ...data.overall, mean: 3020.449 }, groups }, policy, noParams)
  expect(value.sentence).toMatch(/（30\.59分），.*最低（29\.98分），相差0\.61分。$/)
  const { columns, rows } = value.sections[0]!.table
  const at = columns.findIndex((c) => c.name === '与全体之差')
  // 30.20 for all.
  expect(rows.slice(1).map((r) => cellWords(r.cells[at] ?? null, columns[at]!))).toEqual(['+0.39', '−0.22', '+0.10'])
})

it('scores of whole points have no decimals, means have two', () => {
  const report = paperReports.find((r) => r.id === 'summary')!
  const data = madeData({ students: 90 }, report)
  const overall = { ...data.overall, max: 5400, median: 3225, min: 1200, mean: 3000 }
  const { facts, number } = report.value({ ...data, overall }, policy, noParams)
  const said = (name: string) => {
    const fact = facts.find((f) => f.name.endsWith(name))!
    return cellWords(fact.value, fact)
  }
  expect([said('最高分'), said('中位数'), said('最低分'), cellWords(number!.value, number!)]).toEqual([
    '54',
    '32.25',
    '12',
    '30.00',
  ])
})

it('a school leads to its classes where they may be seen, and nowhere else', () => {
  const report = cut.find((r) => r.id === 'classContrast')!
  const data = ofSchools(madeData({ students: 90 }, report))
  const links = (of: ReportData) =>
    report
      .value(of, policy, noParams)
      .sections[0]!.table.rows.map((r) => (r.link && 'report' in r.link ? r.link.params : undefined))
  expect(links(data)).toEqual([undefined, ...schools.map(({ schoolId }) => ({ by: 'class', schoolId }))])
  expect(links({ ...data, schools: schools.slice(1, 2) })).toEqual([
    undefined,
    undefined,
    { by: 'class', schoolId: 's1' },
    undefined,
  ])
})

describe('a teacher who sees some of the classes', () => {
  const report = paperReports.find((r) => r.id === 'summary')!
  const whole = madeData({ students: 90 }, report)
  const headOf = (classIds: string[]) => {
    const data = madeData({ students: 90, classIds }, report)
    const unseen = data.overall.present - data.groups.reduce((n, g) => n + g.present, 0)
    return { data, said: report.value({ ...data, unseen }, policy, noParams) }
  }
  const ids = whole.groups.map((g) => g.groupId)

  it('reads of the own class first, and of the grade beside it', () => {
    const { data, said } = headOf(ids.slice(0, 1))
    const [own] = data.groups
    expect(said.sentence.startsWith(`${own!.groupName}${own!.present}人参加考试，平均`)).toBe(true)
    expect(said.sentence).toContain(`全体：${data.overall.present}人参加考试`)
    expect(said.number).toMatchObject({ value: own!.mean })
    expect(said.number!.name).toContain(own!.groupName)
    expect(said.facts.find((f) => f.name.startsWith('全体'))).toMatchObject({
      name: '全体平均分',
      value: data.overall.mean,
    })
  })
  it('of two classes reads both, and who sees all of them reads of the whole alone', () => {
    const { data, said } = headOf(ids.slice(0, 2))
    for (const g of data.groups)
      expect(said.facts).toContainEqual(expect.objectContaining({ name: `${g.groupName}平均分`, value: g.mean }))
    expect(said.number).toMatchObject({ value: data.overall.mean })
    const all = report.value(whole, policy, noParams)
    expect(all.sentence.startsWith(`${whole.overall.present}人参加考试`)).toBe(true)
    expect(all.number!.name.startsWith('平均分')).toBe(true)
  })
})

it('says of each section of the whole that is not told why it is empty', () => {
  const report = cut.find((r) => r.id === 'summary')!
  const data = madeData({ students: 90 }, report)
  const noted = (unseen: number) =>
    report.value({ ...data, unseen }, policy, noParams).sections.flatMap((s) => (s.note === wholeHidden ? [s.key] : []))
  expect(noted(2)).toEqual(['sections', 'levels', 'reliability'])
  expect(noted(policy.smallest)).toEqual([])
})
