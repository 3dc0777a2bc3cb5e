import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leafOf, pathIn, rootFrom, treeRoot, versionRoot } from './tree.rules.ts'
import { storedMembers } from './zip.rules.ts'

const of = { paperId: 'pa_1', studentId: 'st_1', state: 'present' as const, scores: [500, 1000], chosen: ['A', ''] }
const leaves = (n: number): string[] =>
  Array.from({ length: n }, (_, i) => leafOf({ ...of, studentId: `st_${i}`, journal: '' }))

describe('the tree over candidates', () => {
  it('leads from each leaf to the one root, at any number of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (n, at) => {
        const all = leaves(n)
        const place = at % n
        const path = pathIn(all, place)
        expect(rootFrom(all[place]!, path)).toBe(treeRoot(all))
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(n)))
        if (n > 1) expect(rootFrom(all[(place + 1) % n]!, path)).not.toBe(treeRoot(all))
      }),
      { numRuns: 60 },
    )
  })

  it('has another leaf for another score, state, choice, journal, person or paper', () => {
    const own = leafOf({ ...of, journal: 'j' })
    for (const other of [
      { scores: [500, 900] },
      { state: 'void' as const },
      { chosen: ['B', ''] },
      { journal: 'k' },
      { studentId: 'st_2' },
      { paperId: 'pa_2' },
    ])
      expect(leafOf({ ...of, journal: 'j', ...other })).not.toBe(own)
  })

  it('has a root of its own for each version, key and set of candidates', () => {
    const root = { paperId: 'pa_1', v: 1, scheme: 's', candidates: 'c' }
    const all = [root, { ...root, v: 2 }, { ...root, scheme: 't' }, { ...root, candidates: 'd' }]
    expect(new Set(all.map(versionRoot)).size).toBe(4)
  })
})

it('what is no zip is said to be none, however its bytes lie', () => {
  const decode = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
  for (const bytes of [[], [1, 2, 3], Array.from({ length: 22 }, () => 0)])
    expect(storedMembers(Uint8Array.from(bytes), decode)).toBeNull()
})
