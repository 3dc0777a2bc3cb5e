import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Group } from './group.rules.ts'
import { setsOf, sheetsOf } from './sheet.rules.ts'
import { mostInBundle } from './sheet.types.ts'

const groups = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 20 })), { maxLength: 40 })
  .map((of) => {
    let at = 0
    return of.map(([size, outliers]): Group => ({
      members: Array.from({ length: size }, () => at++),
      outliers: Math.min(size, outliers),
    }))
  })

describe('sheets of like answers', () => {
  it('hold every answer once, no more than a bundle takes, and each set answers of one group', () => {
    fc.assert(
      fc.property(groups, (of) => {
        const sheets = sheetsOf(of)
        const all = sheets.flatMap((s) => s.members)
        expect([...all].sort((a, b) => a - b)).toEqual(of.flatMap((g) => g.members))
        const groupOf = new Map(of.flatMap((g, i) => g.members.map((m) => [m, i] as const)))
        for (const { members, sets } of sheets) {
          expect(members.length).toBeLessThanOrEqual(mostInBundle)
          expect(sets.reduce((n, s) => n + s.size, 0)).toBe(members.length)
          const shown = setsOf({ studentIds: members.map(String), sets }, () => true)
          for (const { studentIds } of shown)
            expect(new Set(studentIds.map((id) => groupOf.get(Number(id)))).size).toBe(1)
        }
        expect(sheets.flatMap((s) => s.sets).reduce((n, s) => n + s.outliers, 0)).toBe(
          of.reduce((n, g) => n + g.outliers, 0),
        )
      }),
    )
  })

  it('take as few groups apart as they can: those that fill a sheet by themselves', () => {
    const sheets = sheetsOf([
      { members: Array.from({ length: 60 }, (_, i) => i), outliers: 2 },
      { members: Array.from({ length: 38 }, (_, i) => 60 + i), outliers: 0 },
      { members: [98], outliers: 0 },
    ])
    expect(sheets.map((s) => s.sets.map((x) => x.size))).toEqual([[60, 38], [1]])
  })

  it('show what is left of a group, and say how many of that stand out', () => {
    const of = {
      studentIds: ['a', 'b', 'c', 'd', 'e'],
      sets: [
        { size: 3, outliers: 2 },
        { size: 2, outliers: 0 },
      ],
    }
    expect(setsOf(of, (id) => id !== 'a' && id !== 'd' && id !== 'e')).toEqual([
      { studentIds: ['b', 'c'], outliers: 1 },
    ])
  })
})
