import { describe, expect, it } from 'vitest'
import type { ChoiceReading, PageReading } from '#shared/scan/omr/omr.types.ts'
import { judgePage } from './judgePage.ts'

const row = (of: Partial<ChoiceReading>): ChoiceReading => ({ questionId: 'q1', chosen: [], cells: [], ...of })
const absent: PageReading['absent'] = { value: 'absent', state: 'filled', ink: 0.8, confidence: 1 }
const read = (of: Partial<PageReading>): PageReading => ({
  ...{ status: 'read', doubts: [], absent, choices: [], blocks: [] },
  ...of,
})
const written = { blockId: 'b1', questionIds: ['q2'], ink: 0.1, likelyBlank: false }

describe('a page whose mark of absence is filled', () => {
  it.each([
    ['empty', read({ choices: [row({})], blocks: [{ ...written, likelyBlank: true }] }), true, []],
    ['a letter', read({ choices: [row({ chosen: ['A'] })] }), false, ['填涂了缺考标记，但页面上有作答']],
    ['writing', read({ blocks: [written] }), false, ['填涂了缺考标记，但页面上有作答']],
    // Show-through and dust are no answers: it is told as what it is.
    ['a doubt alone', read({ choices: [row({ doubt: 'faintMark' })] }), false, ['填涂了缺考标记，但有的题填涂不清']],
  ])('%s', (_name, reading, isAbsent, told) => {
    const judged = judgePage(reading, undefined, { candidate: null, tied: [] })
    expect(judged.absent).toBe(isAbsent)
    expect(judged.doubts.filter((d) => d.kind === 'absentMark').map((d) => d.detail)).toEqual(told)
  })
})
