/**
 * Reads the table's stream: counters follow pages, batches and scripts. Records come twice, late and out of order; a
 * record says only *what* changed, what it counts for is read from the rows as they are now.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { memo } from '#functions/kit/memo.ts'
import { followStream } from '#functions/kit/stream.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { countScripts, countSheets, pageUnit } from './counts.ts'
import { batchPlaces, pageAfter } from './scan.store.ts'

const paperNow = memo(60, paperOf, { keep: (paper) => paper !== null })
const placeNow = memo(60, async (batchId: string) => batchPlaces.get({ batchId }), { keep: (at) => at !== null })

/** Where a page begins or ceases to wait, the page after it may follow it. */
const leadsAnew = ({ dynamodb }: DynamoDBRecord): boolean =>
  dynamodb?.OldImage?.['waits']?.BOOL !== dynamodb?.NewImage?.['waits']?.BOOL

/** What these records touch: pages by batch, batches and students by paper. */
export const touchedBy = (records: readonly DynamoDBRecord[]) => {
  const pages = new Map<string, { batchId: string; no: string; leads: boolean }>()
  const batches: { paperId: string; batchId: string }[] = []
  const students = new Map<string, Set<string>>()
  for (const record of records) {
    const [kind, first = '', third] = (record.dynamodb?.Keys?.['pk']?.S ?? '').split('#')
    const [what, name = ''] = (record.dynamodb?.Keys?.['sk']?.S ?? '').split('#')
    if (kind === 'batch' && what === 'page') {
      const at = { batchId: first, no: name }
      const known = pages.get(pageUnit(at))
      pages.set(pageUnit(at), { ...at, leads: (known?.leads ?? false) || leadsAnew(record) })
    }
    if (kind === 'paper' && what === 'batch') batches.push({ paperId: first, batchId: name })
    if (kind === 'script' && third) students.set(first, (students.get(first) ?? new Set<string>()).add(third))
  }
  return { pages: [...pages.values()], batches, students }
}

const count = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const { pages, batches, students } = touchedBy(records)
  const units = new Map<string, Set<string>>()
  const note = (paperId: string, unit: string) => units.set(paperId, (units.get(paperId) ?? new Set()).add(unit))
  for (const { paperId, batchId } of batches) note(paperId, batchId)
  for (const page of pages) {
    const at = await placeNow(page.batchId)
    if (!at) continue
    note(at.paperId, pageUnit(page))
    const next = page.leads ? await pageAfter(page) : null
    if (next?.numberless) note(at.paperId, pageUnit(next))
  }
  await Promise.all([
    ...[...units].map(([paperId, own]) => countSheets(paperId, [...own])),
    ...[...students].map(async ([paperId, own]) => {
      const paper = await paperNow(paperId)
      if (paper) await countScripts(paper, [...own])
    }),
  ])
}

export const handler = followStream('scan-stream', count)
