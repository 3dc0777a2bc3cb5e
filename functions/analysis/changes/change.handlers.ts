import {
  changeCandidates,
  changeDetail,
  changeFile,
  changeStand,
  fullMark,
  listChanges,
  mergePapers,
  makeChange,
  seniorLab,
  signChange,
  undoChange,
} from '#shared/analysis/change.calls.ts'
import type { ChangeLine } from '#shared/analysis/change.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { describedBy, labOf } from '#shared/analysis/changes/senior.rules.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import { keysNow } from '#shared/analysis/changes/change.rules.ts'
import { movedOf, placesOf } from '#shared/analysis/changes/replay.rules.ts'
import type { Figures } from '#shared/analysis/changes/replay.rules.ts'
import type { ChangeSet } from '#shared/analysis/changes/change.types.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { candidatesByIds, candidatesWithNumbers, examClassesOf, examSchoolsOf } from '#functions/exam/exam.public.ts'
import { pageOfParts } from '#functions/kit/pageOfParts.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { changeSets, changeSetsOf, publications, settingsOf } from '../analysis.store.ts'
import { managed } from '../publish.commands.ts'
import * as commands from './change.commands.ts'
import { stateOf } from './change.commands.ts'
import { asItStands, isBeingMarked, whyNone } from './change.read.ts'
import { headOf, reportOf } from '../snapshot.ts'
import { cohortOf, standsOn } from '../total.ts'
import { readChangeFile } from './file.commands.ts'
import { replayRows, replaySum } from './replay.work.ts'

/** So many schemes are held side by side. */
const mostCompared = 4

const lineOf = async (set: ChangeSet, publication: Publication | null): Promise<ChangeLine> => ({
  changeId: set.changeId,
  tool: set.tool,
  says: set.says,
  ...(set.undoes ? { undoes: set.undoes } : {}),
  state: await stateOf(set, publication),
  madeByName: set.madeByName,
  madeAt: set.madeAt,
  ...(set.signed ? { signedByName: set.signed.byName, signedAt: set.signed.at, reason: set.signed.reason } : {}),
  ...(set.inForce ? { inForceAt: set.inForce.at } : {}),
  ...(set.replayed ? { changed: set.replayed.changed } : {}),
  ...(set.refused ? { refused: set.refused } : {}),
})

const sideOf = ({ present, sum, highest, lowest, bands }: Figures, full: number) => ({
  present,
  mean: present > 0 ? sum / present : null,
  highest,
  lowest,
  full,
  ...bands,
})

/** What the replay found, and one page of the candidates of whom it tells otherwise. */
const foundOf = async (paper: Paper, set: ChangeSet, input: { pageNumber: number; pageSize: number }) => {
  const { replayed } = set
  if (!replayed) return { list: [], total: 0, pageNumber: 1, hits: [] }
  const [sum, { report }] = await Promise.all([replaySum(paper, set.changeId), settingsOf(paper.paperId)])
  const full = { before: replayed.fullBefore, after: replayed.fullAfter }
  const { before, after, ...rest } = movedOf(sum.pairs, full, report.rates)
  const [was, is] = [placesOf(sum.pairs, 0), placesOf(sum.pairs, 1)]
  const asked = paper.total && set.against !== null ? (await headOf(paper, set.against)).questions : paper.questions
  const rows = await pageOfParts(sum.rows, input, (n) => replayRows(paper, set.changeId, n))
  return {
    ...rows,
    list: rows.list.map((r) => ({
      ...r,
      placeBefore: r.before === null || replayed.early ? null : was.placeOf(r.before),
      placeAfter: r.after === null || replayed.early ? null : is.placeOf(r.after),
    })),
    facts: replayed,
    // Figures of scores that are still being made say nothing.
    ...(replayed.early
      ? {}
      : { moved: { before: sideOf(before, full.before), after: sideOf(after, full.after), ...rest } }),
    hits: asked.flatMap(({ questionId, number }) => {
      const count = sum.hits[questionId]
      return count === undefined ? [] : [{ questionId, number, count }]
    }),
  }
}

/** The questions as the sets in force leave them, each with how it earns where a set says so. */
const asTheyEarn = async (paper: Paper, publication: Publication | null) => {
  const { questions, base, edits } = await asItStands(paper, publication)
  const keys = keysNow(base, edits)
  return questions.map((q) => ({ ...q, ...(keys[q.questionId] ? { now: keys[q.questionId] } : {}) }))
}

