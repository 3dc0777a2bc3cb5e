/** Which points of a tree a paper's questions ask; the tree is the shipped one until the owner of the exam brings another. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostOfQuestion } from '#shared/exam/tools/knowledge.calls.ts'
import type { importTree, KnowledgeTree, PaperKnowledge, relateKnowledge } from '#shared/exam/tools/knowledge.calls.ts'
import { pointsOf, readTree } from '#shared/exam/tools/knowledge.rules.ts'
import { shippedTree } from '#shared/exam/tools/knowledge.tree.ts'
import type { Chapter } from '#shared/exam/tools/knowledge.tree.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { examOf, paperOf } from '../exam.public.ts'
import { knowledgeTrees, paperKnowledges } from '../exam.store.ts'

type Known = {
  exam: Exam
  paper: Paper
  tree: Chapter[]
  own: KnowledgeTree | null
  related: PaperKnowledge | null
}

/** @throws Refused notFound */
export const knowledgeOf = async (paperId: string): Promise<Known> => {
  const paper = await paperOf(paperId)
  const exam = paper && !paper.total ? await examOf(paper.examId) : null
  if (!exam || !paper || exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  const [own, related] = await Promise.all([knowledgeTrees.get(paper), paperKnowledges.get(paper)])
  return { exam, paper, tree: own?.tree ?? shippedTree(paper.courseName), own, related }
}

const recordOf = ({ exam, paper }: Known, caller: Caller, field: string, after: unknown, words: string) =>
  auditRecord(caller, 'exam.knowledge', exam.examId, {
    after,
    told: { name: paperTitle(exam, paper), changes: [{ field, after: words }] },
    tenant: exam.owner,
  })

/** @throws Refused notFound, noPoint, manyPoints, stale */
export const relate = async (
  { paperId, version, questionIds, points, adds }: InputOf<typeof relateKnowledge>,
  caller: Caller,
): Promise<AnswerOf<typeof relateKnowledge>> => {
  const known = await knowledgeOf(paperId)
  const { exam, paper, tree, related } = known
  const there = new Set(pointsOf(tree))
  const strange = points.find((p) => !there.has(p))
  if (strange !== undefined) return refuse(examProblems.noPoint, { point: strange })
  const asked = new Set(paper.questions.map((q) => q.questionId))
  if (questionIds.some((id) => !asked.has(id))) return refuse(examProblems.notFound)
  const before = related?.points ?? {}
  const next = { ...before }
  for (const id of questionIds) {
    const own = [...new Set([...(adds ? (before[id] ?? []) : []), ...points])]
    if (own.length > mostOfQuestion) return refuse(examProblems.manyPoints, { n: mostOfQuestion })
    next[id] = own
  }
  const row = { schema: 1 as const, examId: exam.examId, paperId: paper.paperId, points: next, version }
  const record = recordOf(known, caller, '知识点', next, `${questionIds.length}道题`)
  const write = version === 0 ? paperKnowledges.creating({ ...row, version: 1 }) : paperKnowledges.saving(row)
  return (await audited([write], record)) ? { version: version + 1 } : refuseStale(paperKnowledges, { paperId })
}

/** A tree is the owner's, for all exams of the course: a tool that was given in one exam does not reach it. */
export const mayBring = (exam: Exam, caller: Caller): boolean => {
  const { grantedIn: _tool, ...own } = caller
  return mayManage(exam, own)
}

/** @throws Refused notFound, badTree, stale */
export const bringTree = async (
  { paperId, version, text, look }: InputOf<typeof importTree>,
  caller: Caller,
): Promise<AnswerOf<typeof importTree>> => {
  const known = await knowledgeOf(paperId)
  const { exam, paper, own } = known
  if (!mayBring(exam, caller)) throw new Barred(403)
  const back = text.trim() === ''
  const shipped = shippedTree(paper.courseName)
  const read = back ? { tree: shipped, points: pointsOf(shipped).length, wrong: [] } : readTree(text)
  const [first] = read.wrong
  if (first) {
    const { length: n } = read.wrong
    const where = first.line === 0 ? '' : `第${first.line}行`
    return refuse(examProblems.badTree, { detail: `${where}${first.why}${n > 1 ? `，另有${n - 1}处` : ''}` })
  }
  const told = { chapters: read.tree.length, points: read.points }
  if (look) return told
  const { owner, courseName } = paper
  const row = { schema: 1 as const, owner, courseName, tree: read.tree, byName: caller.userName, at: now(), version }
  const record = recordOf(known, caller, '知识树', read.tree, back ? '恢复自带' : `${read.points}个知识点`)
  const stale = () => refuseStale(knowledgeTrees, { owner, courseName })
  if ((own?.version ?? 0) !== version) return stale()
  if (back && !own) return told
  const write = back
    ? knowledgeTrees.removing(own!)
    : own
      ? knowledgeTrees.saving(row)
      : knowledgeTrees.creating({ ...row, version: 1 })
  return (await audited([write], record)) ? told : stale()
}
