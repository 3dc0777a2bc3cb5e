/** Snapshots of a paper's scores, the pointer to the published one, and what is read from them. */
import * as z from 'zod'
import { ClassId, ExamId, JobId, PaperId, QuestionId, SchoolId, StudentId, Tenant, UserId } from '#shared/kit/ids.ts'
import { PaperQuestion, RosterSlice } from '#shared/exam/exam.types.ts'
import { QuarterTurn } from '#shared/scan/ledger.types.ts'
import { Lying } from '#shared/scan/lying.types.ts'
import { ReportSettings } from './analysis.types.ts'
import { ChangeEntry, Cohorts } from './changes/change.types.ts'

/** How results are shown and computed; a snapshot keeps the settings that it was made with. */
export const PaperSettings = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  report: ReportSettings,
  /** Students and parents see the rank. Off unless the school says otherwise. */
  studentRank: z.boolean(),
  /** Teachers see the rank among all candidates, not only the rank in the class. */
  teacherTotalRank: z.boolean(),
  version: z.int(),
})
export type PaperSettings = z.infer<typeof PaperSettings>

/** One immutable picture of a paper's scores. Its row exists before its objects do; `ready` comes after all of them. */
export const Snapshot = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  v: z.int().min(1),
  jobId: JobId,
  ready: z.boolean(),
  madeAt: z.int(),
  madeBy: UserId,
  /** Made to be looked at before it is signed off; `comparedAt` comes when it can be. It is never published itself. */
  purpose: z.literal('preview').optional(),
  comparedAt: z.int().optional(),
})
export type Snapshot = z.infer<typeof Snapshot>

/** The one pointer of a paper: which snapshot readers see. Moved by compare-and-set on `version` (I14). */
export const Publication = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  /** null: nothing is published. */
  current: z.int().nullable(),
  /** The job that moved the pointer last. */
  movedBy: JobId.optional(),
  publishedAt: z.int().optional(),
  /** A publication on its way; another request replaces it, and the older job then publishes nothing. */
  pending: z.object({ jobId: JobId, at: z.int().optional(), by: UserId, since: z.int() }).optional(),
  /** Taken back, until it is published again: which version readers had seen, since when, and why it is not there. */
  withdrawn: z.object({ v: z.int(), since: z.int().optional(), at: z.int(), reason: z.string() }).optional(),
  /** Of a total that a person has withdrawn: it does not follow its papers until it is published by hand. */
  stopped: z.literal(true).optional(),
  /** Every change set that was ever put in force, in order; those that take others off are among them. */
  changes: z.array(ChangeEntry).optional(),
  version: z.int(),
})
export type Publication = z.infer<typeof Publication>

/**
 * `exempt` (免考): excused from the paper, and so no candidate of any of its figures. `unmarked` (未评完): sat it, and marking
 * was ended by force before every answer had its mark; no figure counts it either.
 */
export const CandidateState = z.enum(['present', 'absent', 'missing', 'void', 'exempt', 'unmarked'])
export type CandidateState = z.infer<typeof CandidateState>

/**
 * A stretch of the roster, and the shard of a snapshot that is made of it. Where schools' stretches lie into one another,
 * `watch` is the stretch in which this slice looks for scripts of no roster.
 */
export const SnapshotSlice = RosterSlice.extend({
  part: z.int(),
  watch: z.object({ from: z.string(), before: z.string() }).optional(),
})
export type SnapshotSlice = z.infer<typeof SnapshotSlice>

/** Why a publication tells otherwise than the one before, for all candidates. */
export const CorrectionWhy = z.object({ questionId: QuestionId, kind: z.enum(['key', 'question']), text: z.string() })
export type CorrectionWhy = z.infer<typeof CorrectionWhy>
/** One after readers had seen a version: `over`; `at`: since when they read what came then, once that is known. */
export const Correction = z.object({
  over: z.int(),
  at: z.int().optional(),
  why: z.array(CorrectionWhy),
  /** Nothing was wrong before: scores of a total were assigned by rank, or are so no more. */
  assigned: z.boolean().optional(),
  /** Of these: they are so no more. */
  off: z.boolean().optional(),
  /** What came to it that is no question's: late sheets, corrected scores, papers of a total; in words. */
  because: z.array(z.string()).optional(),
})
export type Correction = z.infer<typeof Correction>
/** What one candidate had before and has since: the total, and each question that differs. */
export const OwnCorrection = z.object({
  over: z.int(),
  before: z.int().nullable(),
  after: z.int().nullable(),
  items: z.array(z.tuple([QuestionId, z.int().nullable(), z.int().nullable()])),
})
export type OwnCorrection = z.infer<typeof OwnCorrection>

