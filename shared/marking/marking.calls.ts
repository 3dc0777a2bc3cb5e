import * as z from 'zod'
import { PaperQuestion, Settling } from '#shared/exam/exam.types.ts'
import { call, on, self } from '#shared/kit/call.ts'
import { AttemptId, BundleId, JobId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { SheetLedger } from '#shared/scan/ledger.types.ts'
import { ClaimedBundle } from './claimed.types.ts'
import { markingProblems } from './marking.problems.ts'
import { markers } from './marking.scope.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { queryBool } from '#shared/kit/query.ts'
import { line, prose } from '#shared/kit/text.ts'
import { Arrangement, MarkRole, MarkValue, QuestionProgress, ScoreFix } from './marking.types.ts'

const ofPaper = { scope: on('paper', 'paperId') }
const arranges = { ...ofTool('adjust-read-arrange'), ...ofPaper }
const corrects = { ...ofTool('score-edit'), ...ofPaper }
const oversees = { ...examOverseers, ...ofPaper }
const marks = { ...markers, ...ofPaper }

export const arrangement = call('GET /api/exam/mark/arrange/detail', {
  summary: 'Who marks what of a paper, and what still stands in the way of marking',
  ...besideTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      arrangement: Arrangement,
      /** None for who marks a joint exam and does not manage it. */
      ledger: SheetLedger.nullable(),
      missingKeys: z.int(),
      /** Questions with fewer markers than each of their answers needs. */
      short: z.array(z.object({ questionId: QuestionId, number: z.string(), needs: z.int(), has: z.int() })),
      /** Classes of which answers have too few, where they are marked by class. */
      shortClasses: z.array(z.object({ className: z.string(), text: z.string() })),
      teachers: z.array(
        z.object({
          userId: UserId,
          teacherName: z.string(),
          classNames: z.array(z.string()),
          /** Of a joint exam: teachers of several schools have one name. */
          schoolName: z.string().optional(),
        }),
      ),
      /** Teachers of other courses in a school's own exam, who may be named as well: of many schools there are thousands. */
      others: z.array(z.object({ userId: UserId, teacherName: z.string(), classNames: z.array(z.string()) })),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          markers: PaperQuestion.shape.markers.unwrap(),
          tolerance: z.int(),
          settle: Settling.optional(),
          markStep: z.int().optional(),
          /** How many there are to mark, by what was scanned. */
          answers: z.int(),
        }),
      ),
      mayManage: z.boolean(),
    }),
  feeds: ['arrangement'],
})

export const saveArrangement = call('POST /api/exam/mark/handle/add/teacher', {
  summary: 'Say who marks and who arbitrates each question',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      questions: z
        .array(
          z.object({ questionId: QuestionId, markers: z.array(UserId).max(200), arbitrators: z.array(UserId).max(50) }),
        )
        .max(400),
      version: z.int(),
    }),
  output: () => Arrangement,
  problems: [
    markingProblems.arrangedClosed,
    markingProblems.notManager,
    markingProblems.foreignMarker,
    markingProblems.markersFull,
    commonProblems.stale,
  ],
  refreshes: ['arrangement', 'markingTasks'],
})

export const openMarking = call('POST /api/exam/mark/arrange/init', {
  summary: 'Make scripts and work from the readings and open marking; again to take in late pages',
  ...arranges,
  input: () => z.object({ paperId: PaperId, override: prose('请填写强制开启的原因', 2, 200).optional() }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    markingProblems.unbalanced,
    markingProblems.missingKeys,
    markingProblems.tooFewMarkers,
    markingProblems.tooFewInSchools,
    markingProblems.notManager,
  ],
  refreshes: ['arrangement', 'jobs'],
})

