import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offeredOf, readerSaid, saysSame, standOfReader, toldTogether } from './reader.rules.ts'
import { readerFaults } from './reader.types.ts'
import type { Proposal, ReaderPart } from './reader.types.ts'

const asked = { id: 'q', pictures: ['p1', 'p2'], fullScore: 450, markStep: 50 }
const good = { id: 'q', pictures: ['p1', 'p2'], score: 4.5, text: '12', confidence: 0.9, reason: '与答案相同' }
const said = (...answers: object[]) => readerSaid(asked, JSON.stringify({ answers }))

describe('what a reader says', () => {
  it.each([
    [[good], { score: 450, text: '12', confidence: 0.9, reason: '与答案相同' }],
    [[{ ...good, score: 0, text: null, reason: null }], { score: 0, confidence: 0.9 }],
    // A text alone is something that rules can be held against.
    [[{ ...good, score: undefined, reason: undefined }], { text: '12', confidence: 0.9 }],
    [[{ ...good, score: null, text: '' }], 'malformed'],
    [[{ ...good, score: '4' }], 'malformed'],
    [[{ ...good, confidence: 1.01 }], 'malformed'],
    [[{ ...good, confidence: undefined }], 'malformed'],
    [[{ ...good, text: 'x'.repeat(201) }], 'malformed'],
    [[{ ...good, text: 'a\u202eb' }], 'malformed'],
    [[{ ...good, pictures: ['p1'] }], 'other'],
    [[{ ...good, pictures: ['p2', 'p1'] }], 'other'],
    [[{ ...good, id: 'r' }], 'other'],
    [[good, { ...good, id: 'r' }], 'other'],
    [[], 'other'],
    [[good, good], 'twice'],
    [[good, { ...good, score: 3 }], 'twice'],
    [[{ ...good, score: 5 }], 'offScale'],
    [[{ ...good, score: -0.5 }], 'offScale'],
    [[{ ...good, score: 4.4 }], 'offGrid'],
    [[{ ...good, score: 4.499 }], 'offGrid'],
  ])('%j is %j', (answers, is) => expect(said(...answers)).toEqual(is))

  it.each(['', 'null', '[]', '{}', '<html>', '{"answers":', '{"answers":{}}', '{"answers":[null]}', 'NaN', '1e999'])(
    'of %s is nothing',
    (body) => expect(readerSaid(asked, body)).toBe('malformed'),
  )

  it('is a fault or a score on the grid, of all that may be said', () => {
    const any = fc.oneof(fc.double(), fc.integer({ min: -9, max: 9 }), fc.string(), fc.constant(null), fc.anything())
    fc.assert(
      fc.property(fc.record({ score: any, text: any, confidence: any }, { requiredKeys: [] }), (of) => {
        const is = said({ ...good, ...of })
        if (typeof is === 'string') {
          expect(Object.keys(readerFaults)).toContain(is)
          return
        }
        if (is.score !== undefined) {
          expect(is.score % 50).toBe(0)
          expect(is.score).toBeGreaterThanOrEqual(0)
          expect(is.score).toBeLessThanOrEqual(450)
        }
        expect(is.score !== undefined || is.text !== undefined).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string(), (body) => void expect(typeof readerSaid(asked, body)).toBe('string')))
  })
})

const part = (of: Partial<ReaderPart>): ReaderPart => ({
  ...{ answers: 0, read: 0, left: 0, faults: {}, again: 0, wavering: 0, pairs: [], apart: [] },
  ...of,
})
const stands = (...of: Partial<ReaderPart>[]) => standOfReader(toldTogether(of.map(part)))

describe('a reader is believed', () => {
  it('once it has said what people gave without it, often enough and beyond chance', () => {
    expect(standOfReader(undefined)).toBe('none')
    expect(
      stands({
        pairs: [
          [0, 0, 14],
          [300, 300, 15],
        ],
      }),
    ).toBe('few')
    expect(stands({ pairs: [[0, 0, 14]] }, { pairs: [[300, 300, 16]] })).toBe('trusted')
    // Confident nonsense: full marks for all.
    expect(
      stands({
        pairs: [
          [0, 300, 20],
          [300, 300, 20],
        ],
      }),
    ).toBe('apart')
    // Where all got full marks nothing could have differed.
    expect(stands({ pairs: [[300, 300, 400]] })).toBe('few')
  })

  it('while it says the same of the same picture', () => {
    const pairs: ReaderPart['pairs'] = [
      [0, 0, 50],
      [300, 300, 50],
    ]
    expect(stands({ pairs, again: 20, wavering: 1 })).toBe('trusted')
    expect(stands({ pairs, again: 20, wavering: 2 })).toBe('wavering')
  })

  it('of parts as of the whole', () => {
    const one = part({
      answers: 3,
      read: 2,
      left: 1,
      faults: { slow: 1 },
      pairs: [
        [0, 100, 1],
        [100, 100, 1],
      ],
    })
    const two = part({ answers: 4, read: 4, faults: { slow: 2, twice: 1 }, again: 1, pairs: [[0, 0, 2]] })
    expect(toldTogether([one, two])).toEqual({
      ...{ answers: 7, read: 6, left: 1, again: 1, wavering: 0, faults: { slow: 3, twice: 1 } },
      agreement: { n: 4, exact: 3, kappa: 0.5 },
      apart: [],
      rulesVersion: 0,
    })
    // Of other rules than those that it was proved by nothing is known.
    const proved = toldTogether(
      [
        part({
          pairs: [
            [0, 0, 50],
            [300, 300, 50],
          ],
        }),
      ],
      3,
    )
    expect([standOfReader(proved, 3), standOfReader(proved, 4)]).toEqual(['trusted', 'few'])
    expect(toldTogether([])).toMatchObject({ answers: 0, agreement: { n: 0, kappa: null } })
  })
})

describe('a proposal is offered', () => {
  const p = { pictures: ['a'], score: 100, confidence: 0.8, at: 1 } as unknown as Proposal
  it('for its own pictures, where it is sure and does not waver', () => {
    expect(offeredOf(p, ['a'])).toEqual({ score: 100, confidence: 0.8 })
    expect(offeredOf(p, ['b'])).toBeNull()
    expect(offeredOf(p, ['a', 'b'])).toBeNull()
    expect(offeredOf({ ...p, confidence: 0.79 }, ['a'])).toBeNull()
    expect(offeredOf({ ...p, wavering: true }, ['a'])).toBeNull()
    expect(offeredOf(undefined, ['a'])).toBeNull()
  })
  it('with what the rules make of its text, and nothing where no rule fits', () => {
    const rules = [{ kind: 'exact' as const, score: 300, texts: ['12'] }]
    const read = (text?: string) => offeredOf({ ...p, ...(text === undefined ? {} : { text }) }, ['a'], rules)?.score
    expect([read('１２'), read('13'), read()]).toEqual([300, undefined, 100])
  })
  it('and says the same by score and text', () => {
    expect(saysSame({ score: 1 }, { score: 1 })).toBe(true)
    expect(saysSame({ score: 1 }, { score: 1, text: 'a' })).toBe(false)
    expect(saysSame({ score: 1 }, { score: 2 })).toBe(false)
  })
})