/** What all shards of a snapshot share: the paper and the settings as they were when it was begun. */
export const SnapshotHead = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  examName: z.string(),
  courseName: z.string(),
  gradeName: z.string(),
  examDate: z.int(),
  keyVersion: z.int(),
  madeAt: z.int(),
  questions: z.array(PaperQuestion),
  /** `school`: its place among the schools. */
  classes: z.array(z.object({ classId: ClassId, className: z.string(), school: z.int().optional() })),
  /** Where its course walks (走班): `classes` are teaching classes too, and these the administrative classes. */
  homes: z.array(z.object({ classId: ClassId, className: z.string(), school: z.int().optional() })).optional(),
  /** Of an exam of several schools. */
  schools: z
    .array(
      z.object({
        schoolId: SchoolId,
        schoolName: z.string(),
        area: z.string().optional(),
        groups: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  report: ReportSettings,
  studentRank: z.boolean(),
  teacherTotalRank: z.boolean(),
  /** Combinations of chosen courses (选科组合), where any were chosen. */
  combinations: z.array(z.string()).optional(),
  /** 考生标签, where any candidate has one; the last stands for who has none. */
  tags: z.array(z.string()).optional(),
  /** Of a total: the version of each of its papers. */
  of: z.array(z.object({ paperId: PaperId, v: z.int() })).optional(),
  /** The version that was published when this one was begun: what its changes are held against. */
  against: z.int().nullable().default(null),
  /** Where none was: the version that readers saw last, before it was withdrawn. */
  over: z.int().optional(),
  /** The change sets that lie over its scores, where there are any; `questions` are as they leave them, `base` as before. */
  changes: z.array(ChangeEntry).optional(),
  base: z.array(PaperQuestion).optional(),
  /** Of a total with assigned scores: what the scheme of each item was applied to. */
  cohorts: Cohorts.optional(),
  /** Keys that one letter group does not tell: several right answers, or given to all. */
  keys: z.record(z.string(), z.string()).optional(),
  /** The version whose scores it was made from, under other change sets; otherwise marks and readings were read. */
  from: z.int().optional(),
  /** Marking was ended by force: who lacks a score after all changes is no part of the figures. */
  cut: z.literal(true).optional(),
  /** What readers were told otherwise before, in order; the last is this version’s own, at the time of its publication. */
  corrections: z.array(Correction).optional(),
})
export type SnapshotHead = z.infer<typeof SnapshotHead>

/** The scores of a shard: columns by candidate. Everything else of the snapshot follows from them. */
export const SnapshotColumns = z.object({
  studentId: z.array(StudentId),
  studentName: z.array(z.string()),
  studentNumber: z.array(z.string()),
  /** Index into `classes`. */
  classOf: z.array(z.int()),
  /** Index into `homes`, where the course walks. */
  homeOf: z.array(z.int()).optional(),
  /** Which of the head's combinations, by name; absent where none of these has chosen. */
  combination: z.array(z.string()).optional(),
  /** The own tags of each, of which there may be several; absent where none of these has any. */
  tagged: z.array(z.array(z.string())).optional(),
  state: z.array(CandidateState),
  /** Candidates × questions, hundredths; [] for who has no script. */
  scores: z.array(z.array(z.int())),
  /** Letters chosen; [] for who has no script. */
  chosen: z.array(z.array(z.string())),
})
export type SnapshotColumns = z.infer<typeof SnapshotColumns>

/** A shard, or a whole small cohort, with what it is of. */
export const SnapshotData = SnapshotHead.extend(SnapshotColumns.shape)
export type SnapshotData = z.infer<typeof SnapshotData>

/** A candidate whose total another version tells otherwise. */
export const ChangeRow = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  state: CandidateState,
  before: z.int().nullable(),
  after: z.int().nullable(),
})
export type ChangeRow = z.infer<typeof ChangeRow>

/** How many stand in each state. */
export const StateCounts = z.object({
  present: z.int(),
  absent: z.int(),
  missing: z.int(),
  void: z.int(),
  exempt: z.int().optional(),
  unmarked: z.int().optional(),
})
export type StateCounts = z.infer<typeof StateCounts>

/** What a shard tells of itself; those of all shards, added up, decide whether the snapshot may be published. */
export const PartFacts = z.object({
  part: z.int(),
  students: z.int(),
  counts: StateCounts,
  /** Who has a script that change sets count as absent or exempt, or that was not marked to its end. */
  setOut: z.int().optional(),
  /** Present scripts that lack a score. */
  unfinished: z.int(),
  /** Students whose two computations differ (I11), and the names of some of them. */
  differing: z.int(),
  named: z.array(z.string()),
  /** Scripts of which it is not known which optional questions count, and whose scores break a bound; some of them. */
  undecided: z.int().optional(),
  undecidedNamed: z.array(z.string()).optional(),
  broken: z.int().optional(),
  brokenNamed: z.array(z.string()).optional(),
  /** Of these scores. */
  digest: z.string(),
  /** The root of the tree over its candidates; absent of versions from before there was one. */
  proof: z.string().optional(),
  /** Indexes of the classes in it, and of the administrative ones where the course walks. */
  classes: z.array(z.int()),
  homes: z.array(z.int()).optional(),
  /** Against the version that was published when this one was made: totals that differ, and that went up and down. */
  changed: z.int(),
  up: z.int(),
  down: z.int(),
  /** Of the changed, who had no total there: neither up nor down. */
  come: z.int().optional(),
  /** Of how many readers were once told otherwise, and of how many by this version. */
  corrected: z.int().optional(),
  correctedNow: z.int().optional(),
  /** Of the latter those who had a score before: whose sheets came late is told something new, and nothing otherwise. */
  retoldNow: z.int().optional(),
  /** Σ and number of totals in that version, and in this. */
  old: z.object({ sum: z.int(), n: z.int() }),
  next: z.object({ sum: z.int(), n: z.int() }),
})
export type PartFacts = z.infer<typeof PartFacts>