export const markingTasks = call('GET /api/exam/mark/handle/taskCount', {
  summary: 'The questions that the caller marks, with what is left of each',
  ...markers,
  scope: self,
  /** `like`: only questions whose answers are handed out in groups of like ones. */
  input: () => z.object({ like: queryBool().optional() }),
  output: () =>
    z.array(
      z.object({
        paperId: PaperId,
        questionId: QuestionId,
        examName: z.string(),
        courseName: z.string(),
        number: z.string(),
        fullScore: z.int(),
        role: MarkRole,
        total: z.int(),
        done: z.int(),
        mine: z.int(),
        /** What the caller may still do of it: not the other mark of an answer that they have marked. */
        left: z.int(),
        /** Of few that are left: how many would be handed out now. The others lie in bundles that others hold. */
        free: z.int().optional(),
        /** All that is left lies in the hands of other markers. */
        held: z.boolean(),
        /** Why no more is handed out to the caller: paused by who arranges, or as many as was said. */
        stopped: z.enum(['paused', 'quota', 'seeds']).optional(),
        /** A trial comes before live work, and how it stands. */
        trial: z.enum(['preparing', 'going', 'failed']).optional(),
        /** Answers of the own school are left to others, and are among those that are left. */
        ownApart: z.literal(true).optional(),
        /** Not on a phone. */
        largeScreen: z.literal(true).optional(),
        /** Its answers are handed out in groups of like ones. */
        like: z.literal(true).optional(),
        /** Its group's questions are marked on one desk: the first of them, and all of their numbers. */
        together: z.object({ lead: QuestionId, numbers: z.array(z.string()) }).optional(),
        /** It is not the time of marking yet, or any more. */
        shut: z.object({ why: z.enum(['early', 'late']), at: z.int() }).optional(),
        /** The password before marking is still to be entered. */
        locked: z.boolean().optional(),
      }),
    ),
  feeds: ['markingTasks'],
})

/** As many as a marker may hold of one question, where each is of one answer; of a group's questions three of each. */
export const mostBesides = 60

export const claimBundle = call('POST /api/exam/mark/handle/claim', {
  summary: 'Take the next bundle of a question; answers one already held, unless it is among `besides`',
  ...marks,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      /** Only work of this role; otherwise all that the caller may do, first marks before arbitration. */
      role: MarkRole.optional(),
      /** Bundles that the client still works at: the next one is fetched before they end. */
      besides: z.array(BundleId).max(mostBesides).optional(),
      /** Of a group's questions the first of which there is something, with the same answers of the others. */
      together: z.literal(true).optional(),
    }),
  output: () => ClaimedBundle,
  problems: [
    markingProblems.notOpen,
    markingProblems.notMarker,
    markingProblems.nothingLeft,
    markingProblems.noQuestion,
    markingProblems.passwordNeeded,
    markingProblems.paused,
    markingProblems.quotaReached,
    markingProblems.trialNeeded,
    markingProblems.trialPreparing,
    markingProblems.trialFailed,
    markingProblems.seedStopped,
  ],
})

export const submitMark = call('POST /api/exam/mark/handle/score', {
  summary: 'One mark: one conditional write. The same attempt may be sent again; it answers the same',
  ...marks,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      bundleId: BundleId,
      role: MarkRole,
      epoch: z.int(),
      studentId: StudentId,
      imageVersion: z.int(),
      attemptId: AttemptId,
      value: MarkValue,
      /**
       * The own mark that was seen to stand; null: none. Where another stands by now (a second computer), that one stays
       * and is told. Without it the later attempt takes the place of the earlier one.
       */
      over: AttemptId.nullable().optional(),
    }),
  output: () => z.object({ attemptId: AttemptId, value: MarkValue }),
  problems: [
    markingProblems.notOpen,
    markingProblems.noQuestion,
    markingProblems.notMarker,
    markingProblems.superseded,
    markingProblems.published,
    markingProblems.elsewhere,
    markingProblems.badScore,
    markingProblems.taken,
    markingProblems.conflict,
    markingProblems.imageReplaced,
    markingProblems.sameMarker,
  ],
})

export const finishBundle = call('POST /api/exam/mark/handle/bundle/finish', {
  summary: 'Give a bundle back: done when all its answers are marked, otherwise to the queue',
  ...marks,
  input: () => z.object({ paperId: PaperId, bundleId: BundleId, epoch: z.int() }),
  output: () => z.object({ done: z.boolean(), left: z.int() }),
  problems: [markingProblems.noBundle],
  refreshes: ['markingTasks', 'markingProgress'],
})