/** What is left out, as who manages the exam reads it. */
const leftOutOf = async (exam: Exam, paper: Paper, { leftOut }: ChangeSet) => {
  if (!leftOut) return {}
  const people = await candidatesByIds(exam, [...new Set(leftOut.first.map((l) => l.studentId))])
  const known = new Map(people.map((c) => [c.studentId as string, c]))
  const numbers = new Map(paper.questions.map((q) => [q.questionId as string, q.number]))
  const first = leftOut.first.map((l) => ({
    ...l,
    studentName: known.get(l.studentId)?.studentName ?? '',
    studentNumber: known.get(l.studentId)?.studentNumber ?? '',
    number: numbers.get(l.questionId) ?? '',
  }))
  return { leftOut: { n: leftOut.n, first } }
}

/** What of an exam may be named as a whole. */
const wholeIn = async (exam: Exam) => {
  const [classes, schools] = await Promise.all([
    isJoint(exam) ? [] : examClassesOf(exam.examId),
    isJoint(exam) ? examSchoolsOf(exam.examId) : [],
  ])
  return {
    classes: classes.map(({ classId, className }) => ({ classId, className })),
    schools: schools.map(({ schoolId, schoolName }) => ({ schoolId, schoolName })),
  }
}

export const changeHandlers = [
  implement(changeStand, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    const publication = await publications.get({ paperId: paper.paperId })
    const none = whyNone(exam, paper, publication, true)
    return {
      paperId: paper.paperId,
      examName: exam.examName,
      courseName: paper.courseName,
      candidates: exam.candidateCount,
      current: publication?.current ?? null,
      ofTotal: paper.total !== undefined,
      ...(input.whole && !paper.total ? { whole: await wholeIn(exam) } : {}),
      early: !paper.total && isBeingMarked(exam, paper),
      questions: none === null || !paper.total ? await asTheyEarn(paper, publication) : [],
      barred: none?.message ?? null,
    }
  }),

  implement(seniorLab, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    const part = paper.total?.find((p) => p.questionId === input.questionId) ?? refuse(commonProblems.notFound)
    const { stands } = await standsOn(paper)
    const stand = stands.find((s) => s.paperId === part.paperId) ?? refuse(analysisProblems.totalUnpublished)
    const of = { paperId: part.paperId, owner: paper.owner }
    const [cohort, { fullScore }] = await Promise.all([cohortOf(of, stand.v), reportOf(of, stand.v)])
    const asked = input.schemes.split(',').slice(0, mostCompared)
    return {
      courseName: part.courseName,
      fullScore,
      raw: describedBy(cohort),
      schemes: assigningSchemes
        .filter((s) => asked.includes(s.id))
        .map((s) => ({ id: s.id, name: s.name, version: s.version, source: s.source, ...labOf(cohort, s) })),
    }
  }),

  implement(changeCandidates, async ({ input, caller }) => {
    const { exam } = await managed(input.paperId, caller)
    const found = await candidatesWithNumbers(exam, input.numbers)
    return {
      list: found.map(({ studentNumber, studentName, className }) => ({ studentNumber, studentName, className })),
    }
  }),

  implement(makeChange, ({ input, caller }) => commands.makeChange(input, caller)),
  implement(fullMark, ({ input, caller }) => commands.fullMark(input, caller)),
  implement(mergePapers, ({ input, caller }) => commands.mergePapers(input, caller)),
  implement(changeFile, ({ input, caller }) => readChangeFile(input, caller)),
  implement(undoChange, ({ input, caller }) => commands.undoChange(input, caller)),
  implement(signChange, ({ input, caller }) => commands.signChange(input, caller)),

  implement(listChanges, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    const [all, publication] = await Promise.all([
      changeSetsOf(paper.paperId),
      publications.get({ paperId: paper.paperId }),
    ])
    const shown = page(
      all.filter((s) => input.tool === undefined || s.tool === input.tool),
      input,
    )
    return { ...shown, list: await inTurns(shown.list, 8, (set) => lineOf(set, publication)) }
  }),

  implement(changeDetail, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    const { paperId } = paper
    const [set, publication] = await Promise.all([
      changeSets.get({ paperId, changeId: input.changeId }),
      publications.get({ paperId }),
    ])
    if (!set) return refuse(commonProblems.notFound)
    return {
      ...(await foundOf(paper, set, input)),
      change: await lineOf(set, publication),
      jobId: set.jobId,
      ...(set.signed?.jobId ? { publishJobId: set.signed.jobId } : {}),
      ofTotal: paper.total !== undefined,
      ...(await leftOutOf(exam, paper, set)),
      published: set.against !== null,
    }
  }),
]
