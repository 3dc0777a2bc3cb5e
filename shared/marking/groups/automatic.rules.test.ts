import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import { arrangeAutomatically, finishOf, learn, likeKey, neededOf, neededWithin } from './automatic.rules.ts'
import type { Marker, Work } from './automatic.rules.ts'

const works = (of: readonly { needs: number; seconds: number }[]): Work[] =>
  of.map((w, i) => ({ lead: `q${i}` as QuestionId, ...w }))
const people = (n: number, schools = 1): Marker[] =>
  Array.from({ length: n }, (_, i) => ({ userId: `u${i}` as UserId, schoolId: `s${i % schools}` }))

const anyWorks = fc
  .array(fc.record({ needs: fc.integer({ min: 1, max: 2 }), seconds: fc.integer({ min: 1, max: 100_000 }) }), {
    minLength: 1,
    maxLength: 7,
  })
  .map(works)

/** The least that the one with most to do can have where each marker is in one group, by trying all numbers of markers. */
const best = (of: readonly Work[], n: number): number => {
  const [first, ...rest] = of
  if (!first) return 0
  const kept = rest.reduce((sum, w) => sum + w.needs, 0)
  let least = Infinity
  for (let own = first.needs; own <= n - kept; own++)
    least = Math.min(least, Math.max(first.seconds / own, best(rest, n - own)))
  return least
}

describe('an automatic arrangement', () => {
  it('gives every group as many markers as an answer needs, each once, and every marker something', () => {
    fc.assert(
      fc.property(anyWorks, fc.integer({ min: 0, max: 30 }), (of, n) => {
        const made = arrangeAutomatically(of, people(n))
        expect(made.groups.map((g) => g.lead)).toEqual(of.map((w) => w.lead))
        for (const [i, g] of made.groups.entries()) {
          expect(new Set(g.markers).size).toBe(g.markers.length)
          expect(g.markers.length >= of[i]!.needs).toBe(n >= of[i]!.needs)
          expect(made.short.includes(g.lead)).toBe(n < of[i]!.needs)
        }
        const used = new Set(made.groups.flatMap((g) => g.markers))
        if (n >= 2) expect(used.size).toBe(n)
        // What all have to do is what there is.
        const owed = of.filter((_, i) => made.groups[i]!.markers.length > 0).reduce((sum, w) => sum + w.seconds, 0)
        expect([...made.loads.values()].reduce((sum, x) => sum + x, 0)).toBeCloseTo(owed, 3)
        // The same again is the same.
        expect(arrangeAutomatically(of, people(n))).toEqual(made)
      }),
    )
  })

  it('lets none wait longer than the best there is, where markers suffice for groups of their own', () => {
    fc.assert(
      fc.property(
        anyWorks.filter((of) => of.length <= 4),
        fc.integer({ min: 0, max: 9 }),
        (of, more) => {
          const n = of.reduce((sum, w) => sum + w.needs, 0) + more
          const made = arrangeAutomatically(of, people(n))
          for (const m of people(n)) expect(made.groups.filter((g) => g.markers.includes(m.userId))).toHaveLength(1)
          expect(finishOf(made)).toBeCloseTo(best(of, n), 6)
        },
      ),
    )
  })

  it('spreads what is left over few so that none has much more than the mean and one group’s share', () => {
    fc.assert(
      fc.property(anyWorks, fc.integer({ min: 2, max: 6 }), (of, n) => {
        const made = arrangeAutomatically(of, people(n))
        const mean = of.reduce((sum, w) => sum + w.seconds, 0) / n
        const share = Math.max(...of.map((w) => w.seconds / w.needs))
        expect(finishOf(made)).toBeLessThanOrEqual(mean + share + 1e-6)
      }),
    )
  })

  it('leaves no answer to its own school’s markers alone where others are there, and says where none are', () => {
    fc.assert(
      fc.property(anyWorks, fc.integer({ min: 3, max: 16 }), fc.integer({ min: 2, max: 4 }), (of, n, schools) => {
        const all = people(n, schools)
        const sitting = new Set(Array.from({ length: schools }, (_, i) => `s${i}`))
        const made = arrangeAutomatically(of, all, { sitting })
        for (const [i, g] of made.groups.entries())
          for (const school of sitting) {
            const others = (of: readonly { userId: UserId; schoolId?: string | undefined }[]) =>
              of.filter((m) => m.schoolId !== school).length
            const enough = others(all.filter((m) => g.markers.includes(m.userId))) >= of[i]!.needs
            const possible = [...sitting].every((s) => all.filter((m) => m.schoolId !== s).length >= of[i]!.needs)
            if (possible) expect(enough).toBe(true)
            if (!enough) expect([...made.short, ...made.ownOnly]).toContain(g.lead)
          }
      }),
    )
    const alone = arrangeAutomatically(works([{ needs: 1, seconds: 10 }]), people(2, 1), {
      sitting: new Set(['s0', 's1']),
    })
    expect(alone.ownOnly).toEqual(['q0'])
  })

  it('says how many were needed to be done in time, and learns what answers take', () => {
    const of = works([
      { needs: 2, seconds: 7200 },
      { needs: 1, seconds: 100 },
    ])
    expect([neededWithin(of, 3600), neededWithin(of, 1800), neededWithin(of, 1e6)]).toEqual([3, 5, 3])
    // Two who share three short groups are enough; who is missing for a double mark is missing at any time.
    const three = works([1, 1, 1].map((needs) => ({ needs, seconds: 320 })))
    const two = arrangeAutomatically(three, people(2))
    expect([neededOf(three, two, 3 * 3600), neededOf(three, two, 300)]).toEqual([2, 6])
    const doubled = works([{ needs: 2, seconds: 320 }])
    expect(neededOf(doubled, arrangeAutomatically(doubled, people(1)), 3 * 3600)).toBe(2)
    const q = (unitType: number, fullScore: number) => likeKey({ unitType, fullScore })
    expect([q(5, 400), q(5, 1200), q(5, 1500), q(7, 6000)]).toEqual(['5:s', '5:l', '5:l', '7:xl'])
    const seen = [5, 9, 40].map((seconds) => ({ key: '5:l', seconds }))
    expect(learn([...seen, { key: '4:s', seconds: 3 }])).toEqual({ '5:l': 9, '4:s': 3 })
  })
})
