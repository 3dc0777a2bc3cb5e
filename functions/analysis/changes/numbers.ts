/** Candidates as people name them, by number: a school's are found with the request, a province's by the job, in one walk of its roster. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import type { ChangeEdit } from '#shared/analysis/changes/change.types.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { rosterSlices } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { sizes } from '../sizes.ts'

/** Edits in which numbers stand where ids belong. @throws Refused badChange for a scheme that is none */
export const editsByNumber = (wishes: readonly ChangeWish[]): ChangeEdit[] =>
  wishes.map((wish): ChangeEdit => {
    if (wish.kind === 'set') {
      const { number, ...rest } = wish
      return { ...rest, studentId: number as StudentId }
    }
    if (wish.kind === 'add' || wish.kind === 'state') {
      const { numbers, ...rest } = wish
      return { ...rest, studentIds: [...new Set(numbers)] as StudentId[] }
    }
    if (wish.kind === 'assign') {
      const { schemeId, ...rest } = wish
      const scheme = assigningSchemes.find((s) => s.id === schemeId)
      return scheme ? { ...rest, scheme } : refuse(analysisProblems.badChange, { detail: '没有这个赋分方案' })
    }
    return wish
  })

export const numbersIn = (edits: readonly ChangeEdit[]): Set<string> =>
  new Set(edits.flatMap((e) => ('studentIds' in e ? e.studentIds : 'studentId' in e ? [e.studentId] : [])))

/** The candidates with these numbers: the roster is read once, stretch by stretch, and of it only those are kept. */
export const idsOfNumbers = async (
  exam: Pick<Exam, 'examId'>,
  numbers: ReadonlySet<string>,
): Promise<Map<string, StudentId>> => {
  const found = new Map<string, StudentId>()
  if (numbers.size === 0) return found
  for await (const { candidates } of rosterSlices(exam, sizes.part)) {
    for (const c of candidates) if (numbers.has(c.studentNumber)) found.set(c.studentNumber, c.studentId)
    if (found.size === numbers.size) break
  }
  return found
}

/** So many numbers that are no candidate's are named. */
const mostNamed = 5

/** Who is no candidate, in words; null when all are. */
export const strangersIn = (numbers: ReadonlySet<string>, ids: ReadonlyMap<string, StudentId>): string | null => {
  const strange = [...numbers].filter((n) => !ids.has(n))
  if (strange.length === 0) return null
  const more = strange.length > mostNamed ? `等${strange.length}个` : ''
  return `考号${strange.slice(0, mostNamed).join('、')}${more}不是本场考试的考生`
}

/** The same edits with ids for the numbers. */
export const editsWithIds = (edits: readonly ChangeEdit[], ids: ReadonlyMap<string, StudentId>): ChangeEdit[] =>
  edits.map((e): ChangeEdit => {
    if ('studentIds' in e) return { ...e, studentIds: [...new Set(e.studentIds.map((n) => ids.get(n)!))] }
    return 'studentId' in e ? { ...e, studentId: ids.get(e.studentId)! } : e
  })
