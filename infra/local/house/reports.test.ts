/** A report is one value in one file: what several show is in `*.sections.ts`, sentences in `report.words.ts`. */
import { expect, it } from 'vitest'
import { houseFiles } from './sources.ts'

const most = 80

it('a report has fewer than 80 lines', () => {
  const reports = houseFiles().filter((f) => /^shared\/analysis\/reports\/\w+\.report\.ts$/.test(f.path))
  expect(reports.length).toBeGreaterThan(10)
  const long = reports.map((f) => [f.path, f.text.trimEnd().split('\n').length] as const).filter(([, n]) => n >= most)
  expect(long, 'move what others may show into the sections').toEqual([])
})
