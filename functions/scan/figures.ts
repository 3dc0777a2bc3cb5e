/**
 * Every figure of a paper's scanning, counted at one moment: the ledger, the counters, what is still to do, and the batches
 * on their way. All calls that tell one of them take it from here, so that no two contradict each other on a screen.
 */
import { checkSteps } from '#shared/scan/figures.types.ts'
import type { ScanSteps } from '#shared/scan/figures.types.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { doubtsIn, lackingIn, ledgerFrom, queuedIn } from '#shared/scan/tally.rules.ts'
import type { Sums } from '#shared/scan/tally.rules.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { countsOf, failedOf, rowOf } from './batches/batch.read.ts'
import { ensureCounted, partNamed, scriptCounts, sheetCounts } from './counts.ts'
import { seenPaper } from './managed.ts'
import type { Seen } from './managed.ts'
import { ownNow, seesOwnOnly } from './own.read.ts'
import { batchesOfPaper } from './scan.store.ts'

/** Batches that are shown as they are read; of a province's more are on their way at once than a screen shows. */
const mostShown = 50

/** A paper of which the caller sees anything, once it was counted; `whole` says that nothing is left to count. */
export const countedPaper = async (paperId: string, caller: Caller): Promise<Seen & { whole: boolean }> => {
  const seen = await seenPaper(paperId, caller)
  const whole = await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
  return { ...seen, whole }
}

/** Batches on their way, which of them have failed, and all counters of the paper at the same moment. */
const countedNow = async (paperId: string) => {
  const counts = await sheetCounts.read(paperId)
  if (!counts.get('recognising')) return { sheets: counts, parts: [], shown: [], failed: new Set<string>() }
  const all = (await batchesOfPaper(paperId)).filter((b) => b.state === 'recognising')
  const shown = all.slice(0, mostShown)
  const wanted = shown.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) }))
  const [failed, { counts: sheets, parts }] = await Promise.all([failedOf(all), sheetCounts.readWith(paperId, wanted)])
  return { sheets, parts, shown, failed }
}

/** The same of the own classes and batches alone. */
const ownCountedNow = async (seen: Seen) => {
  const { sheets, scripts, candidates, batches } = await ownNow(seen)
  const reading = batches.filter((b) => b.state === 'recognising')
  const shown = reading.slice(0, mostShown)
  const wanted = shown.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) }))
  const [failed, parts] = await Promise.all([failedOf(reading), sheetCounts.readParts(seen.paper.paperId, wanted)])
  return { sheets, parts, shown, failed, scripts, candidates }
}

const allCountedNow = async ({ paper: { paperId }, exam }: Seen) => {
  const [counted, scripts] = await Promise.all([countedNow(paperId), scriptCounts.read(paperId)])
  return { ...counted, scripts, candidates: exam.candidateCount }
}

export const figuresOf = async (seen: Seen & { whole: boolean }) => {
  const { paper, whole } = seen
  const { paperId } = paper
  const [{ sheets, parts, shown, failed, scripts, candidates }, card] = await Promise.all([
    seesOwnOnly(seen) ? ownCountedNow(seen) : allCountedNow(seen),
    printedCardOfPaper(paperId),
  ])
  const n = (key: string): number => sheets.get(key) ?? 0
  const of = (key: string): number => scripts.get(key) ?? 0
  const queued = queuedIn(sheets)
  const has = (...kinds: SheetDoubtKind[]): number => kinds.reduce((sum, k) => sum + n(`has.${k}`), 0)
  return {
    ledger: ledgerFrom(paperId, sheets, scripts, whole),
    doubts: doubtsIn(sheets, scripts),
    hasCard: card !== null,
    counters: {
      scanCount: n('handed'),
      waitingRecogCount: n('unread'),
      studentRecognitionCount: of('present'),
      studentTotalCount: candidates,
      mustErrCount: queued.must,
      noMustErrCount: queued.later,
      errorCount: queued.must + queued.later,
      absentStudentCount: of('absent'),
      unUploadStudentCount: of('missing'),
      waitUploadTotalCount: n('filesWaiting'),
      cornerErrorNumber: has('noAnchors'),
      sizeErrorNumber: has('scale'),
      uploaderErrorNumber: has('uploader'),
      cardExceptionNum: has('foreignCard', 'otherExam', 'unreadable', 'blankPage', 'pageMark'),
    },
    check: stepsFrom({
      sheets,
      scripts,
      whole,
      card: card !== null,
      begun: n('handed') > 0 && paper.questions.length > 0,
      failed: failed.size,
      candidates,
    }),
    pages: (card?.geometry.pages ?? []).map(({ page }) => ({
      page,
      there: of(`page.${page}`),
      lacking: of(`miss.${page}`),
    })),
    left: { allBlank: of('allBlank'), unpicked: of('unpicked') },
    reading: shown.map((b, i) => rowOf(b, countsOf(b.batchId, parts[i]!), failed)),
  }
}

/** What is still to do. Who has no sheet is said once nothing is on its way: until then it may be in what is being read. */
const stepsFrom = (from: {
  sheets: Sums
  scripts: Sums
  whole: boolean
  card: boolean
  begun: boolean
  failed: number
  candidates: number
}): ScanSteps => {
  const n = (key: string): number => from.sheets.get(key) ?? 0
  const of = (key: string): number => from.scripts.get(key) ?? 0
  const queued = queuedIn(from.sheets)
  const recognising = n('recognising') - from.failed
  const found: Record<(typeof checkSteps)[number], [count: number, needed: boolean]> = {
    card: [from.card ? 0 : 1, true],
    recognising: [recognising, true],
    failed: [from.failed, true],
    open: [queued.must, true],
    unequal: [n('unequal'), true],
    candidates: [recognising > 0 ? 0 : from.candidates - of('present') - of('absent'), false],
    lacking: [lackingIn(from.sheets, from.scripts), false],
    waiting: [queued.later, false],
  }
  const steps = checkSteps
    .map((step) => ({
      step,
      count: Math.max(0, found[step][0]),
      needed: found[step][1],
      ...(step === 'open' && n('doubtful') > queued.must ? { along: n('doubtful') - queued.must } : {}),
    }))
    .filter((s) => s.count > 0)
  return { ready: from.whole && from.begun && n('open') === 0 && steps.every((s) => !s.needed), steps }
}
