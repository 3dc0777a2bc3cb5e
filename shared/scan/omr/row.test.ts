import { describe, expect, it } from 'vitest'
import { deedOf, settleBeside, settleRow } from './row.ts'
import { cross, dot, even, full, half, readRow, rest, rubbed, several, single, struck, tick } from './row.fixture.ts'
import type { Mark } from './row.fixture.ts'
import type { Seen } from './row.ts'
import type { Shape } from './shape.ts'

describe('a row of one mark', () => {
  it.each<[string, Record<string, Mark>, string[]]>([
    ['a tick', { B: tick }, ['B']],
    ['a cross', { C: cross }, ['C']],
    ['half a cell', { A: half }, ['A']],
    ['a full cell beside a rubbed one', { A: rubbed, C: full }, ['C']],
    ['a full cell beside a dot', { A: dot, C: full }, ['C']],
  ])('reads %s', (_, marks, expected) => {
    const { chosen, doubt } = readRow(single, marks)
    expect([chosen, doubt]).toEqual([expected, undefined])
  })

  it.each<[string, Record<string, Mark>]>([
    ['a dot alone', { A: dot }],
    ['two ticks', { A: tick, B: tick }],
    ['two full cells', { A: full, B: full }],
    ['a tick beside a full cell', { A: tick, B: full }],
    ['half a cell beside a full one', { A: half, B: full }],
    ['a full cell beside one that was struck out', { A: struck, B: full }],
    ['a cell that was struck out', { A: struck }],
    ['a rubbed cell beside a tick', { A: rubbed, B: tick }],
    ['a rubbed cell alone, which may be a light fill', { B: rubbed }],
    ['a light, even fill, which may be what a rubber left of a full one', { D: even }],
    ["one as dark as half of the writer's full marks", { D: rest }],
  ])('leaves %s to a person', (_, marks) => {
    expect(readRow(single, marks).doubt).toBeDefined()
  })

  it('takes no light mark for rubbed where the picture cuts light ink off', () => {
    expect(readRow(single, { B: rubbed }, 1).doubt).toBe('faintMark')
    expect(readRow(single, { A: rubbed, C: full }, 1).chosen).toEqual(['C'])
    expect(readRow(several, { A: full, B: rubbed }, 1).doubt).toBe('faintMark')
  })

  it('is less sure of a tick than of a full cell', () => {
    const sure = (marks: Record<string, Mark>) => readRow(single, marks).cells.find((c) => c.value === 'B')!.confidence
    expect(sure({ B: tick })).toBeGreaterThan(0)
    expect(sure({ B: tick })).toBeLessThanOrEqual(0.5)
    expect(sure({ B: full })).toBeGreaterThan(sure({ B: tick }))
  })
})

describe('a row of several marks', () => {
  it.each<[string, Record<string, Mark>, string[]]>([
    ['two ticks', { A: tick, C: tick }, ['A', 'C']],
    ['two crosses', { A: cross, C: cross }, ['A', 'C']],
    ['full cells beside a rubbed one', { A: full, B: rubbed, C: full }, ['A', 'C']],
  ])('reads %s', (_, marks, expected) => {
    const { chosen, doubt } = readRow(several, marks)
    expect([chosen, doubt]).toEqual([expected, undefined])
  })

  it.each<[string, Record<string, Mark>]>([
    ['a light fill beside a full cell', { A: even, B: full }],
    ['a dot beside a full cell', { A: dot, B: full }],
    ['a tick beside a full cell', { A: tick, B: full }],
    ['a light fill beside a tick', { A: even, B: tick }],
  ])('leaves %s to a person', (_, marks) => {
    expect(readRow(several, marks).doubt).toBeDefined()
  })
})

const nothing: Shape = {
  mean: 0,
  dark: 0,
  light: 0,
  most: 0,
  cover: 0,
  wide: 0,
  high: 0,
  rough: 0,
  beyond: [0, 0, 0, 0],
  reach: 0,
}

