/** Figures of the candidates with certain tags, added up from parts, against the same candidates taken out of the scores one by one. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedWords, keyWords } from '#shared/kit/report/report.types.ts'
import type { SnapshotData } from '../publication.types.ts'
import { madeSnapshot } from '../snapshot.fixtures.ts'
import { rowsOf } from '../snapshot.rules.ts'
import { reportOf } from '../stats/paper.ts'
import { tallyOf } from '../stats/tally.ts'
import { sortRows, transcriptRows } from '../transcript.rules.ts'
import { choiceOf, isCounted, TagChoices, tagOptions } from './choice.rules.ts'
import { countedOf, mergedSets, placesOfSets, tagSetOf, tagSetsOf } from './counted.rules.ts'
import { figuresOf, mergedTallies, talliesOf } from './tallies.rules.ts'

const noTag = '无标签'
const names = ['住校', '借读', '体育生']
const tagged = (own: readonly (readonly string[])[], seed = 7): SnapshotData => ({
  ...madeSnapshot(own.length, { seed }),
  tags: [...names, noTag],
  tagged: own.map((tags) => [...tags]),
})
/** These rows alone. */
const rowsAt = (data: SnapshotData, rows: readonly number[]): SnapshotData => {
  const pick = <T>(column: readonly T[]): T[] => rows.map((row) => column[row]!)
  return {
    ...data,
    studentId: pick(data.studentId),
    studentName: pick(data.studentName),
    studentNumber: pick(data.studentNumber),
    classOf: pick(data.classOf),
    tagged: pick(data.tagged!),
    state: pick(data.state),
    scores: pick(data.scores),
    chosen: pick(data.chosen),
  }
}
/** The rows of some alone. */
const taken = (data: SnapshotData, has: (tags: readonly string[]) => boolean): SnapshotData =>
  rowsAt(
    data,
    data.tagged!.flatMap((tags, i) => (has(tags.length > 0 ? tags : [noTag]) ? [i] : [])),
  )
/** As a version is made of shards, and asked for a choice. */
const counted = (data: SnapshotData, choice: ReturnType<typeof choiceOf>, cut: number) => {
  const half = (from: number, to: number): SnapshotData =>
    rowsAt(
      data,
      data.studentId.flatMap((_, i) => (i >= from && i < to ? [i] : [])),
    )
  const sets = mergedSets([half(0, cut), half(cut, data.studentId.length)].flatMap(tagSetsOf))
  const sums = new Map(sets.flatMap((s, i) => (isCounted(choice, s.tags) ? [[i, s.of] as const] : [])))
  const place = placesOfSets(sets.map((s) => s.tags))
  const { report } = figuresOf(data, talliesOf(data))
  const lines = transcriptRows(data, report, talliesOf(data).tally.classes, {}, (row) =>
    place(tagSetOf(data.tags!, data.tagged![row])),
  )
  return { ...countedOf(data, choice, sums), lines, sets }
}

const Tags = fc.subarray(names)
const Choice = fc.record({ in: fc.subarray([...names, noTag]), out: fc.subarray([...names, noTag]) })
const Cohort = fc.record({ own: fc.array(Tags, { minLength: 2, maxLength: 40 }), seed: fc.nat(99), choice: Choice })

