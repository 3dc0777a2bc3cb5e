/** What one page and one script count for: every counter of scanning is a sum of these. Pure. */
import type { SheetLedger } from './ledger.types.ts'
import { doubtTexts, openMissing, scriptState } from './scan.rules.ts'
import { marksOfStudent } from './results/marks.rules.ts'
import { isUnequal } from './uploading/sheetCount.rules.ts'
import { sheetDoubtKinds } from './sheet.types.ts'
import type { Batch, MissingAccepted, ScanPage, SheetDoubtKind, Slot } from './sheet.types.ts'

type Tallies = Record<string, number>
export type Sums = ReadonlyMap<string, number>

const yes = (keys: readonly (string | false)[]): Tallies =>
  Object.fromEntries(keys.filter((k) => k !== false).map((k) => [k, 1]))

/** A page without a number may be settled with the one fed just before it. */
export const mayFollow = (page: ScanPage): boolean =>
  page.numberless === true && ['noNumber', 'duplicate'].includes(page.doubts[0]?.kind ?? '')

/**
 * A page that will follow the one just before it, which waits itself, is no doubt of its own: whose it is, and of two
 * sheets of one student which one counts, is asked once a sheet.
 */
export const followsWaiting = (page: ScanPage, before: ScanPage | null): boolean =>
  mayFollow(page) &&
  before !== null &&
  before.waits &&
  before.batchId === page.batchId &&
  before.code === page.code &&
  page.page !== undefined &&
  before.page === page.page - 1 &&
  (page.doubts[0]?.kind === 'noNumber' ||
    (before.doubts[0]?.kind === 'duplicate' && before.studentId === page.studentId))

/** The first doubt names what the page waits for. */
export const waitsFor = (page: Pick<ScanPage, 'doubts'>) => page.doubts[0]?.kind ?? 'unreadable'

/** What a page counts for; `before` is the page fed just before it, where that matters. */
export const sheetTallies = (page: ScanPage, before: ScanPage | null): Tallies => {
  const unread = page.state === 'open' && page.readAt === undefined && page.imageKey !== undefined
  const queued = page.waits && !followsWaiting(page, before)
  const kinds = new Set(page.waits ? page.doubts.map((d) => d.kind) : [])
  return {
    handed: 1,
    [page.state]: 1,
    ...yes([
      page.waits && 'waiting',
      page.waits && page.state === 'open' && 'doubtful',
      page.state === 'voided' && page.journal.length > 0 && 'binned',
      unread && 'unread',
      queued && 'queue',
      queued && page.state === 'open' && 'queue.open',
      queued && `kind.${waitsFor(page)}`,
      ...[...kinds].map((k) => `has.${k}`),
    ]),
    [`@${page.batchId}.pages`]: 1,
    [`@${page.batchId}.${page.state}`]: 1,
    ...(unread ? { [`@${page.batchId}.unread`]: 1 } : {}),
    ...(queued ? { [`@${page.batchId}.waiting`]: 1 } : {}),
  }
}

/** What a candidate's script counts for: as a candidate, as one of the class, and by the pages that are there or not. */
export const scriptTallies = (
  of: { studentId: string; classId: string },
  own: readonly Slot[],
  absent: boolean,
  accepted: readonly MissingAccepted[],
): Tallies => {
  const script = scriptState(of.studentId, own, absent)
  const there = own.filter((s) => s.scanId !== undefined)
  const present = script.state === 'present'
  const lacking = openMissing([script], accepted)
  const letters = there.flatMap((s) => Object.values(s.choices))
  const blank = present && letters.length > 0 && letters.every((l) => l === '')
  const low = present ? letters.filter((l) => l === null).length : 0
  const whites = present ? there.flatMap((s) => s.blocks).filter((b) => b.likelyBlank).length : 0
  const picks = present
    ? Object.entries(marksOfStudent(there.map((s) => ({ marks: s.marks, seq: 0 }))).picks ?? {})
    : []
  // Nothing was filled in of a group, and that is no doubt (any more).
  const unpicked = present && there.some((s) => s.marks?.some((m) => m.kind === 'pick' && m.value === ''))
  const facts = [
    'total',
    script.state,
    present && script.missingPages.length > 0 && 'incomplete',
    script.complete && 'complete',
  ].filter((k) => k !== false)
  return {
    ...yes(facts),
    ...yes(facts.map((k) => `@${of.classId}.${k}`)),
    ...yes(there.map((s) => `page.${s.page}`)),
    ...(present ? yes(script.missingPages.map((p) => `miss.${p}`)) : {}),
    ...yes(lacking.map((m) => `lack.${m.page}`)),
    ...yes(picks.flatMap(([id, chosen]) => (chosen ? [`pick.${id}`] : []))),
    ...(lacking.length > 0 ? { lacking: lacking.length } : {}),
    ...(low > 0 ? { low: 1, doubtfulChoices: low } : {}),
    ...(whites > 0 ? { whites } : {}),
    ...(blank ? { allBlank: 1 } : {}),
    ...(unpicked ? { unpicked: 1 } : {}),
    ...(lacking.length > 0 || low > 0 || blank || unpicked || (present && script.missingPages.length > 0)
      ? { watch: 1 }
      : {}),
  }
}

