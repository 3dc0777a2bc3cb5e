/**
 * The second reader of the table's stream: the counters follow scripts and bundles. It fails alone, and what it was told
 * comes again; the journal goes on.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { followStream } from '#functions/kit/stream.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { countBundles, countScripts } from './counts.ts'

/** Scripts and bundles that these records touch, by paper: what they count for is read from the rows as they are now. */
export const touchedBy = (records: readonly DynamoDBRecord[]) => {
  const scripts = new Map<string, Set<string>>()
  const bundles = new Map<string, Set<string>>()
  const note = (of: Map<string, Set<string>>, paperId: string, id: string) =>
    of.set(paperId, (of.get(paperId) ?? new Set()).add(id))
  for (const { dynamodb } of records) {
    const [kind, paperId, third] = (dynamodb?.Keys?.['pk']?.S ?? '').split('#')
    const sk = dynamodb?.Keys?.['sk']?.S ?? ''
    // Pictures, and where the work lies, count for nothing.
    if (kind === 'script' && paperId && third && sk !== 'images' && sk !== 'work') note(scripts, paperId, third)
    if (kind === 'bundles' && paperId) note(bundles, paperId, sk)
  }
  return { scripts, bundles }
}

export const handler = followStream('marking-projector', async (records) => {
  const { scripts, bundles } = touchedBy(records)
  await Promise.all([
    ...[...scripts].map(async ([paperId, students]) => {
      // Not remembered: a script counted under a key that has just been changed would be missing under the new one.
      const paper = await paperOf(paperId)
      if (paper) await countScripts(paper, [...students])
    }),
    ...[...bundles].map(([paperId, ids]) => countBundles(paperId, [...ids])),
  ])
})
