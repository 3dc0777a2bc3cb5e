import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byName,
  choicesOf,
  ledgerOf,
  openMissing,
  orderedLetters,
  scriptState,
  nearNumbers,
  nearStudents,
  suggested,
  uprightBy,
  undoable,
} from './scan.rules.ts'
import type { MissingAccepted, Settlement, Slot } from './sheet.types.ts'

const people = ['2026010101', '2026010112', '2026010123', '2026010113'].map((studentNumber, i) => ({
  studentId: `s${i}`,
  studentNumber,
}))

const suggestStudent = (read: string | undefined, of: typeof people) => suggested(nearStudents(read, of))

describe('a large roster', () => {
  it('is asked for every candidate who is near, and for little else', () => {
    const number = fc.stringMatching(/^\d{10}$/)
    const uncertain = fc.tuple(number, fc.uniqueArray(fc.nat(9), { maxLength: 2 }))
    const covers = (real: string, read: string): void => {
      const { prefixes, numbers } = nearNumbers(read)
      const asked = numbers.includes(real) || prefixes.some((p) => real.startsWith(p))
      expect([real, read, asked, nearStudents(read, [{ studentId: 's', studentNumber: real }]).length]).toEqual([
        real,
        read,
        true,
        1,
      ])
      expect(numbers.length).toBeLessThanOrEqual(200)
    }
    fc.assert(
      fc.property(number, fc.nat(9), fc.boolean(), fc.nat(2), (real, at, left, spare) => {
        const lacking = real.slice(0, at) + real.slice(at + 1)
        const columns = '?'.repeat(1 + spare)
        covers(real, left ? lacking + columns : columns + lacking)
        if (at < 9) covers(real, real.slice(0, at) + real[at + 1] + real[at] + real.slice(at + 2))
      }),
    )
    fc.assert(
      fc.property(uncertain, fc.nat(9), fc.nat(9), ([real, holes], at, digit) => {
        const wrong = holes.length > 0 ? real : real.slice(0, at) + String(digit) + real.slice(at + 1)
        const read = [...wrong].map((c, i) => (holes.includes(i) ? '?' : c)).join('')
        const { prefixes, numbers } = nearNumbers(read)
        const asked = numbers.includes(real) || prefixes.some((p) => real.startsWith(p))
        expect([read, asked]).toEqual([read, true])
        expect(numbers.length).toBeLessThanOrEqual(200)
        for (const p of prefixes) expect(p.length).toBe(8)
      }),
    )
    expect(nearNumbers('20260???11')).toEqual({ prefixes: [], numbers: [] })
  })
})

describe('a number that is not certain', () => {
  it('means the only candidate who is near', () => {
    expect(suggestStudent('2026010101', people)).toBe('s0')
    expect(suggestStudent('202601?101', people)).toBe('s0')
    expect(suggestStudent('2026010109', people)).toBe('s0')
    expect(suggestStudent('2026010??2', people)).toBe('s1')
    // 112 and 113 are equally near.
    expect(suggestStudent('202601011?', people)).toBeNull()
    expect(suggestStudent('2026010', people)).toBeNull()
    // A digit was left out within it, on either side of the columns; two neighbours were exchanged.
    expect(suggestStudent('202601123?', people)).toBe('s2')
    expect(suggestStudent('?202601123', people)).toBe('s2')
    expect(suggestStudent('2026001123', people)).toBe('s2')
    expect(suggestStudent('2026100123', people)).toBe('s2')
    expect(suggestStudent('2026110023', people)).toBeNull()
    // The number itself is nearer than one that is a mistake away.
    expect(nearStudents('2026010112', people).map((n) => n.far)).toEqual([0, 1])
    expect(suggestStudent('??????????', people)).toBeNull()
    expect(suggestStudent(undefined, people)).toBeNull()
  })
})

describe('names of files', () => {
  it('are ordered as people count', () => {
    expect(['scan10.jpg', 'scan2.jpg', 'Scan1.jpg', 'b.jpg'].sort(byName)).toEqual([
      'b.jpg',
      'Scan1.jpg',
      'scan2.jpg',
      'scan10.jpg',
    ])
  })
  it('have one order at any names', () => {
    const name = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'B', '0', '1', '9', '.') })
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(Math.sign(byName(a, b)) + Math.sign(byName(b, a))).toBe(0)
        if (byName(a, b) <= 0 && byName(b, c) <= 0) expect(byName(a, c)).toBeLessThanOrEqual(0)
        if (byName(a, b) === 0) expect(a).toBe(b)
      }),
    )
  })
})

