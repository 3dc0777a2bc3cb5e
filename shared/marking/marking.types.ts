/**
 * Scripts and marks are truth. A script is an item collection: one head, one packed item with the objective readings,
 * and one small item (< 1 KB) per subjective question with the mark of each role. A mark is one conditional update.
 */
import * as z from 'zod'
import {
  AttemptId,
  BundleId,
  ClassId,
  ExamId,
  JobId,
  PaperId,
  QuestionId,
  SchoolId,
  StudentId,
  Tenant,
  UserId,
} from '#shared/kit/ids.ts'
import { PenNotes } from '#shared/kit/pen/pen.types.ts'
import { ClassPool, ClassRule, mostPools } from './groups/class.types.ts'
import { Block, mostGroups, mostPrincipals } from './groups/group.types.ts'
import { ReadTime } from './groups/readTime.rules.ts'
import { LikeSet, mostInBundle } from './intelligent/sheet.types.ts'
import { mostSeeds, Seed } from './quality/seed.types.ts'

/** Why an answer is handed on instead of marked. */
export const problemReasons = {
  otherQuestion: '答在别处',
  unreadable: '图像不清',
  suspicious: '疑似雷同',
  other: '其他问题',
} as const

/** What was written on the answer; it goes where the mark goes (journal, arbitrator, history). */
const penned = { notes: PenNotes.optional() }

/** No answer, zero, absent and void are four different things (I6); the last two are the script's. */
export const MarkValue = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('score'),
    score: z.int().min(0).max(100_000),
    /** Of the question's rubric, a sign each: the score is what they come to. */
    points: z.string().max(20).optional(),
    ...penned,
  }),
  /** The marker saw that nothing was answered; it counts zero. */
  z.object({ kind: z.literal('noAnswer'), ...penned }),
  /** Goes to the arbitrator. */
  z.object({
    kind: z.literal('problem'),
    reason: z.enum(['otherQuestion', 'unreadable', 'suspicious', 'other']),
    ...penned,
  }),
])
export type MarkValue = z.infer<typeof MarkValue>

/**
 * What stands in a mark's place where marks were taken back: the answer waits for another, which none of these may give.
 * It comes as any mark does, so the journal tells it and what is late does not undo it.
 */
const VoidValue = z.object({
  kind: z.literal('void'),
  not: z.array(UserId).max(4).optional(),
  /** It stands in the place of a second mark that was asked for. */
  asked: z.literal(true).optional(),
})

/** Who marks: the first, the second, the third, the arbitrator. */
export const markRoles = ['first', 'second', 'third', 'final'] as const
export const MarkRole = z.enum(markRoles)
export type MarkRole = z.infer<typeof MarkRole>

/** A mark as it is stored. The attempt id makes a repeat harmless: the same id gives the same answer (I2). */
export const Mark = z.object({
  value: z.discriminatedUnion('kind', [...MarkValue.options, VoidValue]),
  by: UserId,
  at: z.int(),
  attemptId: AttemptId,
  /** Of the claim under which it was given: a lower one never overwrites a higher (I4). */
  epoch: z.int(),
  /** Image version that was marked (I10). */
  imageVersion: z.int(),
})
export type Mark = z.infer<typeof Mark>
/** A mark that counts. */
export type GivenMark = Omit<Mark, 'value'> & { value: MarkValue }

export const ScriptHead = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  studentId: StudentId,
  state: z.enum(['present', 'absent', 'missing', 'void']),
  imageVersion: z.int(),
  complete: z.boolean(),
  version: z.int(),
})
export type ScriptHead = z.infer<typeof ScriptHead>

/** All objective readings of a script in one item: letters, '' for blank; a question in doubt is absent. */
export const ObjectiveAnswers = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  chosen: z.record(z.string(), z.string()),
  /** Which paper the letters are of, where the card asks; ? while that is in doubt. Absent: paper A. */
  paperType: z.enum(['A', 'B', '?']).optional(),
  /** Optional questions: whether they were answered, where the card asks; one in doubt is absent. */
  picks: z.record(z.string(), z.boolean()).optional(),
  /** What a person has said of optional questions where that is not plain; it stands before `picks`, for these pictures. */
  decided: z.record(z.string(), z.boolean()).optional(),
  decidedFor: z.int().optional(),
  /** Questions whose page is not there: true once a person has confirmed that it was not handed in. */
  unseen: z.record(z.string(), z.boolean()).optional(),
  /** Of the reading that this is made of: an older one changes nothing. */
  seq: z.int().optional(),
  version: z.int(),
})
export type ObjectiveAnswers = z.infer<typeof ObjectiveAnswers>

