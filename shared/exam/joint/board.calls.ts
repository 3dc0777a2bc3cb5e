import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { AreaId, ExamId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { examProblems } from '../exam.problems.ts'
import { SchoolGroup } from '../exam.types.ts'
import { OwnPart } from './part.calls.ts'
import { Contact, Reminder } from './part.types.ts'

/** A paper in a school: where it stands, and what has come of its candidates. */
export const BoardCell = z.object({
  paperId: PaperId,
  step: z.int(),
  /** So many of the school's candidates take it. */
  candidates: z.int(),
  /** Candidates whose cards are there, or who are marked absent. */
  present: z.int(),
  absent: z.int(),
  /** Of the present: with something that a person must look at. */
  doubts: z.int(),
  /** Of the present: without a mark that is missing. */
  finished: z.int(),
})
export type BoardCell = z.infer<typeof BoardCell>

export const BoardSchool = z.object({
  schoolId: SchoolId,
  schoolName: z.string(),
  area: z.object({ areaId: AreaId, areaName: z.string() }).optional(),
  groups: z.array(SchoolGroup).optional(),
  classCount: z.int(),
  candidateCount: z.int(),
  answer: z.enum(['none', 'accepted', 'declined']),
  reason: z.string(),
  /** Where the organiser has said another time than the exam's (`dueOf`), which may be moved at any moment. */
  dueAt: z.int().optional(),
  closed: z.boolean(),
  takenOver: z.boolean(),
  reminder: Reminder.optional(),
  contact: Contact.optional(),
  cells: z.array(BoardCell),
})
export type BoardSchool = z.infer<typeof BoardSchool>

const BoardPaper = z.object({
  paperId: PaperId,
  courseName: z.string(),
  hasCard: z.boolean(),
  /** What is finished is counted just now: until then it is not known. */
  counting: z.boolean(),
  /** Another one counts anew, and no school's change says so: the whole is asked for. */
  keyVersion: z.int(),
})

export const jointBoard = call('GET /api/exam/union/plan/board', {
  summary:
    'Every school of a joint exam by papers and steps, from counters alone; with `since` what has changed after it',
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      /** The `at` of an answer before. */
      since: z.coerce.number().int().min(0).optional(),
    }),
  output: () =>
    z.object({
      /** What to ask from next time. */
      at: z.int(),
      examName: z.string(),
      examDate: z.int(),
      papers: z.array(BoardPaper),
      /** How many there are in all: where it differs from what is known, the whole is asked for. */
      total: z.int(),
      schools: z.array(BoardSchool),
      /** Of other schools the papers that changed. */
      cells: z.array(BoardCell.extend({ schoolId: SchoolId })),
    }),
  problems: [examProblems.notFound, examProblems.areaOnly],
})

export const ownBoard = call('GET /api/exam/union/plan/part/progress', {
  summary: "How far the caller's own school is in a joint exam, paper by paper",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ part: OwnPart, papers: z.array(BoardPaper), school: BoardSchool }),
  problems: [examProblems.notFound],
  feeds: ['ownParts'],
})
