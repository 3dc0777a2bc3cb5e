/**
 * What is published so that it cannot be told otherwise later: of each candidate a leaf (what the version says, and what
 * the journal of marks held), of a shard and of a version the root of a tree over them. One candidate's leaf is held
 * against the root with some twenty hashes beside it, which say nothing about the others. Pure.
 */
import { canonical } from '#shared/kit/canonical.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import { utf8 } from '#shared/kit/text.ts'
import type { CandidateState, SnapshotHead } from '../publication.types.ts'

export const sha256Of = (value: unknown): string => new Sha256().update(utf8(canonical(value))).digest()

/** A page of a script and the digest of its picture; '' where none was kept. */
export type Sheet = { page: number; sha256: string }
export const sheetsFrom = (pages: readonly { page: number; sha256?: string | undefined }[]): Sheet[] =>
  pages.map(({ page, sha256 = '' }) => ({ page, sha256 })).sort((a, b) => a.page - b.page)

/**
 * What a version says of a candidate, the digest of the journal's rows that it follows from ('' of a total), and the
 * pictures that were marked (absent of versions from before they were in the leaf).
 */
export type LeafOf = {
  paperId: string
  studentId: string
  state: CandidateState
  scores: readonly number[]
  chosen: readonly string[]
  journal: string
  sheets?: readonly Sheet[] | undefined
}
export const leafOf = ({ paperId, studentId, state, scores, chosen, journal, sheets }: LeafOf): string =>
  sha256Of([
    'leaf',
    paperId,
    studentId,
    state,
    scores,
    chosen,
    journal,
    ...(sheets ? [sheets.map((s) => [s.page, s.sha256])] : []),
  ])

const joined = (left: string, right: string): string => sha256Of(['node', left, right])
/** The level above: pairs are joined, and who is left over goes up as it is. */
const above = (level: readonly string[]): string[] =>
  level.flatMap((left, i) => (i % 2 === 1 ? [] : i + 1 < level.length ? [joined(left, level[i + 1]!)] : [left]))

export const treeRoot = (leaves: readonly string[]): string => {
  let level = leaves
  while (level.length > 1) level = above(level)
  return level[0] ?? sha256Of(['none'])
}

/** A hash beside the way up, and on which side it stands. */
export type Step = { hash: string; left: boolean }

export const pathIn = (leaves: readonly string[], place: number): Step[] => {
  const path: Step[] = []
  for (let level = leaves, at = place; level.length > 1; level = above(level), at = Math.floor(at / 2)) {
    const beside = level[at ^ 1]
    if (beside !== undefined) path.push({ hash: beside, left: at % 2 === 1 })
  }
  return path
}

export const rootFrom = (leaf: string, path: readonly Step[]): string =>
  path.reduce((hash, step) => (step.left ? joined(step.hash, hash) : joined(hash, step.hash)), leaf)

/** By what the scores of a version were computed: its questions with their key, and the changes that lie over them. */
export type Scheme = Pick<SnapshotHead, 'keyVersion' | 'questions' | 'base' | 'changes' | 'keys'>
export const schemeOf = ({ keyVersion, questions, base, changes, keys }: SnapshotHead): Scheme => ({
  keyVersion,
  questions,
  ...(base ? { base } : {}),
  ...(changes ? { changes } : {}),
  ...(keys ? { keys } : {}),
})

/** The one hash that is published of a version. */
export const versionRoot = (of: { paperId: string; v: number; scheme: string; candidates: string }): string =>
  sha256Of(['qinghe.version', of.paperId, of.v, of.scheme, of.candidates])
