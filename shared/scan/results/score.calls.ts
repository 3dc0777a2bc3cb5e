/**
 * Scores that were written on the paper by hand, typed by a person from it or from its picture. They stand beside the
 * page's reading like a settled score box, and become marks by the same write as those (marking's `paperMarks`).
 */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { PaperId, StudentId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { scanProblems } from '../scan.problems.ts'
import { manages, managesBatch, onePage, pageProblems, settled } from '../scan.scope.ts'

/** Hundredths; null: none, or not on paper. */
const score = z.int().min(0).max(100_000).nullable()
const questionId = z.string().max(64)
/** `before` is what was seen: where another user has said otherwise since, nothing is written. */
const Typed = z.object({ questionId, score, before: score })
const all = z.array(Typed).min(1, '请填写分数').max(100)
const problems = [
  commonProblems.notFound,
  commonProblems.stale,
  scanProblems.heldByOther,
  scanProblems.wrongScore,
  scanProblems.notOnPaper,
  scanProblems.noPageFor,
  scanProblems.markingDone,
]
const changed = ['scans', 'doubts', 'ledger', 'cooperation']
const ofStudent = { paperId: PaperId, studentId: StudentId }
const changes = { ...manages, output: () => z.object({ changed: z.int() }), refreshes: changed }

export const scorePage = call('POST /api/exam/mark/handle/student/scoreCurrentPage', {
  summary: 'Type the scores that stand on one scanned page',
  ...managesBatch,
  input: () => z.object({ ...onePage, scores: all }),
  output: settled,
  problems: [...pageProblems, ...problems],
  refreshes: changed,
})
export const scoreStudent = call('POST /api/exam/mark/handle/student/score', {
  summary: 'Type the scores that stand on a candidate’s pages, on any page of the script: all of them or none',
  ...changes,
  input: () => z.object({ ...ofStudent, scores: all }),
  problems: [...problems, scanProblems.markedAbsent],
})
export const scoreItem = call('POST /api/exam/answerCard/recognition/item/score', {
  summary: 'Type or correct the score on paper of one question of one candidate',
  ...changes,
  input: () => z.object({ ...ofStudent, ...Typed.shape }),
  problems: [...problems, scanProblems.markedAbsent],
})
export const scoreAbsent = call('POST /api/exam/answerCard/student/absent/score/edit', {
  summary:
    'Type scores of a candidate who is marked absent although pages are there: then the candidate was not absent',
  ...changes,
  input: () => z.object({ ...ofStudent, scores: all, reason: line('原因', 100) }),
  problems,
})
