/** A version's objects, read by one version number each: never a mix of two. */
import type { ClassFigures, PaperReport } from '#shared/analysis/analysis.types.ts'
import type {
  ChangeRow,
  PartFacts,
  SnapshotColumns,
  SnapshotHead,
  SnapshotIndex,
  SortedRange,
  StudentResult,
  TranscriptRow,
} from '#shared/analysis/publication.types.ts'
import type { OwnCorrections } from '#shared/analysis/corrections.rules.ts'
import { setsOfSchools } from '#shared/analysis/publication.rules.ts'
import type { SetAxis } from '#shared/analysis/publication.rules.ts'
import type { ClassTotals } from '#shared/analysis/stats/shard.ts'
import type { TagSet } from '#shared/analysis/tags/counted.rules.ts'
import { setsAt } from '#shared/analysis/tags/tallies.rules.ts'
import type { FigureAxis, Tallies } from '#shared/analysis/tags/tallies.rules.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import { candidateOf } from '#functions/exam/exam.public.ts'
import { getJson, getObject, ObjectMissing } from '#functions/kit/objects.ts'
import { numbered, packOf, partKey, publications, resultsKey, snapshotsOf } from './analysis.store.ts'
import type { Part } from './analysis.store.ts'
import { sizes } from './sizes.ts'

/** `at`: since when it is read. */
export type Version = { v: number; published: boolean; at?: number }
type Of = Pick<Paper, 'paperId' | 'owner'>

/**
 * Which version is read: the published one; for who manages the exam, failing that, the newest whole snapshot. null:
 * there is nothing to be seen yet.
 */
