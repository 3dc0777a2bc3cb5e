/** Settings, snapshots and the pointer of a paper lie in one partition; what a snapshot holds are objects. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import { ChangeSet } from '#shared/analysis/changes/change.types.ts'
import { PaperSettings, Publication, Snapshot } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { ExamId, JobId, PaperId, UserId } from '#shared/kit/ids.ts'
import { goesAt, lifeOfKey } from '#shared/kit/lifetime.ts'
import { dayKey } from '#shared/kit/time.ts'
import { examOf, ownerSchool, paperOf as paperNow } from '#functions/exam/exam.public.ts'
import { objectKey } from '#functions/kit/objects.ts'
import { cleaned, stays, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { settingOf } from '#functions/school/roster/school.public.ts'
import { sizes } from './sizes.ts'

const table = 'TABLE_ANALYSIS'
const paperOf = (of: { paperId: string }): string => `paper#${of.paperId}`
const padded = (v: number): string => String(v).padStart(6, '0')

export const publications = rows({
  table,
  schema: Publication,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'publication' })),
  personal: 'staff',
  key: (of: { paperId: string }) => ({ pk: paperOf(of), sk: 'publication' }),
})

export const snapshots = rows({
  table,
  schema: Snapshot,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'snapshot#' })),
  personal: 'staff',
  key: (of: { paperId: string; v: number }) => ({ pk: paperOf(of), sk: `snapshot#${padded(of.v)}` }),
})

export const settings = rows({
  table,
  schema: PaperSettings,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'settings' })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: paperOf(of), sk: 'settings' }),
})

export const changeSets = rows({
  table,
  schema: ChangeSet,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'change#' })),
  // Who broke a bound is named.
  personal: cleaned,
  key: (of: { paperId: string; changeId: string }) => ({ pk: paperOf(of), sk: `change#${of.changeId}` }),
})

/**
 * A hash that readers can hold what they were shown against: over a published version, or over a file of evidence. It is read
 * without an account; it says when, and nothing of what or of whom.
 */
const PublishedRoot = z.object({
  schema: z.literal(1),
  root: z.string(),
  kind: z.enum(['version', 'evidence']),
  at: z.int(),
  /** Of a version of scores: whose. */
  paperId: PaperId.optional(),
  v: z.int().optional(),
  /** Of a file of evidence: the digest of all its bytes. */
  file: z.string().optional(),
})
export const roots = rows({
  table,
  schema: PublishedRoot,
  hangsOn: stays('what was published is verified when its exam is long gone'),
  personal: 'nothing',
  key: (of: { root: string }) => ({ pk: `root#${of.root}`, sk: 'root' }),
  index: (r) => ({ gsi1pk: `roots#${dayKey(r.at)}`, gsi1sk: `${r.at}#${r.root}` }),
})

/** A file that was made of an exam's results: as long as its object. */
export const ExamFile = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  jobId: JobId,
  courseName: z.string(),
  act: z.string(),
  key: z.string(),
  name: z.string(),
  size: z.int(),
  by: UserId,
  byName: z.string(),
  at: z.int(),
})
export type ExamFile = z.infer<typeof ExamFile>

/** When the object goes, which was made after its job began. */
export const fileUntil = ({ key, at }: Pick<ExamFile, 'key' | 'at'>): number => goesAt(lifeOfKey(key) ?? 'month', at)

export const examFiles = rows({
  table,
  schema: ExamFile,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'file#' })),
  personal: 'staff',
  // By the job, whose id is of its time.
  key: (of: { examId: string; jobId: string }) => ({ pk: `exam#${of.examId}`, sk: `file#${of.jobId}` }),
  ttl: (f) => Math.floor(fileUntil(f) / 1000),
})

/** The files of an exam, the newest first. */
export const filesOf = (examId: string, limit: number): Promise<ExamFile[]> =>
  examFiles.query(`exam#${examId}`, { prefix: 'file#', reverse: true, limit, consistent: true })

