/** A paper of a joint exam is published as one cohort, though the rosters of its schools lie into one another. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/analysis/analysis.calls.ts'
import { differingStudents } from '#shared/analysis/publication.rules.ts'
import type { SnapshotSlice } from '#shared/analysis/publication.types.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { actAs, asFunction, send } from '#functions/kit/testing.ts'
import { journalScoresIn, scoresIn } from '#functions/marking/marking.public.ts'
import { handler } from './analysis.api.ts'
import { jointPaper, publishJoint } from './joint.fixtures.ts'
import type { Joint } from './joint.fixtures.ts'
import { writeScripts } from './province.fixtures.ts'
import { classFiguresOf, headOf, indexOf, partOf, reportOf, schoolFiguresOf } from './snapshot.ts'
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

/** What the organiser's people are told, school by school and class by class. */
const compared = async ({ paper, manager, rosters }: Joint): Promise<void> => {
  actAs('analysis-api')
  const ask = async (more: object) =>
    (await send(handler, calls.classContrast, { paperId: paper.paperId, ...more } as never, manager.token)).data
  const rows = (value: { sections: { table: { rows: { cells: unknown[] }[] } }[] }) =>
    value.sections[0]!.table.rows.map((r) => [r.cells[0], r.cells[2]])
  const bySchool = await ask({})
  expect(bySchool.title).toBe('学校对比')
  expect(rows(bySchool)).toEqual([
    ['全体', 7],
    ['第1中学', 3],
    ['第2中学', 4],
  ])
  const byClass = await ask({ by: 'class' })
  expect(byClass.title).toBe('班级对比')
  expect(rows(byClass)).toEqual([
    ['全体', 7],
    ['第1中学1班', 3],
    ['第2中学1班', 4],
  ])
  const { schoolId } = rosters[1]!.school
  expect(rows(await ask({ schoolId }))).toEqual([
    ['全体', 7],
    ['第2中学1班', 4],
  ])
  const list = await send(handler, calls.transcript, { paperId: paper.paperId, schoolId }, manager.token)
  expect(transcriptLines(list.data).list.map((l) => l.studentName)).toHaveLength(4)
  expect(new Set(transcriptLines(list.data).list.map((l) => l.className))).toEqual(new Set(['第2中学1班']))
  actAs('analysis-work')
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
  const schools = await schoolFiguresOf(of.paper, v, new Set([0, 1]))
  const totals = await Promise.all(index.parts.map(async (p) => (await partOf(of.paper, v, p.part)).columns.scores))
  const sum = (rows: readonly (readonly number[])[]) => rows.flat().reduce((a, b) => a + b, 0)
  // The shards are the schools: their means follow from the scores themselves.
  expect(schools.map((s) => s.mean)).toEqual(totals.map((rows) => sum(rows) / rows.length))
  expect(schools.map((s) => [s.classIndex, s.registered, s.present])).toEqual([
    [0, 3, 3],
    [1, 4, 4],
  ])
  await compared(of)

  // Among the ids of both schools, and a candidate of neither.
  const stranger = of.studentAt(2.5)
  await asFunction('marking-work', () =>
    writeScripts(of.paper, of.manager.caller.userId, [{ i: 50, studentId: stranger }]),
  )
  await told(of, [stranger])
  await expect(publishJoint(of)).rejects.toThrow('两次独立算分结果不一致')
})
