/** The record of marking, answer by answer: what a page of it and its workbook are made of. */
import type { Candidate, Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { StudentId, UserId } from '#shared/kit/ids.ts'
import type { RecordedMark } from '#shared/marking/quality/record.calls.ts'
import { answerState } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import { paperSightOf } from '#functions/exam/sight.public.ts'
import { Barred } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { doneBy, heldBy } from '../desk/claims.ts'

/** Who sees every class of the paper: who marks is told nothing of other marks. @throws Barred */
export const mustSeeAll = async (of: { exam: Exam; paper: Paper }, caller: Caller): Promise<void> => {
  if ((await paperSightOf(of, caller))?.classIds !== null) throw new Barred(403)
}

const marksOf = (item: AnswerItem | undefined, nameOf: (userId: string) => string): RecordedMark[] => {
  if (!item) return []
  const now = markRoles.flatMap((role) => {
    const mark = item[role]
    return mark ? [{ role, mark, past: mark.imageVersion !== item.imageVersion }] : []
  })
  const before = (item.past ?? []).map(({ role, mark }) => ({ role, mark, past: true }))
  return [...now, ...before]
    .flatMap(({ role, mark: { value, by, at }, past }) =>
      // What stands in the place of a mark that was taken back is none; the mark itself is among those before.
      value.kind === 'void' ? [] : [{ role, markerName: nameOf(by), value, at, past }],
    )
    .sort((a, b) => a.at - b.at)
}

/** The answers of a marker, those in hand first, then the last that were done. */
export const answersOfMarker = async (paperId: string, questionId: string, userId: UserId): Promise<StudentId[]> => {
  const [held, done] = await Promise.all([heldBy(paperId, questionId, userId), doneBy(paperId, questionId, userId)])
  const bundles = [...held, ...done.sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0))]
  return [...new Set(bundles.flatMap((b) => b.studentIds))]
}

type Names = { nameOf: (userId: string) => string; names: ReadonlyMap<string, string> }

/** One candidate's line of a question; `names` are the schools'. */
export const recordOf = (q: PaperQuestion, c: Candidate, item: AnswerItem | undefined, { nameOf, names }: Names) => {
  const state = item ? answerState(q, item) : null
  return {
    studentNumber: c.studentNumber,
    schoolName: names.get(c.schoolId) ?? '',
    className: c.className,
    marks: marksOf(item, nameOf),
    score: state?.kind === 'scored' ? state.score : null,
  }
}
