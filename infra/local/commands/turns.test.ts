import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { distances, distancesByRoom, reachedBy, roomsOf } from './reach.ts'
import { slow } from './slow.ts'
import { formatting, inPart, leftNow, linting, readAmong, readNow, turnsAmong, turnsNow } from './turns.ts'

const files = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 30 })
const costed = files.chain((names) =>
  fc
    .array(fc.integer({ min: 1, max: 40 }), { minLength: names.length, maxLength: names.length })
    .map((seconds) => Object.fromEntries(names.map((name, i) => [name, seconds[i]!]))),
)

describe('files that take turns', () => {
  it('are each run or left, the same ones at the same commit, and cost what they may', () => {
    fc.assert(
      fc.property(costed, fc.nat(), fc.nat({ max: 90 }), fc.array(fc.nat({ max: 5 })), (costs, turn, budget, near) => {
        const names = Object.keys(costs)
        const far = new Map(near.slice(0, names.length).map((n, i) => [names[i]!, n]))
        const { run, left } = turnsAmong(costs, { budget, turn, far })
        expect([...run, ...left].sort()).toEqual([...names].sort())
        expect(turnsAmong(costs, { budget, turn, far })).toEqual({ run, left })
        // The first of the near ones and the first of the others are taken at any cost.
        expect(run.reduce((sum, name) => sum + costs[name]!, 0)).toBeLessThanOrEqual(budget + 80)
      }),
    )
  })

  it('have each its turn, also where others are near', () => {
    fc.assert(
      fc.property(costed, fc.nat({ max: 90 }), fc.array(fc.nat({ max: 5 })), (costs, budget, near) => {
        const names = Object.keys(costs)
        const far = new Map(near.slice(0, names.length).map((n, i) => [names[i]!, n]))
        const seen = new Set(names.flatMap((_, turn) => turnsAmong(costs, { budget, turn, far }).run))
        expect(names.filter((name) => !seen.has(name))).toEqual([])
      }),
    )
  })

  it('are the long run’s alone where one costs too much', () => {
    const far = new Map([['a', 0]])
    expect(turnsAmong({ a: 90, b: 10 }, { budget: 30, turn: 0, far, most: 60 })).toEqual({ run: ['b'], left: ['a'] })
  })

  it('are taken first where the change is nearest', () => {
    const costs = { a: 10, b: 10, c: 10 }
    for (let turn = 0; turn < 3; turn++) {
      const far = new Map([
        ['a', 3],
        ['b', 0],
        ['c', 5],
      ])
      expect(turnsAmong(costs, { budget: 10, turn, far }).run).toContain('b')
    }
  })

  it('are there, and what one run leaves out the other one takes', () => {
    const named = [...Object.values(slow).flatMap((of) => Object.keys(of)), ...Object.keys(inPart)]
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
    const now = Object.values(turnsNow())
    expect(now.flatMap((t) => [...t.run, ...t.left]).sort()).toEqual(
      Object.values(slow)
        .flatMap((of) => Object.keys(of))
        .sort(),
    )
    expect(
      leftNow()
        .map((l) => l.file)
        .sort(),
    ).toEqual([...now.flatMap((t) => t.left), ...Object.keys(inPart)].sort())
  })
})

describe('files that are only read', () => {
  it('are read where they changed, and have each its turn within four commits', () => {
    fc.assert(
      fc.property(files, fc.nat(), fc.array(fc.nat({ max: 29 })), (names, turn, which) => {
        const changed = new Set(which.map((i) => names[i % names.length]!))
        const read = [0, 1, 2, 3].map((n) => readAmong(names, { turn: turn + n, changed }))
        for (const { run, left } of read) {
          expect([...run, ...left].sort()).toEqual([...names].sort())
          expect(left.filter((name) => changed.has(name))).toEqual([])
        }
        expect(new Set(read.flatMap((r) => r.run))).toEqual(new Set(names))
      }),
    )
  })

  it('are all files of code, and each by who can read it', () => {
    const { run, left } = readNow()
    const all = [...run, ...left]
    expect(all).toEqual(expect.arrayContaining(['web/app/main.tsx', 'package.json', 'infra/local/bootstrap.mjs']))
    expect(formatting(all)).toEqual(expect.arrayContaining(['web/app/main.tsx', 'package.json']))
    expect(linting(all)).toContain('web/app/main.tsx')
    expect(linting(all)).not.toContain('package.json')
    expect(run.length).toBeLessThan(all.length)
  })
})

describe('what a change reaches', () => {
  it('is found along the imports, and counted in them', () => {
    const test = 'functions/scan/faults.test.ts'
    expect(distances([test], [test]).get(test)).toBe(0)
    expect(distances(['functions/kit/faults.ts'], [test]).get(test)).toBe(1)
    expect(distances(['functions/kit/table.ts'], [test]).get(test)).toBeGreaterThan(1)
    expect(distances(['README.md'], [test]).get(test)).toBe(Infinity)
    expect(reachedBy(['functions/kit/table.ts'], [test])).toEqual(new Set([test]))
  })

  it('of a journey is the room whose addresses it names', () => {
    const [school, partner] = ['web/e2e/school.test.ts', 'web/e2e/partner.test.ts']
    const far = distancesByRoom(['functions/school/people/student.commands.ts'], [school, partner])
    expect([far.get(school), far.get(partner)]).toEqual([1, Infinity])
    expect(roomsOf(['web/kit/x.ts', 'web/exam/a.tsx', 'shared/scan/omr/b.ts', 'infra/app.ts'])).toEqual(
      new Set(['exam', 'scan']),
    )
  })
})
