import {
  createClass,
  createGrade,
  deleteClass,
  deleteGrade,
  listClasses,
  listGrades,
  updateClass,
} from '#shared/school/class.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeNameOf, gradeTypeOf, hasGraduated } from '#shared/school/roster/school.rules.ts'
import { classKey } from '#shared/school/roster.rules.ts'
import { seesClass, seesGrade } from '#shared/school/roster/scope.rules.ts'
import type { Grade, SchoolClass } from '#shared/school/roster/school.types.ts'
import type { GradeId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolYear } from '#shared/kit/time.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { className, freeingName, gradeYear, takingName } from './names.ts'
import { attendingGrade } from './attending.ts'
import { classesOf, gradesOf, schoolOf, studentsOfClass, teachersOf } from './roster/school.public.ts'
import { placeOf, scopeFor } from './roster/scope.ts'
import { tallyOf } from './tally.ts'
import { classes, grades } from './roster/school.store.ts'
import { changeThing } from './told.ts'
import { newClass } from './class.commands.ts'

const classIncludingDeleted = async (classId: string): Promise<SchoolClass> =>
  (await classes.queryIndex('gsi1', `class#${classId}`, { limit: 1 }))[0] ?? refuse(commonProblems.notFound)

const isTaken = async (of: { schoolId: string; gradeId: string; className: string }, except?: string) =>
  (await classesOf(of.schoolId, of.gradeId)).some(
    (c) => c.classId !== except && classKey(c.className) === classKey(of.className),
  )

const classThing = (c: SchoolClass) => ({ schoolId: c.schoolId, object: c.classId, name: c.className })
const gradeThing = (g: Grade) => ({ schoolId: g.schoolId, object: g.gradeId, name: `${g.enrolmentYear}级` })

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

  implement(createGrade, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    if (!school.schoolStageList.some((text) => Number(text) === input.stage)) return refuse(schoolProblems.notOfSchool)
    const latest = schoolYear(now(), school.turnMonth) + 1
    if (input.enrolmentYear > latest) return refuse(schoolProblems.yearTooLate, { year: latest })
    const own = await gradesOf(school.schoolId)
    if (own.some((g) => g.stage === input.stage && g.enrolmentYear === input.enrolmentYear))
      return refuse(schoolProblems.gradeTaken)
    const gradeId = newId<GradeId>('grade')
    const row = { schema: 1 as const, gradeId, ...input, createdAt: now(), version: 1 }
    const writes = [grades.creating(row), takingName(gradeYear(input), gradeId)]
    const done = await changeThing(writes, caller, 'school.createGrade', gradeThing(row))
    return done ? { gradeId } : refuse(schoolProblems.gradeTaken)
  }),

  implement(deleteGrade, async ({ input, caller }) => {
    const [row = refuse(commonProblems.notFound)] = await grades.queryIndex('gsi1', `grade#${input.gradeId}`, {
      limit: 1,
    })
    if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
    const { deletedAt: _gone, ...kept } = row
    const count = (await classesOf(row.schoolId, row.gradeId)).length
    if (!input.undo && count > 0) return refuse(schoolProblems.gradeHasClasses, { count })
    const year = gradeYear(row)
    const done = await changeThing(
      input.undo
        ? [grades.saving(kept), takingName(year, row.gradeId)]
        : [grades.saving({ ...row, deletedAt: now() }), freeingName(year)],
      caller,
      input.undo ? 'school.restoreGrade' : 'school.deleteGrade',
      gradeThing(row),
    )
    if (done) return { version: row.version + 1 }
    return input.undo ? refuse(schoolProblems.gradeTaken) : refuseStale(grades, row)
  }),

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

  implement(createClass, async ({ input, caller }) => {
    const grade = await attendingGrade(input.gradeId)
    const of = { schoolId: grade.schoolId, gradeId: grade.gradeId, className: input.className }
    if (await isTaken(of)) return refuse(schoolProblems.classTaken, { name: input.className })
    const added = await newClass(of, await classesOf(grade.schoolId, grade.gradeId), (writes, row) =>
      changeThing(writes, caller, 'school.createClass', classThing(row)),
    )
    return added ? { classId: added.classId } : refuse(schoolProblems.classTaken, { name: input.className })
  }),

  implement(updateClass, async ({ input, caller }) => {
    const row = await classIncludingDeleted(input.classId)
    if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
    if (await isTaken({ ...row, className: input.className }, row.classId))
      return refuse(schoolProblems.classTaken, { name: input.className })
    const next = { ...row, className: input.className, version: input.version }
    const renamed = className(next).name !== className(row).name
    const guards = renamed ? [freeingName(className(row)), takingName(className(next), row.classId)] : []
    const told = { ...classThing(row), before: { 名称: row.className }, after: { 名称: next.className } }
    if (await changeThing([classes.saving(next), ...guards], caller, 'school.updateClass', told))
      return { version: input.version + 1 }
    return (await isTaken(next, row.classId))
      ? refuse(schoolProblems.classTaken, { name: input.className })
      : refuseStale(classes, row)
  }),

  implement(deleteClass, async ({ input, caller }) => {
    const row = await classIncludingDeleted(input.classId)
    if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
    const { deletedAt: _gone, ...kept } = row
    const count = (await studentsOfClass(row)).length
    if (!input.undo && count > 0) return refuse(schoolProblems.classHasStudents, { count })
    if (input.undo && (await isTaken(row, row.classId)))
      return refuse(schoolProblems.classTaken, { name: row.className })
    const name = className(row)
    const done = await changeThing(
      input.undo
        ? [classes.saving(kept), takingName(name, row.classId)]
        : [classes.saving({ ...row, deletedAt: now() }), freeingName(name)],
      caller,
      input.undo ? 'school.restoreClass' : 'school.deleteClass',
      classThing(row),
    )
    return done ? { version: row.version + 1 } : refuseStale(classes, row)
  }),
]
