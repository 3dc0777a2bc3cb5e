/** No folder holds more than a reader takes in: beyond it a room is divided, by one name in `shared`, `functions`, `web`. */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { houseFiles, isCode, isTest } from './sources.ts'

const most = 25

/** Folders that were larger when the rule came; a number here only falls. */
const larger: Record<string, number> = {
  'functions/analysis': 28,
  'functions/kit': 41,
  'functions/marking': 31,
  'functions/school/people': 28,
  'infra/local': 28,
  'shared/analysis': 30,
  'shared/kit': 27,
  'shared/scan/omr': 38,
  'web/app': 45,
  'web/card/designer': 36,
  'web/kit': 30,
  'web/kit/parts': 55,
  'web/marking/parts': 27,
}

it('a folder holds at most 25 files of code beside its tests', () => {
  const sizes = new Map<string, number>()
  for (const { path } of houseFiles())
    if (isCode(path) && !isTest(path) && !path.includes('.test.'))
      sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  const over = [...sizes].filter(([folder, files]) => files > (larger[folder] ?? most))
  expect(over, 'divide these').toEqual([])
})
