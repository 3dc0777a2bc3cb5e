import { describe, expect, it } from 'vitest'
import { goesAt, lifeOfKey } from './lifetime.ts'

describe('the life of an object', () => {
  it.each([
    ['ab/s-sc_0/uploads/roster/20261122/up_1/1-001-a.xlsx', 'week'],
    ['ab/s-sc_0/uploads/seatList/20261122/up_1/1-001-a.xlsx', 'week'],
    ['ab/s-sc_0/uploads/examPaper/20261122/up_1/1-001-a.pdf', null],
    ['ab/s-sc_0/uploads/scan/20261122/up_1/1-001-a.zip', null],
    ['ab/s-sc_0/uploads/cardTemplate/20261122/up_1/1-001-a.pdf', null],
    ['ab/s-sc_0/school/import/jo_1/students.jsonl', 'week'],
    ['ab/s-sc_0/school/export/jo_1/roster.xlsx', 'month'],
    ['ab/s-sc_0/school/export/jo_1/slips.xlsx', 'week'],
    ['ab/a-ar_0/scan/export/ex_1/jo_1.csv', 'month'],
    ['ab/a-ar_0/scan/exports/jo_1.xlsx', 'month'],
    ['ab/a-ar_0/analysis/pa_1/export/jo_1.zip', 'month'],
    ['ab/a-ar_0/analysis/pa_1/export/aside/jo_1/slice-00001.json', 'week'],
    ['ab/a-ar_0/card/ex_1/print/jo_1/all.pdf', 'month'],
    ['ab/a-ar_0/card/ca_1/v1/at_1.json', null],
    ['ab/a-ar_0/scan/pages/ba_1/sc_1/page.jpg', null],
    ['ab/a-ar_0/analysis/pa_1/v3/report.json', null],
    ['ab/a-ar_0/analysis/pa_1/results-v3/00000-000.json', null],
    ['ab/a-ar_0/marking/again/jo_1.jsonl', 'week'],
    ['ab/a-ar_0/marking/ex_1/export/second/f_1.jsonl', 'month'],
    ['ab/a-ar_0/marking/ex_1/export/jo_1.pdf', 'month'],
    ['ab/a-ar_0/scan/templates/fi_1.xlsx', 'week'],
    ['ab/p/school/templates/students-1.xlsx', null],
  ])('%s: %s', (key, life) => expect(lifeOfKey(key)).toBe(life))

  it('ends at the midnight after its days, never before they are over', () => {
    const noon = Date.UTC(2026, 10, 22, 12)
    expect(goesAt('week', noon)).toBe(Date.UTC(2026, 10, 30))
    expect(goesAt('week', Date.UTC(2026, 10, 22))).toBe(Date.UTC(2026, 10, 29))
    expect(goesAt('month', noon) - noon).toBeGreaterThanOrEqual(30 * 86_400_000)
  })
})
