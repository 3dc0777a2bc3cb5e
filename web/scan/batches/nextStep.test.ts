import { expect, it } from 'vitest'
import { nextStep } from './nextStep.ts'

it.each([
  ['nothing has come', { handed: 0, missing: 60, balanced: true, doubts: 0 }, 'scans'],
  ['doubts wait', { handed: 120, missing: 0, balanced: false, doubts: 3 }, 'doubts'],
  ['some candidates have no sheet yet', { handed: 100, missing: 10, balanced: true, doubts: 0 }, 'scans'],
  ['a batch is still read', { handed: 120, missing: 0, balanced: false, doubts: 0 }, 'scans'],
  ['all is settled', { handed: 120, missing: 0, balanced: true, doubts: 0 }, 'marking'],
] as const)('when %s', (_, { handed, missing, balanced, doubts }, step) => {
  const candidates = { present: 60 - missing, absent: 0, missing, incomplete: 0 }
  expect(nextStep({ ledger: { handed, balanced, candidates }, doubts })).toBe(step)
})
