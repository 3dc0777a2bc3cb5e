import type { SheetLedger } from '#shared/scan/ledger.types.ts'

/**
 * What a paper's scanning wants next, the screen's one primary: doubts that wait; when every page has its place and every
 * candidate is accounted for, marking; until then more scans.
 */
export const nextStep = (of: {
  ledger: Pick<SheetLedger, 'handed' | 'balanced' | 'candidates'>
  doubts: number
}): 'doubts' | 'marking' | 'scans' => {
  if (of.doubts > 0) return 'doubts'
  const { handed, balanced, candidates } = of.ledger
  return handed > 0 && balanced && candidates.missing === 0 ? 'marking' : 'scans'
}
