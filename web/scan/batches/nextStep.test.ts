import { expect, it } from 'vitest'
import { afterMissing, nextStep } from './nextStep.ts'

it.each([
  ['nothing has come', { handed: 0, missing: 60, balanced: true, doubts: 0 }, 'scans'],
  ['doubts wait', { handed: 120, missing: 0, balanced: false, doubts: 3 }, 'doubts'],
  ['a class has not been scanned', { handed: 60, missing: 30, balanced: true, doubts: 0 }, 'scans'],
  ['one candidate has handed in nothing', { handed: 118, missing: 1, balanced: true, doubts: 0 }, 'missing'],
  ['some have not, and a doubt waits', { handed: 118, missing: 1, balanced: true, doubts: 1 }, 'doubts'],
  ['half a class has not', { handed: 90, missing: 15, balanced: true, doubts: 0 }, 'missing'],
  ['more than half a class has not', { handed: 88, missing: 16, balanced: true, doubts: 0 }, 'scans'],
  ['a batch has other pages than its sheets', { handed: 120, missing: 0, balanced: false, doubts: 0 }, 'scans'],
  ['all is settled', { handed: 120, missing: 0, balanced: true, doubts: 0 }, 'marking'],
] as const)('when %s', (_, { handed, missing, balanced, doubts }, step) => {
  const candidates = { present: 60 - missing, absent: 0, missing, incomplete: 0 }
  expect(nextStep({ ledger: { handed, balanced, candidates }, doubts, classCount: 2 })).toBe(step)
})

it.each([
  ['nothing has been read yet', 0, 'wait'],
  ['something already waits', 2, 'doubts'],
])('while a batch is being read and %s', (_, doubts, step) => {
  const ledger = { handed: 0, balanced: false, candidates: { present: 0, absent: 0, missing: 60, incomplete: 0 } }
  const reading = [{ state: 'recognising' }]
  expect(nextStep({ ledger, doubts, classCount: 2, reading })).toBe(step)
  expect(nextStep({ ledger, doubts: 0, classCount: 2, reading: [{ state: 'failed' }] })).toBe('scans')
})

it.each([
  ['nothing has come', { handed: 0, missing: 0, balanced: true, doubts: 0 }, null],
  ['one is still missing', { handed: 118, missing: 1, balanced: true, doubts: 0 }, null],
  ['one is still missing, and a doubt waits', { handed: 118, missing: 1, balanced: true, doubts: 2 }, null],
  ['the last was accounted for', { handed: 118, missing: 0, balanced: true, doubts: 0 }, 'marking'],
  ['the last was accounted for, and a doubt waits', { handed: 118, missing: 0, balanced: true, doubts: 2 }, 'doubts'],
  ['a batch has other pages than its sheets', { handed: 118, missing: 0, balanced: false, doubts: 0 }, 'scans'],
] as const)('the list of who has not handed in names what comes next when %s', (_, known, step) => {
  const { handed, missing, balanced, doubts } = known
  const candidates = { present: 60 - missing, absent: 0, missing, incomplete: 0 }
  expect(afterMissing({ ledger: { handed, balanced, candidates }, doubts, classCount: 2 })).toBe(step)
})
