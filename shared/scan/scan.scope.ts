/** Who may ask what of scanning, and the fields that its calls have in common. */
import * as z from 'zod'
import { on } from '#shared/kit/call.ts'
import { BatchId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { scanProblems } from './scan.problems.ts'
import { PageState } from './sheet.types.ts'

/** Who scans and settles: the exam's managers and its creator. Who looks: all who oversee the exam. */
export const manages = { ...examManagers, scope: on('paper', 'paperId') } as const
export const looks = { ...examOverseers, scope: on('paper', 'paperId') } as const
export const managesBatch = { ...examManagers, scope: on('batch', 'batchId') } as const
export const looksBatch = { ...examOverseers, scope: on('batch', 'batchId') } as const

/** File, member of a zip, page of the file; b is the second page of a picture that was cut. */
export const PageNo = z.string().regex(/^\d{5}\.\d{5}\.\d{5}b?$/, '页码格式不正确')
/** One page under its version. */
export const onePage = { batchId: BatchId, no: PageNo, version: z.int() }
/** What a settlement answers of its page. */
export const settled = () => z.object({ state: PageState, waits: z.boolean(), version: z.int(), also: z.int() })
export const pageProblems = [commonProblems.stale, commonProblems.notFound, scanProblems.heldByOther]
