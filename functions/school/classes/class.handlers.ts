import {
  createClass,
  createGrade,
  deleteClass,
  deleteGrade,
  listClasses,
  listGrades,
  updateClass,
} from '#shared/school/classes/class.calls.ts'
import { gradeNameOf, gradeTypeOf, hasGraduated } from '#shared/school/roster/school.rules.ts'
import { seesClass, seesGrade } from '#shared/school/roster/scope.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classesOf, gradesOf, schoolOf, teachersOf } from '../roster/school.public.ts'
import { placeOf, scopeFor } from '../roster/scope.ts'
import { tallyOf } from './studentCounts.ts'
import * as commands from './class.commands.ts'

const countBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}

export const classHandlers = [
  implement(listGrades, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [scope, own, ownClasses, tally] = await Promise.all([
      scopeFor(caller),
      gradesOf(input.schoolId),
      classesOf(input.schoolId),
      input.counts ? tallyOf(input.schoolId, 'grades') : null,
    ])
    const classIdsOf = Map.groupBy(ownClasses, (c) => c.gradeId as string)
    const classCounts = countBy(ownClasses, (c) => c.gradeId)
    const at = now()
    return own
      .filter((g) =>
        seesGrade(
          scope,
          { ...school, gradeId: g.gradeId },
          (classIdsOf.get(g.gradeId) ?? []).map((c) => c.classId),
        ),
      )
      .map((g) => ({
        ...g,
        gradeName: gradeNameOf(g, at, school.turnMonth),
        gradeType: gradeTypeOf(g, at, school.turnMonth),
        graduated: hasGraduated(g, at, school.turnMonth),
        classCount: classCounts.get(g.gradeId) ?? 0,
        studentCount: tally?.grades.get(g.gradeId) ?? 0,
      }))
      .sort((a, b) => Number(a.graduated) - Number(b.graduated) || b.enrolmentYear - a.enrolmentYear)
  }),

  implement(createGrade, ({ input, caller }) => commands.createGrade(input, caller)),

  implement(deleteGrade, ({ input, caller }) => commands.deleteGrade(input, caller)),

  implement(listClasses, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [scope, ownGrades, ownClasses, ownTeachers, tally] = await Promise.all([
      scopeFor(caller),
      gradesOf(input.schoolId),
      classesOf(input.schoolId, input.gradeId),
      teachersOf(input.schoolId),
      tallyOf(input.schoolId, 'classes', input.gradeId),
    ])
    const at = now()
    const gradeNames = new Map(ownGrades.map((g) => [g.gradeId as string, gradeNameOf(g, at, school.turnMonth)]))
    const left = new Set(ownGrades.filter((g) => hasGraduated(g, at, school.turnMonth)).map((g) => g.gradeId as string))
    // Lowest grade first (the latest enrolment), then the classes in their order.
    const enrolment = new Map(ownGrades.map((g) => [g.gradeId as string, g.enrolmentYear]))
    const yearOf = (c: { gradeId: string }): number => enrolment.get(c.gradeId) ?? 0
    const ordered = ownClasses
      .filter((c) => seesClass(scope, placeOf(school, c)))
      .sort((a, b) => yearOf(b) - yearOf(a) || a.sort - b.sort)
    const headsOf = new Map<string, Set<string>>()
    for (const { teaches, teacherName } of ownTeachers)
      for (const { isHead, classId } of teaches)
        if (isHead) headsOf.set(classId, (headsOf.get(classId) ?? new Set()).add(teacherName))
    return ordered.map((c) => ({
      ...c,
      gradeName: gradeNames.get(c.gradeId) ?? '',
      graduated: left.has(c.gradeId),
      studentCount: tally.classes.get(c.classId) ?? 0,
      headTeachers: [...(headsOf.get(c.classId) ?? [])],
    }))
  }),

  implement(createClass, ({ input, caller }) => commands.createClass(input, caller)),

  implement(updateClass, ({ input, caller }) => commands.updateClass(input, caller)),

  implement(deleteClass, ({ input, caller }) => commands.deleteClass(input, caller)),
]
