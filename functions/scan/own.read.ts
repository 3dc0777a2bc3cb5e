/**
 * A paper's scanning as an uploader of single classes sees it: the candidates of these classes, and the pages of the own
 * batches. What others have handed in, and what waits of it, is not this person's work and makes no figure here.
 */
import type { ScanPage, Batch } from '#shared/scan/sheet.types.ts'
import { batchTallies, followsWaiting, mayFollow, numbersIn, sheetTallies } from '#shared/scan/tally.rules.ts'
import type { Sums } from '#shared/scan/tally.rules.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { countsOf } from './batches/batch.read.ts'
import { partNamed, scriptCounts, sheetCounts, watched } from './counts.ts'
import type { Seen } from './managed.ts'
import { batchesOfPaper, pageBefore, pages } from './scan.store.ts'
import { classesSeenIn, classScripts } from './walked.read.ts'

export type Lack = { unit: string; studentId: string; page: number }

/** Uploaders who see only some classes; all others see the paper as its counters have it. */
export const seesOwnOnly = ({ uploader, sight }: Seen): boolean => uploader !== null && sight.classIds !== null

export const ownBatchesOf = async ({ paper, userId }: Seen): Promise<Batch[]> =>
  (await batchesOfPaper(paper.paperId)).filter((b) => b.uploadedBy === userId)

/** As many pages of the own batches as wait for a person, in the order of scanning. */
const mostWaiting = 1000

const waitingIn = async (paperId: string, batchIds: readonly string[]): Promise<[ScanPage, ScanPage | null][]> => {
  const found = await inTurns(batchIds, 4, (batchId) =>
    pages.queryIndex('gsi1', `doubts#${paperId}`, { prefix: `${batchId}#`, limit: mostWaiting }),
  )
  return inTurns(found.flat(), 20, async (p) => [p, mayFollow(p) ? await pageBefore(p) : null] as const).then((all) =>
    all.map(([p, before]) => [p, before]),
  )
}

const sumOf = (all: readonly Readonly<Record<string, number>>[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const one of all) for (const [key, n] of Object.entries(one)) sums.set(key, (sums.get(key) ?? 0) + n)
  return sums
}

/** Pages that the scripts of these classes lack. */
const lacksIn = async (paperId: string, classIds: readonly string[]): Promise<Lack[]> => {
  const found = await inTurns(classIds, 4, (classId) =>
    scriptCounts.listed('gsi2', watched(paperId), { prefix: `${classId}#`, limit: mostWaiting }),
  )
  return found
    .flat()
    .flatMap(({ unit, counts }) =>
      numbersIn(counts, 'lack.').map((page) => ({ unit, studentId: unit.split('#')[1]!, page })),
    )
}

export const ownNow = async (seen: Seen) => {
  const { paperId } = seen.paper
  const [batches, classes] = await Promise.all([
    ownBatchesOf(seen),
    classesSeenIn(seen).then((own) => classScripts(seen, own)),
  ])
  const parts = batches.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) }))
  const counts = (await sheetCounts.readParts(paperId, parts)).map((of, i) => countsOf(batches[i]!.batchId, of))
  const unsettled = batches.filter((_, i) => counts[i]!.waiting > 0 || counts[i]!.open > 0).map((b) => b.batchId)
  const [found, lacks] = await Promise.all([
    waitingIn(paperId, unsettled),
    lacksIn(
      paperId,
      classes.map((c) => c.classId),
    ),
  ])
  const scripts = sumOf(
    classes.map(({ of }) =>
      Object.fromEntries(['total', 'present', 'absent', 'missing', 'incomplete', 'complete'].map((k) => [k, of(k)])),
    ),
  )
  scripts.set('lacking', lacks.length)
  const asked = (key: string): boolean => /^(waiting|doubtful|queue|kind\.|has\.)/.test(key)
  const sheets: Sums = sumOf([
    ...batches.map(batchTallies),
    ...counts.map(({ pages: handed, matched, duplicate, voided, open, unread }) => ({
      handed,
      matched,
      duplicate,
      voided,
      open,
      unread,
    })),
    ...found.map(([p, before]) =>
      Object.fromEntries(Object.entries(sheetTallies(p, before)).filter(([key]) => asked(key))),
    ),
  ])
  return {
    batches,
    sheets,
    scripts: scripts as Sums,
    candidates: scripts.get('total') ?? 0,
    /** What is asked: a page that follows the waiting one before it is asked with that. */
    waiting: found.flatMap(([p, before]) => (followsWaiting(p, before) ? [] : [p])),
    lacks: batches.some((b) => b.state === 'recognising') ? [] : lacks,
  }
}
