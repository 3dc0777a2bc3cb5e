import type { SheetLedger } from '#shared/scan/ledger.types.ts'

type Known = {
  ledger: Pick<SheetLedger, 'handed' | 'balanced' | 'candidates'>
  doubts: number
  classCount: number
  /** Batches that are on their way. */
  reading?: readonly { state: string }[]
}

/** As many as are ill or late: fewer than half a class. More, and a pile has not been scanned yet. */
const fewMissing = ({ ledger: { candidates }, classCount }: Known): boolean =>
  2 * candidates.missing * Math.max(1, classCount) <= candidates.present + candidates.absent + candidates.missing

/**
 * What a paper's scanning wants next, the screen's one primary: doubts that wait; nothing while a batch is being read; the
 * few candidates without a sheet; when every page has its place and every candidate is accounted for, marking; until then
 * more scans.
 */
export const nextStep = (of: Known): 'doubts' | 'wait' | 'missing' | 'marking' | 'scans' => {
  if (of.doubts > 0) return 'doubts'
  if (of.reading?.some((b) => b.state === 'recognising')) return 'wait'
  const { handed, balanced, candidates } = of.ledger
  if (handed === 0 || !balanced) return 'scans'
  if (candidates.missing === 0) return 'marking'
  return fewMissing(of) ? 'missing' : 'scans'
}

/** Where no candidate is missing any more, what comes next; null where candidates still are, or nothing has come. */
export const afterMissing = (of: Known): 'doubts' | 'wait' | 'marking' | 'scans' | null => {
  const step = nextStep(of)
  const { handed, candidates } = of.ledger
  return handed === 0 || candidates.missing > 0 || step === 'missing' ? null : step
}
