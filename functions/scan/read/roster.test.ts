/** A province's roster is asked by key, and says what a held one says. */
import { beforeAll, describe, expect, it } from 'vitest'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs } from '#functions/kit/testing.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { sit } from '../scan.fixtures.ts'
import { heldRoster, keyedRoster } from './roster.ts'

beforeAll(() => actAs('scan-work'))

describe('a roster that is asked by key', () => {
  it('knows the same students, with a few reads for each page at any size', async () => {
    const of = await sit(30)
    const held = heldRoster(await candidatesOf(of.exam.examId))
    // As it is asked where there are too many to be held.
    const keyed = keyedRoster({ ...of.exam, candidateCount: 500_000 })
    const real = of.students[7]!.studentNumber
    const changed = (at: number, c: string) => real.slice(0, at) + c + real.slice(at + 1)
    for (const read of [
      real,
      changed(9, '0'),
      changed(0, '7'),
      changed(4, '?'),
      changed(8, '?'),
      '20260101??',
      `${changed(5, '')}?`,
      'x',
    ]) {
      const counted = withFaults(() => null)
      // Beside a digit that was not read, a wrong one is not looked for.
      const near = (await held.near(read)).filter((n) => !read.includes('?') || n.far < 1)
      expect([read, await keyed.near(read)]).toEqual([read, near])
      counted.stop()
      // Ten times ten numbers, those with one digit more, and whether any lies where numbers lay before.
      expect(counted.calls.length).toBeLessThanOrEqual(200)
    }
    // A number without a doubt is one read.
    const counted = withFaults(() => null)
    expect(await keyed.withNumber(real)).toEqual(of.students[7])
    expect(counted.calls.length).toBe(1)
    counted.stop()
    expect(await keyed.withNumber('2026999999')).toBeNull()
    const some = [real, '2026999999', of.students[3]!.studentNumber]
    expect(await keyed.withNumbers(some)).toEqual(await held.withNumbers(some))
    expect((await held.withNumbers(some)).length).toBe(2)
    expect(await keyed.withId(of.students[3]!.studentId)).toEqual(of.students[3])
  })

  it('names no candidate where two have one number', async () => {
    const of = await sit(1)
    const twin = { ...of.students[0]!, studentId: of.students[0]!.studentId.replace(/.$/, 'z') as never }
    const held = heldRoster([of.students[0]!, twin])
    expect(await held.withNumber(twin.studentNumber)).toBeNull()
    expect((await held.near(twin.studentNumber)).map((n) => n.far)).toEqual([0, 0])
  })
})