describe('settleRow', () => {
  const rules = { single: true, clipped: false, rubs: false }
  const seen = (state: 'empty' | 'filled' | 'doubt', more: Partial<Shape> = {}, stained = false): Seen => ({
    reading: { value: 'A', state, ink: 0.2, confidence: 0.1 },
    stained,
    shape: { ...nothing, ...more },
  })
  const tickShape = { mean: 0.25, dark: 0.75, most: 0.9, cover: 0.28, wide: 0.8, high: 1, rough: 1.9 }

  it('trusts no ink that is lighter than the paper, and no stain', () => {
    expect(deedOf(seen('doubt', tickShape))).toBe('stroke')
    expect(deedOf(seen('doubt', { ...tickShape, light: -0.2 }))).toBe('unclear')
    expect(deedOf(seen('doubt', tickShape, true))).toBe('unclear')
  })

  it('takes what lies along a side for half a cell, and no loop of a pen within it', () => {
    const solid = { mean: 0.36, dark: 1.1, most: 1.2, cover: 0.33, rough: 2.1 }
    expect(deedOf(seen('doubt', { ...solid, wide: 1, high: 0.38 }))).toBe('half')
    expect(deedOf(seen('doubt', { ...solid, wide: 0.43, high: 0.88 }))).toBe('half')
    expect(deedOf(seen('filled', { ...solid, dark: 0.94, wide: 0.43, high: 0.75 }))).not.toBe('half')
    expect(deedOf(seen('doubt', { ...solid, dark: 0.94, wide: 0.43, high: 0.75 }))).toBe('unclear')
  })

  describe('beside an even mark of half of the pen', () => {
    const pencil = { mean: 0.6, dark: 0.7, light: 0.5, most: 0.75, rough: 0.15, wide: 1, high: 1 }
    const trace = { mean: 0.07, dark: 0.12, light: 0.04, most: 0.16, rough: 0.4 }
    const at = (state: 'filled' | 'doubt', ink: number, shape: Partial<Shape>): Seen => {
      const s = seen(state, shape)
      return { ...s, reading: { ...s.reading, ink } }
    }
    const settled = (full: Partial<Shape>, rest: Seen, single = true) =>
      settleRow([at('filled', 0.5, { ...pencil, ...full }), rest], { ...rules, single, clipped: true })?.map(
        (c) => c.state,
      )

    it.each([true, false])('what is far lighter was rubbed out, one mark allowed: %s', (single) => {
      expect(settled({}, at('doubt', 0.07, trace), single)).toEqual(['filled', 'empty'])
    })

    it.each([
      ['a fifth of its ink and more', true, {}, 0.11, {}],
      ['where several are allowed, a sixth', false, {}, 0.08, {}],
      ['a dark place', true, {}, 0.07, { most: 0.4 }],
      ['a dark part', true, {}, 0.07, { dark: 0.3 }],
      ['ink outside of the cell', true, {}, 0.07, { beyond: [0, 0.2, 0, 0] as Shape['beyond'] }],
      ['a quick mark that is lighter itself', true, { mean: 0.45, dark: 0.65 }, 0.07, {}],
      ['a mark that is uneven itself', true, { rough: 0.5 }, 0.07, {}],
    ] as const)('a person decides of %s', (_, single, full, ink, rest) => {
      expect(settled(full, at('doubt', ink, { ...trace, ...rest }), single)).toBeUndefined()
    })
  })

  it('has nothing to say of a row of plain cells', () => {
    expect(settleRow([seen('filled', { mean: 1, dark: 1.1 }), seen('empty')], rules)).toBeNull()
  })

  it('asks about a light fill, however even, since a rubber leaves the same of a full one', () => {
    const fill = (mean: number) => ({ mean, dark: mean + 0.05, light: 0.8 * mean, most: mean + 0.08, rough: 0.2 })
    expect(settleRow([seen('doubt', fill(0.31)), seen('empty')], rules)).toBeNull()
    expect(settleRow([seen('filled', fill(0.45)), seen('empty')], rules)).toBeNull()
  })

  it('takes what a pencil’s mark may leave under a rubber for nothing, where the picture shows light ink', () => {
    const veil = { mean: 0.11, dark: 0.22, light: 0.02, most: 0.35, rough: 0.9 }
    const read = (more: Partial<Shape>, as = { ...rules, rubs: true }) =>
      settleRow([seen('doubt', { ...veil, ...more }), seen('empty')], as)?.[0]!.state
    expect(read({})).toBe('empty')
    expect(read({ mean: 0.14 })).toBeUndefined()
    expect(read({ light: 0.07 })).toBeUndefined()
    expect(read({ mean: 0.095, light: 0.07 })).toBe('empty')
    expect(read({ dark: 0.36 })).toBeUndefined()
    expect(read({ most: 0.45 })).toBeUndefined()
    expect(read({ beyond: [0, 0.1, 0, 0] })).toBeUndefined()
    expect(read({}, rules)).toBeUndefined()
    expect(read({ mean: 0.12 }, { ...rules, rubs: true, clipped: true })).toBeUndefined()
    expect(read({ mean: 0.09 }, { ...rules, rubs: true, clipped: true })).toBe('empty')
  })

  it('takes what is hardly darker than paper and uneven for wiped on own cards alone', () => {
    const smear = { mean: 0.19, dark: 0.29, light: 0.03, most: 0.38, rough: 0.7, beyond: [0, 0.09, 0, 0] } as const
    const read = (more: Partial<Shape>, ink = 0.065, own = true, rubs = true) => {
      const cell = seen('doubt', { ...smear, beyond: [...smear.beyond], ...more })
      const row = [{ ...cell, reading: { ...cell.reading, ink } }, seen('empty')]
      return settleRow(row, { ...rules, rubs, own })?.[0]!.state
    }
    expect(read({})).toBe('empty')
    expect(read({}, 0.075)).toBeUndefined()
    expect(read({}, 0.065, false)).toBeUndefined()
    expect(read({}, 0.065, true, false)).toBeUndefined()
    const marks = [{ mean: 0.21 }, { dark: 0.31 }, { most: 0.41 }, { rough: 0.62 }, { light: -0.2 }]
    for (const more of marks) expect(read(more)).toBeUndefined()
    expect(read({ beyond: [0, 0, 0.11, 0] })).toBeUndefined()
  })

  it('asks about a light cell beside a full one sooner where a picture loses light ink', () => {
    const cells = [
      seen('filled', { mean: 0.62, dark: 0.9, most: 1, light: 0.4, cover: 0.8 }),
      seen('doubt', { mean: 0.25, dark: 0.4, most: 0.5 }),
    ]
    expect(settleRow(cells, rules)?.map((c) => c.state)).toEqual(['filled', 'empty'])
    expect(settleRow(cells, { ...rules, clipped: true })).toBeNull()
  })

  it('takes quick shading over the whole cell for a mark, and no rest of a full one', () => {
    const quick = { mean: 0.44, dark: 0.7, light: 0.2, most: 0.85, cover: 0.4, wide: 1, high: 1, rough: 0.3 }
    const read = (...cells: Seen[]) => settleRow(cells, rules)?.map((c) => c.state)
    expect(read(seen('doubt', quick), seen('empty'))).toEqual(['filled', 'empty'])
    for (const less of [
      { mean: 0.36 },
      { dark: 0.5 },
      { rough: 0.72 },
      { wide: 0.7 },
      { high: 0.7 },
      { light: 0.05, wide: 0.5 },
    ])
      expect(read(seen('doubt', { ...quick, ...less }), seen('empty'))).toBeUndefined()
    const several = { ...rules, single: false }
    const full = seen('filled', { mean: 0.6, dark: 0.9 })
    expect(settleRow([full, seen('doubt', quick)], several)?.map((c) => c.state)).toEqual(['filled', 'filled'])
    expect(settleRow([seen('filled', { mean: 0.95, dark: 1 }), seen('doubt', quick)], several)).toBeNull()
  })

  it('takes faint traces for nothing, but not the dark specks that a copier leaves of a light fill', () => {
    const trace = (most: number) => ({ mean: 0.02, dark: 0.1, most, rough: 4.3 })
    expect(settleRow([seen('doubt', trace(0.1)), seen('empty')], rules)?.[0]!.state).toBe('empty')
    expect(settleRow([seen('doubt', trace(0.179)), seen('empty')], rules)).toBeNull()
  })

  it('takes a light full cell beside a remain for no answer', () => {
    const remain = seen('doubt', { mean: 0.2, dark: 0.3, most: 0.4, rough: 0.8 })
    expect(settleRow([seen('filled', { mean: 0.9, dark: 1 }), remain], rules)?.map((c) => c.state)).toEqual([
      'filled',
      'empty',
    ])
    expect(settleRow([seen('filled', { mean: 0.5, dark: 0.78 }), remain], rules)).toBeNull()
  })
})

