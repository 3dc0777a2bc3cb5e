/** The counters of a paper beside the same folded from its rows (I19). */
import { ledgerOf as foldedLedger } from '#shared/scan/scan.rules.ts'
import { doubtsIn, handedIn, scriptTallies, sheetTallies } from '#shared/scan/tally.rules.ts'
import { partNamed, scriptCounts, sheetCounts } from './counts.ts'
import type { Sitting } from './scan.fixtures.ts'
import { scriptsOf, sheetsOf } from './scan.public.ts'
import { missings } from './scan.store.ts'

const summed = (all: readonly Record<string, number>[], keep: (key: string) => boolean): Map<string, number> => {
  const sum = new Map<string, number>()
  for (const counts of all)
    for (const [key, n] of Object.entries(counts)) if (keep(key)) sum.set(key, (sum.get(key) ?? 0) + n)
  return sum
}

/** The counters, and the same folded from the rows. */
export const bothOf = async (of: Sitting) => {
  const [{ batches, pages }, { candidates, slots, states }] = await Promise.all([
    sheetsOf(of.paperId),
    scriptsOf(of.paperId),
  ])
  const accepted = (
    await Promise.all(
      candidates.map((c) => missings.query(`script#${of.paperId}#${c.studentId}`, { prefix: 'missing#' })),
    )
  ).flat()
  const tallies = batches.flatMap((b) => {
    const own = pages.filter((p) => p.batchId === b.batchId)
    return [
      {
        batches: 1,
        ...(b.state === 'recognising' ? { recognising: 1, filesWaiting: b.fileCount } : {}),
        ...(b.fed ? { fedSheets: b.fed.sheets } : {}),
      },
      ...own.map((p, i) => sheetTallies(p, own[i - 1] ?? null)),
    ]
  })
  const scripts = candidates.map((c, i) => {
    const own = accepted.filter((m) => m.studentId === c.studentId)
    return scriptTallies(c, slots.get(c.studentId) ?? [], states[i]!.state === 'absent', own)
  })
  const main = (key: string) => !key.startsWith('@')
  const parts = await sheetCounts.readParts(
    of.paperId,
    batches.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) })),
  )
  const classId = candidates[0]!.classId
  const [ofClass] = await scriptCounts.readParts(of.paperId, [{ of: classId, part: partNamed(classId) }])
  return {
    shown: [
      await sheetCounts.read(of.paperId),
      new Map(parts.flatMap((p) => [...p])),
      await scriptCounts.read(of.paperId),
      ofClass,
    ],
    folded: [
      summed(tallies, main),
      summed(tallies, (key) => !main(key)),
      summed(scripts, main),
      summed(scripts, (key) => !main(key)),
    ],
    ledger: {
      ...foldedLedger(of.paperId, batches, pages, states),
      ...handedIn(summed(scripts, main)),
      doubts: doubtsIn(summed(tallies, main), summed(scripts, main)),
    },
  }
}
