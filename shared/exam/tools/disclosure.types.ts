/**
 * What of an exam's results is shown to whom and from when: one policy an exam, read by one function
 * (`disclosure.rules.ts`). Whose results a reader sees at all is the sight's to say (`sight.rules.ts`).
 */
import * as z from 'zod'
import { AreaId, ExamId, SchoolId, UserId } from '#shared/kit/ids.ts'

/** Who reads the own result. */
export const ownReaders = ['student', 'parent'] as const
export type OwnReader = (typeof ownReaders)[number]

const when = {
  visible: z.boolean(),
  /** Not before; ms. */
  from: z.int().min(0).optional(),
  /** Since when it is, where it was not at first; ms. Said by the server: what is sent is not taken. */
  since: z.int().min(0).optional(),
}

/** What a student sees of the own result, or a parent of the child's. Of others by name neither ever sees anything. */
export const OwnShows = z.object({
  ...when,
  score: z.boolean(),
  /** The band that the score lies in (A, B, C …). */
  level: z.boolean(),
  /** What each question earned. */
  questions: z.boolean(),
  key: z.boolean(),
  /** What all candidates got of a question. */
  rates: z.boolean(),
  /** Where the paper was published with ranks. */
  rank: z.boolean(),
  /** Where the rank itself is not shown: between which ranks it lies. Of policies from before it is not. */
  rankBand: z.boolean().default(false),
  /** The pictures of the own paper. Of policies from before they are shown. */
  paper: z.boolean().default(true),
  /** What the own class got in the mean, where it is of enough candidates. Of policies from before it is not shown. */
  mean: z.boolean().default(false),
  /** What markers wrote on the own paper, where its pictures and the questions' scores are shown. Of policies from before it is not. */
  notes: z.boolean().default(false),
})
export type OwnShows = z.infer<typeof OwnShows>

/** What teachers see of the results of their classes. `total`: of totals of several papers. */
export const TeacherShows = z.object({ ...when, totalRank: z.boolean(), total: z.boolean() })
/** Types 9, 10, 11 (spec 2 §5). */
export const LeaderShows = z.object({ total: z.boolean() })

export const DisclosureSet = z.object({
  student: OwnShows,
  parent: OwnShows,
  teacher: TeacherShows,
  leader: LeaderShows,
  /** Accounts that see the results of all classes, with ranks and totals. */
  extra: z.array(UserId).max(200),
  /** Of a joint exam: whose people are shown nothing of the results, by area and by school. */
  hidden: z.object({ areas: z.array(AreaId).max(200), schools: z.array(SchoolId).max(1000) }).optional(),
})
export type DisclosureSet = z.infer<typeof DisclosureSet>

export const Disclosure = DisclosureSet.extend({ schema: z.literal(1), examId: ExamId, version: z.int() })
export type Disclosure = z.infer<typeof Disclosure>