describe('letters', () => {
  it('stand in the order of the options, a person’s before the machine’s', () => {
    expect(orderedLetters('CA', ['A', 'B', 'C'])).toBe('AC')
    expect(orderedLetters('', ['A'])).toBe('')
    expect(orderedLetters('E', ['A', 'B'])).toBeNull()
    expect(choicesOf({ choices: { q1: null, q2: 'B' } }, { q1: 'A' })).toEqual({ q1: 'A', q2: 'B' })
  })
})

const slot = (page: number, of: Partial<Slot> = {}) =>
  ({ page, pageCount: 2, scanId: `sn${page}`, imageVersion: 1, waits: false, ...of }) as Slot

describe('a script', () => {
  it('is complete only with every page and without a doubt (I7)', () => {
    expect(scriptState('s', [], false)).toMatchObject({ state: 'missing', complete: false, imageVersion: 1 })
    expect(scriptState('s', [slot(1)], false)).toMatchObject({ state: 'present', complete: false, missingPages: [2] })
    expect(scriptState('s', [slot(1), slot(2)], false)).toMatchObject({ complete: true, missingPages: [] })
    expect(scriptState('s', [slot(1), slot(2, { waits: true })], false).complete).toBe(false)
    expect(scriptState('s', [slot(1), slot(2)], true)).toMatchObject({ state: 'absent', complete: false })
  })
  it('raises its image version with every picture that is replaced or taken out (I10)', () => {
    expect(scriptState('s', [slot(1), slot(2)], false).imageVersion).toBe(1)
    expect(scriptState('s', [slot(1, { imageVersion: 3 }), slot(2)], false).imageVersion).toBe(3)
    const vacant = slot(2, { imageVersion: 2, scanId: undefined })
    expect(scriptState('s', [slot(1), vacant], false)).toMatchObject({ imageVersion: 2, missingPages: [2] })
  })
  it('lacks a page until it comes or a person says that it never will', () => {
    const states = [scriptState('s', [slot(1)], false), scriptState('t', [slot(1)], true), scriptState('u', [], false)]
    expect(openMissing(states, [])).toEqual([{ studentId: 's', page: 2 }])
    const accepted = { studentId: 's', page: 2, accepted: true } as MissingAccepted
    expect(openMissing(states, [accepted])).toEqual([])
    expect(openMissing(states, [{ ...accepted, accepted: false }])).toHaveLength(1)
  })
})

describe('the sheet ledger', () => {
  it('always sums, and balances only when nothing is open and every batch is counted (I8)', () => {
    const page = fc.record({
      state: fc.constantFrom('open', 'matched', 'duplicate', 'voided'),
      waits: fc.boolean(),
    })
    const batch = fc.record({ state: fc.constantFrom('recognising', 'recognised') })
    fc.assert(
      fc.property(fc.array(batch), fc.array(page), (batches, pages) => {
        const l = ledgerOf('pa_x' as never, batches as never, pages as never, [])
        expect(l.handed).toBe(l.matched + l.duplicate + l.voided + l.open)
        expect(l.doubtful).toBeLessThanOrEqual(l.open)
        expect(l.balanced).toBe(l.open === 0 && !batches.some((b) => b.state === 'recognising'))
      }),
    )
  })
})

describe('taking back', () => {
  it('goes back one settlement after another', () => {
    const of = (...acts: string[]) =>
      acts.map((act, i) => ({ act, note: String(i), before: {} }) as unknown as Settlement)
    expect(undoable([])).toBeNull()
    expect(undoable(of('confirm', 'void'))?.note).toBe('1')
    expect(undoable(of('confirm', 'void', 'undo'))?.note).toBe('0')
    expect(undoable(of('confirm', 'void', 'undo', 'undo'))).toBeNull()
    expect(undoable(of('confirm', 'undo', 'void'))?.note).toBe('2')
    const { before: _before, ...forgotten } = of('confirm')[0]!
    expect(undoable([forgotten])).toBeNull()
  })
})

it.each([
  [undefined, undefined],
  [0.7, undefined],
  [359.2, undefined],
  [89.6, 270],
  [181, 180],
  [270.4, 90],
] as const)('a picture whose card is turned by %s stands upright by %s', (rotation, turn) => {
  expect(uprightBy(rotation)).toBe(turn)
})
