/** A version's objects, read by one version number each: never a mix of two. */
import type { PaperReport } from '#shared/analysis/analysis.types.ts'
import type { SnapshotData, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { getJson, ObjectMissing } from '#functions/kit/objects.ts'
import { partKey, publications, snapshotsOf } from './analysis.store.ts'
import type { Part } from './analysis.store.ts'

export type Version = { v: number; published: boolean }

/**
 * Which version is read: the published one; for who manages the exam, failing that, the newest whole snapshot. null:
 * there is nothing to be seen yet.
 */
export const versionFor = async (paper: Pick<Paper, 'paperId'>, mayManage: boolean): Promise<Version | null> => {
  const publication = await publications.get({ paperId: paper.paperId })
  if (publication && publication.current !== null) return { v: publication.current, published: true }
  if (!mayManage) return null
  const newest = (await snapshotsOf(paper.paperId)).findLast((s) => s.ready)
  return newest ? { v: newest.v, published: false } : null
}

/** An object, or null when it is not there; the store calls that "denied" to a role that may not list everything. */
export const getIfThere = async <T>(key: string): Promise<T | null> => {
  try {
    return await getJson<T>(key)
  } catch (error) {
    if (error instanceof ObjectMissing || (error instanceof Error && error.name === 'AccessDenied')) return null
    throw error
  }
}

// Versions never change, so what was read is kept; the oldest goes when many papers are read.
const mostKept = 24
const kept = new Map<string, Promise<unknown>>()
const read = (key: string): Promise<unknown> => {
  const known = kept.get(key)
  if (known) return known
  const asked = getJson<unknown>(key)
  asked.catch(() => kept.delete(key))
  kept.set(key, asked)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return asked
}

const partOf =
  <T>(part: Part) =>
  (paper: Pick<Paper, 'paperId' | 'owner'>, v: number): Promise<T> =>
    read(partKey(paper, v, part)) as Promise<T>

export const dataOf = partOf<SnapshotData>('data.json')
export const reportOf = partOf<PaperReport>('report.json')
export const transcriptOf = partOf<TranscriptRow[]>('transcript.json')
export const pagesOf = partOf<Record<string, StudentReading['pages']>>('pages.json')
