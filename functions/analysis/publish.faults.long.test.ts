import { beforeAll, expect, it } from 'vitest'
import { faultKinds } from '#functions/kit/faults.ts'
import { actAs } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { singleFaults } from './publish.faults.testing.ts'

beforeAll(() => actAs('analysis-work'))

it('publication ends whole after any single fault of any store call', async () => {
  expect(await singleFaults(await markedPaper(2), faultKinds, 1)).toBeGreaterThan(100)
}, 900_000)
