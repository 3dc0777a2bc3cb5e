/**
 * The record of marking, a page at a time: of a question all candidates in their order, or what one marker has in hand and
 * has done. What is read is the page's own answers, however many the paper has.
 */
import type { Exam, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PageInput } from '#shared/kit/paging.ts'
import { page } from '#shared/kit/paging.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { exportRecord, mostRecorded, readRecord } from '#shared/marking/quality/record.calls.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import {
  candidatesByIds,
  candidatesByNumber,
  candidatesPage,
  classesOfSchoolIn,
  examSchoolsOf,
  takersOf,
} from '#functions/exam/exam.public.ts'
import { implement } from '#functions/kit/serve.ts'
import { markersOf } from '../counts.ts'
import { deskNow, questionIn } from '../desk/desk.ts'
import { answers } from '../marking.store.ts'
import { markerNames } from '../markerNames.ts'
import { counted } from '../progress.read.ts'
import { rubrics } from '../rubric/rubric.store.ts'
import * as commands from './record.commands.ts'
import { answersOfMarker, mustSeeAll, recordOf } from './record.read.ts'

type Of = { exam: Exam; paperId: string; q: PaperQuestion }
type Asked = PageInput & { userId?: UserId | undefined; schoolId?: string | undefined; number?: string | undefined }

/** The candidates of a page. */
const candidatesAsked = async ({ exam, paperId, q }: Of, { userId, schoolId, number, ...asked }: Asked) => {
  if (userId) {
    const of = page(await answersOfMarker(paperId, q.questionId, userId), asked)
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
      list: shown.list.map((c) => ({
        studentId: c.studentId,
        takes: takes(c, paperId),
        ...recordOf(q, c, items.get(c.studentId), { nameOf, names }),
      })),
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

  implement(exportRecord, ({ input, caller }) => commands.exportRecord(input, caller)),
]
