/** Whose a number is, of any roster: left or right in its columns, with zeros or without. */
import { describe, expect, it } from 'vitest'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { shortNumber } from '#shared/scan/omr/shortNumber.ts'
import { ownerOf } from './ownerOf.ts'
import { heldRoster } from './roster.ts'

const roster = (numbers: readonly string[]) =>
  heldRoster(numbers.map((studentNumber, i) => ({ studentId: `s${i}`, studentNumber }) as Candidate))

/** As it is filled in: _ is an empty column. */
const owner = async (filled: string, numbers: readonly string[]) => {
  const short = shortNumber([...filled].map((c) => (c === '_' ? '' : c)))
  const whole = !filled.includes('_')
  const seen = {
    value: whole ? filled : null,
    digits: [],
    from: 'bubbles' as const,
    ...(short && !whole ? { short } : {}),
  }
  const { candidate, tied } = await ownerOf(seen, roster(numbers))
  const of = (id: string) => numbers[Number(id.slice(1))]!
  return [candidate?.studentNumber ?? null, tied.map((t) => of(t.studentId))]
}

describe('whose a number is', () => {
  it.each<[string, string[], string | null, string[]]>([
    // The only one of the roster: left, right, with zeros before it, in more columns than it has.
    ['12345___', ['12345', '54321'], '12345', []],
    ['___12345', ['12345', '54321'], '12345', []],
    ['00012345', ['12345', '54321'], '12345', []],
    ['012345__', ['12345'], '12345', []],
    ['__12345_', ['12345'], null, []],
    ['12345___', ['0012345'], '0012345', []],
    // Zeros alone tell two apart: none is taken, both are shown.
    ['12345___', ['12345', '0012345'], null, ['12345', '0012345']],
    ['0012345', ['12345', '0012345'], '0012345', []],
    ['00012345', ['12345', '0012345'], null, ['12345', '0012345']],
    ['12345___', ['12345', '12345'], null, ['12345', '12345']],
    // A digit may have been forgotten beside the empty columns.
    ['12345___', ['123456', '12345'], null, ['12345', '123456']],
    ['___12345', ['12345', '912345'], null, ['12345', '912345']],
    ['1234567_', ['12345678'], null, []],
    // An empty column at the other end makes no longer number.
    ['___12345', ['12345', '123456'], '12345', []],
    ['99999___', ['12345'], null, []],
    ['12_45___', ['1245', '12345'], null, []],
  ])('%s among %j', async (filled, numbers, candidate, tied) => {
    expect(await owner(filled, numbers)).toEqual([candidate, tied])
  })

  it('is left to a bar code and a QR as they are: they hold no empty columns', async () => {
    const seen = { value: '0012345', digits: [], from: 'barcode' as const }
    expect(await ownerOf(seen, roster(['12345']))).toEqual({ candidate: null, tied: [] })
  })
})
