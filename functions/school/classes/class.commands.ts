import type { GradeId, ClassId } from '#shared/kit/ids.ts'
import type { SchoolClass, Grade } from '#shared/school/roster/school.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { takingName, className, freeingName, gradeYear } from '../people/names.ts'
import { classes, grades } from '../roster/school.store.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { classKey } from '#shared/school/roster.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { schoolYear } from '#shared/kit/time.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { attendingGrade } from './attending.ts'
import { classesOf, gradesOf, schoolOf, studentsOfClass } from '../roster/school.public.ts'
import { changeThing } from '../people/told.ts'
import type * as classCalls from '#shared/school/classes/class.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** A class after the others of its grade; null when the name was taken since. */
export const newClass = async (
  of: { schoolId: SchoolClass['schoolId']; gradeId: GradeId; className: string },
  existing: readonly SchoolClass[],
  write: (writes: WriteItem[], row: SchoolClass) => Promise<boolean> = (writes) => transact(writes, newId('attempt')),
): Promise<SchoolClass | null> => {
  const classId = newId<ClassId>('class')
  const row: SchoolClass = {
    schema: 1,
    classId,
    ...of,
    sort: Math.max(0, ...existing.map((c) => c.sort)) + 1,
    createdAt: now(),
    version: 1,
  }
  return (await write([classes.creating(row), takingName(className(of), classId)], row)) ? row : null
}

const classIncludingDeleted = async (classId: string): Promise<SchoolClass> =>
  (await classes.queryIndex('gsi1', `class#${classId}`, { limit: 1 }))[0] ?? refuse(commonProblems.notFound)

const isTaken = async (of: { schoolId: string; gradeId: string; className: string }, except?: string) =>
  (await classesOf(of.schoolId, of.gradeId)).some(
    (c) => c.classId !== except && classKey(c.className) === classKey(of.className),
  )

const classThing = (c: SchoolClass) => ({ schoolId: c.schoolId, object: c.classId, name: c.className })

const gradeThing = (g: Grade) => ({ schoolId: g.schoolId, object: g.gradeId, name: `${g.enrolmentYear}级` })

export const createGrade = async (
  input: InputOf<typeof classCalls.createGrade>,
  caller: Caller,
): Promise<AnswerOf<typeof classCalls.createGrade>> => {
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
}

export const deleteGrade = async (
  input: InputOf<typeof classCalls.deleteGrade>,
  caller: Caller,
): Promise<AnswerOf<typeof classCalls.deleteGrade>> => {
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
}

export const createClass = async (
  input: InputOf<typeof classCalls.createClass>,
  caller: Caller,
): Promise<AnswerOf<typeof classCalls.createClass>> => {
  const grade = await attendingGrade(input.gradeId)
  const of = { schoolId: grade.schoolId, gradeId: grade.gradeId, className: input.className }
  if (await isTaken(of)) return refuse(schoolProblems.classTaken, { name: input.className })
  const added = await newClass(of, await classesOf(grade.schoolId, grade.gradeId), (writes, row) =>
    changeThing(writes, caller, 'school.createClass', classThing(row)),
  )
  return added ? { classId: added.classId } : refuse(schoolProblems.classTaken, { name: input.className })
}

export const updateClass = async (
  input: InputOf<typeof classCalls.updateClass>,
  caller: Caller,
): Promise<AnswerOf<typeof classCalls.updateClass>> => {
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
}

export const deleteClass = async (
  input: InputOf<typeof classCalls.deleteClass>,
  caller: Caller,
): Promise<AnswerOf<typeof classCalls.deleteClass>> => {
  const row = await classIncludingDeleted(input.classId)
  if ((row.deletedAt === undefined) === input.undo) return { version: row.version }
  const { deletedAt: _gone, ...kept } = row
  const count = (await studentsOfClass(row)).length
  if (!input.undo && count > 0) return refuse(schoolProblems.classHasStudents, { count })
  if (input.undo && (await isTaken(row, row.classId))) return refuse(schoolProblems.classTaken, { name: row.className })
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
}
