/** How a paper's questions are saved: by its own screen, and by rooms that bring them along; and how it is named. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { fullScoreOf, withoutKey } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PaperKnowledge } from '#shared/exam/tools/knowledge.calls.ts'
import { canonical } from '#shared/kit/canonical.ts'
import { showScore } from '#shared/kit/score.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { exams, paperKnowledges, papers } from './exam.store.ts'
import { movePaper } from './step.public.ts'

/** Another name of a paper, and of that paper in the totals that count it: nothing of its questions. */
export const namingPaper = (paper: Paper, courseName: string, totals: readonly Paper[]): WriteItem[] => [
  papers.saving({ ...paper, courseName }),
  ...totals.map((t) =>
    papers.saving({ ...t, total: t.total!.map((p) => (p.paperId === paper.paperId ? { ...p, courseName } : p)) }),
  ),
]

/** Which points of knowledge each question asks and by what it is grouped, as that is said now; none where none is. */
export const knowledgeOf = async (paperId: string): Promise<Required<Pick<PaperKnowledge, 'points' | 'groups'>>> => {
  const { points = {}, groups = {} } = (await paperKnowledges.get({ paperId })) ?? {}
  return { points, groups }
}

/** What a score depends on: a change of it re-scores (I12). */
const scoring = (questions: readonly PaperQuestion[]): string =>
  JSON.stringify(
    questions.map((q) => [
      q.questionId,
      q.fullScore,
      q.answer ?? '',
      q.halfScore ?? null,
      q.tolerance ?? 0,
      q.markers ?? 1,
      ...(q.settle ? [canonical(q.settle)] : []),
      ...(q.optional ? [q.optional.group, q.optional.count] : []),
      ...(q.paperB ? [q.paperB.at ?? '', q.paperB.answer] : []),
    ]),
  )

/** A key or a score that changes is on record (I12): what was said of which questions before and after. */
const rescored = async (
  paper: Paper,
  next: Paper,
  caller: Caller,
  beside: readonly WriteItem[],
): Promise<Paper | null> => {
  const told = (p: Paper): string => `${p.questions.length}题，满分${showScore(fullScoreOf(p.questions))}分`
  const changed = next.questions.filter((q) => {
    const was = paper.questions.find((p) => p.questionId === q.questionId)
    return was !== undefined && scoring([was]) !== scoring([q])
  })
  const numbers = changed.slice(0, 10).map((q) => q.number)
  const record = auditRecord(caller, 'exam.savePaper', paper.paperId, {
    before: paper.questions,
    after: next.questions,
    told: {
      changes: [
        { field: '试题', before: told(paper), after: told(next) },
        ...(numbers.length > 0
          ? [{ field: '改动', after: `第${numbers.join('、')}题${changed.length > 10 ? `等${changed.length}题` : ''}` }]
          : []),
      ],
    },
    tenant: paper.owner,
  })
  return (await audited([papers.saving(next), ...beside], record)) ? { ...next, version: next.version + 1 } : null
}

/**
 * Saves questions over the version that was seen. The caller has made sure that they are right (`paperProblems`), that
 * the user manages the exam, and that nothing but keys and scores changes once marking has begun. Refuses a stale
 * version, and another key or other points of a paper whose scores are released: there a change set is made. `beside`:
 * written in the same transaction.
 */
export const saveQuestions = async (
  paper: Paper,
  questions: PaperQuestion[],
  version: number,
  caller: Caller,
  beside: readonly WriteItem[] = [],
): Promise<Paper> => {
  // Readings and scores name the key that they were made with (I12).
  const same = scoring(paper.questions) === scoring(questions)
  // Saved before, and the answer was lost: what comes behind it is still to be done.
  const repeated =
    beside.length === 0 &&
    paper.version === version + 1 &&
    JSON.stringify(paper.questions) === JSON.stringify(questions)
  const exam = same || repeated ? null : await exams.get(paper)
  if (exam && isReleased(exam, paper.paperId)) return refuse(examProblems.keyReleased)
  // The first questions are the first key: without any, nothing was read or scored.
  const keyVersion = same || paper.questions.length === 0 ? paper.keyVersion : paper.keyVersion + 1
  const next = { ...paper, questions, keyVersion, version }
  const saved = repeated
    ? paper
    : same && beside.length === 0
      ? await papers.save(next)
      : await rescored(paper, next, caller, beside)
  if (!saved) return refuseStale(papers, paper)
  await moveKeyed(saved)
  return saved
}

/** With every key there, the paper waits for its cards. Again is harmless: it makes up for what a crash left. */
export const moveKeyed = async (paper: Paper): Promise<void> => {
  if (paper.questions.length > 0 && withoutKey(paper).length === 0) await movePaper(paper, 'keyed')
}
