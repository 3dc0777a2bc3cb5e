/**
 * The record of marking, a page at a time: of a question all candidates in their order, or what one marker has in hand and
 * has done. What is read is the page's own answers, however many the paper has.
 */
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PageInput } from '#shared/kit/paging.ts'
import { page } from '#shared/kit/paging.ts'
import type { StudentId, UserId } from '#shared/kit/ids.ts'
import { mostRecorded, readRecord } from '#shared/marking/quality/record.calls.ts'
import type { RecordedMark } from '#shared/marking/quality/record.calls.ts'
import { answerState, subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem } from '#shared/marking/marking.types.ts'
import {
  candidatesByIds,
  candidatesByNumber,
  candidatesPage,
  classesOfSchoolIn,
  examSchoolsOf,
  takersOf,
} from '#functions/exam/exam.public.ts'
import { paperSightOf } from '#functions/exam/sight.public.ts'
import { Barred } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { markersOf } from '../counts.ts'
import { deskNow, questionIn } from '../desk/desk.ts'
import { answers } from '../marking.store.ts'
import { markerNames } from '../markerNames.ts'
import { counted } from '../progress.read.ts'
import { doneBy, heldBy } from '../desk/claims.ts'
import { rubrics } from '../rubric/rubric.store.ts'

/** Who sees every class of the paper: who marks is told nothing of other marks. @throws Barred */
const mustSeeAll = async (of: { exam: Exam; paper: Paper }, caller: Caller): Promise<void> => {
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
const ofMarker = async (paperId: string, questionId: string, userId: UserId): Promise<StudentId[]> => {
  const [held, done] = await Promise.all([heldBy(paperId, questionId, userId), doneBy(paperId, questionId, userId)])
  const bundles = [...held, ...done.sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0))]
  return [...new Set(bundles.flatMap((b) => b.studentIds))]
}

type Of = { exam: Exam; paperId: string; q: PaperQuestion }
type Asked = PageInput & { userId?: UserId | undefined; schoolId?: string | undefined; number?: string | undefined }

/** The candidates of a page. */
const candidatesAsked = async ({ exam, paperId, q }: Of, { userId, schoolId, number, ...asked }: Asked) => {
  if (userId) {
    const of = page(await ofMarker(paperId, q.questionId, userId), asked)
    const byId = new Map((await candidatesByIds(exam, of.list)).map((c) => [c.studentId, c]))
    return { ...of, list: of.list.flatMap((id) => byId.get(id) ?? []) }
  }
  if (number) return page(await candidatesByNumber(exam, { prefix: number, limit: mostRecorded, schoolId }), asked)
  const classes = schoolId
    ? (await classesOfSchoolIn({ examId: exam.examId, schoolId: schoolId as never })).map((c) => c.classId)
    : null
  return candidatesPage(exam.examId, classes, asked)
}

export const recordHandlers = [
  implement(readRecord, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const { paper, exam } = desk
    await mustSeeAll(desk, caller)
    const all = subjectiveOf(paper.questions)
    const questions = all.map(({ questionId, number, fullScore }) => ({ questionId, number, fullScore }))
    const schools = (await examSchoolsOf(exam.examId)).map(({ schoolId, schoolName }) => ({ schoolId, schoolName }))
    const q = input.questionId ? questionIn(desk, input.questionId) : all[0]
    const { paperId, pageNumber } = input
    if (!q) return { list: [], total: 0, pageNumber: 1, questionId: null, points: [], questions, markers: [], schools }
    const pageSize = Math.min(mostRecorded, input.pageSize)
    const nameOf = markerNames(desk, caller)
    const [shown, { given }, takes, rubric] = await Promise.all([
      candidatesAsked({ exam, paperId, q }, { ...input, pageNumber, pageSize }),
      counted(paper),
      takersOf(exam),
      rubrics.get({ paperId, questionId: q.questionId }),
    ])
    const keys = shown.list.map(({ studentId }) => ({ paperId, studentId, questionId: q.questionId }))
    const items = new Map((await answers.getMany(keys)).map((a) => [a.studentId as string, a]))
    const names = new Map(schools.map((s) => [s.schoolId as string, s.schoolName]))
    return {
      ...shown,
      list: shown.list.map((c) => {
        const item = items.get(c.studentId)
        const state = item ? answerState(q, item) : null
        return {
          studentId: c.studentId,
          studentNumber: c.studentNumber,
          schoolName: names.get(c.schoolId) ?? '',
          className: c.className,
          marks: marksOf(item, nameOf),
          takes: takes(c, paperId),
          score: state?.kind === 'scored' ? state.score : null,
        }
      }),
      questionId: q.questionId,
      points: rubric?.points ?? [],
      questions,
      markers: markersOf(
        paper.questions,
        given.filter((g) => g.questionId === q.questionId),
      )
        .map(({ userId, marked }) => ({ userId: userId as UserId, markerName: nameOf(userId), marked }))
        .sort((a, b) => a.markerName.localeCompare(b.markerName, 'zh-CN')),
      schools,
    }
  }),
]