/** What a batch counts for. On its way it keeps the ledger open, also before its pages are known. */
export const batchTallies = (batch: Pick<Batch, 'state' | 'fileCount' | 'fed' | 'handed'>): Tallies => ({
  batches: 1,
  ...(batch.state === 'recognising' ? { recognising: 1, filesWaiting: batch.fileCount } : {}),
  ...(batch.fed ? { fedSheets: batch.fed.sheets } : {}),
  ...(isUnequal(batch) ? { unequal: 1 } : {}),
})

/** Numbers behind a prefix: `page.2` → 2. */
export const numbersIn = (counts: Readonly<Record<string, number>>, prefix: string): number[] =>
  Object.keys(counts)
    .filter((k) => k.startsWith(prefix))
    .map((k) => Number(k.slice(prefix.length)))
    .sort((a, b) => a - b)

/** Sums behind a prefix, those that are any: `pick.qu_1` → qu_1. */
const behind = (of: Sums, prefix: string): Record<string, number> =>
  Object.fromEntries([...of].flatMap(([k, n]) => (k.startsWith(prefix) && n > 0 ? [[k.slice(prefix.length), n]] : [])))

/** What of the scripts that are there was answered, as far as sheets say it. */
export const handedIn = (scripts: Sums): Pick<SheetLedger, 'missingOn' | 'picked'> => ({
  missingOn: behind(scripts, 'miss.'),
  picked: behind(scripts, 'pick.'),
})

/** The sheet ledger (I8) from the sums of pages and scripts. It balances when nothing is open and no batch is being read. */
export const ledgerFrom = (paperId: SheetLedger['paperId'], sheets: Sums, scripts: Sums, whole = true): SheetLedger => {
  const n = (of: Sums, key: string): number => of.get(key) ?? 0
  const open = n(sheets, 'open')
  return {
    paperId,
    handed: n(sheets, 'handed'),
    matched: n(sheets, 'matched'),
    duplicate: n(sheets, 'duplicate'),
    voided: n(sheets, 'voided'),
    open,
    doubtful: n(sheets, 'doubtful'),
    unequal: n(sheets, 'unequal'),
    fedSheets: n(sheets, 'fedSheets'),
    balanced: whole && open === 0 && n(sheets, 'recognising') === 0 && n(sheets, 'unequal') === 0,
    doubts: doubtsIn(sheets, scripts),
    candidates: {
      present: n(scripts, 'present'),
      absent: n(scripts, 'absent'),
      missing: n(scripts, 'missing'),
      incomplete: n(scripts, 'incomplete'),
    },
    ...handedIn(scripts),
  }
}

/** Pages that scripts lack and that a person must see to. While a batch is being read they may still be in it. */
export const lackingIn = (sheets: Sums, scripts: Sums): number =>
  (sheets.get('recognising') ?? 0) > 0 ? 0 : (scripts.get('lacking') ?? 0)

/** Pages of the queue, by whether marking waits for them: with what scripts lack they are all of it. */
export const queuedIn = (sheets: Sums): { must: number; later: number } => {
  const must = sheets.get('queue.open') ?? 0
  return { must, later: (sheets.get('queue') ?? 0) - must }
}

/** Everything that waits for a person: the number of the queue, on every screen. */
export const doubtsIn = (sheets: Sums, scripts: Sums): number => (sheets.get('queue') ?? 0) + lackingIn(sheets, scripts)

/** Doubts of a paper by kind, in the order of the kinds; those of which there is none are left out. */
export const kindsFrom = (sheets: Sums, scripts: Sums): { kind: SheetDoubtKind; name: string; count: number }[] =>
  sheetDoubtKinds
    .map((kind) => ({
      kind,
      name: doubtTexts[kind].name,
      count: kind === 'missingPage' ? lackingIn(sheets, scripts) : (sheets.get(`kind.${kind}`) ?? 0),
    }))
    .filter((k) => k.count > 0)
