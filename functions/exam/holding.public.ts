/** Where a student sat, for rooms below exams. */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { Sitting, Sittings } from '#functions/kit/holding.ts'
import { examsByIds, paperOf, papersOf } from './exam.public.ts'
import { candidates } from './exam.store.ts'

const candidaciesOf = (studentId: string): Promise<Candidate[]> => candidates.queryIndex('gsi1', `student#${studentId}`)

const sittingsOf = async (studentId: string): Promise<Sitting[]> => {
  const sat = await candidaciesOf(studentId)
  const exams = new Map((await examsByIds(sat.map((c) => c.examId))).map((e) => [e.examId, e]))
  return sat.map(({ examId, studentName, studentNumber, classId, className }) => {
    const exam = exams.get(examId)
    const sitting = { examId, studentName, studentNumber, classId, className }
    if (!exam || exam.deletedAt !== undefined) return sitting
    const { examName, examDate, term, gradeName, status } = exam
    return { ...sitting, exam: { examName, examDate, term, gradeName, released: status === examStatus.released } }
  })
}

const titlesOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const papers = (await Promise.all(ids.filter((id) => id.startsWith('pa_')).map((id) => paperOf(id)))).filter(
    (p) => p !== null,
  )
  const exams = await examsByIds([...ids.filter((id) => id.startsWith('ex_')), ...papers.map((p) => p.examId)])
  const examOf = new Map(exams.map((e) => [e.examId as string, e]))
  return new Map([
    ...exams.map((e) => [e.examId as string, e.examName] as const),
    ...papers.flatMap((p) => {
      const exam = examOf.get(p.examId)
      return exam ? [[p.paperId as string, paperTitle(exam, p)] as const] : []
    }),
  ])
}

export const examSittings: Sittings = { sittingsOf, papersSat: papersOf, titlesOf }
