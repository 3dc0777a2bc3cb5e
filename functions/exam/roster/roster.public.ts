/** What the exam's roster is handed: sheets stand above it, so who puts the room together says who has any. */
import type { PaperId, StudentId } from '#shared/kit/ids.ts'

/** Of these students those who have sheets of the paper. */
export type SheetsOf = (paperId: PaperId, studentIds: readonly StudentId[]) => Promise<ReadonlySet<string>>
/** The same, and whether sheets of the paper are being read: whose they are is not known yet. */
export type SheetsNow = { sheetsOf: SheetsOf; isBeingRead: (paperId: PaperId) => Promise<boolean> }
