import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SheetLedger, StudentReading } from '#shared/scan/ledger.types.ts'
import { actAs } from '#functions/kit/testing.ts'
import { balancedLedger, readingOf, seat } from './marking.fixtures.ts'
import type { Sitting } from './marking.fixtures.ts'
import { open } from './marking.steps.fixtures.ts'
import { arrangements, scriptWork } from './marking.store.ts'
import { bundlesOf } from './queue.ts'

const scan = vi.hoisted(() => ({ ledgers: new Map<string, unknown>(), readings: new Map<string, unknown>() }))
vi.mock('#functions/scan/scan.public.ts', () => ({
  ledgerOf: async (paperId: string) => scan.ledgers.get(paperId) as SheetLedger,
  readingsOfStudents: async (paperId: string, ids: readonly string[]) =>
    (scan.readings.get(paperId) as StudentReading[]).filter((r) => ids.includes(r.studentId)),
}))

const scanned = (of: Sitting, students: readonly (typeof of.students)[number][]): void => {
  scan.ledgers.set(of.paper.paperId, balancedLedger(of.paper.paperId))
  const readings = of.students.map((s) =>
    students.includes(s) ? readingOf(of, s) : { ...readingOf(of, s), state: 'missing' as const },
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
  it('holds every answer once for each role, however many open at once and whoever comes late', async () => {
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
