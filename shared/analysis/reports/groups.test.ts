/** Reports that are cut by groups say what the groups are: classes, or the schools of a joint exam. */
import { describe, expect, it } from 'vitest'
import { totalsOf } from '#shared/kit/report/cell.words.ts'
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
