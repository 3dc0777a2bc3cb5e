/** Forms totals of an exam's papers. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam, Paper, TotalPart } from '#shared/exam/exam.types.ts'
import { firstChoice, otherChoice, totalFaults, totalWords } from '#shared/exam/tools/total.rules.ts'
import { mostTotals } from '#shared/exam/tools/total.calls.ts'
import type { createTotal } from '#shared/exam/tools/total.calls.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { CourseId, PaperId, QuestionId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { totalsOf } from '../exam.public.ts'
import { papers } from '../exam.store.ts'

type Wish = Omit<InputOf<typeof createTotal>, 'examId'>

const groupsOf = ({ first, others, othersCount }: Wish) => [
  ...(first.length > 0 ? [{ name: firstChoice, paperIds: first, count: 1 }] : []),
  ...(others.length > 0 ? [{ name: otherChoice, paperIds: others, count: othersCount }] : []),
]

/** Forms a total; twice the same is one. @throws Refused badTotal, tooManyTotals */
export const formTotal = async (exam: Exam, wish: Wish, caller: Caller): Promise<{ paperId: PaperId }> => {
  const groups = groupsOf(wish)
  const faults = totalFaults({ all: wish.all, groups }, exam.papers)
  if (faults.length > 0) return refuse(examProblems.badTotal, { detail: bracketed(faults) })
  const names = new Map(exam.papers.map((p) => [p.paperId, p.courseName]))
  const partOf = (paperId: PaperId, optional?: TotalPart['optional']): TotalPart => ({
    paperId,
    courseName: names.get(paperId)!,
    questionId: newId<QuestionId>('question'),
    ...(optional ? { optional } : {}),
  })
  const total = [
    ...wish.all.map((id) => partOf(id)),
    ...groups.flatMap(({ name, paperIds, count }) => paperIds.map((id) => partOf(id, { group: name, count }))),
  ]
  const there = await totalsOf(exam.examId)
  const same = there.find((p) => p.courseName === wish.name && totalWords(p.total!) === totalWords(total))
  if (same) return { paperId: same.paperId }
  if (there.some((p) => p.courseName === wish.name))
    return refuse(examProblems.badTotal, { detail: `已有名为“${wish.name}”的总分` })
  if (there.length >= mostTotals) return refuse(examProblems.tooManyTotals, { n: mostTotals })
  const paper: Paper = {
    schema: 1,
    paperId: newId<PaperId>('paper'),
    examId: exam.examId,
    owner: exam.owner,
    // A course of its own, so that of those who see courses only head teachers see it (spec 2 §5).
    courseId: newId<CourseId>('course'),
    courseName: wish.name,
    questions: [],
    keyVersion: 1,
    total,
    version: 1,
  }
  const told = { name: exam.examName, changes: [{ field: wish.name, after: totalWords(total) }] }
  const record = auditRecord(caller, 'exam.createTotal', paper.paperId, { after: total, told, tenant: exam.owner })
  if (!(await audited([papers.creating(paper)], record))) throw new Error('the total could not be put on record')
  return { paperId: paper.paperId }
}
