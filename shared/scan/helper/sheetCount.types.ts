/** What was put into the scanner, as its operator says. */
import * as z from 'zod'

export const ScanMode = z.enum(['SINGLE', 'DOUBLE'])
export type ScanMode = z.infer<typeof ScanMode>
export const scanModeNames: Record<ScanMode, string> = { SINGLE: '单面', DOUBLE: '双面' }

/** So many sheets were put into the scanner, scanned on one side or on two. */
export const SheetCount = z.object({
  sheets: z.int().min(1).max(100_000),
  mode: ScanMode,
  /** Sides of which no page has come and none will: who fed them has looked. */
  missed: z.int().min(1).max(1000).optional(),
})
export type SheetCount = z.infer<typeof SheetCount>