export const versionFor = async (paper: Pick<Paper, 'paperId'>, mayManage: boolean): Promise<Version | null> => {
  const publication = await publications.get({ paperId: paper.paperId })
  if (publication && publication.current !== null) {
    const { current: v, publishedAt: at } = publication
    return { v, published: true, ...(at === undefined ? {} : { at }) }
  }
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

// Versions never change, so what was read is kept; the oldest goes when much is read.
const mostKept = 24
const kept = new Map<string, Promise<unknown>>()
const read = <T>(paper: Of, v: number, part: Part): Promise<T> => {
  const key = partKey(paper, v, part)
  const known = kept.get(key)
  if (known) return known as Promise<T>
  const asked = getJson<T>(key)
  asked.catch(() => kept.delete(key))
  kept.set(key, asked)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return asked
}

/** By candidate: the digest of the journal's rows ('' where there are none), and the last of them. */
export type JournalColumn = [digest: string, last: number][]

/** `changes`: whose total the version published before tells otherwise. */
export type StoredPart = {
  columns: SnapshotColumns
  facts: PartFacts
  changes: ChangeRow[]
  /** What readers were told otherwise before. */
  corrected?: OwnCorrections
  /** The same before the change sets that lie over it, where there are any. */
  base?: SnapshotColumns
  /** What the journal held; absent of versions from before it was kept. */
  journal?: JournalColumn
}
/** `sets`: the same sums of candidates by all of their tags, where any has one. */
export type StoredTally = Omit<Tallies, 'tally'> & { tally: Tallies['tally'] | null; facts: PartFacts; sets?: TagSet[] }
export type StoredPages = Record<string, StudentReading['pages']>

export const headOf = (paper: Of, v: number): Promise<SnapshotHead> => read(paper, v, 'head.json')
/** All but the figures of classes. */
export const reportOf = (paper: Of, v: number): Promise<PaperReport> => read(paper, v, 'report.json')
export const indexOf = (paper: Of, v: number): Promise<SnapshotIndex> => read(paper, v, 'index.json')

// Shards are read by code that goes through many of them, or for one page: they are not kept.
const readPart = <T>(paper: Of, v: number, part: Part): Promise<T> => getJson<T>(partKey(paper, v, part))
export const partOf = (paper: Of, v: number, part: number): Promise<StoredPart> =>
  readPart(paper, v, numbered('part', part))
export const tallyIn = (paper: Of, v: number, part: number): Promise<StoredTally> =>
  readPart(paper, v, numbered('tally', part))
export const pagesIn = (paper: Of, v: number, part: number): Promise<StoredPages> =>
  readPart(paper, v, numbered('pages', part))
/** The leaves of a shard's candidates, in their order there. */
export const proofIn = (paper: Of, v: number, part: number): Promise<string[]> =>
  readPart(paper, v, numbered('proof', part))
export const standingIn = (paper: Of, v: number, part: number): Promise<ClassTotals[]> =>
  readPart(paper, v, numbered('standing', part))
export const sortedIn = (paper: Of, v: number, range: number): Promise<TranscriptRow[]> =>
  read(paper, v, numbered('sorted', range))
export const offsetsIn = (paper: Of, v: number, part: number): Promise<[from: number, to: number][]> =>
  readPart(paper, v, numbered('offsets', part))

/** The shards in which a candidate may be. */
export const shardsNear = async (paper: Of, v: number, studentId: string): Promise<SnapshotIndex['parts']> => {
  const [head, { parts }] = await Promise.all([headOf(paper, v), indexOf(paper, v)])
  const near = parts.filter((p) => p.from <= studentId && studentId < p.before)
  const schoolId = near.length > 1 ? (await candidateOf(head, studentId))?.schoolId : near[0]?.schoolId
  return near.filter((p) => p.schoolId === schoolId)
}

/**
 * One student's result; null for who is none of the candidates. Where schools' stretches of ids lie into one another, the
 * candidate's school says which shard it is.
 */
export const resultIn = async (paper: Of, v: number, studentId: string): Promise<StudentResult | null> => {
  for (const { part, students } of await shardsNear(paper, v, studentId)) {
    const pack = await getIfThere<StudentResult[]>(resultsKey(paper, v, part, packOf(studentId, students)))
    const own = pack?.find((r) => r.studentId === studentId)
    if (own) return own
  }
  return null
}

/** Lines of JSON as values. */
export const linesOf = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((l) => l !== '')
    .map((l) => JSON.parse(l) as T)

/** A shard's lines of the transcript. */
export const linesIn = async (paper: Of, v: number, part: number): Promise<TranscriptRow[]> =>
  linesOf<TranscriptRow>((await getObject(partKey(paper, v, numbered('lines', part)))).toString('utf8'))

/** The items of a manifest. */
export const manifestOf = async <T>(key: string): Promise<T[]> => linesOf<T>((await getObject(key)).toString('utf8'))

const figuresAt = async (
  paper: Of,
  v: number,
  axis: FigureAxis,
  wanted: ReadonlySet<number>,
): Promise<ClassFigures[]> => {
  const pages = [...new Set([...wanted].map((i) => Math.floor(i / sizes.classes)))].sort((a, b) => a - b)
  const found = await Promise.all(pages.map((n) => read<ClassFigures[]>(paper, v, numbered(axis, n))))
  return found.flat().filter((c) => wanted.has(c.classIndex))
}

/** The figures of some classes (by index), or of all. */
export const classFiguresOf = (
  paper: Of,
  v: number,
  head: Pick<SnapshotHead, 'classes'>,
  wanted: ReadonlySet<number> | null,
): Promise<ClassFigures[]> => figuresAt(paper, v, 'classes', wanted ?? new Set(head.classes.keys()))

/** The figures of some schools (by index). */
export const schoolFiguresOf = (paper: Of, v: number, wanted: ReadonlySet<number>): Promise<ClassFigures[]> =>
  figuresAt(paper, v, 'schools', wanted)

/** The figures of all sets of schools: of areas, or of the organiser's groups. */
export const setFiguresOf = (
  paper: Of,
  v: number,
  { schools = [] }: Pick<SnapshotHead, 'schools'>,
  axis: SetAxis,
): Promise<ClassFigures[]> => figuresAt(paper, v, setsAt[axis], new Set(setsOfSchools(schools)[axis].keys()))

/** The figures of all combinations of chosen courses. */
export const combinationFiguresOf = (
  paper: Of,
  v: number,
  { combinations = [] }: Pick<SnapshotHead, 'combinations'>,
): Promise<ClassFigures[]> => figuresAt(paper, v, 'combinations', new Set(combinations.keys()))

/** The figures of all tags, and of who has none. */
export const tagFiguresOf = (
  paper: Of,
  v: number,
  { tags = [] }: Pick<SnapshotHead, 'tags'>,
): Promise<ClassFigures[]> => figuresAt(paper, v, 'tags', new Set(tags.keys()))

/** The sums of one part of the candidates (`tagSets` of the index). */
export const tagSetIn = (paper: Of, v: number, set: number): Promise<Tallies> =>
  readPart(paper, v, numbered('tagSets', set))

/** The figures of administrative classes (by index), where the course walks. */
export const homeFiguresOf = (paper: Of, v: number, wanted: ReadonlySet<number>): Promise<ClassFigures[]> =>
  figuresAt(paper, v, 'homes', wanted)

/** The part of a transcript's lines that lies in a range, in order. */
export const rangesBetween = (
  index: Pick<SnapshotIndex, 'ranges'>,
  from: number,
  to: number,
): { range: SortedRange; skip: number }[] => {
  const found: { range: SortedRange; skip: number }[] = []
  let at = 0
  for (const range of index.ranges) {
    if (at + range.students > from && at < to) found.push({ range, skip: Math.max(0, from - at) })
    at += range.students
  }
  return found
}
