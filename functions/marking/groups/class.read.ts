/** The classes of a paper as its marking goes by them, and who may be handed the answers of each. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import { classInPaper } from '#shared/exam/sight.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { ClassId, UserId } from '#shared/kit/ids.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import type { markClasses } from '#shared/marking/groups/class.calls.ts'
import { ableIn, boundOf, markersOfClass, shortClasses, shortSchools } from '#shared/marking/groups/class.rules.ts'
import type { ClassFacts, SittingClass } from '#shared/marking/groups/class.rules.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { candidatesOf, classNamesOf, examSchoolsOf, mayManage, teachingClassesOf } from '#functions/exam/exam.public.ts'
import { stepsOfPaper } from '#functions/exam/step.public.ts'
import { courseTeachers, stillMarks } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { markerNames } from '../markerNames.ts'
import { seesPeople, sittingOf, staffOf } from './group.read.ts'

/** The classes in which the paper's candidates learn it. */
const classesSitting = async ({ paper }: Pick<StaffedDesk, 'paper'>): Promise<SittingClass[]> => {
  const [roster, homes, walking] = await Promise.all([
    candidatesOf(paper.examId),
    classNamesOf(paper.examId),
    teachingClassesOf(paper),
  ])
  const takers = roster.filter((c) => takesPaper(c, paper.paperId))
  const sizes = Map.groupBy(takers, (c) => classInPaper(c, paper.paperId))
  return [...walking, ...homes].flatMap(({ classId, className }) => {
    const candidates = sizes.get(classId)?.length ?? 0
    return candidates > 0 ? [{ classId, className, candidates }] : []
  })
}

export const classFacts = async (desk: StaffedDesk): Promise<ClassFacts> => {
  const course = courseTeachers(desk).map((t) => t.userId!)
  const pools = (desk.arrangement.classes ?? []).flatMap((c) => c.markers)
  return {
    classes: await classesSitting(desk),
    teachers: desk.teachers,
    courseId: desk.paper.courseId,
    markersOf: (questionId) => {
      const named = desk.arrangement.questions.find((q) => q.questionId === questionId)?.markers ?? []
      return named.length > 0 ? named : [...course, ...pools]
    },
  }
}

/** The names of the classes that are each marker's own, by class; of who has none, nothing. */
export const ownClassNames = async (desk: StaffedDesk): Promise<Map<string, string>> => {
  const { classes, teachers, courseId, markersOf } = await classFacts(desk)
  const markers = new Set(subjectiveOf(desk.paper.questions).flatMap((q) => [...markersOf(q.questionId)]))
  const teaches = new Map(teachers.map((t) => [t.userId as string | undefined, t.teaches]))
  return new Map(
    [...markers].flatMap((userId) => {
      const bound = boundOf(desk.arrangement, { userId, teaches: teaches.get(userId) ?? [] }, courseId, 'first')
      const own = classes.filter((c) => bound?.own.has(c.classId)).map((c) => c.className)
      return own.length > 0 ? [[userId as string, own.join('、')] as const] : []
    }),
  )
}

/** Where each school marks its own, those of which none, or too few, may. A school of which nothing has come holds up no other. */
const shortOfSchools = async (desk: StaffedDesk) => {
  const { exam, arrangement, paper } = desk
  const still = stillMarks(desk)
  const [all, sitting, staff, steps] = await Promise.all([
    examSchoolsOf(exam.examId),
    sittingOf(desk),
    staffOf(desk),
    stepsOfPaper(paper),
  ])
  const come = new Set(steps.filter((s) => s.step > paperStep.cardUpload).map((s) => s.schoolId as string))
  const schools = new Map(staff.map((t) => [t.userId as string | undefined, t.schoolId]))
  const course = courseTeachers(desk).map((t) => t.userId!)
  return shortSchools(subjectiveOf(paper.questions), {
    schools: all.filter((s) => sitting.has(s.schoolId) && (come.size === 0 || come.has(s.schoolId))),
    schoolOf: (userId) => schools.get(userId),
    markersOf: (questionId) => {
      const named = arrangement.questions.find((q) => q.questionId === questionId)?.markers ?? []
      return named.length > 0 ? named.filter(still) : course
    },
  })
}

/** Classes, or schools, that have fewer markers than their answers need: marking does not open with them. */
export const shortIn = async (desk: StaffedDesk): Promise<{ className: string; text: string }[]> =>
  desk.arrangement.ownSchools
    ? shortOfSchools(desk)
    : desk.arrangement.classRule === undefined
      ? []
      : shortClasses(desk.arrangement, subjectiveOf(desk.paper.questions), await classFacts(desk))

/** Why a paper is marked as it is and no other way; null where that may be chosen. */
export const fixedBy = ({
  exam,
  paper,
  arrangement,
}: Pick<StaffedDesk, 'exam' | 'paper' | 'arrangement'>): string | null =>
  isJoint(exam)
    ? arrangement.ownSchools
      ? '联考按题阅卷，各校老师只评本校答卷'
      : '联考按题阅卷，本校老师不评本校答卷'
    : subjectiveOf(paper.questions).length === 0
      ? '这份试卷没有主观题，不用安排阅卷'
      : (arrangement.like ?? []).length > 0
        ? '有题目按相同作答评阅，请先关闭'
        : arrangement.state !== 'draft' && arrangement.classRule === undefined
          ? '阅卷已开启，答卷已经混合分发'
          : null

export const markClassesRead = async (desk: StaffedDesk, caller: Caller): Promise<AnswerOf<typeof markClasses>> => {
  const { paper, exam, arrangement } = desk
  const sees = seesPeople(desk, caller)
  const [facts, staff] = await Promise.all([classFacts(desk), staffOf(desk)])
  const nameOf = markerNames(desk, caller)
  const questions = subjectiveOf(paper.questions)
  const short = new Map(shortClasses(arrangement, questions, facts).map((s) => [s.classId, s.text]))
  const { classRule } = arrangement
  const markersIn = (classId: ClassId): UserId[] =>
    classRule === undefined
      ? markersOfClass(arrangement, classId, desk.teachers, paper.courseId)
      : [...new Set(questions.flatMap((q) => ableIn(arrangement, q.questionId, classId, facts)))]
  return {
    examId: exam.examId,
    courseName: paper.courseName,
    state: arrangement.state,
    rule: classRule ?? null,
    fixed: fixedBy(desk),
    classes: (isJoint(exam) || questions.length === 0 ? [] : facts.classes).map((c) => ({
      ...c,
      markers: markersIn(c.classId).map((userId) => ({ userId, teacherName: nameOf(userId) })),
      named: classRule !== 'never' && arrangement.classes?.some((p) => p.classId === c.classId) === true,
      short: short.get(c.classId) ?? null,
    })),
    people: sees
      ? staff.flatMap(({ userId, teacherName, classNames, ofCourse }) =>
          userId ? [{ userId, teacherName, classNames, ofCourse }] : [],
        )
      : [],
    mayManage: mayManage(exam, caller),
    version: arrangement.version,
  }
}
