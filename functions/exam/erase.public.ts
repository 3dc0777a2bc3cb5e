/** A student in exams: where he sat, and the roster's copy without his name. */
import { anonymousName, anonymousNumber } from '#shared/kit/anonymous.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import { candidates, exams } from './exam.store.ts'

export const candidaciesOf = (studentId: string): Promise<Candidate[]> =>
  candidates.queryIndex('gsi1', `student#${studentId}`)

/** Exams of the student whose scores are still to be published: until then they need to know whose they are. */
export const openExamsOf = async (studentId: string): Promise<Exam[]> => {
  const own = await candidaciesOf(studentId)
  const found = await exams.getMany([...new Set(own.map((c) => c.examId))].map((examId) => ({ examId })))
  return found.filter((e) => e.deletedAt === undefined && e.status !== examStatus.released)
}

/** The copies of the roster keep the place and lose the person. */
export const eraseCandidate = async (studentId: string): Promise<void> => {
  for (const c of await candidaciesOf(studentId))
    await candidates.put({
      ...c,
      studentName: anonymousName,
      pinyin: '',
      studentNumber: anonymousNumber(c.studentNumber),
    })
}