describe('counted by tags', () => {
  it('are the figures, groups and lines of just these candidates, however they were cut into shards', () => {
    fc.assert(
      fc.property(Cohort, fc.double({ min: 0, max: 1, noNaN: true }), ({ own, seed, choice }, at) => {
        const data = tagged(own, seed)
        const found = counted(data, choice, Math.floor(at * own.length))
        const alone = taken(
          data,
          (tags) =>
            (choice.in.length === 0 || tags.some((t) => choice.in.includes(t))) &&
            !tags.some((t) => choice.out.includes(t)),
        )
        const tally = tallyOf(rowsOf(alone))
        const { classes, ...report } = reportOf(rowsOf(alone).items, tally, data.report)
        expect(found.report).toEqual({ ...report, classes: [] })
        expect(found.groups.classes).toEqual(classes)
        expect(found.of.students).toBe(alone.studentId.length)
        const expected = transcriptRows(alone, report, tally.classes)
        expect(sortRows(found.rows(found.lines)).map(({ tagSet: _, ...line }) => line)).toEqual(sortRows(expected))
      }),
      { numRuns: 60 },
    )
  })

  it('of a choice and of its opposite are all: numbers add up, and the means weighed by them make the mean', () => {
    fc.assert(
      fc.property(Cohort, fc.subarray([...names, noTag], { minLength: 1 }), ({ own, seed }, tags) => {
        const data = tagged(own, seed)
        const [only, without] = [counted(data, { in: tags, out: [] }, 1), counted(data, { in: [], out: tags }, 1)]
        const whole = figuresOf(data, talliesOf(data)).report.overall
        const parts = [only.report.overall, without.report.overall]
        expect(parts.reduce((n, o) => n + o.registered, 0)).toBe(whole.registered)
        expect(parts.reduce((n, o) => n + o.present, 0)).toBe(whole.present)
        const sum = parts.reduce((n, o) => n + (o.mean ?? 0) * o.present, 0)
        if (whole.mean !== null) expect(sum / whole.present).toBeCloseTo(whole.mean, 6)
        const ids = [...only.rows(only.lines), ...without.rows(without.lines)].map((r) => r.studentId)
        expect(ids.sort()).toEqual([...data.studentId].sort())
      }),
      { numRuns: 40 },
    )
  })

  it('of all are the figures of the version', () => {
    const data = tagged(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? ['住校'] : i % 5 === 0 ? names : [])))
    const whole = figuresOf(data, talliesOf(data))
    const all = counted(data, { in: [], out: [] }, 11)
    expect(all.report).toEqual({ ...whole.report, classes: [] })
    expect(all.groups).toEqual(Object.fromEntries(Object.entries(whole.groups).map(([k, { figures }]) => [k, figures])))
    expect(mergedTallies(all.sets.map((s) => s.of))).toEqual(talliesOf(data))
    expect(all.sets.map((s) => s.tags)).toEqual([['住校', '借读', '体育生'], ['住校'], [noTag]])
  })

  it('of no candidate are no figures, and no line', () => {
    const data = tagged([['住校'], [], ['借读'], []])
    for (const choice of [
      { in: ['不在'], out: [] },
      { in: ['住校'], out: ['住校'] },
    ]) {
      const none = counted(data, choice, 2)
      expect([none.of.students, none.report.overall.present, none.report.overall.mean]).toEqual([0, 0, null])
      expect(none.rows(none.lines)).toEqual([])
    }
    expect(counted(data, { in: [], out: ['不在'] }, 2).of.students).toBe(4)
  })
})

describe('a choice', () => {
  it.each([
    [['住校'], [], ['住校'], true],
    [['住校'], [], ['借读'], false],
    [['住校'], [], ['住校', '借读'], true],
    [['住校', '借读'], [], ['借读'], true],
    [[], ['借读'], ['住校', '借读'], false],
    [[], ['借读'], [noTag], true],
    [[noTag], [], [noTag], true],
    [['住校'], ['借读'], ['住校', '借读'], false],
    [['住校'], ['借读'], ['住校'], true],
    [[], [], ['住校'], true],
  ])('in %j, out %j: who has %j is counted: %s', (only, out, own, told) => {
    expect(isCounted({ in: only, out }, own)).toBe(told)
  })

  it('comes back from an address as it was offered, with any sign in a tag', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        (tags) => {
          const values = tagOptions(tags.map((tag) => ({ tag, students: 1 }))).map((o) => o.value)
          expect(choiceOf(TagChoices.parse(values.join(',')))).toEqual({ in: tags, out: tags })
          expect(TagChoices.parse(values)).toEqual(values)
        },
      ),
    )
    expect(tagOptions([{ tag: '借读', students: 4 }]).map((o) => o.label)).toEqual([
      '不计借读（4人）',
      '只计借读（4人）',
    ])
  })

  it('that is none is refused', () => {
    for (const text of ['住校', 'in:', 'not:住校', `in:${'长'.repeat(60)}`])
      expect(TagChoices.safeParse(text).success).toBe(false)
    expect(TagChoices.safeParse(Array.from({ length: 43 }, (_, i) => `in:${i}`)).success).toBe(false)
    expect(TagChoices.parse('')).toEqual([])
  })

  it('is said at the foot, and nothing where all are counted', () => {
    expect(countedWords({ in: ['住校'], out: ['借读', '体育生'], students: 12 })).toBe(
      '只计标签住校，不计标签借读、体育生，计12名考生',
    )
    expect(keyWords({ keyVersion: 1, counted: { in: [], out: ['借读'], students: 9 } })).toBe(
      '按第1版答案，不计标签借读，计9名考生',
    )
    expect(keyWords({ keyVersion: 1 })).toBe('按第1版答案')
  })
})
