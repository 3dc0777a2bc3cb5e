import { describe, expect, it } from 'vitest'
import type { SheetDoubt } from '../sheet.types.ts'
import { unclearOf } from './unclear.rules.ts'

const ids = (n: number, from = 1) => Array.from({ length: n }, (_, i) => `q${from + i}`)
const asked = (n: number, kind: SheetDoubt['kind'] = 'faintMark') => ids(n).map((questionId) => ({ questionId, kind }))
/** So many questions are in doubt, so many others were read. */
const choices = (lost: number, read: number) => ({
  ...Object.fromEntries(ids(lost).map((id) => [id, null])),
  ...Object.fromEntries(ids(read, lost + 1).map((id) => [id, 'A'])),
})

describe('a page most of whose questions could not be read', () => {
  it.each([
    ['most of them', asked(11), choices(11, 10), {}, { asked: 11, of: 21 }],
    ['all of them, for stains', asked(8, 'stain'), choices(8, 0), {}, { asked: 8, of: 8 }],
    ['half of them', asked(10), choices(10, 10), {}, undefined],
    ['so few that they are settled at once', asked(7), choices(7, 0), {}, undefined],
    ['two marks each, which are the student’s own', asked(11, 'doubleMark'), choices(11, 10), {}, undefined],
    ['some of them, others have two marks', [...asked(7), ...asked(11, 'doubleMark')], choices(11, 1), {}, undefined],
    ['most of them, and one was settled', asked(11), choices(11, 10), { q12: 'B' }, undefined],
    [
      'most of them, and a mark beside the letters was settled',
      asked(9),
      choices(9, 1),
      { '@pick:q1': 'q1' },
      { asked: 9, of: 10 },
    ],
    [
      'what is asked about beside the letters',
      asked(9).map((d) => ({ ...d, questionId: `@${d.questionId}` })),
      choices(9, 0),
      {},
      undefined,
    ],
    ['the page as a whole', [{ kind: 'faintMark' as const }], choices(9, 0), {}, undefined],
    ['nothing', [], {}, {}, undefined],
  ] as const)('%s', (_, doubts, of, settled, said) => expect(unclearOf(doubts, of, settled)).toEqual(said))
})
