/** Marking by class: who marks which class of a paper, and whether a marker is handed the own ones. */
import * as z from 'zod'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, PaperId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { markingProblems } from '../marking.problems.ts'
import { ClassRule, mostPoolMarkers } from './class.types.ts'
import { Candidate } from './group.calls.ts'

const ofPaper = { scope: on('paper', 'paperId') }
const arranges = { ...ofTool('adjust-read-arrange'), ...ofPaper }

export const ClassPoolRow = z.object({
  classId: ClassId,
  className: z.string(),
  candidates: z.int(),
  /** Who may be handed its answers. */
  markers: z.array(z.object({ userId: UserId, teacherName: z.string() })),
  /** They were named for it. */
  named: z.boolean(),
  /** What it lacks before marking can open. */
  short: z.string().nullable(),
})
export type ClassPoolRow = z.infer<typeof ClassPoolRow>

export const markClasses = call('GET /api/exam/mark/handle/class/list', {
  summary: 'How a paper is marked, by class or by question, and who may be handed the answers of each class',
  ...besideTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      examId: ExamId,
      courseName: z.string(),
      state: z.enum(['draft', 'open', 'closing', 'closed']),
      rule: ClassRule.nullable(),
      /** Why it cannot be marked otherwise. */
      fixed: z.string().nullable(),
      classes: z.array(ClassPoolRow),
      people: z.array(Candidate),
      mayManage: z.boolean(),
      version: z.int(),
    }),
  feeds: ['arrangement'],
})

const saved = () => z.object({ version: z.int() })
const stays = [markingProblems.notManager, markingProblems.arrangedClosed, commonProblems.stale]

export const setMarkType = call('POST /api/exam/mark/handle/markType', {
  summary: 'Say whether a paper is marked by class or by question, and whether no marker is handed the own classes',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      /** 0 by class, 1 by question. */
      markType: z.union([z.literal(0), z.literal(1)]),
      /** By question: of the own classes nothing is handed out. */
      avoidsOwn: z.boolean().default(false),
      version: z.int(),
    }),
  output: saved,
  problems: [...stays, markingProblems.classRuleFixed],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

export const setSchoolRule = call('POST /api/exam/mark/handle/school/own', {
  summary: 'Say whether each school of a joint exam marks its own answers, or none does; until marking opens',
  ...arranges,
  input: () => z.object({ paperId: PaperId, ownSchools: z.boolean(), version: z.int() }),
  output: saved,
  problems: [...stays, markingProblems.classRuleFixed],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})

export const addMarkClass = call('POST /api/exam/mark/handle/add/class', {
  summary: 'Name who marks a class by class; none: who teaches it',
  ...arranges,
  input: () =>
    z.object({
      paperId: PaperId,
      classId: ClassId,
      markers: z.array(UserId).max(mostPoolMarkers, `一个班最多${mostPoolMarkers}位阅卷教师`),
      version: z.int(),
    }),
  output: () => saved().extend({ released: z.int() }),
  problems: [...stays, markingProblems.noMarkClass, markingProblems.foreignMarker, markingProblems.markersFull],
  refreshes: ['arrangement', 'markingTasks', 'markingProgress'],
})