/** A stretch of the transcript in its order: totals `top` down to `bottom`; null for those without a total in some parts. */
export const SortedRange = z.object({
  range: z.int(),
  students: z.int(),
  top: z.int().nullable(),
  bottom: z.int().nullable(),
  fromPart: z.int(),
  toPart: z.int(),
})
export type SortedRange = z.infer<typeof SortedRange>

/** Where everything of a version lies: written when its shards have been added up. */
export const SnapshotIndex = z.object({
  parts: z.array(SnapshotSlice.extend(PartFacts.shape)),
  ranges: z.array(SortedRange),
  /** The tags of each part of candidates that has sums of its own (`tags/counted.rules.ts`); none of too many. */
  tagSets: z.array(z.array(z.string())).optional(),
  digest: z.string(),
  /** What is published of it, and what that is made of (`evidence/tree.rules.ts`). */
  proof: z.object({ root: z.string(), scheme: z.string(), candidates: z.string() }).optional(),
})
export type SnapshotIndex = z.infer<typeof SnapshotIndex>

/** One line of the transcript. Figures are null for who was not there. */
export const TranscriptRow = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  classId: ClassId,
  className: z.string(),
  /** The administrative class, where the course walks. */
  homeId: ClassId.optional(),
  homeName: z.string().optional(),
  state: CandidateState,
  total: z.int().nullable(),
  /** Among all candidates; null where the settings keep it from the caller. */
  rank: z.int().nullable(),
  classRank: z.int().nullable(),
  percentileRank: z.number().nullable(),
  t: z.number().nullable(),
  scores: z.array(z.int()),
  /** Places of optional questions that the student did not choose: no score, not a zero. */
  notTaken: z.array(z.int()).optional(),
  /** Places of optional questions of a group of which the student answered none: the group earns nothing. */
  undone: z.array(z.int()).optional(),
  /** Places of questions whose page was not handed in: nothing in the total, and no score of their own. */
  lacked: z.array(z.int()).optional(),
  /** Among which of the index's `tagSets`. */
  tagSet: z.int().optional(),
  /** What readers were told otherwise before. */
  corrected: z.array(OwnCorrection).optional(),
})
export type TranscriptRow = z.infer<typeof TranscriptRow>

export const ResultItem = z.object({
  questionId: QuestionId,
  number: z.string(),
  objective: z.boolean(),
  score: z.int(),
  fullScore: z.int(),
  /** The own choice and the key, for objective questions. */
  chosen: z.string().optional(),
  answer: z.string().optional(),
  /** True or false: T and F are words. */
  judged: z.boolean().optional(),
  /** Share of the full mark that all candidates got; null where the group is too small to be told. */
  scoreRate: z.number().nullable(),
  /** The page was not handed in. */
  lacked: z.boolean().optional(),
  /** One of several to choose from: the rate is of those who chose it. */
  optional: z.boolean().optional(),
})
export type ResultItem = z.infer<typeof ResultItem>

/** What a student and the parents see: written once per version, one object a student. */
export const StudentResult = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  v: z.int(),
  studentId: StudentId,
  examName: z.string(),
  courseName: z.string(),
  examDate: z.int(),
  studentName: z.string(),
  className: z.string(),
  state: CandidateState,
  total: z.int().nullable(),
  fullScore: z.int(),
  /** Only where the school allows it. */
  rank: z.int().nullable(),
  candidates: z.int().nullable(),
  items: z.array(ResultItem),
  /** Groups of optional questions of which none was answered, and what they are worth; `lacked`: their page is missing. */
  unanswered: z
    .array(z.object({ numbers: z.array(z.string()), fullScore: z.int(), lacked: z.boolean().optional() }))
    .optional(),
  /** Groups of which fewer were answered than are asked for: those that were not, how many more, and what they are worth. */
  short: z.array(z.object({ numbers: z.array(z.string()), left: z.int(), fullScore: z.int() })).optional(),
  /** Question numbers: full marks where most lost some, and losses where most did not. */
  wentWell: z.array(z.string()),
  doNext: z.array(z.string()),
  /** What its readers were told otherwise before. */
  corrected: z.array(OwnCorrection).optional(),
  pages: z.array(
    z.object({
      page: z.int(),
      key: z.string(),
      width: z.int(),
      height: z.int(),
      turn: QuarterTurn.optional(),
      lies: Lying.optional(),
    }),
  ),
})
export type StudentResult = z.infer<typeof StudentResult>
