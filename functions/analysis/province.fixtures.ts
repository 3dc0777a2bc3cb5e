/**
 * A made-up province for tests: as many marked scripts as asked for, written straight into the stores. What the scan room
 * would have stored is left out: its pages are not what is measured here.
 */
import type { Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AttemptId, QuestionId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { composeId, schoolTenant } from '#shared/kit/ids.ts'
import { candidateAt, classesNamed, examOfSchool, storeExam } from '#functions/exam/stored.fixtures.ts'
import { candidates } from '#functions/exam/exam.store.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { testCaller } from '#functions/kit/testing.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { answers, heads, objectives, shardOf } from '#functions/marking/marking.store.ts'

export type Province = Awaited<ReturnType<typeof province>>

/** The same for the same student: chance that needs no state. */
const dice = (student: number, of: number): number => {
  let x = Math.imul(student + 1, 0x9e3779b1) ^ Math.imul(of + 1, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  return ((x ^ (x >>> 13)) >>> 0) / 4294967296
}

const classSize = 50
const together = 500

/** Four choices, one of several letters, and two essays of ten points. */
export const fewQuestions = (): PaperQuestion[] => {
  const question = (number: number, of: Partial<PaperQuestion>): PaperQuestion => ({
    questionId: newId<QuestionId>('question'),
    number: String(number),
    unitType: 1,
    fullScore: 500,
    ...of,
  })
  return [
    ...[1, 2, 3, 4].map((n) => question(n, { optionCount: 4, answer: 'ABCD'[n - 1]! })),
    question(5, { unitType: 2, optionCount: 4, answer: 'AC', halfScore: 200 }),
    ...[6, 7].map((n) => question(n, { unitType: 5, fullScore: 1000 })),
  ]
}

/** Every hundredth student is absent. */
export const isAbsent = (i: number): boolean => i % 100 === 99

/** So many scripts are told to the journal in one batch of the stream. */
const toldTogether = 25

/**
 * Marked scripts of such a paper, as marking would have stored them; what they say follows from `i`. Those of one chain of
 * the journal are written together, so that each of its transactions is full.
 */
export const writeScripts = async (
  paper: Pick<Paper, 'paperId' | 'examId' | 'owner' | 'questions'>,
  by: UserId,
  some: readonly { i: number; studentId: StudentId }[],
): Promise<void> => {
  for (const own of Map.groupBy(some, (s) => shardOf(s.studentId)).values())
    for (const piece of inPieces(own, toldTogether)) await writePiece(paper, by, piece)
}

const writePiece = async (
  { paperId, examId, owner, questions }: Pick<Paper, 'paperId' | 'examId' | 'owner' | 'questions'>,
  by: UserId,
  some: readonly { i: number; studentId: StudentId }[],
): Promise<void> => {
  const choices = questions.filter((q) => q.unitType <= 3)
  const essays = questions.filter((q) => q.unitType > 3)
  const of = (studentId: StudentId) => ({ schema: 1 as const, paperId, studentId })
  const here = some.filter(({ i }) => !isAbsent(i))
  await objectives.putMany(
    here.map(({ i, studentId }) => ({
      ...of(studentId),
      version: 1,
      chosen: Object.fromEntries(
        choices.map((q, k) => {
          const luck = dice(i, k)
          return [q.questionId, luck < 0.6 ? q.answer! : luck < 0.65 ? '' : 'ABCD'[Math.floor(luck * 100) % 4]!]
        }),
      ),
    })),
  )
  await answers.putMany(
    here.flatMap(({ i, studentId }) =>
      essays.map((q, k) => ({
        ...of(studentId),
        questionId: q.questionId,
        imageVersion: 1,
        first: {
          value: { kind: 'score' as const, score: 100 * Math.floor(11 * dice(i, 10 + k)) },
          by,
          at: now(),
          attemptId: newId<AttemptId>('attempt'),
          epoch: 1,
          imageVersion: 1,
        },
      })),
    ),
  )
  await heads.putMany(
    some.map(({ i, studentId }) => ({
      ...of(studentId),
      examId,
      owner,
      state: isAbsent(i) ? ('absent' as const) : ('present' as const),
      imageVersion: 1,
      complete: !isAbsent(i),
      version: 1,
    })),
  )
}

/** Students of a class lie together, as their school imported them. */
export const province = async (count: number) => {
  const schoolId = newId<SchoolId>('school')
  const tenant = schoolTenant(schoolId)
  const manager = await testCaller({ userType: 2, tenant })
  const questions = fewQuestions()
  const classes = classesNamed(...Array.from({ length: Math.ceil(count / classSize) }, (_, i) => `${i + 1}班`))
  const stored = examOfSchool(schoolId, questions, {
    classes,
    candidateCount: count,
    examName: '全省联考',
    gradeName: '高三',
    examDate: now() - 86_400_000,
    step: 6,
  })
  const { exam, paper, school } = stored
  // Ids ascend with the students, as those of an import do.
  const began = now()
  const studentId = (i: number): StudentId => composeId('student', began + i, new Uint8Array(10))
  const write = async (from: number): Promise<void> => {
    const some = Array.from({ length: Math.min(together, count - from) }, (_, k) => ({
      i: from + k,
      studentId: studentId(from + k),
    }))
    await candidates.putMany(
      some.map(({ i, studentId: id }) =>
        candidateAt(school, i, id, classes[Math.floor(i / classSize)]!, { studentNumber: String(10_000_000 + i) }),
      ),
    )
    await writeScripts(paper, manager.caller.userId, some)
  }
  await storeExam(stored, [])
  return { paper, exam, tenant, manager, count, studentId, isAbsent, write, together }
}
