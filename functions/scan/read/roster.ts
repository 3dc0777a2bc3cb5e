/**
 * Whose page it may be. The roster of a school is read once a minute; of more candidates only those are asked for, by
 * key, whose numbers were read or are near to what was read: a process never holds a province.
 */
import { nearNumbers, nearStudents } from '#shared/scan/scan.rules.ts'
import type { Candidate, Exam } from '#shared/exam/exam.types.ts'
import { memo } from '#functions/kit/memo.ts'
import {
  candidateOf,
  candidatesByNumber,
  candidatesNumbered,
  candidatesOf,
  candidatesWithNumbers,
  examOf,
  examSchoolsOf,
} from '#functions/exam/exam.public.ts'

export type Near = ReturnType<typeof nearStudents<Candidate>>

export type Roster = {
  /** The only candidate with this number; null for an unknown one, and where two have it. */
  withNumber: (number: string) => Promise<Candidate | null>
  /** All candidates with any of these few numbers. */
  withNumbers: (numbers: readonly string[]) => Promise<Candidate[]>
  withId: (studentId: string) => Promise<Candidate | null>
  /** Whether the candidate's school takes the paper: of a joint exam it need not take all. */
  sits: (c: Pick<Candidate, 'schoolId'>, paperId: string) => boolean
  /** Candidates whose numbers are at most one wrong digit away, nearest first. */
  near: (read: string) => Promise<Near>
}

/** Up to so many candidates are held in memory. */
const mostHeld = 5000

const only = (found: readonly Candidate[]): Candidate | null => (found.length === 1 ? found[0]! : null)

type Sits = Roster['sits']
const everySits: Sits = () => true
const sitsIn = async (examId: string): Promise<Sits> => {
  const taken = new Map((await examSchoolsOf(examId)).map((s) => [s.schoolId as string, s.papers]))
  return ({ schoolId }, paperId) => taken.get(schoolId)?.some((p) => p.paperId === paperId) ?? true
}

export const heldRoster = (all: readonly Candidate[], sits: Sits = everySits): Roster => {
  const byNumber = Map.groupBy(all, (c) => c.studentNumber)
  const byId = new Map(all.map((c) => [c.studentId as string, c]))
  return {
    sits,
    withNumber: (number) => Promise.resolve(only(byNumber.get(number) ?? [])),
    withNumbers: (numbers) => Promise.resolve(numbers.flatMap((n) => byNumber.get(n) ?? [])),
    withId: (studentId) => Promise.resolve(byId.get(studentId) ?? null),
    near: (read) => Promise.resolve(nearStudents(read, all)),
  }
}

export const keyedRoster = (exam: Exam, sits: Sits = everySits): Roster => ({
  sits,
  withNumber: async (number) => only(await candidatesNumbered(exam, number)),
  withNumbers: (numbers) => candidatesWithNumbers(exam, numbers),
  withId: (studentId) => candidateOf(exam, studentId),
  near: async (read) => {
    const { prefixes, numbers } = nearNumbers(read)
    const found = (await Promise.all(prefixes.map((prefix) => candidatesByNumber(exam, { prefix, limit: 100 })))).flat()
    found.push(...(await candidatesWithNumbers(exam, numbers)))
    return nearStudents(read, new Map(found.map((c) => [c.studentId as string, c])).values())
  },
})

/** The roster does not change while a batch is read; a process asks once a minute. */
export const rosterOf = memo(60, async (examId: string): Promise<Roster> => {
  const [exam, sits] = await Promise.all([examOf(examId), sitsIn(examId)])
  return exam && exam.candidateCount > mostHeld ? keyedRoster(exam, sits) : heldRoster(await candidatesOf(examId), sits)
})
