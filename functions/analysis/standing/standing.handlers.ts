/** What an exam's reports stand on: read of the heads of the published versions alone. */
import { isDeepStrictEqual } from 'node:util'
import type { SnapshotHead } from '#shared/analysis/publication.types.ts'
import { reportStandings, reportVersions } from '#shared/analysis/standing.calls.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import { inOrder } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examOf, papersOf, totalsOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { publications, settingsOf, snapshotsOf } from '../analysis.store.ts'
import { headOf, indexOf } from '../snapshot.ts'
import { examAndPaper, goingOf } from './standing.ts'

/** So many versions are named. */
const mostVersions = 20

const staleOf = async (paper: Paper, head: SnapshotHead): Promise<('settings' | 'key')[]> => {
  const { report, studentRank, teacherTotalRank } = await settingsOf(paper.paperId)
  const now = { report, studentRank, teacherTotalRank }
  const then = { report: head.report, studentRank: head.studentRank, teacherTotalRank: head.teacherTotalRank }
  return [
    ...(isDeepStrictEqual(now, then) ? [] : (['settings'] as const)),
    ...(paper.total || paper.keyVersion === head.keyVersion ? [] : (['key'] as const)),
  ]
}

type Standing = AnswerOf<typeof reportStandings>[number] & { head: SnapshotHead | null }

const standingOf = async (paper: Paper): Promise<Standing> => {
  const { paperId, courseName } = paper
  const of = { paperId, courseName, total: paper.total !== undefined }
  const publication = await publications.get({ paperId })
  const pending = await goingOf(publication)
  const going = pending ? { pending } : {}
  const v = publication?.current ?? null
  if (v === null) return { ...of, stale: [], ...going, head: null }
  const [head, index] = await Promise.all([headOf(paper, v), indexOf(paper, v)])
  return {
    ...of,
    v,
    ...(publication?.publishedAt === undefined ? {} : { publishedAt: publication.publishedAt }),
    students: index.ranges.reduce((n, r) => n + r.students, 0),
    stale: await staleOf(paper, head),
    ...going,
    head,
  }
}

export const standingHandlers = [
  implement(reportStandings, async ({ input: { examId } }) => {
    const exam = await examOf(examId)
    if (!exam || exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
    const papers = await papersOf(examId)
    return inTurns([...inOrder(exam, papers), ...(await totalsOf(examId))], 8, standingOf)
  }),

  implement(reportVersions, async ({ input: { paperId } }) => {
    const { exam, paper } = await examAndPaper(paperId)
    if (exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
    const [{ head, ...standing }, made] = await Promise.all([standingOf(paper), snapshotsOf(paperId)])
    return {
      ...standing,
      examId: exam.examId,
      examName: exam.examName,
      versions: made
        .filter((s) => s.purpose === undefined)
        .slice(-mostVersions)
        .reverse()
        .map(({ v, madeAt, ready }) => ({ v, madeAt, ready, current: v === standing.v })),
      ...(head
        ? {
            made: {
              at: head.madeAt,
              changes: head.changes?.length ?? 0,
              questions: head.questions.length,
              classes: head.classes.length,
            },
          }
        : {}),
    }
  }),
]
