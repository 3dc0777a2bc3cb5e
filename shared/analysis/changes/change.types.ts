/**
 * A change set: what is changed of the scores of a paper, as a value. It never touches a mark, a reading or a key: it is
 * laid over them when a version is made, and its opposite takes it off again.
 */
import * as z from 'zod'
import type { BandScheme } from '../stats/assigned.schemes.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { ChangeId, JobId, PaperId, QuestionId, StudentId, Tenant, UserId } from '#shared/kit/ids.ts'
import { changeTools } from './change.tools.ts'

const Points = z.int().min(0).max(100_000)
/** Letters in order, as paper A prints them; true and false are T and F. */
const Letters = z.string().regex(/^([A-Z]{1,26})$/)
const Students = z.array(StudentId).min(1).max(5000)

/** What one edit does. Scores are hundredths. */
export const ChangeEdit = z.discriminatedUnion('kind', [
  /**
   * The key: each accepted choice with what it earns. The first is the key that is shown; of a multiple choice a part of
   * it without a wrong letter earns by its number of letters (`tiers`), or the half score where there are none.
   */
  z.object({
    kind: z.literal('key'),
    questionId: QuestionId,
    accepted: z
      .array(z.object({ letters: Letters, points: Points }))
      .min(1)
      .max(26),
    tiers: z
      .array(z.object({ right: z.int().min(1).max(25), points: Points }))
      .max(25)
      .optional(),
  }),
  /** Its full mark to all who sat the paper. */
  z.object({ kind: z.literal('all'), questionId: QuestionId }),
  /** Voided: the question is no part of the paper any more. */
  z.object({ kind: z.literal('drop'), questionId: QuestionId }),
  /** A bonus or a penalty to those named, within 0 and the full mark. */
  z.object({
    kind: z.literal('add'),
    questionId: QuestionId,
    by: z.int().min(-100_000).max(100_000),
    studentIds: Students,
  }),
  /** One student's score of one question. */
  z.object({
    kind: z.literal('set'),
    questionId: QuestionId,
    studentId: StudentId,
    score: Points,
    /** What was chosen, where a score comes with its answer from another paper. */
    letters: z
      .string()
      .regex(/^[A-Z]*$/)
      .optional(),
  }),
  /** A question of another paper, behind those that are there: all who sat this one begin with 0 of it. */
  z.object({ kind: z.literal('bring'), questionId: QuestionId, question: PaperQuestion }),
  /** Another full mark: scores stay, are scaled with it, or are cut at it. */
  z.object({
    kind: z.literal('full'),
    questionId: QuestionId,
    fullScore: Points.min(1),
    how: z.enum(['keep', 'scale', 'cap']),
  }),
  /** Another type: what figures by type count it to; of choices also by which rule a key earns. Scores stay until a key says. */
  z.object({ kind: z.literal('type'), questionId: QuestionId, unitType: z.int().min(1).max(7) }),
  /**
   * Absent or void: sat it, and is counted as absent. Zero: sat it, and earns nothing. Exempt: with a sheet or without, is
   * no candidate of its figures.
   */
  z.object({ kind: z.literal('state'), state: z.enum(['absent', 'void', 'zero', 'exempt']), studentIds: Students }),
  /** A question, or of a total a paper, counts so many per cent: its full mark and its scores with it. 0 takes it out. */
  z.object({ kind: z.literal('weigh'), questionId: QuestionId, percent: z.int().min(0).max(1000) }),
  /** Of a total: the scores of a paper become those of a scheme (赋分), among all who sat that paper. */
  z.object({ kind: z.literal('assign'), questionId: QuestionId, scheme: z.custom<BandScheme>() }),
])
export type ChangeEdit = z.infer<typeof ChangeEdit>

/** How a question earns under the key edits in force: what another change of it begins with. */
export const KeyNow = z.object({
  accepted: z.array(z.object({ letters: z.string(), points: z.int() })),
  tiers: z.array(z.object({ right: z.int(), points: z.int() })).optional(),
  /** Its full mark is given to all since: a key would take that back. */
  all: z.literal(true).optional(),
})
export type KeyNow = z.infer<typeof KeyNow>

/** How many have which score of a paper: what a scheme is applied to. */
export const Cohort = z.object({ n: z.int(), values: z.array(z.int()), counts: z.array(z.int()) })
export type Cohort = z.infer<typeof Cohort>
/** By item of a total: a version keeps those that its assigned scores are of. */
export const Cohorts = z.record(z.string(), Cohort)
export type Cohorts = z.infer<typeof Cohorts>

