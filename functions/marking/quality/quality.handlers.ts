import { exportReport, certify } from './report.commands.ts'
import {
  certifyMarking,
  exportMarkingReport,
  markerSample,
  markingQuality,
  markingReport,
} from '#shared/marking/quality/quality.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { markingReportOf } from '#shared/marking/quality/marking.report.ts'
import { page } from '#shared/kit/paging.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { candidatesByIds, mayManage } from '#functions/exam/exam.public.ts'
import { deskNow, managed, questionIn } from '../desk/desk.ts'
import { images } from '../marking.store.ts'
import { markersOfSchools } from '../markerNames.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import { counted, ensureCounted } from '../progress.read.ts'
import * as read from './quality.read.ts'

/** Pictures that are signed at once. */
const mostShown = 24

export const qualityHandlers = [
  implement(markingQuality, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const { paper, exam, arrangement } = desk
    const manages = mayManage(exam, caller)
    const whole =
      arrangement.state === 'draft' || (await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId }))
    const { given } = await counted(paper)
    const questions = subjectiveOf(paper.questions)
    const nameOf = await markersOfSchools(desk, caller)
    const markers = questions.flatMap((q) => read.markerQualities(q, given, nameOf, arrangement))
    const own = markers.filter((m) => m.userId === caller.userId)
    const told = questions.map((q) => read.questionQuality(q, given))
    const blind = !manages && arrangement.state !== 'closed'
    return {
      counting: !whole,
      questions: blind ? told.map((q) => ({ ...q, agreement: null })) : told,
      // A figure that names a marker is for who leads the marking, and for that marker.
      markers: manages ? markers : blind ? own.map(read.alone) : own,
      mayManage: manages,
      closed: desk.arrangement.state === 'closed',
    }
  }),

  implement(markingReport, async ({ input, caller }) => {
    const desk = await managed(input.paperId, caller)
    const { paper, exam, arrangement } = desk
    const whole =
      arrangement.state === 'draft' || (await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId }))
    const figures = await read.reportFigures(desk, await counted(paper), await markersOfSchools(desk, caller))
    return { ...markingReportOf(figures), computing: !whole }
  }),

  implement(exportMarkingReport, ({ input, caller }) => exportReport(input, caller)),
  implement(certifyMarking, ({ input, caller }) => certify(input, caller)),

  implement(markerSample, async ({ input, caller }) => {
    const { paperId, questionId, userId } = input
    const desk = await deskNow(paperId)
    const { paper, exam } = desk
    const manages = mayManage(exam, caller)
    if (!manages && userId !== caller.userId) return refuse(markingProblems.notManager)
    const q = questionIn(desk, questionId)
    const blind = !manages && desk.arrangement.state !== 'closed'
    // By how far apart the marks lie is for who may see both.
    if (!manages && input.order === 'apart') return refuse(markingProblems.notManager)
    const nameOf = await markersOfSchools(desk, caller)
    if (!(await ensureCounted(desk, { tenant: exam.owner, userId: caller.userId })))
      return refuse(markingProblems.counting)
    const { given } = await counted(paper)
    const marker =
      read.markerQualities(q, given, nameOf, desk.arrangement).find((m) => m.userId === userId) ??
      refuse(markingProblems.noMarks)
    const seen = await read.newestMarks(paperId, questionId, userId)
    const shown = page(read.inOrder(seen, input.order ?? 'newest'), {
      ...input,
      pageSize: Math.min(mostShown, input.pageSize),
    })
    const keys = shown.list.map(({ item }) => ({ paperId, studentId: item.studentId }))
    const [pictures, people] = await Promise.all([
      images.getMany(keys),
      manages ? candidatesByIds(exam, [...new Set(keys.map((k) => k.studentId))]) : [],
    ])
    const byStudent = new Map(pictures.map((p) => [p.studentId, p]))
    const numbers = new Map(people.map((c) => [c.studentId, c.studentNumber]))
    return {
      ...shown,
      list: await Promise.all(
        shown.list.map(async (s) => {
          const of = byStudent.get(s.item.studentId)
          const studentNumber = numbers.get(s.item.studentId)
          return {
            key: s.mark.attemptId,
            ...(studentNumber === undefined ? {} : { studentNumber }),
            role: s.bundle.role,
            value: s.mark.value,
            at: s.mark.at,
            images: of ? await signed(picturesOf(of, questionId).shown) : [],
            // No marker learns what another gave.
            ...(manages ? read.toldOf(q, s, nameOf) : { score: null, others: [] }),
          }
        }),
      ),
      marker: blind ? read.alone(marker) : marker,
      scores: read.sharesOf(q, given, userId).map((s) => (blind ? { ...s, others: null } : s)),
      drift: read.driftOf(seen),
      limits: blind ? null : read.limitsOf(q, given, userId),
      severityDrift: blind ? null : read.severityDriftOf(q, given, userId, seen),
      pace: read.paceOf(seen),
    }
  }),
]
