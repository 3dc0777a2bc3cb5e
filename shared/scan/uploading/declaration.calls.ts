/** Declarations: a user says that a candidate's paper is not as it should be, and a manager decides. */
import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId, StudentId, Tenant, UserId } from '#shared/kit/ids.ts'
import { pageFields } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { scanProblems } from '../scan.problems.ts'

export const declarationKinds = [
  'wrongStudent',
  'wrongReading',
  'missingPage',
  'badPicture',
  'twoInOne',
  'other',
] as const
export const declarationKindNames: Record<(typeof declarationKinds)[number], string> = {
  wrongStudent: '答题卡不是本人的',
  wrongReading: '填涂识别与答题卡不符',
  missingPage: '缺页或页面顺序不对',
  badPicture: '图像不清或被遮挡',
  twoInOne: '作答写到了别的题目处',
  other: '其他',
}
export const declarationStates = ['pending', 'approved', 'returned', 'withdrawn'] as const
export const declarationStateNames: Record<(typeof declarationStates)[number], string> = {
  pending: '待审核',
  approved: '已通过',
  returned: '已退回',
  withdrawn: '已撤回',
}

export const Declaration = z.object({
  schema: z.literal(1),
  declarationId: z.string(),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  kind: z.enum(declarationKinds),
  detail: z.string(),
  state: z.enum(declarationStates),
  declaredBy: UserId,
  declaredByName: z.string(),
  declaredAt: z.int(),
  reviewedByName: z.string().optional(),
  reviewedAt: z.int().optional(),
  review: z.string().optional(),
  version: z.int(),
})
export type Declaration = z.infer<typeof Declaration>

const people = [1, 2, 3, 13, 15, 18]
const of = {
  ...ofTool('unusual-paper-handle'),
  userTypes: people,
  universityTypes: [3, 15],
  scope: on('paper', 'paperId'),
} as const
const changed = ['declarations', 'doubts', 'scans', 'acts']
const id = z.string().regex(/^[0-9a-z_-]{8,64}$/, '编号格式不正确')

export const declare = call('POST /api/scan/declaration/add', {
  summary: 'Say that a candidate’s paper is not as it should be',
  ...of,
  input: () =>
    z.object({
      paperId: PaperId,
      studentId: StudentId,
      kind: z.enum(declarationKinds),
      detail: line('说明', 300),
      /** Made by the client: the same request again declares nothing twice. */
      declarationId: id,
    }),
  output: () => Declaration,
  problems: [scanProblems.noCandidate],
  refreshes: changed,
})
export const declarationList = call('GET /api/scan/declaration/list', {
  summary: 'The declarations of a paper, the latest first: all of them for who manages the exam, else the own',
  ...of,
  input: () =>
    z.object({
      pageSize: pageFields.pageSize,
      after: z.string().max(200).optional(),
      paperId: PaperId,
      state: z.enum(declarationStates).optional(),
      mine: z.enum(['true', 'false']).optional(),
    }),
  output: () =>
    z.object({ list: z.array(Declaration), total: z.int(), next: z.string().optional(), mayManage: z.boolean() }),
  feeds: ['declarations'],
})
export const declarationDetail = call('GET /api/scan/declaration/detail', {
  summary: 'One declaration',
  ...of,
  input: () => z.object({ paperId: PaperId, declarationId: id }),
  output: () => Declaration.extend({ mayManage: z.boolean(), own: z.boolean() }),
  problems: [commonProblems.notFound],
  feeds: ['declarations'],
})
const decided = {
  ...of,
  output: () => Declaration,
  problems: [commonProblems.stale, commonProblems.notFound, scanProblems.decided],
  refreshes: changed,
}
export const reviewDeclaration = call('POST /api/scan/declaration/review', {
  summary: 'Approve a declaration (the candidate’s pages wait for a person) or return it with a reason',
  ...decided,
  input: () =>
    z.object({
      paperId: PaperId,
      declarationId: id,
      version: z.int(),
      approve: z.boolean(),
      review: line('审核意见', 300),
    }),
})
export const amendDeclaration = call('POST /api/exam/answerCard/v2/update/feedback', {
  summary: 'Say better what is wrong with a paper, while the declaration is not decided',
  ...decided,
  input: () =>
    z.object({
      paperId: PaperId,
      declarationId: id,
      version: z.int(),
      kind: z.enum(declarationKinds),
      detail: line('说明', 300),
    }),
})
export const withdrawDeclaration = call('POST /api/scan/declaration/withdraw', {
  summary: 'Take back a declaration that is not decided',
  ...decided,
  input: () => z.object({ paperId: PaperId, declarationId: id, version: z.int() }),
})
