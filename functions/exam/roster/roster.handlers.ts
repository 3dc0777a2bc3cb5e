import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import type { RosterWish } from '#shared/exam/roster/roster.rules.ts'
import type { ExamSchool } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import { Refused } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { classesOf, studentsExpected } from '#functions/school/roster/school.public.ts'
import { addPapers, removePaper } from '../creation/course.commands.ts'
import { classesOfSchoolIn } from '../exam.public.ts'
import { managed } from '../managed.ts'
import { plannedNumbers, previewOf, writeNumbers, writeSeats } from './numbers.commands.ts'
import { applyOwnRoster, applyRoster, ownRosterOf } from './roster.commands.ts'
import { partOf, planRoster, rosterOf } from './roster.plan.ts'
import type { PlannedRoster } from './roster.plan.ts'
import type { SheetsOf } from './roster.public.ts'

const shown = ({ exam, changes, lines, plan }: PlannedRoster) => ({
  lines,
  changes: changes.slice(0, calls.mostNamed),
  total: changes.length,
  candidates: plan.candidateCount,
  version: exam.version,
})

type OwnSchool = Awaited<ReturnType<typeof ownRosterOf>>
const ownShown = async ({ school }: OwnSchool, planned: PlannedRoster | null) => ({
  lines: planned?.lines ?? [],
  changes: planned?.changes.slice(0, calls.mostNamed) ?? [],
  total: planned?.changes.length ?? 0,
  candidates: planned?.plan.school.candidateCount ?? school.candidateCount,
  seen: planned?.seal ?? '',
  classes: await classesOfGrade(school),
})

type Asked = { examId: string; schoolId?: string | undefined; version: number }

/** What is the same is no change, where it is only asked for. */
const orSame = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refused && error.problem === examProblems.rosterSame) return null
    throw error
  })

const classesOfGrade = async (school: ExamSchool) => {
  const [all, own, students] = await Promise.all([
    classesOf(school.schoolId, school.gradeId),
    classesOfSchoolIn(school),
    studentsExpected(school.gradeId),
  ])
  const sits = new Map(own.map((c) => [c.classId as string, c.candidateCount]))
  const others = Map.groupBy(students, (s) => s.classId as string)
  return all.map(({ classId, className }) => ({
    classId,
    className,
    students: sits.get(classId) ?? others.get(classId)?.length ?? 0,
    sits: sits.has(classId),
  }))
}

export const rosterHandlers = (sheetsOf: SheetsOf) => {
  const change = async ({ examId, schoolId, version }: Asked, wish: RosterWish, caller: Caller) =>
    applyRoster(await planRoster(await managed(examId, caller), { schoolId, wish }, sheetsOf), version, caller)
  const ownPlan = ({ exam, school }: OwnSchool, wish: RosterWish) =>
    planRoster(exam, { schoolId: school.schoolId, wish }, sheetsOf)
  return [
    implement(calls.availableStudents, async ({ input, caller }) => {
      const school = await partOf(await managed(input.examId, caller), input.schoolId)
      const [students, classes, roster] = await Promise.all([
        studentsExpected(school.gradeId),
        classesOf(school.schoolId, school.gradeId),
        rosterOf(school),
      ])
      const there = new Set<string>(roster.map((c) => c.studentId))
      const names = new Map(classes.map((c) => [c.classId as string, c.className]))
      const name = input.name?.trim() ?? ''
      const found = students
        .filter((s) => !there.has(s.studentId) && names.has(s.classId))
        .filter((s) => input.classId === undefined || s.classId === input.classId)
        .filter((s) => s.studentName.includes(name) || s.studentNumber.startsWith(name) || s.pinyin.includes(name))
        .map((s) => ({ ...s, className: names.get(s.classId)! }))
      return page(found, input)
    }),

    implement(calls.rosterToday, async ({ input: { examId, schoolId }, caller }) => {
      const exam = await managed(examId, caller)
      const { schoolName } = await partOf(exam, schoolId)
      const planned = await orSame(planRoster(exam, { schoolId, wish: { kind: 'today' } }, sheetsOf))
      const same = { lines: [], changes: [], total: 0, candidates: exam.candidateCount, version: exam.version }
      return { ...(planned ? shown(planned) : same), schoolName }
    }),

    implement(calls.rosterPreview, async ({ input: { examId, ...asked }, caller }) =>
      shown(await planRoster(await managed(examId, caller), asked, sheetsOf)),
    ),

    implement(calls.ownRosterToday, async ({ input, caller }) => {
      const of = await ownRosterOf(input.examId, caller)
      return ownShown(of, await orSame(ownPlan(of, { kind: 'today' })))
    }),
    implement(calls.ownRosterPreview, async ({ input, caller }) => {
      const of = await ownRosterOf(input.examId, caller)
      return ownShown(of, await ownPlan(of, input.wish))
    }),
    implement(calls.changeOwnRoster, async ({ input, caller }) =>
      applyOwnRoster(await ownPlan(await ownRosterOf(input.examId, caller), input.wish), input.seen, caller),
    ),

    implement(calls.changeRoster, ({ input: { wish, ...asked }, caller }) => change(asked, wish, caller)),
    implement(calls.addClasses, ({ input: { classIds, ...asked }, caller }) =>
      change(asked, { kind: 'addClasses', classIds }, caller),
    ),
    implement(calls.removeClasses, ({ input: { classIds, ...asked }, caller }) =>
      change(asked, { kind: 'removeClasses', classIds }, caller),
    ),

    implement(calls.numbersPreview, async ({ input, caller }) =>
      previewOf(await plannedNumbers(await managed(input.examId, caller), input.wish, caller), calls.mostNamed),
    ),
    implement(calls.giveNumbers, async ({ input, caller }) => {
      const planned = await plannedNumbers(await managed(input.examId, caller), input.wish, caller)
      return applyRoster(planned, input.version, caller, 'exam.numbers')
    }),
    implement(calls.seatFile, async ({ input, caller }) => writeSeats(await managed(input.examId, caller))),

    implement(calls.numberTemplate, async ({ input, caller }) => writeNumbers(await managed(input.examId, caller))),

    implement(calls.addCourses, async ({ input, caller }) =>
      addPapers(await managed(input.examId, caller), input, input.version, caller),
    ),
    implement(calls.removeCourse, async ({ input, caller }) =>
      removePaper(await managed(input.examId, caller), input.paperId, input.version, caller),
    ),
  ]
}