/** One subjective question of one script: under 1 KB, so that a mark is one write unit. */
export const AnswerItem = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  questionId: QuestionId,
  imageVersion: z.int(),
  first: Mark.optional(),
  second: Mark.optional(),
  third: Mark.optional(),
  final: Mark.optional(),
  /** The picture of which a second mark was asked for, though its question is marked once. */
  asked: z.int().optional(),
  /** Marks that others took the place of, until the journal is known to tell them: what it lost can be had from here. */
  past: z.array(z.object({ role: MarkRole, mark: Mark })).optional(),
})
export type AnswerItem = z.infer<typeof AnswerItem>

/** A picture of an answer, by the versions of its script under which it was shown. */
export const ShownPicture = z.object({ picture: z.string(), from: z.int(), to: z.int() })
export type ShownPicture = z.infer<typeof ShownPicture>

/** Where the pictures of a script lie: what a marker is shown of it. Written before the answers' image version is raised. */
export const ScriptImages = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  imageVersion: z.int(),
  blocks: z.array(
    z.object({
      questionIds: z.array(z.string()),
      part: z.int(),
      /** Object key of the crop; pixels. */
      key: z.string(),
      width: z.int(),
      height: z.int(),
      likelyBlank: z.boolean(),
    }),
  ),
  /** Whole pages, for a question without a crop. */
  pages: z.array(z.object({ page: z.int(), key: z.string(), width: z.int(), height: z.int() })),
  /** Questions whose page is not there: nothing of them is shown or marked. */
  unseen: z.array(z.string()).optional(),
  /** By question, once a page was replaced: marks of a picture that comes back count again. */
  shown: z.record(z.string(), z.array(ShownPicture)).optional(),
  version: z.int(),
})
export type ScriptImages = z.infer<typeof ScriptImages>

/** A bundle of answers handed to one marker; a claim that is not renewed runs out, and its epoch goes up. */
export const Bundle = z.object({
  schema: z.literal(1),
  bundleId: BundleId,
  paperId: PaperId,
  questionId: QuestionId,
  role: MarkRole,
  studentIds: z.array(StudentId).max(mostInBundle),
  /** Groups of like answers, one after the other: how many, and how many at the beginning of each stand out. */
  sets: z.array(LikeSet).optional(),
  /** Answers whose mark is known, handed out among these under this claim; they are none of them. */
  seeds: z.array(Seed).max(mostSeeds).optional(),
  /** Of a joint exam, whose students they are where all are of one school: their teachers pass it by. */
  schoolId: SchoolId.optional(),
  /** Where each school marks its own: its queue is that school's. */
  apart: z.literal(true).optional(),
  /** Where marking goes by class, of which all of them are. */
  classId: ClassId.optional(),
  /** Who may not claim it: the holders of the same answers in the other role (I5). */
  excluded: z.array(UserId),
  state: z.enum(['queued', 'claimed', 'done']),
  holder: UserId.optional(),
  claimedUntil: z.int().optional(),
  doneAt: z.int().optional(),
  /** Of a done bundle: how long its holder took (`Worked`). */
  worked: z.object({ ms: z.int(), steps: z.int(), turns: z.int().optional(), marks: z.int().optional() }).optional(),
  /** Of a done bundle: on which days who gave its marks. */
  days: z.array(z.object({ by: UserId, days: z.array(z.int()) })).optional(),
  epoch: z.int(),
  version: z.int(),
})
export type Bundle = z.infer<typeof Bundle>

/** In which bundles the answers of a script lie, by question and role; written together with the bundles. */
export const ScriptWork = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  bundles: z.record(z.string(), BundleId),
  version: z.int(),
})
export type ScriptWork = z.infer<typeof ScriptWork>

