/** Candidates as people name them, by number: a school's are found with the request, a province's by the job, in one walk of its roster. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import type { ChangeEdit } from '#shared/analysis/changes/change.types.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { wholeOf } from '#shared/analysis/changes/change.words.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
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
    if (wish.kind === 'state') {
      const { numbers, classIds = [], schoolIds = [], ...rest } = wish
      const whole = [
        ...classIds.map((id) => `${wholeOf.class}${id}`),
        ...schoolIds.map((id) => `${wholeOf.school}${id}`),
      ]
      return { ...rest, studentIds: [...new Set([...numbers, ...whole])] as StudentId[] }
    }
    if (wish.kind === 'add') {
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

/** Who has a number, or is of a class or a school that was named as a whole. */
export type Named = ReadonlyMap<string, readonly StudentId[]>

/**
 * The candidates with these numbers, and those of whole classes and schools: the roster is read once, stretch by stretch,
 * and of it only those are kept. Who did not choose the course of the paper is none of a class's.
 */
export const idsOfNumbers = async (
  exam: Pick<Exam, 'examId'>,
  { paperId }: Pick<Paper, 'paperId'>,
  numbers: ReadonlySet<string>,
): Promise<Named> => {
  const found = new Map<string, StudentId[]>()
  if (numbers.size === 0) return found
  const whole = [...numbers].some((n) => n.startsWith(wholeOf.class) || n.startsWith(wholeOf.school))
  const put = (name: string, id: StudentId): void => {
    if (!numbers.has(name)) return
    const there = found.get(name)
    if (there) there.push(id)
    else found.set(name, [id])
  }
  for await (const { candidates } of rosterSlices(exam, sizes.part)) {
    for (const c of candidates) {
      put(c.studentNumber, c.studentId)
      if (!whole || !takesPaper(c, paperId)) continue
      put(`${wholeOf.class}${c.classId}`, c.studentId)
      put(`${wholeOf.school}${c.schoolId}`, c.studentId)
    }
    if (!whole && found.size === numbers.size) break
  }
  return found
}

/** So many numbers that are no candidate's are named. */
const mostNamed = 5

/** Who is no candidate, in words; null when all are. */
export const strangersIn = (numbers: ReadonlySet<string>, ids: Named): string | null => {
  const missing = [...numbers].filter((n) => !ids.has(n))
  if (missing.length === 0) return null
  const strange = missing.filter((n) => !n.startsWith(wholeOf.class) && !n.startsWith(wholeOf.school))
  if (strange.length === 0) return '所选的班级或学校里没有参加这科的考生'
  const more = strange.length > mostNamed ? `等${strange.length}个` : ''
  return `考号${strange.slice(0, mostNamed).join('、')}${more}不是本场考试的考生`
}

/** The same edits with ids for the numbers. */
export const editsWithIds = (edits: readonly ChangeEdit[], ids: Named): ChangeEdit[] =>
  edits.map((e): ChangeEdit => {
    if ('studentIds' in e) return { ...e, studentIds: [...new Set(e.studentIds.flatMap((n) => ids.get(n)!))] }
    return 'studentId' in e ? { ...e, studentId: ids.get(e.studentId)![0]! } : e
  })
