/** Where an exam, a paper, a card or a school is found: what stands above the screens that belong to it. */
import { cardDetail } from '#shared/card/card.calls.ts'
import { examDetail, paperPlace } from '#shared/exam/exam.calls.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import { CardId, ExamId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { cardPaths, drawPath } from '#web/card/card.paths.ts'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { queries, queryOf } from '#web/kit/ask.ts'
import type { OutputOf, SentOf } from '#web/kit/ask.ts'
import type { Crumb } from '#web/kit/screens/screen.types.ts'
import type { Place } from '#web/kit/wires.ts'
import { inSchool, schoolPaths } from '#web/school/school.paths.ts'

/** As a screen asks it: an answer that is there already is not asked for again. */
const known = <C extends AnyCall>(call: C, input: SentOf<C>): Promise<OutputOf<C>> =>
  queries.fetchQuery(queryOf(call, input, { quiet: true, freshMs: 60_000 }))

const exams: Crumb = { name: '考试', to: examPaths.list }

const ofCard = async (cardId: string): Promise<Place> => {
  const { examId, examName, courseName } = await known(cardDetail, { cardId: CardId.parse(cardId) })
  return {
    crumbs: [
      { name: '答题卡', to: cardPaths.list },
      { name: examName, to: examPath(examId) },
      { name: `${courseName}答题卡`, to: drawPath(cardId) },
    ],
  }
}

const places: Readonly<Record<string, (id: string) => Promise<Place>>> = {
  examId: async (examId) => {
    const { exam } = await known(examDetail, { examId: ExamId.parse(examId) })
    return { crumbs: [exams, { name: exam.examName, to: examPath(examId) }] }
  },
  paperId: async (paperId) => {
    const { examId, examName, courseName } = await known(paperPlace, { paperId: PaperId.parse(paperId) })
    return { crumbs: [exams, { name: examName, to: examPath(examId) }], ids: { examId }, prefix: courseName }
  },
  schoolId: async (schoolId) => {
    const { schoolName } = await known(schoolDetail, { schoolId: SchoolId.parse(schoolId) })
    return {
      crumbs: [
        { name: '学校列表', to: schoolPaths.list },
        { name: schoolName, to: inSchool('grades', { schoolId }) },
      ],
    }
  },
  cardId: ofCard,
  card: ofCard,
}

export const placeOf = async (within: string, ids: Readonly<Record<string, string>>): Promise<Place> =>
  (await places[within]?.(ids[within] ?? '')) ?? { crumbs: [] }
