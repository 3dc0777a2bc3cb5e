import { expect, it } from 'vitest'
import { groupProposal, proposalText } from './proposal.words.ts'
import type { Proposed } from './proposal.words.ts'

const p = (of: Partial<Proposed>) => ({ confidence: 0.979, ...of }) as Proposed
const all = (...of: Partial<Proposed>[]) => new Map(of.map((one, i) => [String(i), p(one)]))

it('tells what was read, what it would be given, and why', () => {
  expect(proposalText(p({ text: '12', score: 350, reason: '与答案相同' }))).toBe(
    '读作“12”，建议3.5分，与答案相同，把握97%',
  )
  expect(proposalText(p({ score: 0 }))).toBe('建议0分，把握97%')
  expect(proposalText(p({ text: 'x' }))).toBe('读作“x”，把握97%')
})

it('proposes one score for a group only where it would give that to each of it', () => {
  const same = all({ text: '12', score: 300 }, { text: '12', score: 300 })
  expect(groupProposal(['0', '1'], same)).toEqual({ score: 300, text: '阅读器读作“12”，建议3分' })
  expect(groupProposal(['0', '1', '2'], same)).toEqual({ score: null, text: '阅读器读作“12”' })
  const other = all({ text: '12', score: 300 }, { text: '13', score: 0 }, { text: '12', score: 300 })
  expect(groupProposal(['0', '1', '2'], other)).toEqual({ score: null, text: '阅读器读作“12”2份、“13”1份' })
  expect(groupProposal(['0'], all({ text: '12' }))).toEqual({ score: null, text: '阅读器读作“12”' })
  expect(groupProposal(['7'], same)).toEqual({ score: null, text: '' })
})
