/** A file of corrected scores, read: what it would change, or everything that is wrong with it. Nothing is stored. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { changeFile } from '#shared/analysis/change.calls.ts'
import { readScoreFile } from '#shared/analysis/changes/scoreFile.rules.ts'
import type { KnownCandidate, ScoreFile } from '#shared/analysis/changes/scoreFile.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { keepLife } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { publications } from '../analysis.store.ts'
import { managed } from '../publish.commands.ts'
import { indexOf, partOf } from '../snapshot.ts'
import { isLarge } from '../standing/standing.ts'
import { questionsNow, whyNone } from './change.read.ts'

/** Whom the rows are held against: those of the published version with their scores, or the roster; null for a province's. */
const knownOf = async (
  exam: Exam,
  paper: Paper,
  current: number | null,
): Promise<Map<string, KnownCandidate> | null> => {
  if (isLarge(exam)) return null
  if (current === null)
    return new Map((await candidatesOf(exam.examId)).map((c) => [c.studentNumber, { name: c.studentName }]))
  const { parts } = await indexOf(paper, current)
  const shards = await inTurns(parts, 4, async ({ part }) => (await partOf(paper, current, part)).columns)
  return new Map(
    shards.flatMap((c) =>
      c.studentNumber.map((number, i): [string, KnownCandidate] => [
        number,
        { name: c.studentName[i]!, state: c.state[i]!, scores: c.scores[i]! },
      ]),
    ),
  )
}

const mostTold = 100

/** @throws Refused changeOfTotal, changeTooEarly, foreignFile */
export const readChangeFile = async (
  { paperId, key, fileName }: InputOf<typeof changeFile>,
  caller: Caller,
): Promise<AnswerOf<typeof changeFile>> => {
  const { exam, paper } = await managed(paperId, caller)
  if (paper.total) return refuse(analysisProblems.changeOfTotal)
  if (tenantOfUpload(key) !== caller.tenant) return refuse(analysisProblems.foreignFile)
  const publication = await publications.get({ paperId: paper.paperId })
  const none = whyNone(exam, paper, publication)
  if (none) return refuse(none)
  await keepLife(key)
  const [questions, known] = await Promise.all([
    questionsNow(paper, publication),
    knownOf(exam, paper, publication?.current ?? null),
  ])
  const unread = (text: string): ScoreFile => ({
    lines: [],
    problems: [{ row: 0, column: '', text }],
    students: 0,
    unchanged: 0,
  })
  // What the store or our own rule fails on is no fault of the file.
  const read = async (): Promise<ScoreFile> => {
    const table = await uploadedTable({ key, fileName })
    return 'fault' in table ? unread(table.fault) : readScoreFile(table, questions, known)
  }
  const { lines, problems, students, unchanged } = await read()
  return {
    students,
    candidates: exam.candidateCount,
    unchanged,
    edits: lines.map((line) => ({ kind: 'set' as const, ...line })),
    problemCount: problems.length,
    problems: problems.slice(0, mostTold),
  }
}
