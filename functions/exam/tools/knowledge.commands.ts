/** Which points of a tree a paper's questions ask; the tree is the shipped one until the owner of the exam brings another. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostAbilities, mostOfQuestion } from '#shared/exam/tools/knowledge.calls.ts'
import type {
  groupQuestions,
  importTree,
  KnowledgeTree,
  PaperKnowledge,
  relateKnowledge,
} from '#shared/exam/tools/knowledge.calls.ts'
import { abilitiesOf, pointsOf, readTree, regrouped } from '#shared/exam/tools/knowledge.rules.ts'
import { shippedTree } from '#shared/exam/tools/knowledge.tree.ts'
import type { Chapter } from '#shared/exam/tools/knowledge.tree.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { volumeNames } from '#shared/exam/questionGroup.types.ts'
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

/** @throws Refused notFound */
const refuseForeign = (paper: Paper, questionIds: readonly string[]): void => {
  const own = new Set<string>(paper.questions.map((q) => q.questionId))
  if (questionIds.some((id) => !own.has(id))) refuse(examProblems.notFound)
}

/** At the version that was seen. @throws Refused stale */
const write = async (
  { exam, paper: { paperId }, related }: Known,
  said: Partial<Pick<PaperKnowledge, 'points' | 'groups'>>,
  version: number,
  record: ReturnType<typeof recordOf>,
): Promise<{ version: number }> => {
  const row: PaperKnowledge = { points: {}, ...related, ...said, schema: 1, examId: exam.examId, paperId, version }
  return (await audited([paperKnowledges.saving(row)], record))
    ? { version: version + 1 }
    : refuseStale(paperKnowledges, { paperId })
}

/** @throws Refused notFound, noPoint, manyPoints, stale */
export const relate = async (
  { paperId, version, questionIds, points, adds }: InputOf<typeof relateKnowledge>,
  caller: Caller,
): Promise<AnswerOf<typeof relateKnowledge>> => {
  const known = await knowledgeOf(paperId)
  const { paper, tree, related } = known
  const there = new Set(pointsOf(tree))
  const strange = points.find((p) => !there.has(p))
  if (strange !== undefined) return refuse(examProblems.noPoint, { point: strange })
  refuseForeign(paper, questionIds)
  const before = related?.points ?? {}
  const next = { ...before }
  for (const id of questionIds) {
    const own = [...new Set([...(adds ? (before[id] ?? []) : []), ...points])]
    if (own.length > mostOfQuestion) return refuse(examProblems.manyPoints, { n: mostOfQuestion })
    next[id] = own
  }
  const record = recordOf(known, caller, '知识点', next, `${questionIds.length}道题`)
  return write(known, { points: next }, version, record)
}

/** @throws Refused notFound, manyAbilities, stale */
export const group = async (
  { paperId, version, questionIds, ability, volume }: InputOf<typeof groupQuestions>,
  caller: Caller,
): Promise<AnswerOf<typeof groupQuestions>> => {
  const known = await knowledgeOf(paperId)
  refuseForeign(known.paper, questionIds)
  const groups = regrouped(known.related?.groups ?? {}, questionIds, { ability, volume })
  if (abilitiesOf(groups).length > mostAbilities) return refuse(examProblems.manyAbilities, { n: mostAbilities })
  const said = [
    ...(ability === undefined ? [] : [ability || '不分能力']),
    ...(volume === undefined ? [] : [volume === 0 ? '不分卷' : volumeNames[volume]]),
  ]
  const record = recordOf(known, caller, '题目分组', groups, `${questionIds.length}道题：${said.join('、') || '不变'}`)
  return write(known, { groups }, version, record)
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