export const markingProgressCall = call('GET /api/exam/mark/handle/progress', {
  summary: 'How far each question of a paper is',
  ...oversees,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      /** The counters are being made; what is shown is not yet all. */
      counting: z.boolean(),
      /** `undecided`: it is not known which optional questions count. */
      scripts: z.object({
        present: z.int(),
        absent: z.int(),
        missing: z.int(),
        undecided: z.int(),
        /** Present scripts that lack a score, for any reason. */
        unfinished: z.int(),
      }),
      questions: z.array(QuestionProgress),
      /** Questions whose arbitration is the caller's. */
      arbitrates: z.array(QuestionId),
      markers: z.array(
        z.object({ userId: UserId, teacherName: z.string(), marked: z.int(), mean: z.number().nullable() }),
      ),
      /** Questions of which nearly all answers stand at nothing, for who manages. */
      unlikely: z
        .array(
          z.object({
            questionId: QuestionId,
            number: z.string(),
            done: z.int(),
            zero: z.int(),
            noAnswer: z.int(),
            inked: z.int(),
          }),
        )
        .optional(),
      /** Markers of questions that the caller leads who are handed no more, for their seeds lie off. */
      stopped: z.int().optional(),
      /** Its scores can be read. */
      released: z.boolean().optional(),
      mayManage: z.boolean(),
    }),
  feeds: ['markingProgress', 'seeds'],
})

export const completeMarking = call('POST /api/exam/mark/handle/complete', {
  summary: 'Close marking: every question of every present script has a score',
  ...arranges,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ state: z.literal('closed') }),
  problems: [
    markingProblems.notOpen,
    markingProblems.unfinished,
    markingProblems.undecided,
    markingProblems.counting,
    markingProblems.notManager,
  ],
  refreshes: ['markingProgress', 'arrangement', 'exam', 'exams'],
})

const Fix = ScoreFix.omit({ schema: true, paperId: true }).extend({
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  number: z.string(),
})

export const fixDetail = call('GET /api/exam/mark/handle/fixDetail', {
  summary: 'One candidate’s subjective questions with pictures and marks, to check a score and correct it',
  ...corrects,
  input: () => z.object({ paperId: PaperId, studentNumber: line('考号', 40, '请输入考号') }),
  output: () =>
    z.object({
      studentId: StudentId,
      studentName: z.string(),
      studentNumber: z.string(),
      className: z.string(),
      state: z.enum(['present', 'absent', 'missing', 'void']),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          fullScore: z.int(),
          step: z.int(),
          /** null: not all marks are there. */
          score: z.int().nullable(),
          marks: z.array(z.object({ role: MarkRole, value: MarkValue, markerName: z.string(), at: z.int() })),
          images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
          /** Of a group of optional questions: how many count, and whether this one does; null is open. */
          optional: z.object({ group: z.string(), count: z.int(), counts: z.boolean().nullable() }).optional(),
          /** Its page was not handed in. */
          lacked: z.boolean().optional(),
          /** The caller has marked it: another person must correct it. */
          marked: z.boolean(),
        }),
      ),
      /** Readers see scores: another score is a change set's. */
      released: z.boolean(),
    }),
  problems: [markingProblems.notManager, markingProblems.notOpen, markingProblems.noCandidate],
  feeds: ['scoreFixes'],
})

export const fixScore = call('POST /api/exam/mark/handle/fixScore', {
  summary: 'Correct the score of an answer that was marked; it counts from the next publication on',
  ...corrects,
  input: () =>
    z.object({
      paperId: PaperId,
      studentId: StudentId,
      questionId: QuestionId,
      score: z.int().min(0).max(100_000),
      reason: prose('请填写更正原因', 2, 200),
      attemptId: AttemptId,
    }),
  output: () => ScoreFix.pick({ attemptId: true, before: true, after: true }),
  problems: [
    markingProblems.notManager,
    markingProblems.notOpen,
    markingProblems.released,
    markingProblems.noQuestion,
    markingProblems.badScore,
    markingProblems.notScored,
    markingProblems.sameScore,
    markingProblems.sameMarker,
    markingProblems.conflict,
    markingProblems.taken,
  ],
  refreshes: ['scoreFixes', 'markingProgress', 'publication'],
})

export const listFixRecord = call('GET /api/exam/mark/handle/listFixRecord', {
  summary: 'Scores that were corrected after marking, newest first, with who did it and why',
  ...corrects,
  input: () =>
    z.object({
      ...pageFields,
      paperId: PaperId,
      sort: sortField('studentName', 'studentNumber', 'className', 'number', 'before', 'after', 'byName', 'at'),
    }),
  output: () => pageOf(Fix),
  problems: [markingProblems.notManager],
  feeds: ['scoreFixes'],
})