/** Newest first: their ids are of their time. */
export const changeSetsOf = (paperId: string): Promise<ChangeSet[]> =>
  changeSets.query(`paper#${paperId}`, { prefix: 'change#', reverse: true, consistent: true })

/** Oldest first. */
export const snapshotsOf = (paperId: string): Promise<Snapshot[]> =>
  snapshots.query(`paper#${paperId}`, { prefix: 'snapshot#', consistent: true })

/** What a paper begins with: the school's report setting, or its grade's. */
const begunWith = async (
  paperId: string,
): Promise<Pick<PaperSettings, 'report' | 'studentRank' | 'teacherTotalRank'>> => {
  const paper = await paperNow(paperId)
  const exam = paper && (await examOf(paper.examId))
  const school = exam && (await ownerSchool(exam))
  if (!school) return { report: ReportSettings.parse({}), studentRank: false, teacherTotalRank: true }
  const of = await settingOf(school.schoolId, 'reportSetting', school.gradeId)
  const [excellent, good, pass, low] = [of.excellent, of.good, of.pass, of.low].map((percent) => percent / 100)
  return {
    report: ReportSettings.parse({ deviation: of.deviation, rates: { excellent, good, pass, low } }),
    studentRank: of.studentRank,
    teacherTotalRank: of.teacherTotalRank,
  }
}

/** What a paper has until it is changed: version 0, not stored. */
export const settingsOf = async (paperId: Paper['paperId']): Promise<PaperSettings> =>
  (await settings.get({ paperId })) ?? { schema: 1, paperId, ...(await begunWith(paperId)), version: 0 }

type Numbered =
  | 'part'
  | 'tally'
  | 'pages'
  | 'proof'
  | 'standing'
  | 'lines'
  | 'offsets'
  | 'classes'
  | 'schools'
  | 'areas'
  | 'groups'
  | 'combinations'
  | 'tags'
  | 'tagSets'
  | 'homes'
  | 'sorted'
/**
 * The objects of a version. Of all: what its shards share (`head`), the report without its classes, where things lie
 * (`index`). Of each shard: scores (`part`, Parquet), sums (`tally`), pictures, the totals of its classes (`standing`),
 * what of its candidates is published (`proof`), the transcript's lines and where each range of totals begins in them. Further: figures by classes and by
 * schools, and the transcript in its order.
 */
export type Part =
  | 'head.json'
  | 'report.json'
  | 'index.json'
  | 'shards.jsonl'
  | 'ranges.jsonl'
  | `${Numbered}-${string}.json`
  | `scores-${string}.parquet`

export const numbered = <N extends Numbered>(name: N, n: number): `${N}-${string}.json` =>
  `${name}-${String(n).padStart(5, '0')}.json`

/** Every object of a version lies under its own `vN`; none is ever written twice with other content. */
export const partKey = (of: { paperId: string; owner: string }, v: number, part: Part): string =>
  objectKey(of.paperId, of.owner, 'analysis', of.paperId, `v${v}`, part)

/** In which pack of a shard's results a student's lies: the same for every version of so many students. */
export const packOf = (studentId: string, students: number): number =>
  parseInt(createHash('sha256').update(studentId).digest('hex').slice(0, 8), 16) % packsOf(students)
export const packsOf = (students: number): number => Math.max(1, Math.ceil(students / sizes.pack))

/** Results of some students of a shard together, since a store is paid by the object; spread, for a million read them in ten minutes. */
export const resultsKey = (of: { paperId: string; owner: string }, v: number, part: number, pack: number): string => {
  const name = `${String(part).padStart(5, '0')}-${String(pack).padStart(3, '0')}.json`
  return objectKey(`${of.paperId}${name}`, of.owner, 'analysis', of.paperId, `results-v${v}`, name)
}

/** What a change set changes, and what replaying it told: written once each. */
export const changeKey = (of: { paperId: string; owner: string }, changeId: string, part: string): string =>
  objectKey(changeId, of.owner, 'analysis', of.paperId, `change-${changeId}`, part)
