/** A paper of a joint exam is published as one cohort, though the rosters of its schools lie into one another. */
import { beforeAll, expect, it } from 'vitest'
import { differingStudents } from '#shared/analysis/publication.rules.ts'
import type { SnapshotSlice } from '#shared/analysis/publication.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'
import { writeScripts } from './province.fixtures.ts'
import { classFiguresOf, headOf, indexOf, reportOf } from './snapshot.ts'
import { slicesOf } from './scoring.ts'

beforeAll(() => actAs('analysis-work'))

/** The journal comes a little later than the answers. */
const told = async ({ paper, rosters }: Joint, more: readonly StudentId[] = []): Promise<void> => {
  const ids = [...rosters.flatMap((r) => r.candidates.map((c) => c.studentId)), ...more]
  await expect
    .poll(
      async () =>
        differingStudents(await scoresIn(paper, ids), await journalScoresIn(paper, { from: '', before: '~' })).length,
      { timeout: 30_000 },
    )
    .toBe(0)
}

it('every candidate is counted once, in the own school; a script of no roster bars all the same', async () => {
  const of = await jointPaper([3, 4])
  await told(of)
  // In the stretch of ids of each school there are candidates of the other.
  const slices: SnapshotSlice[] = []
  for await (const slice of slicesOf(of.exam)) slices.push(slice)
  const inside = (s: { from: string; before: string }, id: string) => s.from <= id && id < s.before
  for (const [i, slice] of slices.entries())
    expect(of.rosters[1 - i]!.candidates.some((c) => inside(slice, c.studentId))).toBe(true)
  const v = await publishJoint(of)
  const [head, report, index] = await Promise.all([headOf(of.paper, v), reportOf(of.paper, v), indexOf(of.paper, v)])
  expect(report.overall).toMatchObject({ registered: 7, present: 7 })
  expect(index.parts.map((p) => [p.students, p.counts.present])).toEqual([
    [3, 3],
    [4, 4],
  ])
  expect(head.classes.map((c) => c.className)).toEqual(['第1中学1班', '第2中学1班'])
  expect((await classFiguresOf(of.paper, v, head, null)).map((c) => c.present)).toEqual([3, 4])

  // Among the ids of both schools, and a candidate of neither.
  const stranger = of.studentAt(2.5)
  await asFunction('marking-work', () =>
    writeScripts(of.paper, of.manager.caller.userId, [{ i: 50, studentId: stranger }]),
  )
  await told(of, [stranger])
  await expect(publishJoint(of)).rejects.toThrow('两次独立算分结果不一致')
})
