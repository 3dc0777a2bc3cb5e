/** What other rooms may ask of exams. */
import type { Candidate, Exam, ExamTeacher, Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { candidates, exams, examTeachers, papers } from './exam.store.ts'

export { mayManage } from '#shared/exam/exam.rules.ts'

export const examOf = async (examId: string): Promise<Exam | null> => exams.get({ examId })
/** These exams, deleted ones too. */
export const examsByIds = (examIds: readonly string[]): Promise<Exam[]> =>
  exams.getMany([...new Set(examIds)].map((examId) => ({ examId })))
export const paperOf = async (paperId: string): Promise<Paper | null> => papers.get({ paperId })
export const papersOf = async (examId: string): Promise<Paper[]> =>
  papers.queryIndex('gsi1', `exam#${examId}`, { prefix: 'paper#' })
export const examTeachersOf = async (examId: string): Promise<ExamTeacher[]> =>
  examTeachers.query(`exam#${examId}`, { prefix: 'teacher#' })
/** One teacher's part in an exam: what a call of theirs asks, however many teach in it. */
export const examTeacherOf = (examId: string, teacherId: string): Promise<ExamTeacher | null> =>
  examTeachers.get({ examId, teacherId }, { consistent: false })
const byNumber = (a: Candidate, b: Candidate): number =>
  a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true })

/** The roster as it was when the exam was created, by student number. */
export const candidatesOf = async (examId: string): Promise<Candidate[]> => {
  const exam = await examOf(examId)
  if (!exam) return []
  const found = await candidates.query(`cand#${examId}#${exam.schoolId}`, { consistent: true })
  return found.sort(byNumber)
}

/**
 * The roster cut into slices of `size` students (one that is empty is one empty slice), read page by page: nothing holds
 * more than a slice. The cut follows from the roster alone.
 */
export async function* rosterSlices(
  exam: Pick<Exam, 'examId' | 'schoolId'>,
  size: number,
): AsyncGenerator<{ slice: RosterSlice; candidates: Candidate[] }> {
  const partition = `cand#${exam.examId}#${exam.schoolId}`
  let from = ''
  for (;;) {
    const options = { consistent: true, limit: size + 1 }
    const seen = await candidates.query(partition, from === '' ? options : { ...options, from })
    const own = seen.slice(0, size)
    const before = seen.length > size ? seen[size]!.studentId : '~'
    yield { slice: { schoolId: exam.schoolId, from, before, students: own.length }, candidates: own.sort(byNumber) }
    if (before === '~') return
    from = before
  }
}

/** The candidates of a slice, by student number. */
export const candidatesIn = async (
  examId: string,
  { schoolId, from, before }: Pick<RosterSlice, 'schoolId' | 'from' | 'before'>,
): Promise<Candidate[]> => {
  const found = await candidates.query(`cand#${examId}#${schoolId}`, {
    ...(from === '' ? {} : { from }),
    to: before,
    consistent: true,
  })
  return found.filter((c) => c.studentId < before).sort(byNumber)
}

/** Candidates with exactly this number: one, unless the roster was made wrongly. */
export const candidatesNumbered = (exam: Pick<Exam, 'examId'>, studentNumber: string): Promise<Candidate[]> =>
  candidates.queryIndex('gsi2', `number#${exam.examId}`, { from: studentNumber, to: studentNumber })

export const candidateOf = async (exam: Exam, studentId: string): Promise<Candidate | null> =>
  candidates.get({ examId: exam.examId, schoolId: exam.schoolId, studentId })
/** These candidates of an exam; whoever is none is left out. */
export const candidatesByIds = (exam: Exam, studentIds: readonly string[]): Promise<Candidate[]> =>
  candidates.getMany(studentIds.map((studentId) => ({ examId: exam.examId, schoolId: exam.schoolId, studentId })))
/** Up to so many candidates are read whole where a part of them is asked for. */
const fewCandidates = 1000
/** Candidates by student number: those whose number begins so, in order; `after` goes on behind that number. */
export const candidatesByNumber = async (
  exam: Exam,
  { prefix, after, limit }: { prefix: string; after?: string | undefined; limit: number },
): Promise<Candidate[]> => {
  if (exam.candidateCount > fewCandidates)
    return candidates.queryIndex('gsi2', `number#${exam.examId}`, {
      from: after === undefined ? prefix || ' ' : `${after}\u0000`,
      to: `${prefix}\uffff`,
      limit,
    })
  const all = (await candidatesOf(exam.examId)).filter((c) => c.studentNumber.startsWith(prefix))
  const from = after === undefined ? 0 : all.findIndex((c) => c.studentNumber === after) + 1
  return all.slice(from, from + limit)
}

/**
 * Moves an exam on. Progress never goes back unless `back` says that it is meant; a repeat changes nothing.
 */
export const advanceExam = async (
  examId: string,
  to: {
    status?: number
    markingProgress?: number
    back?: boolean
    /** Only an exam that stands here: another that has moved on meanwhile stays where it is. */
    from?: number
  },
): Promise<void> => {
  await exams.edit({ examId }, (exam) => {
    if (!exam || (to.from !== undefined && exam.markingProgress !== to.from)) return null
    const next = {
      ...exam,
      status: to.back ? (to.status ?? exam.status) : Math.max(exam.status, to.status ?? 0),
      markingProgress: to.back
        ? (to.markingProgress ?? exam.markingProgress)
        : Math.max(exam.markingProgress, to.markingProgress ?? 0),
    }
    return next.status === exam.status && next.markingProgress === exam.markingProgress ? null : next
  })
}

/** Notes on the paper which card it is printed on. */
export const linkCard = async (paperId: string, cardId: Paper['cardId']): Promise<void> => {
  await papers.update({ paperId }, { cardId })
}
