import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BundleId } from '#shared/kit/ids.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, unitsDuring } from '#functions/kit/testing.ts'
import { seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { open } from './marking.steps.fixtures.ts'
import { deskOf, forgetDesks, ownTeacher } from './desk/desk.ts'
import { arrangements, bundles, scriptWork, shardOf } from './marking.store.ts'
import { claimNext } from './desk/claims.ts'
import { bundleIdOf, bundlesOf } from './queue.ts'
import * as scan from './scanned.fixtures.ts'

vi.mock('#functions/scan/scan.public.ts', () => import('./scanned.fixtures.ts'))

const scanned = (of: Sitting, students: readonly (typeof of.students)[number][]): void => {
  const readings = of.students.map((s) =>
    students.includes(s) ? scan.readingOf(of, s) : { ...scan.readingOf(of, s), state: 'missing' as const },
  )
  scan.readings.set(of.paper.paperId, readings)
}
/** Students by role, as often as they lie in a bundle. */
const queued = async (of: Sitting) => {
  const all = await bundlesOf(of.paper.paperId)
  return {
    all,
    first: all
      .filter((b) => b.role === 'first')
      .flatMap((b) => b.studentIds)
      .sort(),
    second: all
      .filter((b) => b.role === 'second')
      .flatMap((b) => b.studentIds)
      .sort(),
  }
}

beforeAll(() => actAs('marking-work'))

describe('work (I18)', () => {
  it('holds every answer once for each role, however many open at once and however late a student comes', async () => {
    const of = await seat(45, { markers: 2 }, 0)
    const [late, ...there] = of.students
    scanned(of, there)
    await Promise.all([open(of), open(of), open(of)])
    const { all, first, second } = await queued(of)
    expect(first).toEqual([...there].sort())
    expect(second).toEqual([...there].sort())
    // Twenty at a time, and the same students in both roles: who has one is kept from the other.
    expect(all.map((b) => b.studentIds.length).sort((a, b) => a - b)).toEqual([4, 4, 20, 20, 20, 20])
    scanned(of, of.students)
    await Promise.all([open(of), open(of)])
    const after = await queued(of)
    expect(after.first).toEqual([...of.students].sort())
    expect(after.second).toEqual([...of.students].sort())
    expect(after.all.filter((b) => b.studentIds.includes(late!)).map((b) => b.studentIds)).toEqual([[late], [late]])
  })

  it('of a paper opened before answers were noted stays as it is', async () => {
    const of = await seat(25, {}, 0)
    scanned(of, of.students)
    await open(of)
    const before = await queued(of)
    for (const studentId of of.students) await scriptWork.remove({ paperId: of.paper.paperId, studentId })
    const { noted: _noted, ...old } = (await arrangements.get({ paperId: of.paper.paperId }))!
    await arrangements.save(old)
    await open(of)
    expect(await queued(of)).toEqual(before)
    expect((await arrangements.get({ paperId: of.paper.paperId }))?.noted).toBe(true)
  })
})

describe('a crowd', () => {
  /** A question with so many queued bundles of one answer each, all of them in the shard that the first teacher begins with. */
  const crowded = async (n: number): Promise<Sitting & { made: Bundle[] }> => {
    const of = await seat(1, {}, 2)
    const { paperId } = of.paper
    const made: Bundle[] = []
    while (made.length < n) {
      const bundleId = bundleIdOf(paperId, newId<BundleId>('bundle'), 'first', [])
      if (shardOf(bundleId) !== shardOf(of.teachers[0]!.userId)) continue
      made.push({
        ...{ schema: 1, bundleId, paperId, role: 'first', excluded: [], state: 'queued', epoch: 0, version: 1 },
        ...{ questionId: of.essay.questionId, studentIds: [of.students[0]!] },
      })
    }
    await bundles.putMany(made)
    return { ...of, made }
  }
  const next = (of: Sitting, userId: string) =>
    claimNext(of.paper, of.essay.questionId, 'first', { userId: userId as never })

  it('claims from a long queue by a few rows, and meets no other marker at its beginning', async () => {
    const of = await crowded(300)
    const { result, read, write } = await unitsDuring(() => next(of, of.teachers[0]!.userId))
    expect(result?.state).toBe('claimed')
    expect(read).toBeLessThanOrEqual(2)
    // The row, and its place in two indexes.
    expect(write).toBeLessThanOrEqual(5)
    const claims = await Promise.all(Array.from({ length: 20 }, () => next(of, of.teachers[0]!.userId)))
    expect(new Set(claims.map((b) => b?.bundleId)).size).toBe(20)
  })

  it('takes every bundle once, past those it may not have, and again what ran out (I18)', async () => {
    const of = await crowded(40)
    const [me, other] = of.teachers.map((t) => t.userId)
    for (const b of of.made.slice(0, 12)) await bundles.save({ ...b, excluded: [me!] })
    const taken: string[] = []
    for (let b = await next(of, me!); b; b = await next(of, me!)) taken.push(b.bundleId)
    expect(taken.sort()).toEqual(
      of.made
        .slice(12)
        .map((b) => b.bundleId)
        .sort(),
    )
    // Three of the claims run out: they and the twelve are what the other gets.
    for (const bundleId of taken.slice(0, 3)) {
      const row = (await bundles.get({ paperId: of.paper.paperId, bundleId }))!
      await bundles.save({ ...row, claimedUntil: now() - 1 })
    }
    let others = 0
    while (await next(of, other!)) others++
    expect(others).toBe(15)
  })

  it('of teachers costs a marker no more than one teacher does', async () => {
    const of = await seat(1, {}, 150)
    forgetDesks()
    const { read } = await unitsDuring(async () => {
      const desk = await deskOf(of.paper.paperId)
      await ownTeacher(desk, of.teachers[0]!.caller)
    })
    expect(read).toBeLessThanOrEqual(4)
  })
})