/** What puts a question right for all who sat: taken while marking is going on, so that the first publication has it. */
export const earlyKinds: readonly ChangeEdit['kind'][] = ['key', 'all', 'drop']
/** The tools that have such edits. */
export const earlyTools: readonly ChangeTool[] = ['answer-edit', 'maneuver-score']

export const ChangeTool = z.enum(changeTools)
export type ChangeTool = z.infer<typeof ChangeTool>
/** Those that change a total: its items are papers. */
export const totalTools: readonly ChangeTool[] = ['question-conversion', 'senior']

/**
 * What comes of another paper, by student. score: its total, of another exam. course: its total, of the same exam. question:
 * its questions, side by side. question-cover: its questions over those of the same number.
 */
export const mergeModes = ['score', 'course', 'question', 'question-cover'] as const
export const Merge = z.object({
  mode: z.enum(mergeModes),
  from: PaperId,
  /** The version of it that is taken. */
  v: z.int(),
  /** How candidates count who have no score there: 0 of what comes, or in no total. Who is covered keeps the own score. */
  lacking: z.enum(['zero', 'absent']),
})
export type Merge = z.infer<typeof Merge>

/** So many scores come with a merger at most. */
export const mostMerged = 100_000
/** So many edits are in one set at most: a file of scores. */
export const mostEdits = 20_000
/** So many sets a paper may have, with those that take others off. */
export const mostChanges = 100

/** A set among those in force, in their order; `undoes`: the set that it takes off. */
export const ChangeEntry = z.object({ changeId: ChangeId, undoes: ChangeId.optional() })
export type ChangeEntry = z.infer<typeof ChangeEntry>

/** What replaying it found, all shards together. */
export const ReplayFacts = z.object({
  students: z.int(),
  /** Candidates of whom anything is told otherwise, and whose total rises and falls. */
  changed: z.int(),
  up: z.int(),
  down: z.int(),
  /** Above a full mark, and such as two computations tell differently: neither can be signed. */
  broken: z.int(),
  brokenNamed: z.array(z.string()),
  differing: z.int(),
  unfinished: z.int(),
  /** Replayed while marking was going on: of what is not marked yet neither side has anything. */
  early: z.literal(true).optional(),
  fullBefore: z.int(),
  fullAfter: z.int(),
  /** Names the scores after it. */
  digest: z.string(),
})
export type ReplayFacts = z.infer<typeof ReplayFacts>

/** What was asked of a set and does not fit the questions any more: how many, and the first of them with why. */
export const LeftOut = z.object({
  n: z.int(),
  first: z.array(z.object({ studentId: StudentId, questionId: QuestionId, score: z.int(), why: z.string() })),
})
export type LeftOut = z.infer<typeof LeftOut>

/**
 * The row of a change set. What it changes lies in an object that is written once; the row says who, against what, and
 * how far it has come. Signed, it is on its way; in force, it stands among the publication's `changes`.
 */
export const ChangeSet = z.object({
  schema: z.literal(1),
  changeId: ChangeId,
  paperId: PaperId,
  owner: Tenant,
  tool: ChangeTool,
  /** In words, as lists show it: the edits themselves, or of a set that takes another off that one. */
  says: z.array(z.string()).max(20),
  edits: z.int(),
  /** Its edits name candidates by number still: the job finds who they are. `refused`: it found what cannot be. */
  byNumber: z.literal(true).optional(),
  refused: z.string().optional(),
  /** What its edits are made of by the job, which then says how many there are. */
  gathers: z.enum(['appeals', 'merge']).optional(),
  merge: Merge.optional(),
  leftOut: LeftOut.optional(),
  undoes: ChangeId.optional(),
  madeBy: UserId,
  madeByName: z.string(),
  madeAt: z.int(),
  jobId: JobId,
  /** What it was replayed against: the published version, or none; and how many sets were in force. */
  against: z.int().nullable(),
  behind: z.int(),
  replayed: ReplayFacts.optional(),
  signed: z
    .object({ by: UserId, byName: z.string(), at: z.int(), reason: z.string(), jobId: JobId.optional() })
    .optional(),
  /** Since when it is in force, and as which version readers saw it first. */
  inForce: z.object({ at: z.int(), v: z.int().nullable() }).optional(),
  version: z.int(),
})
export type ChangeSet = z.infer<typeof ChangeSet>

/** The object beside it. */
export type ChangeValue = { schema: 1; edits: readonly ChangeEdit[]; leftOut?: LeftOut }