describe('settleBeside', () => {
  type Mark = Partial<Shape> & { state?: 'empty' | 'filled' | 'doubt'; ink?: number; stained?: boolean }
  const full: Mark = { state: 'filled', ink: 0.6, mean: 1, dark: 1.1 }
  const rest: Mark = { state: 'doubt', ink: 0.08, mean: 0.15, dark: 0.3 }
  const settled = (...marks: Mark[]) =>
    settleBeside(
      marks.map(({ state = 'empty', ink = 0, stained = false, ...shape }): Seen => {
        const none: Shape = { ...nothing, ...shape }
        return { reading: { value: 'A', state, ink, confidence: 0.1 }, stained, shape: none }
      }),
    )?.map((c) => c.state) ?? null

  it('reads a plain full cell beside what a rubber left', () => {
    expect(settled(rest, full, {})).toEqual(['empty', 'filled', 'empty'])
    expect(settled(rest, rest, full)).toEqual(['empty', 'empty', 'filled'])
  })

  it.each<[string, Mark[]]>([
    ['a mark a third as dark', [{ ...rest, mean: 0.33 }, full]],
    ['a dark place', [{ ...rest, dark: 0.5 }, full]],
    ['more ink than a quarter of its own', [{ ...rest, ink: 0.16 }, full]],
    ['ink over something white', [{ ...rest, light: -0.2 }, full]],
    ['dirt', [{ ...rest, stained: true }, full]],
    ['a second full cell', [rest, full, full]],
  ])('leaves a full cell beside %s to a person', (_, marks) => {
    expect(settled(...marks)).toBeNull()
  })

  it.each<[string, Mark[]]>([
    ['a light one', [rest, { ...full, mean: 0.55 }]],
    ['one without a dark place', [rest, { ...full, dark: 0.75 }]],
    ['none', [rest, {}]],
  ])('has no full cell to go by: %s', (_, marks) => {
    expect(settled(...marks)).toBeNull()
  })
})
