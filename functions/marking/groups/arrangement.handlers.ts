import { isJoint, withoutKey } from '#shared/exam/exam.rules.ts'
import { arrangement, completeMarking, openMarking, saveArrangement } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { classNamesOf, mayManage, teachingClassesOf } from '#functions/exam/exam.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { courseTeachers, deskNow, managed, shortOfMarkers } from '../desk/desk.ts'
import { shortIn } from './class.read.ts'
import { arrange } from './group.commands.ts'
import { answersScanned, ownPart, seesPeople, staffOf } from './group.read.ts'
import * as commands from './arrangement.commands.ts'
import { mustBeFinished, close } from './arrangement.commands.ts'

export const arrangementHandlers = [
  implement(arrangement, async ({ input, caller }) => {
    const desk = await deskNow(input.paperId)
    const { paper, exam } = desk
    const sees = seesPeople(desk, caller)
    const [homes, walking, ledger] = await Promise.all([
      classNamesOf(exam.examId),
      teachingClassesOf(paper),
      sees ? ledgerOf(input.paperId) : null,
    ])
    const answers = ledger && (await answersScanned(desk, ledger))
    const classNames = new Map([...homes, ...walking].map((c) => [c.classId as string, c.className]))
    const schools = new Map(
      sees && isJoint(exam) ? (await staffOf(desk)).map((t) => [t.teacherId as string, t.schoolName]) : [],
    )
    const ofCourse = sees ? courseTeachers(desk) : []
    const personOf = (t: (typeof ofCourse)[number]) => ({
      userId: t.userId!,
      teacherName: t.teacherName,
      classNames: [...new Set(t.teaches.flatMap((x) => classNames.get(x.classId) ?? []))],
    })
    return {
      arrangement: sees ? desk.arrangement : ownPart(desk.arrangement, caller),
      // What stands in the way is for who could do something about it.
      ledger,
      missingKeys: sees ? withoutKey(paper).length : 0,
      short: sees ? shortOfMarkers(desk, caller) : [],
      shortClasses: sees ? (await shortIn(desk)).map(({ className, text }) => ({ className, text })) : [],
      teachers: ofCourse.map((t) => ({ ...personOf(t), schoolName: schools.get(t.teacherId) })),
      others:
        sees && !isJoint(exam) ? desk.teachers.filter((t) => t.userId && !ofCourse.includes(t)).map(personOf) : [],
      questions: subjectiveOf(paper.questions).map((q) => ({
        ...q,
        markers: q.markers ?? 1,
        tolerance: q.tolerance ?? 0,
        answers: answers?.get(q.questionId) ?? 0,
      })),
      mayManage: mayManage(exam, caller),
    }
  }),

  implement(saveArrangement, async ({ input, caller }) => {
    const desk = await managed(input.paperId, caller)
    const known = new Set(subjectiveOf(desk.paper.questions).map((q) => q.questionId))
    const questions = input.questions.filter((q) => known.has(q.questionId))
    return (await arrange(desk, { questions }, input.version, caller)).saved
  }),

  implement(openMarking, ({ input, caller }) => commands.openMarking(input, caller)),

  implement(completeMarking, async ({ input, caller }) => {
    const { paper, exam, arrangement: before } = await managed(input.paperId, caller)
    if (before.state === 'draft') return refuse(markingProblems.notOpen)
    await mustBeFinished(paper, exam)
    if (before.state !== 'closed') await close(paper, exam, before, caller)
    await movePaper(paper, 'closed')
    return { state: 'closed' as const }
  }),
]