/** Who marks what of a paper, and whether marking is open. */
export const Arrangement = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  /** `closing`: no mark is taken any more, and those on their way are waited for. */
  state: z.enum(['draft', 'open', 'closing', 'closed']),
  /** Users per question. No markers: every teacher of the course in the exam; no arbitrators: who manages the exam. */
  questions: z.array(z.object({ questionId: QuestionId, markers: z.array(UserId), arbitrators: z.array(UserId) })),
  /** Questions that are arranged together, with what is said to single markers. */
  blocks: z.array(Block).max(mostGroups).optional(),
  /** Who answers for the paper: they arbitrate where a question has no arbitrator of its own. */
  principals: z.array(UserId).max(mostPrincipals).optional(),
  /** Questions of which second marks were asked for, though they are marked once. */
  twice: z.array(QuestionId).max(400).optional(),
  /** Whose answers a marker is handed, where that goes by class. */
  classRule: ClassRule.optional(),
  classes: z.array(ClassPool).max(mostPools).optional(),
  /** Of a joint exam: each school marks its own answers; else no marker is handed the own school's. */
  ownSchools: z.literal(true).optional(),
  /** Between which times its answers are handed out. */
  readTime: ReadTime.optional(),
  /** Not on phones: its crops need a large screen. */
  largeScreen: z.literal(true).optional(),
  /** Questions whose answers are handed out in groups of like ones. */
  like: z.array(QuestionId).optional(),
  /** Reason given when marking was last opened although the sheet ledger did not balance. */
  override: z.string().optional(),
  /** The job that brings scores from a file: one at a time. */
  importing: JobId.optional(),
  /** The paper's `keyVersion` as that job has read it. */
  importingKey: z.int().optional(),
  /** When the scores of a file were last taken back, and whether all of them were. */
  emptied: z.object({ at: z.int(), whole: z.boolean() }).optional(),
  /** Ended by force, and since when: what lacks a mark is scored nowhere. */
  cut: z.object({ at: z.int() }).optional(),
  openedAt: z.int().optional(),
  /** Late answers are marked since then: marks that were given before are published, and stand. */
  reopenedAt: z.int().optional(),
  /** Every answer's bundle is noted beside its script: not so on papers opened before that was done. */
  noted: z.literal(true).optional(),
  version: z.int(),
})
export type Arrangement = z.infer<typeof Arrangement>

/** A score that a manager corrected after it stood, and why. Written together with the mark and the audit record (I16). */
export const ScoreFix = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  attemptId: AttemptId,
  studentId: StudentId,
  questionId: QuestionId,
  /** Hundredths. */
  before: z.int(),
  after: z.int(),
  reason: z.string(),
  by: UserId,
  byName: z.string(),
  at: z.int(),
})
export type ScoreFix = z.infer<typeof ScoreFix>

/** Choices of a script that were read or settled otherwise after its scores were released. */
export const LateChoice = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  at: z.int(),
})
export type LateChoice = z.infer<typeof LateChoice>

export const QuestionProgress = z.object({
  questionId: QuestionId,
  number: z.string(),
  /** Answers that need each role, and how many have it. */
  total: z.int(),
  first: z.int(),
  second: z.int(),
  third: z.int(),
  final: z.int(),
  needFinal: z.int(),
  problems: z.int(),
  /** Terminal: a score stands. */
  done: z.int(),
  /** One mark an answer is all that is asked for. */
  single: z.boolean().optional(),
})
export type QuestionProgress = z.infer<typeof QuestionProgress>

/** What stands in the place of letters where an optional question was not answered. */
export const notAnswered = '-'
/** The same where the page was not handed in, as a person has confirmed: it earns nothing, and no student answered it. */
export const pageMissing = '~'

/** Scores of a paper: rows follow `studentIds`, columns `questionIds`; hundredths; −1 where none stands yet. */
export const PaperScores = z.object({
  paperId: PaperId,
  keyVersion: z.int(),
  questionIds: z.array(QuestionId),
  studentIds: z.array(StudentId),
  /** `exempt`, `unmarked`: of a total alone, whose papers are published. */
  states: z.array(z.enum(['present', 'absent', 'missing', 'void', 'exempt', 'unmarked'])),
  scores: z.array(z.array(z.int())),
  /** Letters chosen, for objective questions; '' for blank and for subjective ones. */
  chosen: z.array(z.array(z.string())),
  /** Every question of every present script has a score. */
  complete: z.boolean(),
  unfinished: z.int(),
  /** Present scripts of which it is not known which optional questions count. */
  undecided: z.array(StudentId),
})
export type PaperScores = z.infer<typeof PaperScores>
